#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "melds.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace optimeld::bindings {

void register_melds(nb::module_& module) {
  nb::class_<MeldShape>(module, "MeldShape")
      .def_ro("run", &MeldShape::run)
      .def_ro("group", &MeldShape::group)
      .def_ro("all_jokers", &MeldShape::all_jokers)
      .def_ro("run_colour", &MeldShape::run_colour)
      .def_ro("run_first", &MeldShape::run_first)
      .def_ro("group_value", &MeldShape::group_value)
      .def_ro("group_colours", &MeldShape::group_colours);
  module.def(
      "read_meld", [](const Rules& rules, const std::vector<Tile>& tiles) { return read_meld(rules, tiles); },
      "rules"_a, "tiles"_a);
  module.def(
      "identities", [](const Rules& rules, const std::vector<Tile>& tiles) { return identities(rules, tiles); },
      "rules"_a, "tiles"_a);
  module.def(
      "arrange_meld", [](const Rules& rules, const std::vector<Tile>& tiles) { return arrange_meld(rules, tiles); },
      "rules"_a, "tiles"_a);
  module.def(
      "meld_worth", [](const Rules& rules, const std::vector<Tile>& tiles) { return meld_worth(rules, tiles); },
      "rules"_a, "tiles"_a);
}

}  // namespace optimeld::bindings
