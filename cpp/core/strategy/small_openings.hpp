// The openings of fewest tiles: what is laid helps the others, so who opens early lays no more than it must.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "table/rules.hpp"

namespace optimeld::strategy {

// Melds of the rack are put together, one tile more each time, until they are worth enough. A joker goes only if it
// must.
class SmallOpenings {
 public:
  explicit SmallOpenings(const Rules& rules);

  // Handfuls of the rack, sorted by tile, that can be laid as an opening: all have as few jokers as can be, and of
  // those with as many the fewest tiles. None: there is no opening, or the search was broken off.
  const std::vector<std::vector<Tile>>& find(std::span<const Tile> rack);
  // After so many steps: then an opening may have been missed.
  bool broken_off() const { return steps_ >= most_steps; }

 private:
  struct Part {
    std::vector<Tile> tiles;
    int worth;
  };

  void list_melds(int jokers);
  void add_run(int colour, int first, int length, int jokers);
  void add_groups(int value, int jokers);
  // The rest of the parts from `from` on, with exactly so many tiles and worth at least so much.
  void join(std::size_t from, int tiles, int worth);
  bool take(const Part& part);
  void put_back(std::span<const Tile> tiles);
  void keep_found();

  static constexpr std::uint64_t most_steps = 20000;  // half a millisecond
  static constexpr std::size_t most_found = 64;

  Rules rules_;
  std::vector<int> held_;    // by kind
  std::vector<Part> parts_;  // dearest tiles first
  std::vector<Tile> laid_;
  std::vector<std::vector<Tile>> found_;
  std::uint64_t steps_ = 0;
};

}  // namespace optimeld::strategy
