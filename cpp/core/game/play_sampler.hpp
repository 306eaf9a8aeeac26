// Draws one of the distinct plays of a position, every one alike. Two plays are the same when they leave the
// same rack.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "solver/run_order.hpp"
#include "table/melds.hpp"
#include "table/open_runs.hpp"
#include "table/rules.hpp"

namespace optimeld::game {

// The plays are counted, not listed: there can be millions. Reading the rack value by value, which of its tiles
// are played is a word; all ways to arrange what lies there so far are kept as a set of states (open runs by
// colour, jokers used), so that a word that can be arranged in many ways is one word. Equal sets have equal
// futures and are counted once, and a word is drawn by walking down the counts.
//
// Jokers may go anywhere here and the points of an opening are taken at their highest, so some of what is drawn
// is no play under the rules in force. The caller asks the solver and draws again: what is left is still uniform.
class PlaySampler {
 public:
  explicit PlaySampler(const Rules& rules);

  // Counts the candidates. `opening`: the table is not touched, and the points matter.
  void read(const MeldList& table, std::span<const Tile> rack, bool opening);

  // How many candidates there are, the empty play left out.
  double candidates() const { return count_; }

  // One of them, all alike; sorted.
  void draw(Random& random, std::vector<Tile>& played) const;

 private:
  using Counts = std::vector<std::int8_t>;  // one for each colour
  struct State {
    std::int32_t jokers = 0;
    std::int32_t rank = 0;                // a better state has a lower one
    std::array<std::uint16_t, 8> open{};  // the open runs of each colour
    auto operator<=>(const State&) const = default;
  };
  using States = std::vector<State>;  // sorted, none better than another
  struct Step {                       // what can be done at one value with some tiles
    Counts runs;
    int jokers;
    auto operator<=>(const Step&) const = default;
  };
  struct Edge {
    Counts played;
    int node;
  };
  struct Node {
    double count = 0;
    std::vector<Edge> edges;
    std::vector<int> rack_jokers;  // at the end: how many of the rack's jokers may have been played
  };

  int visit(int value, int points, States states);
  int count_from(int value, int points, const States& states);
  int finish(int points, const States& states);
  const std::vector<Step>& steps(const Counts& tiles);
  States advance(const States& states, const std::vector<Step>& steps) const;
  std::int32_t rank(const State& state) const;
  bool as_good(const State& a, const State& b) const;

  Rules rules_;
  OpenRuns runs_;
  solver::RunOrder order_;
  std::vector<Counts> table_, rack_;  // by value
  int table_jokers_ = 0, rack_jokers_ = 0, needed_ = 0;
  double count_ = 0;
  int root_ = -1;
  std::vector<Node> nodes_;
  std::vector<std::map<std::pair<int, States>, int>> seen_;  // by value
  static constexpr std::size_t most_steps = 4096;
  std::map<Counts, std::vector<Step>> steps_;
  int steps_jokers_ = 0;
};

}  // namespace optimeld::game
