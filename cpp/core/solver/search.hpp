// The searches over the sweep's states: the best gain, then the most melds kept among the plays that reach it.
//
// First comes the plain graph, in which all jokers are wild. Where no joker on the table is bound by a rule, its
// optimum is the answer. The searches that know more (jokers that must pay for being retrieved, melds that stay as they
// were) walk beside it, bounded by what their image there can still reach. Openings (points to count) have no such
// image: their own graph of states is the answer. So it is for melds held whole (locked rule) while it is small; else
// they walk beside a plain graph in which they are loose.
//
// search.cpp holds the best gain, search_kept.cpp the melds that stay.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "base/deadline.hpp"
#include "solver/arrange.hpp"
#include "solver/covering_nodes.hpp"
#include "solver/loss_bound.hpp"
#include "solver/plain_graph.hpp"
#include "solver/state_table.hpp"
#include "solver/sweep.hpp"

namespace optimeld::solver {

// What follows the best gain: nothing more, the most melds kept, or walks of others to whatever gain.
enum class Then : std::uint8_t { nothing, fewest_lost, walks };

template <class Word>
class Search {
 public:
  using State = SweepState<Word>;

  // `options`: for the limits of memory and time; they must last as long as the search. What follows may throw
  // TooLarge and Stopped.
  void begin(const Rules& rules, const Problem& problem, RunTables& tables, ValueMoves& moves,
             const SolveOptions& options);

  // Whether the rules allow a layout of this problem, which `lay` gives to an arranger; who is asked keeps those that
  // are.
  using Allowed = std::function<bool(const Problem& problem, const std::function<void(Arranger&)>& lay)>;

  // The best gain, or -1 where the forced tiles cannot be arranged. What gains less than `floor` need not be found;
  // then the answer is less, too.
  std::int64_t best_gain(Then then, const Allowed& allowed, std::int64_t floor = 0);

  // After best_gain was stopped: the gain of the best play it had found, which trace lays out; -1 where it had none.
  std::int64_t found_gain() const {
    return found_ == Found::plain || found_ == Found::graph ? std::int64_t{-1} : walk_best_;
  }

  // After best_gain: the fewest old melds that must change to reach it, at most `bound`; -1 if more are needed.
  int fewest_lost(int bound, const Allowed& allowed);

  // Whether what fewest_lost (kept) or best_gain found is a layout that was allowed, the last of them. Else trace
  // replays the path found.
  bool was_allowed(bool kept) const { return kept ? took_allowed_ : found_ == Found::allowed; }
  void trace(bool kept, Arranger& arranger);

  // After fewest_lost and trace: whether the melds to keep and the tiles to play are known to be the only best ones.
  bool only_one();

  // Work of the plain graphs so far: the same on every machine.
  std::uint64_t work() const { return plain_.work() + standing_.work(); }

  // For walks of others, after best_gain(Then::walks).
  static constexpr std::uint32_t none = PlainGraph<Word>::none;
  bool has_images() const { return images_; }
  const PlainGraph<Word>& plain() const { return plain_; }
  Sweep<Word>& sweep() { return *sweep_; }

 private:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min() / 4;
  static constexpr std::size_t any = std::numeric_limits<std::size_t>::max();  // number of states

  struct Node {
    State state;
    std::int64_t gain;
    std::uint32_t parent;
    std::uint32_t image;  // in the plain graph
    std::uint16_t lost = 0;
    std::uint16_t untried = 0;  // losses at the next value from which on it was not yet looked at
    bool ambiguous = false;     // reached in more than one best way
    bool stale = false;         // the same state was reached in a better way
  };
  struct Edge {
    std::uint32_t from, to;
    std::int64_t gain;
  };

  bool build_graph(bool remember, std::size_t most);
  void collect_good_gains();
  void stand_all(std::int64_t least);
  int rack_tiles() const;
  std::int64_t settle(std::int64_t least, Then then);
  std::int64_t whole_gain(Then then, const Allowed& allowed);
  std::int64_t large_gain(Then then, const Allowed& allowed);
  std::int64_t walk_gain(std::int64_t reach, Then then);
  bool begin_beside_loose();
  std::int64_t held_gain(Then then);
  std::int64_t held_or_opening_gain(Then then);
  std::int64_t bound_gain(Then then);
  std::int64_t enough_for(Then then) const;
  bool remembers(Then then) const { return then != Then::nothing || problem_->identity_jokers > 0; }
  std::int64_t reach_of_free_jokers(std::int64_t enough, Then then);
  void build_for_walks(std::int64_t least);
  const Problem& free_problem();
  void tighten();
  int look_for_fewest_lost(int bound, const Allowed& allowed);
  void trace_path(Sweep<Word>& sweep, const std::vector<Node>& path, bool kept, Arranger& arranger);
  void guided(std::int64_t least, bool retrieval);
  void find_keepable();
  bool could_stay(const OldMeld& old, int v, int jokers, const ValueMove& move) const;

  // Of the melds that begin at a value: which can stay on a step, each for itself, and how many together at most.
  struct Begun {
    std::uint64_t stay = 0;
    int most = 0;
  };
  struct Asked {
    const ValueMove* move;
    std::uint64_t here;
    int least_used;
    bool operator==(const Asked&) const = default;
  };
  struct AskedHash {
    std::size_t operator()(const Asked& asked) const {
      const auto address = reinterpret_cast<std::uintptr_t>(asked.move);
      return static_cast<std::size_t>(((address >> 4) ^ asked.here * 0x9E3779B97F4A7C15u) + asked.least_used);
    }
  };
  Begun begin_here(int v, std::uint64_t here, int jokers, const ValueMove& move, int least_used);
  bool leave_room(int v, std::uint64_t melds, int jokers, const ValueMove& move, int least_used);

  // How far a search for melds that stay may go.
  struct Effort {
    int least_lost = 0;  // fewer are known to be too few
    int most_lost = std::numeric_limits<int>::max();
    std::size_t most_nodes = std::numeric_limits<std::size_t>::max();
    bool whole = false;  // look at the level of the answer to its end, to learn whether there is another
  };
  // What it found; kept_path_ leads there.
  struct Kept {
    int lost;
    bool only_one;
  };
  std::optional<Kept> levels(Sweep<Word>& sweep, Effort effort);
  std::optional<int> least_with_free_jokers(int most, const Allowed& allowed);
  void begin_levels(int least);
  int bound_levels(int level);
  int lost_above(int v, std::uint32_t image, const State& state) const;
  struct Descent {
    std::uint32_t end = none;  // where the best gain is reached
    int ends = 0;
    bool given_up = false;
  };
  Descent descend(Sweep<Word>& sweep, int level, const Effort& effort);
  void lose_here(Sweep<Word>& sweep, int v, std::uint32_t index, int level);
  void expand_kept(Sweep<Word>& sweep, int v, std::uint32_t index, int losses, int level, const StepLimits* limits);
  bool follow_back(std::uint32_t end);
  bool is_first(const State& state, std::int64_t gain, int lost, int layer, std::uint32_t number);
  StateTable<>::Slot& slot_of(StateTable<>& table, const std::vector<Node>& nodes, const State& state, int layer);
  void check_memory() const;

  const Rules* rules_ = nullptr;
  const Problem* problem_ = nullptr;
  ValueMoves* moves_ = nullptr;
  std::size_t limit_ = 0;
  bool whole_ = false;  // less than the whole rack need not be found
  Patience patience_;
  std::int64_t best_ = -1, floor_ = 0;
  RunTables* tables_ = nullptr;
  std::optional<Sweep<Word>> sweep_;
  bool images_ = true;  // the plain graph serves
  PlainGraph<Word> plain_;
  bool large_ = false;    // it would have been large, so that it pays to limit the steps beside it
  bool loose_ = false;    // so it is the covering one
  bool gave_up_ = false;  // a search beside that one took too long
  std::size_t large_graph_ = 0;
  std::size_t most_walked_ = any, walked_ = 0;
  static constexpr int long_rack_tiles = 24;  // from so many on, the graph is mostly large

  // The sweep's own graph, where the plain one does not serve.
  std::vector<Node> graph_;
  std::vector<std::uint32_t> layer_begin_;  // nodes of layer v: layer_begin_[v] .. layer_begin_[v + 1]
  std::vector<Edge> edges_;
  std::vector<std::int64_t> to_go_;
  StateTable<> graph_table_;
  std::uint32_t graph_final_ = none;
  std::int64_t graph_best_ = -1;

  // The search guided by it for jokers that must pay.
  std::vector<Node> walk_;
  std::vector<std::vector<std::uint32_t>> walk_open_;  // by layer: what is still to be looked at
  StateTable<> walk_table_;
  std::int64_t walk_best_ = -1;
  std::vector<Node> walk_path_;
  PlainGraph<Word> standing_;  // table jokers as the tiles they stand for
  std::array<std::vector<Standing>, max_jokers> places_;
  static constexpr std::size_t most_standings = 4;
  enum class Found : std::uint8_t {
    plain,
    graph,
    standing,
    walk,
    allowed
  } found_ = Found::plain;  // where the best gain was

  // The search for melds that stay.
  std::vector<std::vector<std::int64_t>> good_gains_;  // without images, by layer: gains so far on best paths
  std::vector<Node> kept_;
  std::vector<std::vector<std::vector<std::uint32_t>>> kept_layer_;  // by layer, by level
  std::vector<std::vector<std::uint32_t>> kept_open_;  // by layer: what is still to be looked at on this level
  // By plain state: the old melds not yet passed that could each, for themselves, stay on some way to the best gain;
  // and how many of those that begin further up are lost on every such way.
  std::vector<std::uint64_t> keepable_;
  std::vector<std::uint8_t> certain_;
  std::unordered_map<Asked, Begun, AskedHash> begun_;  // of one value
  std::vector<std::uint64_t> above_, ending_;  // by value: old melds that begin there or further up, that end there
  LossBound bound_;                            // found when a search has taken long
  bool may_bound_ = false;
  static constexpr std::size_t bound_after = 400;  // nodes, which take as long as it does, about
  StateTable<> kept_table_;
  bool may_cover_ = true;     // where melds are held whole, only once the search has taken long without
  bool one_for_all_ = false;  // nodes that another one covers are left out
  CoveringNodes covering_;
  std::vector<Node> kept_path_;  // the path found, layer by layer
  struct Chosen {
    Cell cell;
    int jokers;
    ValueMove move;
  };
  std::vector<Chosen> chosen_;                               // and the ordinary moves on it
  static constexpr std::size_t only_one_budget = 500;        // nodes
  static constexpr std::size_t only_one_budget_held = 4000;  // where less is known of them, and they are quickly made
  Problem free_problem_;                                     // the same with every joker wild
  Problem loose_problem_;                                    // the same with no meld held whole
  std::vector<Standing> loose_standing_;                     // there, the jokers of runs
  bool took_allowed_ = false;
};

template <class Word>
void Search<Word>::check_memory() const {
  const std::size_t used = (graph_.size() + walk_.size() + kept_.size()) * sizeof(Node) + edges_.size() * sizeof(Edge) +
                           covering_.bytes() + bound_.bytes() + moves_->bytes() + plain_.bytes();
  if (used > limit_)
    throw TooLarge("this position needs more than the solver's memory limit of " + std::to_string(limit_ >> 20) +
                   " MiB");
}

template <class Word>
StateTable<>::Slot& Search<Word>::slot_of(StateTable<>& table, const std::vector<Node>& nodes, const State& state,
                                          int layer) {
  return table.at(
      state_hash(state, layer), layer, [&](const auto& there) { return nodes[there.node].state == state; },
      [&](const auto& there, int at) { return state_hash(nodes[there.node].state, at); });
}

}  // namespace optimeld::solver
