#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include <mutex>

#include "bindings.hpp"
#include "convert.hpp"
#include "solver/plays.hpp"
#include "solver/solver_pool.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace optimeld::bindings {

namespace {

using namespace solver;

// A search that is continued call by call; Python's threads may share it, so one call at a time.
struct SharedPlays {
  Plays plays;
  std::mutex mutex;
};

}  // namespace

void register_solver(nb::module_& module) {
  nb::exception<TooLarge>(module, "TooLarge", PyExc_MemoryError);
  nb::exception<Stopped>(module, "Stopped", PyExc_TimeoutError);
  nb::class_<Stop>(module, "Stop").def(nb::init<>()).def("set", &Stop::set).def_prop_ro("is_set", &Stop::is_set);
  nb::class_<Solution>(module, "Solution")
      .def_ro("play", &Solution::play)
      .def_ro("tiles", &Solution::tiles)
      .def_ro("value", &Solution::value)
      .def_ro("kept", &Solution::kept)
      .def_ro("melds_before", &Solution::melds_before)
      .def_ro("points", &Solution::points)
      .def_ro("moved", &Solution::moved)
      .def_ro("play_proved", &Solution::play_proved)
      .def_ro("kept_proved", &Solution::kept_proved)
      .def_ro("moved_proved", &Solution::moved_proved)
      .def_ro("elapsed_us", &Solution::elapsed_us)
      .def_prop_ro(
          "table", [](const Solution& self) { return to_python(self.table); },
          nb::sig("def table(self) -> list[list[int]]"))
      .def_ro("kept_from", &Solution::kept_from)
      .def_prop_ro(
          "played", [](const Solution& self) { return to_python(self.played); },
          nb::sig("def played(self) -> list[int]"))
      .def_prop_ro(
          "remaining", [](const Solution& self) { return to_python(self.remaining); },
          nb::sig("def remaining(self) -> list[int]"));

  nb::class_<SolverPool>(module, "Solver")
      .def(
          "__init__", [](SolverPool* self, const Rules& rules) { new (self) SolverPool(rules); }, "rules"_a)
      .def(
          "solve",
          [](SolverPool& self, const Melds& table, const Tiles& rack, bool by_value, bool opening, int joker_value,
             bool keep, bool tidy, std::optional<double> time_limit, std::shared_ptr<Stop> stop) {
            const Position position = to_position(self.rules(), table, rack);
            SolveOptions options = to_options(by_value, opening, joker_value, keep, tidy);
            options.deadline = to_deadline(time_limit, std::move(stop));
            const nb::gil_scoped_release released;
            return self.solve(position, options);
          },
          "table"_a, "rack"_a, nb::kw_only(), "by_value"_a, "opening"_a, "joker_value"_a, "keep"_a = true,
          "tidy"_a = true, "time_limit"_a = nb::none(), "stop"_a = nb::none())
      .def(
          "solve_many",
          [](SolverPool& self, const std::vector<std::pair<Melds, Tiles>>& given, bool by_value, bool opening,
             int joker_value, bool keep, bool tidy, int threads, std::optional<double> time_limit,
             std::shared_ptr<Stop> stop) {
            std::vector<Position> positions;
            positions.reserve(given.size());
            for (const auto& [table, rack] : given) positions.push_back(to_position(self.rules(), table, rack));
            SolveOptions options = to_options(by_value, opening, joker_value, keep, tidy);
            options.deadline = to_deadline(time_limit, std::move(stop));
            checked_threads(threads);
            const nb::gil_scoped_release released;
            return self.solve_many(positions, options, threads);
          },
          "positions"_a, nb::kw_only(), "by_value"_a, "opening"_a, "joker_value"_a, "keep"_a = true, "tidy"_a = true,
          "threads"_a = 1, "time_limit"_a = nb::none(), "stop"_a = nb::none());

  nb::class_<SharedPlays>(module, "Plays")
      .def(
          "__init__",
          [](SharedPlays* self, const Rules& rules, const Melds& table, const Tiles& rack, bool by_value, bool opening,
             int joker_value, std::optional<double> time_limit, std::shared_ptr<Stop> stop) {
            const Position position = to_position(rules, table, rack);
            SolveOptions options = to_options(by_value, opening, joker_value, false, false);
            options.deadline = to_deadline(time_limit, std::move(stop));
            const nb::gil_scoped_release released;
            new (self) SharedPlays{Plays(rules, position, options), {}};
          },
          "rules"_a, "table"_a, "rack"_a, nb::kw_only(), "by_value"_a, "opening"_a, "joker_value"_a,
          "time_limit"_a = nb::none(), "stop"_a = nb::none())
      .def(
          "next",
          [](SharedPlays& self, std::size_t budget) {
            Play play;
            bool found;
            {
              const nb::gil_scoped_release released;
              const std::lock_guard lock(self.mutex);
              found = self.plays.next(play, budget);
            }
            return found ? nb::object(to_python(play.played)) : nb::none();
          },
          "budget"_a, nb::sig("def next(self, budget: int) -> list[int] | None"))
      .def_prop_ro("opened", [](const SharedPlays& self) { return self.plays.opened(); })
      .def_prop_ro("exhausted", [](const SharedPlays& self) { return self.plays.exhausted(); });
}

}  // namespace optimeld::bindings
