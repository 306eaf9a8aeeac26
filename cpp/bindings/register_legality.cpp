#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "convert.hpp"
#include "table/legality.hpp"
#include "table/matching.hpp"
#include "table/words.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace optimeld::bindings {

void register_legality(nb::module_& module) {
  nb::enum_<Offence>(module, "Offence")
      .value("none", Offence::none)
      .value("not_a_meld", Offence::not_a_meld)
      .value("tile_missing", Offence::tile_missing)
      .value("tile_not_on_rack", Offence::tile_not_on_rack)
      .value("nothing_played", Offence::nothing_played)
      .value("table_touched", Offence::table_touched)
      .value("too_few_points", Offence::too_few_points)
      .value("joker_retrieved", Offence::joker_retrieved)
      .value("joker_locked", Offence::joker_locked)
      .value("must_play", Offence::must_play)
      .value("wrong_figure", Offence::wrong_figure);
  nb::class_<Verdict>(module, "Verdict")
      .def_prop_ro("ok", &Verdict::ok)
      .def_ro("offence", &Verdict::offence)
      .def_ro("meld", &Verdict::meld)
      .def_ro("old_meld", &Verdict::old_meld)
      .def_ro("tile", &Verdict::tile)
      .def_ro("points", &Verdict::points);
  module.def(
      "judge",
      [](const Rules& rules, const Melds& before, const Tiles& rack, bool opening, const Melds& after) {
        const Position position = to_position(rules, before, rack);
        return Judge(rules).judge(position.table, position.rack, opening, to_meld_list(rules, after));
      },
      "rules"_a, "before"_a, "rack"_a, "opening"_a, "after"_a);
  module.def(
      "reason",
      [](const Rules& rules, const Verdict& verdict, const std::vector<std::vector<Tile>>& before,
         const std::vector<Tile>& rack, const std::vector<std::vector<Tile>>& after) {
        const MeldList old_table = to_meld_list(rules, before), new_table = to_meld_list(rules, after);
        // A verdict on other tables points past these.
        check_range("the verdict's meld", verdict.meld, -1, static_cast<long long>(new_table.size()) - 1);
        check_range("the verdict's old meld", verdict.old_meld, -1, static_cast<long long>(old_table.size()) - 1);
        check_range("the verdict's tile", verdict.tile, -1, rules.joker());
        if (verdict.offence >= Offence::must_play || (verdict.offence == Offence::joker_locked && verdict.old_meld < 0))
          throw std::invalid_argument("this is no verdict on a play");
        return reason(rules, verdict, old_table, checked_tiles(rules, rack), new_table);
      },
      "rules"_a, "verdict"_a, "before"_a, "rack"_a, "after"_a, "The offence in one sentence.");
  module.def(
      "fewest_moved",
      [](const Rules& rules, const Melds& before, const Melds& after) {
        return MovedTiles().fewest(rules, to_meld_list(rules, before), to_meld_list(rules, after));
      },
      "rules"_a, "before"_a, "after"_a, "How few tiles must leave their meld on the way between two tables.");
}

}  // namespace optimeld::bindings
