#include "strategy/small_openings.hpp"

#include <algorithm>
#include <bit>

#include "table/universe.hpp"

namespace optimeld::strategy {

SmallOpenings::SmallOpenings(const Rules& rules) : rules_(rules), held_(static_cast<std::size_t>(rules.kinds()) + 1) {}

const std::vector<std::vector<Tile>>& SmallOpenings::find(std::span<const Tile> rack) {
  found_.clear();
  steps_ = 0;
  std::ranges::fill(held_, 0);
  for (const Tile tile : rack) ++held_[tile];
  const int jokers = held_[rules_.joker()];
  for (int used = 0; used <= jokers && found_.empty() && !broken_off(); ++used) {
    held_[rules_.joker()] = used;
    list_melds(used);
    const int most = static_cast<int>(rack.size()) - (jokers - used);
    for (int tiles = rules_.min_meld; tiles <= most && found_.empty() && !broken_off(); ++tiles) {
      join(0, tiles, rules_.opening_points);
    }
  }
  return found_;
}

void SmallOpenings::list_melds(int jokers) {
  parts_.clear();
  for (int colour = 0; colour < rules_.colours; ++colour) {
    for (int length = rules_.min_meld; length < run_that_splits(rules_); ++length) {
      for (int first = 1; first + length - 1 <= rules_.values; ++first) add_run(colour, first, length, jokers);
    }
  }
  for (int value = 1; value <= rules_.values; ++value) add_groups(value, jokers);
  std::ranges::stable_sort(parts_, [](const Part& a, const Part& b) {
    return a.worth * static_cast<int>(b.tiles.size()) > b.worth * static_cast<int>(a.tiles.size());
  });
}

// With jokers in any places: one may take that of a tile which another meld needs.
void SmallOpenings::add_run(int colour, int first, int length, int jokers) {
  unsigned missing = 0;
  for (int i = 0; i < length; ++i) missing |= static_cast<unsigned>(held_[rules_.tile(colour, first + i)] == 0) << i;
  if (std::popcount(missing) > jokers) return;
  const int worth = length * (2 * first + length - 1) / 2;
  for (unsigned places = 0; places < 1U << length; ++places) {
    if ((places & missing) != missing || std::popcount(places) > jokers) continue;
    Part part{{}, worth};
    for (int i = 0; i < length; ++i) {
      if ((places >> i & 1U) == 0) part.tiles.push_back(rules_.tile(colour, first + i));
    }
    part.tiles.insert(part.tiles.end(), static_cast<std::size_t>(std::popcount(places)), rules_.joker());
    parts_.push_back(std::move(part));
  }
}

void SmallOpenings::add_groups(int value, int jokers) {
  for (unsigned set = 0; set < 1U << rules_.colours; ++set) {
    Part part{{}, 0};
    for (int colour = 0; colour < rules_.colours; ++colour) {
      if ((set >> colour & 1U) != 0 && held_[rules_.tile(colour, value)] > 0) {
        part.tiles.push_back(rules_.tile(colour, value));
      }
    }
    const int natural = static_cast<int>(part.tiles.size());
    if (natural != std::popcount(set)) continue;  // one of its tiles is not held
    for (int used = 0; used <= jokers && natural + used <= rules_.colours; ++used) {
      if (used > 0) part.tiles.push_back(rules_.joker());
      part.worth = value * (natural + used);
      if (natural + used >= rules_.min_meld) parts_.push_back(part);
    }
  }
}

void SmallOpenings::join(std::size_t from, int tiles, int worth) {
  if (tiles == 0) {
    if (worth <= 0) keep_found();
    return;
  }
  for (std::size_t i = from; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const int size = static_cast<int>(part.tiles.size());
    // No tile of a later part is worth more than those of this one.
    if (broken_off() || found_.size() >= most_found || part.worth * tiles < worth * size) return;
    ++steps_;
    if (size > tiles || !take(part)) continue;
    join(i, tiles - size, worth - part.worth);
    put_back(part.tiles);
    laid_.resize(laid_.size() - part.tiles.size());
  }
}

bool SmallOpenings::take(const Part& part) {
  for (std::size_t i = 0; i < part.tiles.size(); ++i) {
    if (held_[part.tiles[i]]-- > 0) continue;
    put_back(std::span(part.tiles).first(i + 1));
    return false;
  }
  laid_.insert(laid_.end(), part.tiles.begin(), part.tiles.end());
  return true;
}

void SmallOpenings::put_back(std::span<const Tile> tiles) {
  for (const Tile tile : tiles) ++held_[tile];
}

void SmallOpenings::keep_found() {
  std::vector<Tile> handful = laid_;
  std::ranges::sort(handful);
  if (std::ranges::find(found_, handful) == found_.end()) found_.push_back(std::move(handful));
}

}  // namespace optimeld::strategy
