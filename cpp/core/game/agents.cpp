#include "game/agents.hpp"

#include <algorithm>
#include <vector>

#include "base/random.hpp"
#include "game/play_sampler.hpp"

namespace optimeld::game {

namespace {

// How promising a tile is next to a rack: what it could form a meld with, counted once each.
int partners(const Rules& rules, const std::vector<Tile>& rack, Tile tile) {
  if (rules.is_joker(tile)) return 1000;
  int found = 0;
  Tile last = kNoTile;
  for (Tile other : rack) {
    if (other == last) continue;
    last = other;
    if (other == tile) {
      --found;  // a second copy can hardly go into the same melds
    } else if (!rules.is_joker(other)) {
      const int distance = std::abs(rules.value(other) - rules.value(tile));
      const bool same_colour = rules.colour(other) == rules.colour(tile);
      if (same_colour ? distance <= 2 : distance == 0) ++found;
    }
  }
  return found;
}

// What the agents share: a way to weigh a rack against the table, from which the river's choices follow.
class Weighing : public Agent {
 public:
  explicit Weighing(std::shared_ptr<solver::Solver> solver) : solver_(std::move(solver)) {}

  Tile keep(const View& view, Tile first, Tile second) override {
    const long a = weigh_with(view, first), b = weigh_with(view, second);
    if (a != b) return a > b ? first : second;
    const int pa = partners(view.rules, view.rack, first), pb = partners(view.rules, view.rack, second);
    if (pa != pb) return pa > pb ? first : second;
    return view.rules.value(first) <= view.rules.value(second) ? first : second;  // what stays on a rack costs
  }

 protected:
  // What a rack could play at once, as one number; 0: nothing.
  virtual long weigh(const View& view, const std::vector<Tile>& rack) = 0;

  long weigh_with(const View& view, Tile tile) {
    with_.assign(view.rack.begin(), view.rack.end());
    with_.insert(std::ranges::upper_bound(with_, tile), tile);
    return weigh(view, with_);
  }

  // Nothing can be played: a river tile that makes a play next turn is taken, the best of them; else draw.
  void draw_or_take(const View& view, Decision& decision) {
    decision.action = Action::draw;
    long best = 0;
    for (std::size_t i = 0; i < view.river.size(); ++i) {
      const Tile tile = view.river[i];
      if (std::find(view.river.begin(), view.river.begin() + static_cast<std::ptrdiff_t>(i), tile) !=
          view.river.begin() + static_cast<std::ptrdiff_t>(i)) {
        continue;
      }
      if (const long weight = weigh_with(view, tile); weight > best) {
        best = weight;
        decision.action = Action::take;
        decision.tile = tile;
      }
    }
  }

  std::shared_ptr<solver::Solver> solver_;

 private:
  std::vector<Tile> with_;
};

class Greedy final : public Weighing {
 public:
  Greedy(std::shared_ptr<solver::Solver> solver, Objective objective) : Weighing(std::move(solver)) {
    options_.objective = objective;
    options_.keep = options_.tidy = false;
    options_.joker_value = solver_->rules().joker_penalty;
  }

  void choose(const View& view, Decision& decision) override {
    solve(view.table, view.rack, !view.may_touch_table());
    if (!solution_.play) {
      draw_or_take(view, decision);
      return;
    }
    decision.action = Action::play;
    decision.table = solution_.table;
    // The house rule: the best opening, and then the best play from there. Not the best of all such turns.
    if (!view.may_touch_table() && view.rules.opening_then_table && !solution_.remaining.empty()) {
      solve(decision.table, solution_.remaining, false);
      if (solution_.play) decision.table = solution_.table;
    }
  }

 protected:
  long weigh(const View& view, const std::vector<Tile>& rack) override {
    solve(view.table, rack, !view.may_touch_table());
    if (!solution_.play) return 0;
    return options_.objective == Objective::tiles ? solution_.tiles * 100000L + solution_.value
                                                  : solution_.value * 1000L + solution_.tiles;
  }

 private:
  void solve(const MeldList& table, const std::vector<Tile>& rack, bool opening) {
    position_.table = table;
    position_.rack = rack;
    options_.opening = opening;
    solver_->solve(position_, options_, solution_);
  }

  SolveOptions options_;
  Position position_;
  Solution solution_;
};

class Simple final : public Weighing {
 public:
  explicit Simple(std::shared_ptr<solver::Solver> solver) : Weighing(std::move(solver)) {
    options_.keep = options_.tidy = false;
  }

  void choose(const View& view, Decision& decision) override {
    if (!build(view, view.rack)) {
      draw_or_take(view, decision);
      return;
    }
    decision.action = Action::play;
    decision.table = table_;
  }

 protected:
  long weigh(const View& view, const std::vector<Tile>& rack) override {
    return build(view, rack) ? static_cast<long>(rack.size() - left_.size()) : 0;
  }

 private:
  // The new table in table_, what stays on the rack in left_; false where nothing can be laid.
  bool build(const View& view, const std::vector<Tile>& rack) {
    const bool opening = !view.may_touch_table();
    position_.table.clear();  // new melds come from the rack alone
    position_.rack = rack;
    options_.opening = opening;
    solver_->solve(position_, options_, solution_);
    table_ = view.table;
    left_ = rack;
    if (solution_.play) {
      for (std::size_t i = 0; i < solution_.table.size(); ++i) table_.add(solution_.table[i]);
      left_ = solution_.remaining;
    }
    if (opening && !solution_.play) return false;
    if (!opening || view.rules.opening_then_table) add_to_melds(view.rules);
    return left_.size() < rack.size();
  }

  // One tile at a time, at either end, until none fits. A joker is kept for a meld of its own unless it would
  // be the last tile to go.
  void add_to_melds(const Rules& rules) {
    for (std::size_t i = 0; i < left_.size();) {
      if ((!rules.is_joker(left_[i]) || left_.size() == 1) && add_one(rules, left_[i])) {
        left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(i));
        i = 0;
      } else {
        ++i;
      }
    }
  }

  bool add_one(const Rules& rules, Tile tile) {
    for (std::size_t i = 0; i < table_.size(); ++i) {
      const auto meld = table_[i];
      for (const bool at_end : {true, false}) {
        longer_.assign(meld.begin(), meld.end());
        longer_.insert(at_end ? longer_.end() : longer_.begin(), tile);
        if (!read_meld(rules, longer_).legal()) continue;
        next_.clear();
        for (std::size_t j = 0; j < table_.size(); ++j) {
          if (j == i) {
            next_.add(longer_);
          } else {
            next_.add(table_[j]);
          }
        }
        std::swap(table_, next_);
        return true;
      }
    }
    return false;
  }

  SolveOptions options_;
  Position position_;
  Solution solution_;
  MeldList table_, next_;
  std::vector<Tile> left_, longer_;
};

class RandomAgent final : public Agent {
 public:
  explicit RandomAgent(std::shared_ptr<solver::Solver> solver)
      : solver_(std::move(solver)), sampler_(solver_->rules()) {
    options_.keep = options_.tidy = false;
  }

  void choose(const View& view, Decision& decision) override {
    Random random(view.luck);
    options_.opening = !view.may_touch_table();
    decision.action = Action::draw;
    position_.table = view.table;
    position_.rack = view.rack;
    solver_->solve(position_, options_, solution_);
    if (!solution_.play) {
      draw_or_take(view, random, decision);
      return;
    }
    decision.action = Action::play;
    decision.table = solution_.table;
    sampler_.read(view.table, view.rack, options_.opening);
    // A candidate is a play if all of it can be laid, which is for the solver to say. One play is known to
    // exist; the limit guards against a position where next to no candidate is one, and was never reached.
    for (int tries = 0; tries < 100000; ++tries) {
      sampler_.draw(random, position_.rack);
      solver_->solve(position_, options_, solution_);
      if (!solution_.play || solution_.played.size() != position_.rack.size()) continue;
      decision.table = solution_.table;
      return;
    }
  }

  Tile keep(const View& view, Tile first, Tile second) override {
    return Random(mix(view.luck)).below(2) == 0 ? first : second;
  }

 private:
  // With the river every face-up tile and the draw are alike.
  static void draw_or_take(const View& view, Random& random, Decision& decision) {
    const std::uint64_t choice = random.below(view.river.size() + 1);
    if (choice == view.river.size()) return;
    decision.action = Action::take;
    decision.tile = view.river[choice];
  }

  std::shared_ptr<solver::Solver> solver_;
  PlaySampler sampler_;
  SolveOptions options_;
  Position position_;
  Solution solution_;
};

}  // namespace

std::unique_ptr<Agent> make_agent(std::string_view name, std::shared_ptr<solver::Solver> solver) {
  if (name == "random") return std::make_unique<RandomAgent>(std::move(solver));
  if (name == "simple") return std::make_unique<Simple>(std::move(solver));
  if (name == "greedy") return std::make_unique<Greedy>(std::move(solver), Objective::tiles);
  if (name == "greedy-value") return std::make_unique<Greedy>(std::move(solver), Objective::value);
  return nullptr;
}

Verdict carry_out(Game& game, const Decision& decision, Agent& agent) {
  if (decision.action == Action::play) {
    return game.play(decision.table);
  }
  if (decision.action == Action::take) {
    game.take(decision.tile);
    return {};
  }
  game.draw();
  if (const auto pending = game.pending(); !pending.empty()) {
    game.keep(agent.keep(game.view(game.to_move()), pending[0], pending[1]));
  }
  return {};
}

}  // namespace optimeld::game
