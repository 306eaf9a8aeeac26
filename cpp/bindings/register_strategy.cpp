#include <algorithm>
#include <mutex>

#include "bindings.hpp"
#include "convert.hpp"
#include "game/finish_check.hpp"
#include "strategy/endgame.hpp"
#include "strategy/finish.hpp"
#include "strategy/tools.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace optimeld::bindings {

namespace {

// One finish test for all threads: it answers in microseconds, and one that is warm is worth waiting for.
struct SharedFinishTest {
  explicit SharedFinishTest(const Rules& rules) : test(std::make_shared<solver::Solver>(rules)) {}

  template <class Ask>
  auto ask(const Melds& table, const std::vector<Tile>& rack, Ask&& question) {
    const Position position = to_position(test.rules(), table, rack);
    const nb::gil_scoped_release released;
    const std::lock_guard lock(mutex);
    return question(position.table);
  }

  std::mutex mutex;
  strategy::FinishTest test;
};

nb::tuple to_tuple(const game::FinishCase& one) {
  return nb::make_tuple(to_python(one.position.table), to_python(one.position.rack), one.opened);
}

}  // namespace

void register_strategy(nb::module_& module) {
  nb::class_<SharedFinishTest>(module, "FinishTest")
      .def(nb::init<const Rules&>(), "rules"_a)
      .def(
          "finishes",
          [](SharedFinishTest& self, const Melds& table, const std::vector<Tile>& rack, bool opened) {
            return self.ask(table, rack,
                            [&](const MeldList& melds) { return self.test.finishes(melds, rack, opened); });
          },
          "table"_a, "rack"_a, "opened"_a)
      .def(
          "finishing_draws",
          [](SharedFinishTest& self, const Melds& table, const std::vector<Tile>& rack, bool opened) {
            const auto draws = self.ask(
                table, rack, [&](const MeldList& melds) { return self.test.finishing_draws(melds, rack, opened); });
            nb::list tiles;
            for (std::size_t tile = 0; tile < draws.size(); ++tile) {
              if (draws[tile]) tiles.append(static_cast<int>(tile));
            }
            return tiles;
          },
          "table"_a, "rack"_a, "opened"_a,
          nb::sig("def finishing_draws(self, table: Sequence[Sequence[int]], rack: Sequence[int], opened: bool) -> "
                  "list[int]"));

  // (points, wins, proved, what to play or None for a pass, the table after it, finish tests, turns)
  module.def(
      "endgame",
      [](const Rules& rules, const Melds& table, const std::vector<Tile>& rack, const std::vector<Tile>& other,
         bool opened, bool other_opened, bool passed, std::uint64_t tests, int depth) {
        std::vector<Tile> both = rack;
        both.insert(both.end(), other.begin(), other.end());
        strategy::EndgamePosition position{
            to_position(rules, table, both).table, rack, other, opened, other_opened, passed};
        std::ranges::sort(position.rack);
        std::ranges::sort(position.other);
        check_range("depth", depth, 1, 100);
        strategy::EndgameLimits limits;
        limits.tests = tests;
        limits.depth = depth;
        strategy::EndgameValue found;
        {
          const nb::gil_scoped_release released;
          const strategy::Tools tools(rules);
          found = strategy::Endgame(tools.finish).solve(position, limits);
        }
        return nb::make_tuple(found.points, found.wins, found.proved,
                              found.play ? nb::object(to_python(found.played)) : nb::none(), to_python(found.table),
                              found.tests, found.turns);
      },
      "rules"_a, "table"_a, "rack"_a, "other"_a, nb::kw_only(), "opened"_a, "other_opened"_a, "passed"_a, "tests"_a,
      "depth"_a,
      nb::sig("def endgame(rules: Rules, table: Sequence[Sequence[int]], rack: Sequence[int], other: Sequence[int], *, "
              "opened: bool, other_opened: bool, passed: bool, tests: int, depth: int) -> "
              "tuple[int, bool, bool, list[int] | None, list[list[int]], int, int]"));

  module.def(
      "check_finish",
      [](const Rules& rules, std::uint64_t seed, std::uint64_t first, std::uint64_t count, int threads) {
        game::FinishReport report;
        {
          const nb::gil_scoped_release released;
          report = game::check_finish(rules, seed, first, count, checked_threads(threads));
        }
        nb::list differences;
        for (const auto& one : report.differences) differences.append(to_tuple(one));
        return nb::make_tuple(report.positions, report.finishing, report.by_solver, nb::cast(report.by_source),
                              differences);
      },
      "rules"_a, "seed"_a, "first"_a, "count"_a, "threads"_a,
      nb::sig("def check_finish(rules: Rules, seed: int, first: int, count: int, threads: int) -> "
              "tuple[int, int, int, list[int], list[tuple[list[list[int]], list[int], bool]]]"));
  module.def(
      "time_finish",
      [](const Rules& rules, std::uint64_t seed, std::uint64_t games) {
        std::vector<game::FinishTiming> timings;
        {
          const nb::gil_scoped_release released;
          timings = game::time_finish(rules, seed, games);
        }
        nb::list out;
        for (const auto& t : timings)
          out.append(nb::make_tuple(t.us, t.rack, t.table, t.jokers, t.game, t.finishes, t.opened));
        return out;
      },
      "rules"_a, "seed"_a, "games"_a,
      nb::sig("def time_finish(rules: Rules, seed: int, games: int) -> "
              "list[tuple[float, int, int, int, int, bool, bool]]"));
}

}  // namespace optimeld::bindings
