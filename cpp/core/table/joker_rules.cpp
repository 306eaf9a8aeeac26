#include "table/joker_rules.hpp"

#include <algorithm>

namespace optimeld {

namespace {

bool holds_joker(const Rules& rules, std::span<const Tile> meld) {
  return std::find(meld.begin(), meld.end(), rules.joker()) != meld.end();
}

}  // namespace

int OfficialRule::offending_meld(const Rules& rules, const MeldList& before, const MeldList& after,
                                 const std::vector<MeldShape>& shapes, const std::vector<int>& played) {
  rules_ = &rules, after_ = &after, shapes_ = &shapes;
  jokers_.clear();
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto meld = before[i];
    if (!holds_joker(rules, meld)) continue;
    const MeldShape shape = read_meld(rules, meld);
    for (std::size_t place = 0; place < meld.size(); ++place) {
      if (!rules.is_joker(meld[place])) continue;
      jokers_.push_back({static_cast<int>(place), static_cast<int>(meld.size()), shape, false});
    }
  }
  if (jokers_.empty()) return -1;
  melds_.clear();
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (holds_joker(rules, after[i])) melds_.push_back(static_cast<int>(i));
  }
  spare_ = played;
  given_.clear();
  given_from_ = 0;
  deepest_ = 0;
  return settle(0) ? -1 : melds_[deepest_];
}

// Accounts for the jokers of melds_[next..]. A meld with a rack tile needs nothing more; the jokers of a meld
// without one are all table jokers in their identities. Rack jokers never run short of places: a meld they
// do not excuse holds none of them, and what is left over fits the excused melds in number.
bool OfficialRule::settle(std::size_t next) {
  if (next == melds_.size()) return true;
  deepest_ = std::max(deepest_, next);
  const auto meld = (*after_)[melds_[next]];
  for (const Tile tile : meld) {  // a rack tile that no later meld could want settles it at no price
    if (spare_[tile] <= 0) continue;
    int wanted = 0;
    for (std::size_t later = next; later < melds_.size(); ++later) {
      const auto other = (*after_)[melds_[later]];
      wanted += std::find(other.begin(), other.end(), tile) != other.end();
    }
    if (spare_[tile] >= wanted) return settle(next + 1);
  }
  if (fill(next, 0)) return true;
  for (std::size_t i = 0; i < meld.size(); ++i) {
    const Tile tile = meld[i];
    if (spare_[tile] <= 0 || std::find(meld.begin(), meld.begin() + i, tile) != meld.begin() + i) continue;
    --spare_[tile];
    const bool settled = settle(next + 1);
    ++spare_[tile];
    if (settled) return true;
  }
  return false;
}

// Gives the joker places from `place` on table jokers that may stand there, then goes on to the next meld.
bool OfficialRule::fill(std::size_t next, std::size_t place) {
  const auto meld = (*after_)[melds_[next]];
  while (place < meld.size() && !rules_->is_joker(meld[place])) ++place;
  if (place == meld.size()) {
    if (!readable(melds_[next])) return false;
    const std::size_t mine = given_from_;
    given_from_ = given_.size();
    const bool settled = settle(next + 1);
    given_from_ = mine;
    return settled;
  }
  for (std::size_t i = 0; i < jokers_.size(); ++i) {
    if (jokers_[i].used) continue;
    jokers_[i].used = true;
    given_.emplace_back(static_cast<int>(place), static_cast<int>(i));
    const bool settled = fill(next, place + 1);
    given_.pop_back();
    jokers_[i].used = false;
    if (settled) return true;
  }
  return false;
}

bool OfficialRule::stands(std::size_t given, int value, int colour) const {
  const TableJoker& joker = jokers_[given_[given].second];
  return may_stand_for(*rules_, joker.shape, joker.size, joker.place, rules_->tile(colour, value));
}

bool OfficialRule::fits_run(int colour, int first) const {
  for (std::size_t i = given_from_; i < given_.size(); ++i) {
    if (!stands(i, first + given_[i].first, colour)) return false;
  }
  return true;
}

// The jokers of a group stand for different colours, none of them in `colours`.
bool OfficialRule::fits_group(int value, std::uint32_t colours, std::size_t given) const {
  if (given == given_.size()) return true;
  for (int colour = 0; colour < rules_->colours; ++colour) {
    if (colours >> colour & 1 || !stands(given, value, colour)) continue;
    if (fits_group(value, colours | 1u << colour, given + 1)) return true;
  }
  return false;
}

// Is there a reading of the new meld in which every joker stands for a tile of its own identity?
bool OfficialRule::readable(int meld) const {
  const MeldShape& shape = (*shapes_)[meld];
  if (!shape.all_jokers) {
    return (shape.run && fits_run(shape.run_colour, shape.run_first)) ||
           (shape.group && fits_group(shape.group_value, shape.group_colours, given_from_));
  }
  const int size = static_cast<int>((*after_)[meld].size());
  for (int value = 1; value <= rules_->values; ++value) {
    if (shape.group && fits_group(value, 0, given_from_)) return true;
    if (!shape.run || value + size - 1 > rules_->values) continue;
    for (int colour = 0; colour < rules_->colours; ++colour) {
      if (fits_run(colour, value)) return true;
    }
  }
  return false;
}

namespace {
enum : std::uint8_t { open_reading, as_run, as_group };
}

int LockedRule::offending_meld(const Rules& rules, const MeldList& before, const MeldList& after,
                               const std::vector<MeldShape>& shapes, const std::vector<int>& played) {
  rules_ = &rules, before_ = &before, after_ = &after, shapes_ = &shapes;
  fates_.clear();
  joker_places_.clear();
  old_shapes_.clear();
  int jokers = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto meld = before[i];
    if (!holds_joker(rules, meld)) continue;
    LockedMeld fate;
    fate.old_meld = static_cast<int>(i);
    fates_.push_back(fate);
    old_shapes_.push_back(read_meld(rules, meld));
    std::vector<int>& places = joker_places_.emplace_back();
    for (std::size_t place = 0; place < meld.size(); ++place) {
      if (rules.is_joker(meld[place])) places.push_back(static_cast<int>(place)), ++jokers;
    }
  }
  if (fates_.empty()) return -1;
  spare_ = played;
  claimed_.assign(after.tiles.size(), 0);
  reading_.assign(after.size(), open_reading);
  deepest_ = 0;
  // Fewest swaps first: the steps a person carries out follow this telling of the play.
  for (int swaps = 0; swaps <= jokers; ++swaps) {
    if (settle(0, swaps)) return -1;
  }
  return fates_[deepest_].old_meld;
}

// Finds places for the locked melds from `next` on, with at most `swaps` jokers replaced.
bool LockedRule::settle(std::size_t next, int swaps) {
  if (next == fates_.size()) return true;
  deepest_ = std::max(deepest_, next);
  LockedMeld& fate = fates_[next];
  const std::size_t size = (*before_)[fate.old_meld].size();
  for (std::size_t target = 0; target < after_->size(); ++target) {
    if ((*after_)[target].size() < size) continue;
    const MeldShape& shape = (*shapes_)[target];
    fate.new_meld = static_cast<int>(target);
    for (const std::uint8_t reading : {as_run, as_group}) {
      if (!(reading == as_run ? shape.run : shape.group)) continue;
      const std::uint8_t was = reading_[target];
      if (was != open_reading && was != reading) continue;
      reading_[target] = reading;
      const int meld = static_cast<int>(target);
      const bool placed = reading == as_run ? place_in_run(next, swaps, meld) : place_in_group(next, swaps, meld);
      if (placed) return true;
      reading_[target] = was;
    }
  }
  fate.new_meld = -1;
  return static_cast<int>(joker_places_[next].size()) <= swaps && free_all(next, swaps);
}

// The old meld as a block of the same tiles in the same order, a rack tile allowed in a joker's place. The new
// meld is a run, so such a tile is the one the joker stood for.
bool LockedRule::place_in_run(std::size_t next, int swaps, int target) {
  LockedMeld& fate = fates_[next];
  const auto block = (*before_)[fate.old_meld];
  const auto meld = (*after_)[target];
  for (std::size_t offset = 0; offset + block.size() <= meld.size(); ++offset) {
    std::uint8_t* claimed = claimed_.data() + begin_of(target) + offset;
    std::size_t fitted = 0;
    int left = swaps;
    for (; fitted < block.size(); ++fitted) {
      const Tile wanted = block[fitted], found = meld[offset + fitted];
      if (claimed[fitted]) break;
      if (wanted != found) {
        if (!rules_->is_joker(wanted) || left == 0 || spare_[found] == 0) break;
        --left, --spare_[found];
        fate.swaps.push_back({static_cast<int>(fitted), found});
      }
      claimed[fitted] = 1;
    }
    if (fitted == block.size() && settle(next + 1, left)) return true;
    while (fitted-- > 0) claimed[fitted] = 0;
    for (const auto& swap : fate.swaps) ++spare_[swap.tile];
    fate.swaps.clear();
  }
  return false;
}

bool LockedRule::place_in_group(std::size_t next, int swaps, int target) {
  const auto block = (*before_)[fates_[next].old_meld];
  const auto meld = (*after_)[target];
  std::uint8_t* claimed = claimed_.data() + begin_of(target);
  std::uint32_t mine = 0;  // a group has at most as many tiles as there are colours
  bool fits = true;
  for (const Tile tile : block) {
    if (rules_->is_joker(tile)) continue;
    const auto found = std::find(meld.begin(), meld.end(), tile) - meld.begin();
    fits = found < std::ssize(meld) && !claimed[found];
    if (!fits) break;
    claimed[found] = 1;
    mine |= 1u << found;
  }
  if (fits && place_group_jokers(next, swaps, target, 0, 0)) return true;
  for (std::size_t i = 0; i < meld.size(); ++i) {
    if (mine >> i & 1) claimed[i] = 0;
  }
  return false;
}

// Joker by joker: first those that stay (alike, so any unclaimed joker will do), then those whose place a rack
// tile took, in ascending order from `from`.
bool LockedRule::place_group_jokers(std::size_t next, int swaps, int target, std::size_t joker, std::size_t from) {
  if (joker == joker_places_[next].size()) return settle(next + 1, swaps);
  const auto meld = (*after_)[target];
  std::uint8_t* claimed = claimed_.data() + begin_of(target);
  LockedMeld& fate = fates_[next];
  if (fate.swaps.empty()) {
    for (std::size_t i = 0; i < meld.size(); ++i) {
      if (claimed[i] || !rules_->is_joker(meld[i])) continue;
      claimed[i] = 1;
      if (place_group_jokers(next, swaps, target, joker + 1, from)) return true;
      claimed[i] = 0;
      break;
    }
  }
  if (swaps == 0) return false;
  for (std::size_t i = from; i < meld.size(); ++i) {
    const Tile tile = meld[i];
    if (claimed[i] || rules_->is_joker(tile) || spare_[tile] == 0) continue;
    claimed[i] = 1, --spare_[tile];
    fate.swaps.push_back({joker_places_[next][joker], tile});
    if (place_group_jokers(next, swaps - 1, target, joker + 1, i + 1)) return true;
    fate.swaps.pop_back();
    claimed[i] = 0, ++spare_[tile];
  }
  return false;
}

// Rack tiles took the place of every joker, so the meld became an ordinary one. The tiles together must read
// as one meld.
bool LockedRule::free_all(std::size_t next, int swaps) {
  const MeldShape& shape = old_shapes_[next];
  const int size = static_cast<int>((*before_)[fates_[next].old_meld].size());
  if (!shape.all_jokers) {
    return (shape.run && free_run(next, swaps, shape.run_colour, shape.run_first)) ||
           (shape.group && free_group(next, swaps, shape.group_value, shape.group_colours, 0, 0));
  }
  for (int value = 1; value <= rules_->values; ++value) {
    if (shape.group && free_group(next, swaps, value, 0, 0, 0)) return true;
    if (!shape.run || value + size - 1 > rules_->values) continue;
    for (int colour = 0; colour < rules_->colours; ++colour) {
      if (free_run(next, swaps, colour, value)) return true;
    }
  }
  return false;
}

bool LockedRule::free_run(std::size_t next, int swaps, int colour, int first) {
  LockedMeld& fate = fates_[next];
  for (const int place : joker_places_[next]) {
    const Tile tile = rules_->tile(colour, first + place);
    if (spare_[tile] == 0) break;
    --spare_[tile];
    fate.swaps.push_back({place, tile});
  }
  const std::size_t jokers = joker_places_[next].size();
  if (fate.swaps.size() == jokers && settle(next + 1, swaps - static_cast<int>(jokers))) return true;
  for (const auto& swap : fate.swaps) ++spare_[swap.tile];
  fate.swaps.clear();
  return false;
}

bool LockedRule::free_group(std::size_t next, int swaps, int value, std::uint32_t colours, std::size_t joker,
                            int from) {
  LockedMeld& fate = fates_[next];
  const std::size_t jokers = joker_places_[next].size();
  if (joker == jokers) return settle(next + 1, swaps - static_cast<int>(jokers));
  for (int colour = from; colour < rules_->colours; ++colour) {
    const Tile tile = rules_->tile(colour, value);
    if (colours >> colour & 1 || spare_[tile] == 0) continue;
    --spare_[tile];
    fate.swaps.push_back({joker_places_[next][joker], tile});
    if (free_group(next, swaps, value, colours | 1u << colour, joker + 1, colour + 1)) return true;
    fate.swaps.pop_back();
    ++spare_[tile];
  }
  return false;
}

}  // namespace optimeld
