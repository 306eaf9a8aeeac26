// The candidates of a turn judged by playing on from sampled worlds.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "strategy/belief.hpp"
#include "strategy/candidates.hpp"
#include "strategy/tools.hpp"

namespace optimeld::strategy {

inline constexpr std::size_t worlds_a_block = 16;  // worlds between two looks at the race

enum class Goal : std::uint8_t { win, points };

// Agents by name. They are made above this layer, so whoever asks for a search says how.
using AgentMaker = std::unique_ptr<game::Agent> (*)(std::string_view name, const Tools& tools);

struct SearchOptions {
  Goal goal = Goal::win;
  std::uint64_t seed = 1;
  int threads = 1;
  std::size_t candidates = 12;
  std::string base = "expert";  // the agent whose move stands where there is no evidence against it
  // Who plays on: for those who lay, and for the player and those who wait. Empty: the expert, or between two one who
  // does as it would, but faster.
  std::string lays = "greedy";
  std::string waits;
  // In a look back, what the player drew then: the worlds are those in which it comes, and drawing is all that is
  // weighed.
  std::vector<Tile> comes;
};

// What the rollouts of one candidate came to; rollout i of every candidate plays on from world i.
struct Tally {
  std::vector<float> scores;  // by world, in the goal's unit: 0 or 1, or points
  std::size_t wins = 0;
  double points = 0, squares = 0;  // sums of the points and of their squares
  std::size_t finishes_next = 0;   // won by an empty rack in the player's next turn
  std::size_t loses_first = 0;     // another player won before that turn
  bool dropped = false;            // shown to be worse than another

  std::size_t rollouts() const { return scores.size(); }
  double mean() const;
  double lost_first() const;  // the share of loses_first
};

// The chance of winning that a share of won rollouts stands for. Rollouts are played by simpler players than games are,
// and from a belief, so their shares are too sure of themselves: measured over 17,000 decisions, and set right. What is
// lost before the player's next turn is lost however one plays on: no chance is left of that share.
double calibrated(double share, double lost_first = 0);

// A race: all candidates that are still in it are played on from the same worlds, block by block; one that is behind
// the leader by more than chance allows is dropped. Nothing depends on the threads.
class Search {
 public:
  // `tools`: those of the calling thread, where it has some.
  Search(const Knowledge& known, const SearchOptions& options, AgentMaker make, const Tools* tools = nullptr);
  ~Search();
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  // Plays on from the worlds of the next block, with at most `most` rollouts; false: there is nothing left to find out.
  // Who cannot wait for a whole block has fewer worlds played at once: what is found in the end is the same.
  bool step(std::size_t most, std::size_t at_once = worlds_a_block);

  const Knowledge& known() const { return known_; }
  const std::vector<Candidate>& candidates() const { return candidates_; }
  const std::vector<Tally>& tallies() const { return tallies_; }
  std::size_t rollouts() const { return rollouts_; }

  // The candidates, best first.
  std::vector<std::size_t> ranking() const;

  // What to do: the base's move, which is candidate 0, unless another is better beyond its error.
  std::size_t choice() const;

 private:
  struct Desk;  // what one thread plays on
  void play(std::size_t worlds);
  void drop();
  double lead(std::size_t a, std::size_t b) const;  // of a over b, in standard errors
  std::pair<double, double> worth(const Tally& tally) const;

  Knowledge known_;
  SearchOptions options_;
  std::vector<std::unique_ptr<Desk>> desks_;
  std::vector<Candidate> candidates_;
  std::vector<Tally> tallies_;
  std::vector<std::size_t> in_;    // the candidates of the block that is being played
  std::size_t left_in_block_ = 0;  // its worlds to come
  std::size_t worlds_ = 0, rollouts_ = 0;
};

}  // namespace optimeld::strategy
