#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>

#include "bindings.hpp"
#include "table/melds.hpp"
#include "table/universe.hpp"

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
  module.def("run_that_splits", &run_that_splits, "rules"_a);
  module.def(
      "distinct_melds",
      [](const Rules& rules, int longest_run) {
        const DistinctMelds found = distinct_melds(rules, longest_run);
        std::vector<std::pair<bool, std::vector<Tile>>> melds(found.melds.size());
        for (std::size_t i = 0; i < melds.size(); ++i) {
          melds[i] = {found.is_group[i] != 0, {found.melds[i].begin(), found.melds[i].end()}};
        }
        return melds;
      },
      "rules"_a, "longest_run"_a);
  module.def(
      "placed_melds",
      [](const Rules& rules, int longest_run) {
        const PlacedMelds found = placed_melds(rules, longest_run);
        std::vector<std::tuple<bool, std::vector<Tile>, std::vector<Tile>>> melds(found.readings.size());
        for (std::size_t i = 0; i < melds.size(); ++i) {
          melds[i] = {found.is_group[i] != 0,
                      {found.readings[i].begin(), found.readings[i].end()},
                      {found.written[i].begin(), found.written[i].end()}};
        }
        return melds;
      },
      "rules"_a, "longest_run"_a);
}

}  // namespace optimeld::bindings
