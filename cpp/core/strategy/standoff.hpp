// The end of the pool among three or more: nothing is left to draw, and who holds which of the unseen tiles is not
// known. Who lays gets a lower rack, and the lowest wins when all pass; but what is laid may let another finish.
//
// So the unseen tiles are dealt to the others again and again. A way to go on is worth as much as it wins in these
// deals: all of it where nobody can finish after it and its rack is the lowest, part of it where only the first holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "game/agent.hpp"
#include "strategy/tools.hpp"

namespace optimeld::strategy {

class Standoff {
 public:
  // How many deals and ways to lay down are looked at: no more deals after so many thousand states, counted and not
  // timed, so that it decides alike on every machine.
  struct Effort {
    int deals, ways, work;
  };

  explicit Standoff(const Tools& tools);

  // For a player to move with an empty pool who may touch the table, but cannot finish now: fills `decision` with a
  // play, or leaves it for a pass.
  bool choose(const game::View& view, const Effort& effort, game::Decision& decision);

 private:
  struct Way {
    std::vector<Tile> laid;  // none: a pass
    int left;                // what the rest of the rack counts
    double won = 0;
  };

  void list_ways(const game::View& view, int most, std::uint64_t enough);
  void add_way(const game::View& view, std::span<const Tile> rack);
  bool deal(const game::View& view, Random& random);
  double share_won(const game::View& view, const Way& way);
  bool can_finish(const game::View& view, std::span<const Tile> laid, std::size_t other);
  std::size_t others(const game::View& view) const { return view.rack_sizes.size() - 1; }
  static std::size_t seat(const game::View& view, std::size_t other) {
    return (static_cast<std::size_t>(view.player) + 1 + other) % view.rack_sizes.size();
  }

  Tools tools_;
  SolveOptions options_;
  Position position_;
  Solution solution_;
  std::vector<Way> ways_;
  std::vector<Tile> unseen_, work_;
  std::vector<std::vector<Tile>> racks_;  // of the others in this deal, in turn order after the player
  int lowest_ = 0;                        // of them
  MeldList none_;
};

}  // namespace optimeld::strategy
