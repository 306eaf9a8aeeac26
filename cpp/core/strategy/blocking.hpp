// The end of the pool between two players: all tiles are known, and the lower rack wins when both pass.
//
// One fact decides it. When a player keeps the rack R, everything else lies on the table or on the other rack, so the
// other can finish if and only if all tiles but R can be laid. That depends on R alone, not on what lies where: call R
// blocking when they cannot be. A player who keeps a blocking rack cannot lose to a finish; so each lays down to the
// cheapest blocking rack it can, and the cheaper one wins.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/random.hpp"
#include "game/agent.hpp"
#include "strategy/tools.hpp"

namespace optimeld::strategy {

class Blocking {
 public:
  // How often a rack is changed in search of a cheaper one, and after how many thousand states that the tests met what
  // was found is good enough. Counted and not timed, that is the same on every machine.
  struct Effort {
    int tries, work;
  };

  explicit Blocking(const Tools& tools);

  // For a player to move with an empty pool against one other: fills `decision` with a play, or leaves it for a pass.
  // The player may touch the table, but cannot finish now.
  bool choose(const game::View& view, const Effort& effort, game::Decision& decision);

  // Whether the other cannot finish while this rack, sorted, is kept; jokers may stand anywhere, so under every joker
  // rule.
  bool blocks(std::span<const Tile> rack);

 private:
  struct Kept {
    std::vector<Tile> kept, laid;  // the first sorted
    int value = 0;
  };

  void read(const game::View& view);
  bool layable(std::span<const Tile> laid);
  bool ask(std::uint64_t name);
  std::uint64_t name(std::span<const Tile> tiles) const;
  void search(const game::View& view, const Effort& effort);
  bool begin(const game::View& view, int way, Random& random, Kept& found);
  bool change(Random& random, Kept& found);
  void lay_more(std::span<const Tile> but, Random* random, Kept& found);
  bool try_tiles(std::span<const Tile> tiles, Kept& found);
  void solve(const game::View& view, std::span<const Tile> rack);
  bool find_most(const game::View& view);
  std::uint64_t work() const;
  bool worked_enough() const { return work() > enough_work_; }

  Tools tools_;
  const Rules& rules_;
  std::vector<Tile> all_, table_, others_, most_, work_;
  std::vector<std::vector<Tile>> melds_;
  std::unordered_map<std::uint64_t, bool> known_;  // of this turn, by name
  std::uint64_t tests_ = 0, enough_work_ = 0;
  std::vector<Kept> found_;  // each cheaper than the one before
  MeldList none_, most_laid_;
  SolveOptions options_;
  Position position_;
  Solution solution_;
};

}  // namespace optimeld::strategy
