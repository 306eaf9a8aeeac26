#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>

#include "bindings.hpp"
#include "convert.hpp"
#include "table/melds.hpp"
#include "table/universe.hpp"
#include "table/words.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace optimeld::bindings {

namespace {

int checked_longest(int longest_run) {
  check_range("longest_run", longest_run, 0, 100);
  return longest_run;
}

}  // namespace

void register_melds(nb::module_& module) {
  nb::class_<MeldShape>(module, "MeldShape").def_ro("run", &MeldShape::run).def_ro("group", &MeldShape::group);
  module.def(
      "read_meld", [](const Rules& rules, const Tiles& tiles) { return read_meld(rules, checked_tiles(rules, tiles)); },
      "rules"_a, "tiles"_a);
  module.def(
      "identities",
      [](const Rules& rules, const Tiles& tiles) { return identities(rules, checked_tiles(rules, tiles)); }, "rules"_a,
      "tiles"_a);
  module.def(
      "arrange_meld",
      [](const Rules& rules, const Tiles& tiles) { return arrange_meld(rules, checked_tiles(rules, tiles)); },
      "rules"_a, "tiles"_a);
  module.def(
      "meld_worth",
      [](const Rules& rules, const Tiles& tiles) { return meld_worth(rules, checked_tiles(rules, tiles)); }, "rules"_a,
      "tiles"_a);
  module.def(
      "why_not_a_meld",
      [](const Rules& rules, const Tiles& tiles) { return why_not_a_meld(rules, checked_tiles(rules, tiles)); },
      "rules"_a, "tiles"_a);
  module.def("run_that_splits", &run_that_splits, "rules"_a);
  module.def(
      "distinct_melds",
      [](const Rules& rules, int longest_run) {
        const DistinctMelds found = distinct_melds(rules, checked_longest(longest_run));
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
        const PlacedMelds found = placed_melds(rules, checked_longest(longest_run));
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
