// Which rack tiles can still join some that are already chosen: the exact answer, for a player who picks a play tile by
// tile.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/play_worlds.hpp"

namespace optimeld::solver {

// All plays that hold the chosen tiles are walked at once, value by value: a state that several of them share is kept
// once. A tile may join where a way that plays it leads to the end.
class Joins {
 public:
  // `worlds`: a position that was read; it must outlive the questions.
  explicit Joins(PlayWorlds& worlds) : worlds_(worlds) {}

  // `chosen`: so many of each kind of rack tile (the joker last). Sets may[kind] to 1 where some play holds all of
  // them and one more of that kind, and to 0 elsewhere.
  void ask(const std::vector<std::uint8_t>& chosen, std::vector<std::uint8_t>& may);

 private:
  using Word = PlayWorlds::Word;
  struct Node {
    SweepState<Word> state;
    std::uint32_t image;
    bool leads = false;  // to an end
  };
  struct Edge {
    std::uint32_t from, to;
    std::uint32_t more;  // bit set of the colours of which more is played than was chosen
  };

  void ask_in(PlayWorlds::World& world, const std::vector<std::uint8_t>& chosen, std::vector<std::uint8_t>& may);
  void grow(PlayWorlds::World& world, int v, const std::vector<int>& least);
  void walk(PlayWorlds::World& world, int v, Cell cell, int tiles, std::uint32_t more);
  std::uint32_t node_of(const SweepState<Word>& state, std::uint32_t image, int layer);

  PlayWorlds& worlds_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> layer_begin_;
  std::vector<Edge> edges_;
  std::vector<std::size_t> edges_begin_;  // by value
  StateTable<> table_;
  std::vector<int> choice_, most_;
};

}  // namespace optimeld::solver
