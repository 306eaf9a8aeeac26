#include "game/reach.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "game/weighing.hpp"
#include "table/legality.hpp"

namespace optimeld::game {

namespace {

class Reach final : public Weighing {
 public:
  Reach(std::shared_ptr<solver::Solver> solver, int melds)
      : solver_(std::move(solver)), judge_(solver_->rules()), melds_(static_cast<std::size_t>(melds)) {
    options_.keep = options_.tidy = false;
  }

  void choose(const View& view, Decision& decision) override {
    build(view, view.rack);
    if (left_.size() == view.rack.size()) {
      draw_or_take(view, decision);
      return;
    }
    decision.action = Action::play;
    decision.table = table_;
  }

 protected:
  long weigh(const View& view, const std::vector<Tile>& rack) override {
    build(view, rack);
    return static_cast<long>(rack.size() - left_.size());
  }

 private:
  // The new table in table_, what stays on the rack in left_.
  void build(const View& view, const std::vector<Tile>& rack) {
    table_ = view.table;
    left_ = rack;
    const bool opening = !view.may_touch_table();
    if (opening) {
      taken_.clear();
      if (!try_melds(true)) return;
      take_up(best_taken_);
      if (!view.rules.opening_then_table) return;
    }
    while (!left_.empty() && find()) {
      // Each rearrangement is legal by itself. All of them together are one turn, and a joker that has been
      // moved twice may not be: then the turn ends before.
      before_ = table_;
      left_before_ = left_;
      take_up(best_taken_);
      if (judge_.judge(view.table, rack, opening, table_).ok()) continue;
      std::swap(table_, before_);
      std::swap(left_, left_before_);
      return;
    }
  }

  // The best play with few melds, the fewest where that makes no difference; false where there is none.
  bool find() {
    best_.tiles = best_.value = 0;
    for (std::size_t size = 0; size <= std::min(melds_, table_.size()); ++size) {
      taken_.clear();
      choose_melds(0, size);
    }
    return best_.tiles > 0;
  }

  void choose_melds(std::size_t from, std::size_t more) {
    if (more == 0) {
      try_melds(false);
      return;
    }
    for (std::size_t i = from; i + more <= table_.size(); ++i) {
      taken_.push_back(i);
      choose_melds(i + 1, more - 1);
      taken_.pop_back();
    }
  }

  bool try_melds(bool opening) {
    position_.table.clear();
    for (const std::size_t i : taken_) position_.table.add(table_[i]);
    position_.rack = left_;
    options_.opening = opening;
    solver_->solve(position_, options_, solution_);
    if (!solution_.play) return false;
    if (opening || std::pair(solution_.tiles, solution_.value) > std::pair(best_.tiles, best_.value)) {
      std::swap(best_, solution_);
      best_taken_ = taken_;
    }
    return true;
  }

  // Replaces the melds taken up by those of the best play.
  void take_up(const std::vector<std::size_t>& taken) {
    next_.clear();
    for (std::size_t i = 0; i < table_.size(); ++i) {
      if (!std::ranges::binary_search(taken, i)) next_.add(table_[i]);
    }
    for (std::size_t i = 0; i < best_.table.size(); ++i) next_.add(best_.table[i]);
    std::swap(table_, next_);
    left_ = best_.remaining;
  }

  std::shared_ptr<solver::Solver> solver_;
  Judge judge_;
  std::size_t melds_;
  SolveOptions options_;
  Position position_;
  Solution solution_, best_;
  MeldList table_, next_, before_;
  std::vector<Tile> left_, left_before_;
  std::vector<std::size_t> taken_, best_taken_;
};

}  // namespace

std::unique_ptr<Agent> make_reach(std::shared_ptr<solver::Solver> solver, int melds) {
  return std::make_unique<Reach>(std::move(solver), melds);
}

}  // namespace optimeld::game
