#include "bindings.hpp"
#include "table/checked.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace optimeld::bindings {

void register_rules(nb::module_& module) {
  nb::enum_<JokerRule>(module, "JokerRule")
      .value("official", JokerRule::official)
      .value("free", JokerRule::free)
      .value("locked", JokerRule::locked);
  nb::class_<Rules>(module, "Rules")
      .def(
          "__init__",
          [](Rules* self, int values, int colours, int copies, int jokers, int min_meld, int rack_size,
             int opening_points, int joker_penalty, JokerRule joker_rule, bool opening_then_table, bool river,
             bool must_play) {
            const Rules rules{values,    colours,        copies,        jokers,     min_meld,
                              rack_size, opening_points, joker_penalty, joker_rule, opening_then_table,
                              river,     must_play};
            check_rules(rules);
            new (self) Rules(rules);
          },
          nb::kw_only(), "values"_a, "colours"_a, "copies"_a, "jokers"_a, "min_meld"_a, "rack_size"_a,
          "opening_points"_a, "joker_penalty"_a, "joker_rule"_a, "opening_then_table"_a, "river"_a, "must_play"_a);
}

}  // namespace optimeld::bindings
