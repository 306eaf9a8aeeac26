// One game: deal, turns, end and score, all from the rules. Knows everything; agents get a View instead.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "solver/solver.hpp"
#include "table/legality.hpp"
#include "table/matching.hpp"
#include "table/melds.hpp"
#include "table/rules.hpp"

namespace optimeld::game {

inline constexpr int max_players = 6;
inline constexpr Tile no_tile = 0xffff;

enum class Action : std::uint8_t {
  play,     // rack tiles laid, the table rearranged
  draw,     // one tile from the pool; with the river two, one of them laid face up
  take,     // a face-up tile of the river
  pass,     // nothing to draw
  forfeit,  // the turn was lost: tiles drawn as a penalty, none where the pool is empty
};

// What one player did in one turn. `drawn` is hidden from the others; all else is seen by everyone.
struct Turn {
  int player = 0;
  Action action = Action::pass;
  bool opening = false;
  std::vector<Tile> played;  // sorted
  std::vector<Tile> drawn;
  Tile river = no_tile;  // laid face up by a draw, or taken
  MeldList table;        // after a play
};

// How a player has taken its turns since its opening, for anyone to see.
struct Conduct {
  int plays = 0;
  int draws = 0;  // turns without a play
  bool operator==(const Conduct&) const = default;
};

// A game in the middle, every tile told.
struct Scene {
  int players = 2, to_move = 0, turns = 0, passes = 0;
  std::array<std::vector<Tile>, max_players> racks;  // sorted
  std::vector<Tile> pool;                            // drawn from the back
  std::vector<Tile> river;
  MeldList table;
  std::array<std::uint8_t, max_players> opened{};
  std::array<Conduct, max_players> conduct{};
  std::uint64_t seed = 0, index = 0;  // of the luck of its decisions
};

// What the player to move may know, by reference into the game: no pool order and no other rack in it.
struct View {
  const Rules& rules;
  int player;
  int turn;
  const std::vector<Tile>& rack;  // sorted
  const MeldList& table;
  const std::vector<Tile>& river;
  int pool_size;
  std::span<const int> rack_sizes;
  std::span<const std::uint8_t> opened;
  std::span<const Conduct> conduct;
  int passes;          // how many passed just before, with an empty pool
  std::uint64_t luck;  // a seed for this decision alone, from a stream of its own

  bool may_touch_table() const { return opened[player] != 0; }
};

class Game {
 public:
  // Game `index` of `seed`: the two fix the order of all tiles. Seat 0 begins.
  Game(const Rules& rules, int players, std::uint64_t seed, std::uint64_t index, bool keep_history = true);

  // Deals again in place: nothing is allocated once the buffers have grown.
  void deal(std::uint64_t seed, std::uint64_t index);
  // Goes on from a scene; what was before it is not known.
  void set(const Scene& scene);
  void keep_history(bool keep) { keep_history_ = keep; }

  const Rules& rules() const { return rules_; }
  int players() const { return players_; }
  std::uint64_t seed() const { return seed_; }
  std::uint64_t index() const { return index_; }
  int to_move() const { return to_move_; }
  int turns() const { return turns_; }
  bool over() const { return over_; }
  const MeldList& table() const { return table_; }
  const std::vector<Tile>& rack(int player) const { return racks_[player]; }
  const std::vector<Tile>& pool() const { return pool_; }  // drawn from the back
  const std::vector<Tile>& river() const { return river_; }
  bool opened(int player) const { return opened_[player] != 0; }
  int opened_on(int player) const { return opened_on_[player]; }  // turn number from 1, 0: not yet
  std::span<const Tile> pending() const { return {pending_, static_cast<std::size_t>(pending_count_)}; }
  const std::vector<Turn>& history() const { return history_; }
  View view(int player) const;
  // Whether the player to move may do something else than play: always, but for the house rule `must_play`.
  bool may_draw() const;

  // Each takes the turn of the player to move; a play that is refused changes nothing.
  Verdict play(const MeldList& table);
  void draw();           // a pass where the pool is empty; with the river, leaves a choice to `keep`
  void keep(Tile tile);  // which of the two pending tiles stays; the other goes to the river
  bool take(Tile tile);  // false: not in the river
  void forfeit(int tiles = 1);

  // After the end.
  int winner() const { return winner_; }
  bool blocked() const { return blocked_; }  // ended by passes, not by an empty rack
  int score(int player) const { return scores_[player]; }
  int rack_value(int player) const;

  // For the check that agents see nothing hidden: shuffles what `player` cannot see.
  void resample_hidden(int player, Random& random);
  // What is broken, if anything: tiles lost or made, a table that is not melds, scores that do not cancel.
  std::optional<std::string> broken() const;

 private:
  void lay(const MeldList& table, Turn* turn);
  void give(int player, Tile tile);
  void end_turn(bool passed);
  void finish(int winner);
  Turn* log(Action action);

  Rules rules_;
  int players_;
  bool keep_history_;
  std::shared_ptr<solver::Solver> solver_;  // under must_play alone, to tell who can play; shared like the judge
  std::shared_ptr<Judge> judge_;            // shared by copies of the game, which stay in one thread
  std::uint64_t seed_ = 0, index_ = 0;
  std::vector<Tile> pool_, river_;
  std::vector<Tile> racks_[max_players];
  int rack_sizes_[max_players] = {};
  MeldList table_;
  std::uint8_t opened_[max_players] = {};
  int opened_on_[max_players] = {};
  Conduct conduct_[max_players] = {};
  Tile pending_[2] = {};
  int pending_count_ = 0;
  int to_move_ = 0, turns_ = 0, passes_ = 0, winner_ = -1;
  bool over_ = false, blocked_ = false;
  int scores_[max_players] = {};
  std::vector<Turn> history_;
  MeldList arranged_;  // work space of `lay`
  std::vector<Tile> played_;
  UnchangedMelds unchanged_;
  std::vector<std::uint8_t> stays_;  // by old meld
  std::vector<std::int16_t> counts_;
};

}  // namespace optimeld::game
