// What counting needs of an automaton: how many hands of each size lead from a state to the next.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/automaton.hpp"

namespace optimeld::counting {

__extension__ typedef unsigned __int128 Double;

// What a hand counts for: once, or once for every choice of physical tiles.
enum class Weight : std::uint8_t { hands, deals };

// The automaton with parallel edges of one size made into one, colours forgotten.
struct Flow {
  struct Edge {
    std::uint32_t target;
    std::uint8_t size, hands;
    std::uint16_t deals;
  };
  explicit Flow(const Automaton& automaton);

  // States with the same counts for every number of values to come made one: those that `rounds` values do not
  // tell apart, or all of them where nothing changes any more before that.
  Flow lumped(int rounds) const;
  // Every edge the other way.
  Flow reversed() const;

  std::size_t states() const { return accepts.size(); }
  // States within reach of so many values are the first so many.
  std::size_t within(int values) const;

  std::vector<std::uint64_t> begins;
  std::vector<Edge> edges;             // those of a state by their targets
  std::vector<std::uint8_t> accepts;   // bit j: wins with exactly j jokers
  std::vector<std::uint64_t> reached;  // within() by the number of values
  int most_tiles = 0;                  // of one value
  int max_tiles = 0;                   // of a hand

 private:
  Flow() = default;
  // Adds a state with these edges, those of one target and size made one.
  void add(std::vector<Edge>& out);
};

}  // namespace optimeld::counting
