// Can a handful of tiles be laid whole, every joker wild? And how?
//
// The plain graph with nothing optional in it: a look at each value's horizon leaves few states, and a yes is found by
// going straight to the last value.
#pragma once

#include <span>

#include "solver/arrange.hpp"
#include "solver/plain_graph.hpp"

namespace optimeld::solver {

class Whole {
 public:
  // most_bytes: of what is kept for later hands.
  explicit Whole(const Rules& rules, std::size_t most_bytes = std::size_t{64} << 20);
  Whole(const Whole&) = delete;
  Whole& operator=(const Whole&) = delete;

  // counts: how many of each tile, the joker last; no more than the box has. `standing`: jokers that are not wild but
  // stand for a certain tile. Throws TooLarge over its memory limit.
  bool can_lay(std::span<const std::uint8_t> counts, std::span<const Standing> standing = {});

  // How much work that was so far; the same on every machine.
  std::uint64_t work() const { return narrow_.work() + wide_.work(); }

  // After a yes of can_lay: melds of all the tiles.
  const MeldList& melds();

 private:
  void read(std::span<const std::uint8_t> counts);
  static constexpr std::size_t memory_limit = std::size_t{1} << 30;
  template <class Use>
  auto with_graph(Use&& use);

  Rules rules_;
  ValueMoves moves_;
  Arranger arranger_;
  KeptTables tables_;
  Problem problem_;
  Patience patience_;  // without end
  PlainGraph<std::uint64_t> narrow_;
  PlainGraph<unsigned __int128> wide_;
};

}  // namespace optimeld::solver
