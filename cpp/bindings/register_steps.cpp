#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <optional>

#include "bindings.hpp"
#include "convert.hpp"
#include "steps/step_words.hpp"
#include "steps/steps.hpp"
#include "steps/stream.hpp"
#include "table/matching.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace optimeld::bindings {

namespace {

using namespace steps;

using StepTuples = nb::typed<nb::list, nb::typed<nb::tuple, nb::any, nb::ellipsis>>;

std::vector<int> unchanged(const MeldList& before, const MeldList& after) {
  std::vector<int> kept_from(after.size(), -1);
  std::vector<bool> taken(before.size());
  for (std::size_t j = 0; j < after.size(); ++j) {
    for (std::size_t i = 0; i < before.size() && kept_from[j] < 0; ++i) {
      if (taken[i] || !same_as_written(before[i], after[j])) continue;
      kept_from[j] = static_cast<int>(i);
      taken[i] = true;
    }
  }
  return kept_from;
}

StepTuples plan_steps(const Rules& rules, const std::vector<std::string>& names,
                      const std::vector<std::vector<Tile>>& before, const std::vector<std::vector<Tile>>& after,
                      const std::optional<std::vector<int>>& kept_from) {
  const MeldList old_table = to_meld_list(rules, before), new_table = to_meld_list(rules, after);
  const std::vector<int> kept = kept_from ? *kept_from : unchanged(old_table, new_table);
  if (kept.size() != new_table.size()) throw std::invalid_argument("kept_from has one entry for each new meld");
  for (const int old_meld : kept) {
    if (old_meld >= static_cast<int>(old_table.size())) throw std::invalid_argument("kept_from names no old meld");
  }
  if (names.size() != static_cast<std::size_t>(rules.kinds()) + 1) throw std::invalid_argument("a name for each tile");
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
             const std::vector<std::string>& names, bool by_value, bool opening, int joker_value) {
            SolveOptions options;
            options.objective = by_value ? Objective::value : Objective::tiles;
            options.opening = opening;
            options.joker_value = joker_value;
            new (self) Stream(pool, words, names, options);
          },
          nb::keep_alive<1, 2>(), "solver"_a, "words"_a, "names"_a, nb::kw_only(), "by_value"_a, "opening"_a,
          "joker_value"_a)
      .def("answer", &Stream::answer, nb::call_guard<nb::gil_scoped_release>(), "lines"_a, "threads"_a = 1,
           "One JSON text for each line; empty where the line is not plainly a position.");
}

}  // namespace optimeld::bindings
