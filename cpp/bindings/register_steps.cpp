#include <nanobind/stl/optional.h>

#include <algorithm>
#include <optional>

#include "bindings.hpp"
#include "convert.hpp"
#include "matching.hpp"
#include "steps.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace optimeld::bindings {

namespace {

const char* const action_names[] = {"lay", "extend", "split", "move", "join", "swap", "place", "rearrange"};

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

const char* kind_of(const Rules& rules, const std::vector<Tile>& tiles) {
  const MeldShape shape = read_meld(rules, tiles);
  return shape.run && shape.group ? "meld" : shape.run ? "run" : shape.group ? "group" : "";
}

nb::tuple to_python(const Rules& rules, const Step& step) {
  return nb::make_tuple(action_names[static_cast<int>(step.action)], step.from, step.to,
                        bindings::to_python(step.tiles), step.laid_jokers, step.freed_jokers,
                        bindings::to_python(step.left), kind_of(rules, step.left), step.left_loose,
                        bindings::to_python(step.makes), kind_of(rules, step.makes), step.makes_loose);
}

using StepTuples = nb::typed<nb::list, nb::typed<nb::tuple, nb::any, nb::ellipsis>>;

StepTuples plan_steps(const Rules& rules, const std::vector<std::vector<Tile>>& before,
                      const std::vector<std::vector<Tile>>& after,
                      const std::optional<std::vector<int>>& kept_from) {
  const MeldList old_table = to_meld_list(rules, before), new_table = to_meld_list(rules, after);
  const std::vector<int> kept = kept_from ? *kept_from : unchanged(old_table, new_table);
  if (kept.size() != new_table.size()) throw std::invalid_argument("kept_from has one entry for each new meld");
  for (const int old_meld : kept) {
    if (old_meld >= static_cast<int>(old_table.size())) throw std::invalid_argument("kept_from names no old meld");
  }
  std::vector<Step> steps;
  StepPlanner(rules).plan(old_table, new_table, kept, steps);
  nb::list out;
  for (const Step& step : steps) {
    out.append(to_python(rules, step));
  }
  return StepTuples(out);
}

}  // namespace

void register_steps(nb::module_& module) {
  module.def("plan_steps", &plan_steps, "rules"_a, "before"_a, "after"_a, "kept_from"_a = nb::none(),
             "Tuples (action, from, to, tiles, laid_jokers, freed_jokers, left, its kind, its loose, makes, its kind, its loose).");
}

}  // namespace optimeld::bindings
