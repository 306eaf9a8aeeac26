// The strongest player without search: it waits, knows what the others threaten, and ends the pool by calculation.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "game/agent.hpp"
#include "strategy/tools.hpp"

namespace optimeld::strategy {

// What was settled by playing against itself and others; docs/strategy.md has the figures.
struct ExpertStyle {
  int hold = 999;    // lays the most tiles where that leaves more than these
  int danger = 0;    // lays what it can when another's rack is no larger than this
  int patience = 0;  // but not while its own chance to finish with the next tile, in percent, is at least this
  int opening = 3;   // 0: most tiles, 1: highest value, 2: fewest tiles, 3: of those what helps the others least
  int delay = 6;     // opens when its rack has grown by so many tiles, 0: at once
  int lacking = 3;   // or when, once it has opened, no more than these would be left of the play of most tiles
  int jokers = 0;    // 1: a joker may be laid before the last play
  int stall = 0;     // lays one tile instead of drawing where the play of most tiles would leave 1 to so many
  int late = 999;    // but only when no more than these are left in the pool
  int tries = 1000;  // racks that are looked at when the pool is empty, between two
  int deals = 24;    // among several: deals of the tiles that are not seen
  int ways = 5;      // and ways to lay down that are looked at in each
  int work = 90;     // but no more of them after so many thousand states met, about 1.5 ms
  int search = 0;    // where not 0: the end is looked ahead into instead, with so many finish tests
};

ExpertStyle usual_style(const Rules& rules);

// `danger=2:hold=9`: what differs from the usual style. Nothing for a word that is none.
std::optional<std::string> style_fault(std::string_view words);

std::unique_ptr<game::Agent> make_expert(const Tools& tools, std::string_view style_words);

}  // namespace optimeld::strategy
