#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <optional>

#include "bindings.hpp"
#include "convert.hpp"
#include "steps/step_words.hpp"
#include "steps/steps.hpp"
#include "steps/stream.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace optimeld::bindings {

namespace {

using namespace steps;

using StepTuples = nb::typed<nb::list, nb::typed<nb::tuple, nb::any, nb::ellipsis>>;

void check_names(const Rules& rules, const std::vector<std::string>& names) {
  if (names.size() != static_cast<std::size_t>(rules.kinds()) + 1) throw std::invalid_argument("a name for each tile");
}

// A play takes nothing from the table.
void check_nothing_missing(const Rules& rules, const MeldList& before, const MeldList& after) {
  std::vector<int> more(static_cast<std::size_t>(rules.kinds()) + 1);
  for (const Tile tile : after.tiles) ++more[tile];
  for (const Tile tile : before.tiles)
    if (--more[tile] < 0) throw std::invalid_argument("'" + tile_name(rules, tile) + "' was on the table and is gone");
}

StepTuples plan_steps(const Rules& rules, const std::vector<std::string>& names, const Melds& before,
                      const Melds& after, const std::optional<std::vector<int>>& kept_from) {
  const MeldList old_table = to_table(rules, before), new_table = to_table(rules, after);
  check_nothing_missing(rules, old_table, new_table);
  const std::vector<int> kept = kept_from ? *kept_from : unchanged(old_table, new_table);
  if (kept.size() != new_table.size()) throw std::invalid_argument("kept_from has one entry for each new meld");
  for (const int old_meld : kept) {
    check_range("kept_from", old_meld, -1, static_cast<int>(old_table.size()) - 1);
  }
  check_names(rules, names);
  std::vector<Step> steps;
  StepPlanner(rules).plan(old_table, new_table, kept, steps);
  nb::list out;
  for (const Step& step : steps) {
    std::string text;
    describe(step, names, text);
    out.append(nb::make_tuple(action_name(step.action), step.from, step.to, to_python(step.tiles), step.laid_jokers,
                              step.freed_jokers, to_python(step.left.tiles), to_python(step.makes.tiles), text));
  }
  return StepTuples(out);
}

}  // namespace

void register_steps(nb::module_& module) {
  module.def("plan_steps", &plan_steps, "rules"_a, "names"_a, "before"_a, "after"_a, "kept_from"_a = nb::none(),
             "Tuples (action, from, to, tiles, laid_jokers, freed_jokers, left, makes, text).");
  nb::class_<Stream>(module, "Stream")
      .def(
          "__init__",
          [](Stream* self, solver::SolverPool& pool, const std::vector<std::pair<std::string, Tile>>& words,
             const std::vector<std::string>& names, bool by_value, bool opening, int joker_value,
             std::optional<double> time_limit) {
            if (time_limit) checked_seconds(*time_limit);
            check_names(pool.rules(), names);
            for (const auto& [word, tile] : words) check_tiles(pool.rules(), std::span(&tile, 1));
            new (self) Stream(pool, words, names, to_options(by_value, opening, joker_value), time_limit);
          },
          nb::keep_alive<1, 2>(), "solver"_a, "words"_a, "names"_a, nb::kw_only(), "by_value"_a, "opening"_a,
          "joker_value"_a, "time_limit"_a = nb::none())
      .def(
          "answer",
          [](Stream& self, const std::vector<std::string>& lines, int threads) {
            checked_threads(threads);
            const nb::gil_scoped_release released;
            return self.answer(lines, threads);
          },
          "lines"_a, "threads"_a = 1, "One JSON text for each line; empty where the line is not plainly a position.");
}

}  // namespace optimeld::bindings
