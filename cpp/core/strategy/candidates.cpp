#include "strategy/candidates.hpp"

#include <algorithm>
#include <map>

#include "solver/plays.hpp"

namespace optimeld::strategy {

namespace {

using game::Action;
using game::Decision;

// Plays listed and branches opened before the choice is made among what was found.
constexpr std::size_t most_listed = 100, most_branches = 2000;

class Finder {
 public:
  Finder(const Knowledge& known, solver::Solver& solver, std::size_t most)
      : known_(known), solver_(solver), most_(most) {
    options_.opening = known.opened[known.player] == 0;
    options_.joker_value = known.rules.joker_penalty;
  }

  void add(const Decision& decision) {
    Candidate candidate{decision, played_tiles(known_, decision)};
    if (!has(candidate)) found_.push_back(std::move(candidate));
  }

  // Lays exactly these tiles, where that can be done.
  bool add_play(const std::vector<Tile>& tiles) {
    if (found_.size() >= most_) return false;
    Candidate candidate;
    candidate.decision.action = Action::play;
    candidate.played = tiles;
    if (has(candidate)) return true;
    Position position{known_.table, tiles};
    const Solution solution = solver_.solve(position, options_);
    if (!solution.play || !solution.remaining.empty()) return false;
    candidate.decision.table = solution.table;
    found_.push_back(std::move(candidate));
    return true;
  }

  void add_best(Objective objective) {
    if (found_.size() >= most_) return;
    SolveOptions options = options_;
    options.objective = objective;
    options.keep = options.tidy = false;
    const Solution solution = solver_.solve({known_.table, known_.rack}, options);
    if (solution.play) add_play(solution.played);
  }

  void add_single_tiles() {
    if (options_.opening || found_.size() >= most_) return;
    Tile last = game::no_tile;
    for (const Tile tile : known_.rack) {
      if (tile != last && !known_.rules.is_joker(tile)) add_play({tile});
      last = tile;
    }
  }

  // For every number of tiles the play of most and of least value, the fewest tiles first: what is held back is
  // what matters.
  void add_spread() {
    if (found_.size() >= most_) return;
    solver::Plays plays(known_.rules, {known_.table, known_.rack}, options_);
    std::map<int, std::vector<solver::Play>> by_size;
    solver::Play play;
    for (std::size_t listed = 0; listed < most_listed && plays.opened() < most_branches; ++listed) {
      if (!plays.next(play, most_branches - plays.opened())) break;
      by_size[play.tiles].push_back(play);
    }
    for (auto& [tiles, listed] : by_size) {
      add_play(listed.front().played);
      if (listed.size() > 1) add_play(listed.back().played);
    }
  }

  std::vector<Candidate> take() { return std::move(found_); }

 private:
  bool has(const Candidate& candidate) const {
    return std::ranges::any_of(found_, [&](const Candidate& other) {
      return other.decision.action == candidate.decision.action && other.played == candidate.played &&
             other.decision.tile == candidate.decision.tile;
    });
  }

  const Knowledge& known_;
  solver::Solver& solver_;
  std::size_t most_;
  SolveOptions options_;
  std::vector<Candidate> found_;
};

}  // namespace

std::vector<Tile> played_tiles(const Knowledge& known, const Decision& decision) {
  std::vector<Tile> tiles;
  if (decision.action != Action::play) return tiles;
  std::vector<Tile> after = decision.table.tiles, before = known.table.tiles;
  std::ranges::sort(after);
  std::ranges::sort(before);
  std::ranges::set_difference(after, before, std::back_inserter(tiles));
  return tiles;
}

std::vector<Candidate> find_candidates(const Knowledge& known, const Decision& base, solver::Solver& solver,
                                       std::size_t most) {
  Finder finder(known, solver, most);
  finder.add(base);
  if (most == 1) return finder.take();
  const bool bound = known.rules.must_play && base.action == Action::play;
  if (!bound) finder.add({});
  for (const Tile tile : known.river) {
    if (bound) break;
    Decision take;
    take.action = Action::take;
    take.tile = tile;
    finder.add(take);
  }
  finder.add_best(Objective::tiles);
  finder.add_best(Objective::value);
  finder.add_single_tiles();
  finder.add_spread();
  return finder.take();
}

}  // namespace optimeld::strategy
