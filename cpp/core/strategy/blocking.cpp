#include "strategy/blocking.hpp"

#include <algorithm>
#include <numeric>

#include "base/random.hpp"

namespace optimeld::strategy {

using game::Action;
using game::Decision;
using game::View;

namespace {

// Takes `tiles`, all of which are there, out of a sorted rack.
void take_out(std::vector<Tile>& rack, std::span<const Tile> tiles) {
  for (const Tile tile : tiles) rack.erase(std::ranges::lower_bound(rack, tile));
}

bool holds(const std::vector<Tile>& rack, std::span<const Tile> tiles) {
  // Tiles of a meld are different but for jokers, of which none is in these.
  return std::ranges::all_of(tiles, [&](Tile tile) { return std::ranges::binary_search(rack, tile); });
}

}  // namespace

Blocking::Blocking(const Tools& tools) : tools_(tools) {
  const Rules& rules = tools.rules();
  options_.keep = options_.tidy = false;
  options_.objective = Objective::value;
  options_.joker_value = rules.joker_penalty;
  for (int kind = 0; kind <= rules.kinds(); ++kind) {
    const Tile tile = static_cast<Tile>(kind);
    all_.insert(all_.end(), static_cast<std::size_t>(rules.copies_of(tile)), tile);
  }
  // The shortest melds without jokers, dearest first: longer ones are these and single tiles.
  for (int value = rules.values; value >= 1; --value) {
    for (int colour = 0; colour < rules.colours; ++colour) {
      if (value < rules.min_meld) continue;
      std::vector<Tile> run;
      for (int v = value - rules.min_meld + 1; v <= value; ++v) run.push_back(rules.tile(colour, v));
      melds_.push_back(run);
    }
    for (unsigned set = 0; set < 1U << rules.colours; ++set) {
      std::vector<Tile> group;
      for (int colour = 0; colour < rules.colours; ++colour) {
        if ((set >> colour & 1U) != 0) group.push_back(rules.tile(colour, value));
      }
      if (static_cast<int>(group.size()) == rules.min_meld) melds_.push_back(group);
    }
  }
  std::ranges::stable_sort(melds_, [&](const auto& a, const auto& b) { return worth(a) > worth(b); });
}

int Blocking::worth(std::span<const Tile> tiles) const {
  const Rules& rules = tools_.rules();
  return std::accumulate(tiles.begin(), tiles.end(), 0, [&](int sum, Tile tile) {
    return sum + (rules.is_joker(tile) ? rules.joker_penalty : rules.value(tile));
  });
}

void Blocking::read(const View& view) {
  table_ = view.table.tiles;
  others_ = all_;
  work_ = table_;
  work_.insert(work_.end(), view.rack.begin(), view.rack.end());
  work_.insert(work_.end(), view.river.begin(), view.river.end());
  for (const Tile tile : work_) {
    const auto found = std::ranges::lower_bound(others_, tile);
    if (found != others_.end() && *found == tile) others_.erase(found);
  }
}

bool Blocking::blocks(std::span<const Tile> rack) {
  work_ = all_;
  take_out(work_, rack);
  return !tools_.finish->finishes(none_, work_, true);
}

bool Blocking::layable(std::span<const Tile> laid) {
  work_ = table_;
  work_.insert(work_.end(), laid.begin(), laid.end());
  return tools_.finish->finishes(none_, work_, true);
}

// Lays these tiles too where the rest still blocks and all of them can lie.
bool Blocking::try_tiles(std::span<const Tile> tiles, Kept& found) {
  Kept next = found;
  take_out(next.kept, tiles);
  next.laid.insert(next.laid.end(), tiles.begin(), tiles.end());
  if (!blocks(next.kept) || !layable(next.laid)) return false;
  next.value -= worth(tiles);
  found = std::move(next);
  return true;
}

// Single tiles and melds of the rack, until the rest is worth less than `enough` or nothing more can go. The first two
// ways take the dearest first, singles before melds and melds before singles; further ways take them in random order.
void Blocking::lay_down(const View& view, int way, int enough, Kept& found) {
  found.kept = view.rack;
  found.laid.clear();
  found.value = worth(view.rack);
  Random random(mix(view.luck ^ static_cast<std::uint64_t>(way)));
  std::vector<std::vector<Tile>> parts;
  for (bool more = true; more && found.value >= enough;) {
    more = false;
    parts.clear();
    std::vector<Tile> singles = found.kept;
    singles.erase(std::ranges::unique(singles).begin(), singles.end());
    std::ranges::stable_sort(singles, [&](Tile a, Tile b) { return worth({&a, 1}) > worth({&b, 1}); });
    for (const Tile tile : singles) parts.push_back({tile});
    for (const auto& meld : melds_) {
      if (holds(found.kept, meld)) parts.push_back(meld);
    }
    if (way == 1) std::ranges::rotate(parts, parts.begin() + static_cast<std::ptrdiff_t>(singles.size()));
    if (way > 1) random.shuffle(std::span(parts));
    for (const auto& part : parts) {
      if (holds(found.kept, part) && try_tiles(part, found)) more = true;
      if (found.value < enough) break;
    }
  }
}

bool Blocking::play(const View& view, const std::vector<Tile>& laid, Decision& decision) {
  position_.table = view.table;
  position_.rack = laid;
  std::ranges::sort(position_.rack);
  options_.opening = !view.may_touch_table();
  tools_.solver->solve(position_, options_, solution_);
  if (!solution_.play || !solution_.remaining.empty()) return false;
  decision.action = Action::play;
  decision.table = solution_.table;
  return true;
}

bool Blocking::choose(const View& view, int tries, bool barely, Decision& decision) {
  read(view);
  const int mine = worth(view.rack), theirs = worth(others_);
  if (mine < theirs && blocks(view.rack)) return false;
  std::vector<Kept> found(static_cast<std::size_t>(tries));
  for (int way = 0; way < tries; ++way) lay_down(view, way, barely ? theirs : 0, found[static_cast<std::size_t>(way)]);
  std::ranges::stable_sort(found, {}, &Kept::value);
  if (barely) std::ranges::reverse(found);
  for (const Kept& each : found) {
    if (each.value < theirs && !each.laid.empty() && play(view, each.laid, decision)) return true;
  }
  if (mine < theirs) return false;
  // Behind, and no blocking rack is low enough: the most value goes, and the other must see the finish.
  position_.table = view.table;
  position_.rack = view.rack;
  options_.opening = !view.may_touch_table();
  tools_.solver->solve(position_, options_, solution_);
  if (!solution_.play) return false;
  decision.action = Action::play;
  decision.table = solution_.table;
  return true;
}

}  // namespace optimeld::strategy
