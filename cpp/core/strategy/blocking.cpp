#include "strategy/blocking.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace optimeld::strategy {

using game::Action;
using game::Decision;
using game::View;

namespace {

bool holds(const std::vector<Tile>& rack, std::span<const Tile> tiles) {
  // Tiles of a meld are different but for jokers, of which none is in these.
  return std::ranges::all_of(tiles, [&](Tile tile) { return std::ranges::binary_search(rack, tile); });
}

}  // namespace

Blocking::Blocking(const Tools& tools) : tools_(tools), rules_(tools_.rules()) {
  const Rules& rules = rules_;
  options_.keep = options_.tidy = false;
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
  std::ranges::stable_sort(melds_, [&](const auto& a, const auto& b) { return rules_.penalty(a) > rules_.penalty(b); });
}

void Blocking::read(const View& view) {
  known_.clear();
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
  return !laid_whole();
}

bool Blocking::layable(std::span<const Tile> laid) {
  work_ = table_;
  work_.insert(work_.end(), laid.begin(), laid.end());
  std::ranges::sort(work_);
  return laid_whole();
}

// Whether the tiles in work_, sorted, can be laid. Ways to lay down that differ ask for many of the same.
bool Blocking::laid_whole() {
  const auto [known, fresh] = known_.try_emplace(work_);
  if (fresh) known->second = tools_.finish->finishes(none_, work_, true);
  return known->second;
}

// Lays these tiles too where the rest still blocks and all of them can lie.
bool Blocking::try_tiles(std::span<const Tile> tiles, Kept& found) {
  Kept next = found;
  take_out(next.kept, tiles);
  next.laid.insert(next.laid.end(), tiles.begin(), tiles.end());
  if (!blocks(next.kept) || !layable(next.laid)) return false;
  next.value -= rules_.penalty(tiles);
  found = std::move(next);
  return true;
}

// From the play of most tiles back: tiles of it are kept after all, cheapest first (or, from the second way on, in
// random order), until the rest cannot be laid without them; then whatever of the rack is not needed for that goes.
void Blocking::lay_down(const View& view, int way, Kept& found) {
  Random random(mix(view.luck ^ static_cast<std::uint64_t>(way)));
  std::vector<Tile> back = most_;
  std::ranges::stable_sort(back, {}, [&](Tile tile) { return rules_.penalty(tile); });
  if (way > 0) random.shuffle(std::span(back));
  // The more is kept, the more it blocks, but for rare exceptions: the least of it by halving.
  const auto keep = [&](std::size_t count) {
    found.kept = view.rack;
    found.laid.assign(back.begin() + static_cast<std::ptrdiff_t>(count), back.end());
    take_out(found.kept, found.laid);
    return blocks(found.kept);
  };
  std::size_t low = 0, high = back.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (keep(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  keep(low);
  if (!layable(found.laid)) {
    // What lost its partners stays too.
    solve(view, found.laid);
    found.laid = solution_.play ? solution_.played : std::vector<Tile>{};
    found.kept = view.rack;
    take_out(found.kept, found.laid);
  }
  found.value = rules_.penalty(found.kept);
  found.blocks = blocks(found.kept);
  if (!found.blocks) return;
  std::vector<std::vector<Tile>> parts;
  for (const auto& meld : melds_) {
    if (holds(found.kept, meld)) parts.push_back(meld);
  }
  std::vector<Tile> singles = found.kept;
  singles.erase(std::ranges::unique(singles).begin(), singles.end());
  for (const Tile tile : singles) parts.push_back({tile});
  std::ranges::stable_sort(parts, {}, [&](const auto& part) { return -rules_.penalty(part); });
  for (const auto& part : parts) {
    if (worked_enough()) break;
    if (holds(found.kept, part)) try_tiles(part, found);
  }
}

void Blocking::solve(const View& view, std::span<const Tile> rack) {
  position_.table = view.table;
  position_.rack.assign(rack.begin(), rack.end());
  std::ranges::sort(position_.rack);
  options_.opening = !view.may_touch_table();
  tools_.solver->solve(position_, options_, solution_);
}

// The play of most tiles, and of those of most value.
bool Blocking::find_most(const View& view) {
  solve(view, view.rack);
  if (!solution_.play) return false;
  most_ = solution_.played;
  most_laid_ = solution_.table;
  return true;
}

bool Blocking::choose(const View& view, const Effort& effort, Decision& decision) {
  read(view);
  options_.most_walked = most_walked(view.rules, view.rack.size());
  enough_work_ = tools_.work() + static_cast<std::uint64_t>(effort.work) * 1000;
  const int mine = rules_.penalty(view.rack), theirs = rules_.penalty(others_);
  if (mine < theirs && blocks(view.rack)) return false;
  if (!find_most(view)) return false;
  std::vector<Kept> found;
  for (int way = 0; way < effort.tries && (way == 0 || !worked_enough()); ++way)
    lay_down(view, way, found.emplace_back());
  std::ranges::stable_sort(found, {}, &Kept::value);
  for (const Kept& each : found) {
    if (!each.blocks || each.value >= theirs || each.laid.empty()) continue;
    if (!tools_.finish->finish(view.table, each.laid, view.may_touch_table(), decision.table, options_.most_walked))
      continue;
    decision.action = Action::play;
    return true;
  }
  if (mine < theirs) return false;
  // Behind, and no blocking rack is low enough: the most tiles go, and the other must see the finish.
  decision.action = Action::play;
  decision.table = most_laid_;
  return true;
}

}  // namespace optimeld::strategy
