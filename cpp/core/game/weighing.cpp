#include "game/weighing.hpp"

#include <algorithm>
#include <cstdlib>

namespace optimeld::game {

namespace {

// How promising a tile is next to a rack: what it could form a meld with, counted once each.
int partners(const Rules& rules, const std::vector<Tile>& rack, Tile tile) {
  if (rules.is_joker(tile)) return 1000;
  int found = 0;
  Tile last = no_tile;
  for (Tile other : rack) {
    if (other == last) continue;
    last = other;
    if (other == tile) {
      --found;  // a second copy can hardly go into the same melds
    } else if (!rules.is_joker(other)) {
      const int distance = std::abs(rules.value(other) - rules.value(tile));
      const bool same_colour = rules.colour(other) == rules.colour(tile);
      if (same_colour ? distance <= 2 : distance == 0) ++found;
    }
  }
  return found;
}

}  // namespace

Tile Weighing::keep(const View& view, Tile first, Tile second) {
  const long a = weigh_with(view, first), b = weigh_with(view, second);
  if (a != b) return a > b ? first : second;
  const int pa = partners(view.rules, view.rack, first), pb = partners(view.rules, view.rack, second);
  if (pa != pb) return pa > pb ? first : second;
  return view.rules.value(first) <= view.rules.value(second) ? first : second;  // what stays on a rack costs
}

long Weighing::weigh_with(const View& view, Tile tile) {
  with_.assign(view.rack.begin(), view.rack.end());
  with_.insert(std::ranges::upper_bound(with_, tile), tile);
  return weigh(view, with_);
}

void Weighing::draw_or_take(const View& view, Decision& decision) {
  decision.action = Action::draw;
  long best = 0;
  for (std::size_t i = 0; i < view.river.size(); ++i) {
    const Tile tile = view.river[i];
    const auto here = view.river.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(view.river.begin(), here, tile) != here) continue;
    if (const long weight = weigh_with(view, tile); weight > best) {
      best = weight;
      decision.action = Action::take;
      decision.tile = tile;
    }
  }
}

}  // namespace optimeld::game
