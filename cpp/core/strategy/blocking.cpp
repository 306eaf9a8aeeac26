#include "strategy/blocking.hpp"

#include <algorithm>

namespace optimeld::strategy {

using game::Action;
using game::Decision;
using game::View;

namespace {

// For tiles of a meld without jokers, which are all different, or for one tile.
bool holds(const std::vector<Tile>& rack, std::span<const Tile> tiles) {
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

// A number for a handful of tiles, in any order.
std::uint64_t Blocking::name(std::span<const Tile> tiles) const {
  std::uint64_t sum = 0;
  for (const Tile tile : tiles) sum += mix(tile);
  return sum;
}

bool Blocking::blocks(std::span<const Tile> rack) {
  work_.clear();
  std::ranges::set_difference(all_, rack, std::back_inserter(work_));
  return !ask(name(rack));
}

bool Blocking::layable(std::span<const Tile> laid) {
  work_ = table_;
  work_.insert(work_.end(), laid.begin(), laid.end());
  return ask(~name(laid));
}

// Whether the tiles in work_ can be laid. Racks that differ ask for many of the same.
bool Blocking::ask(std::uint64_t name) {
  const auto [known, fresh] = known_.try_emplace(name);
  if (!fresh) return known->second;
  ++tests_;
  known->second = tools_.finish->finishes(none_, work_, true);
  return known->second;
}

std::uint64_t Blocking::work() const {
  constexpr std::uint64_t a_test = 30;  // beside the states that it meets
  return tools_.work() + a_test * tests_;
}

// Lays these tiles too where the rest still blocks and all of them can lie.
bool Blocking::try_tiles(std::span<const Tile> tiles, Kept& found) {
  take_out(found.kept, tiles);
  found.laid.insert(found.laid.end(), tiles.begin(), tiles.end());
  if (blocks(found.kept) && layable(found.laid)) {
    found.value -= rules_.penalty(tiles);
    return true;
  }
  found.laid.resize(found.laid.size() - tiles.size());
  for (const Tile tile : tiles) found.kept.insert(std::ranges::upper_bound(found.kept, tile), tile);
  return false;
}

// Whatever is kept and not needed to block goes, whole melds and dear tiles first; or, at random, single tiles, mostly
// dear ones first. Not `but`.
void Blocking::lay_more(std::span<const Tile> but, Random* random, Kept& found) {
  constexpr int noise = 3;
  struct Part {
    std::span<const Tile> tiles;
    int order;
  };
  std::vector<Part> parts;
  const auto add = [&](std::span<const Tile> tiles) {
    const int luck = random != nullptr ? static_cast<int>(random->below(4 * noise)) : 0;
    parts.push_back({tiles, -4 * rules_.penalty(tiles) - luck});
  };
  for (const auto& meld : melds_) {
    if (random == nullptr && holds(found.kept, meld)) add(meld);
  }
  const std::vector<Tile> singles = found.kept;
  for (const Tile& tile : singles) add({&tile, 1});
  std::ranges::stable_sort(parts, {}, &Part::order);
  for (const Part& part : parts) {
    if (worked_enough()) break;
    if (std::ranges::find_first_of(part.tiles, but) != part.tiles.end()) continue;
    if (holds(found.kept, part.tiles)) try_tiles(part.tiles, found);
  }
}

// From the play of most tiles back: tiles of it are kept after all, cheapest first (or, from the second way on, cheap
// ones rather), until the rest cannot be laid without them; then whatever of the rack is not needed for that goes.
bool Blocking::begin(const View& view, int way, Random& random, Kept& found) {
  constexpr int noise = 16;
  std::vector<std::pair<int, Tile>> back;
  for (const Tile tile : most_) {
    back.push_back({4 * rules_.penalty(tile) + (way > 0 ? static_cast<int>(random.below(4 * noise)) : 0), tile});
  }
  std::ranges::stable_sort(back, {}, &std::pair<int, Tile>::first);
  // The more is kept, the more it blocks, but for rare exceptions: the least of it by halving.
  const auto keep = [&](std::size_t count) {
    found.kept = view.rack;
    found.laid.clear();
    for (std::size_t i = count; i < back.size(); ++i) found.laid.push_back(back[i].second);
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
  if (!blocks(found.kept)) return false;
  lay_more({}, nullptr, found);
  return true;
}

// Another rack near this one: a few tiles, rather cheap ones, are kept after all, so that dearer ones can go.
bool Blocking::change(Random& random, Kept& found) {
  constexpr std::uint64_t most_back = 3, looked_at = 3;
  std::vector<Tile> back;
  for (std::uint64_t more = 1 + random.below(most_back); more > 0 && !found.laid.empty(); --more) {
    std::size_t chosen = random.below(found.laid.size());
    for (std::uint64_t i = 1; i < looked_at; ++i) {
      const std::size_t other = random.below(found.laid.size());
      if (rules_.penalty(found.laid[other]) < rules_.penalty(found.laid[chosen])) chosen = other;
    }
    back.push_back(found.laid[chosen]);
    found.laid.erase(found.laid.begin() + static_cast<std::ptrdiff_t>(chosen));
    found.kept.insert(std::ranges::upper_bound(found.kept, back.back()), back.back());
  }
  if (!layable(found.laid) || !blocks(found.kept)) return false;
  found.value += rules_.penalty(back);
  lay_more(back, &random, found);
  return true;
}

// Cheaper and cheaper racks that block, in found_. One that many changes did not make cheaper is left for a new
// beginning.
void Blocking::search(const View& view, const Effort& effort) {
  constexpr int enough_changes = 100;
  Random random(mix(view.luck));
  found_.clear();
  Kept now, next;
  int way = 0, in_vain = enough_changes;
  for (int i = 0; i < effort.tries && (i == 0 || !worked_enough()); ++i) {
    if (in_vain == enough_changes) {
      if (!begin(view, way++, random, now)) continue;
      in_vain = 0;
    } else {
      ++in_vain;
      next = now;
      if (!change(random, next) || next.value > now.value) continue;
      if (next.value < now.value) in_vain = 0;
      std::swap(now, next);
    }
    if (found_.empty() || now.value < found_.back().value) found_.push_back(now);
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
  enough_work_ = work() + static_cast<std::uint64_t>(effort.work) * 1000;
  const int mine = rules_.penalty(view.rack), theirs = rules_.penalty(others_);
  if (mine < theirs && blocks(view.rack)) return false;
  if (!find_most(view)) return false;
  search(view, effort);
  for (; !found_.empty() && found_.back().value < theirs; found_.pop_back()) {
    const Kept& best = found_.back();
    if (best.laid.empty()) continue;
    if (!tools_.finish->finish(view.table, best.laid, view.may_touch_table(), decision.table, options_.most_walked))
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
