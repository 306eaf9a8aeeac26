#include "strategy/policies.hpp"

#include "game/weighing.hpp"
#include "strategy/endgame.hpp"
#include "strategy/knowledge.hpp"

namespace optimeld::strategy {

using game::Action;
using game::Decision;
using game::View;

namespace {

// What is neither on the table nor on the own rack nor in the river: with an empty pool, the racks of the others.
int worth_unseen(const View& view) {
  const Rules& rules = view.rules;
  int all = rules.jokers * rules.joker_penalty;
  for (int v = 1; v <= rules.values; ++v) all += v * rules.colours * rules.copies;
  return all - rules.penalty(view.table.tiles) - rules.penalty(view.rack) - rules.penalty(view.river);
}

// What all who hold back share.
class Holder : public game::Weighing {
 public:
  Holder(const Tools& tools, PoolEnd end) : tools_(tools), end_(end), endgame_(tools.finish) {
    options_.keep = options_.tidy = false;
    options_.joker_value = tools.rules().joker_penalty;
  }

 protected:
  // Everything, where everything can be laid.
  bool finish(const View& view, Decision& decision) {
    if (!tools_.finish->finish(view.table, view.rack, view.may_touch_table(), decision.table)) return false;
    decision.action = Action::play;
    return true;
  }

  // The play of most tiles, found in best_.
  bool find_best(const View& view, const std::vector<Tile>& rack) {
    position_.table = view.table;
    position_.rack = rack;
    options_.opening = !view.may_touch_table();
    tools_.solver->solve(position_, options_, best_);
    return best_.play;
  }
  bool lay_best(const View& view, Decision& decision) {
    if (!find_best(view, view.rack)) return false;
    decision.action = Action::play;
    decision.table = best_.table;
    return true;
  }

  // Who must play although nothing should be played lays one tile, the highest that can go alone, or else the best
  // play.
  bool lay_least(const View& view, Decision& decision) {
    if (!view.rules.must_play) return false;
    Tile least = game::no_tile;
    for (const Tile tile : view.rack) {
      if (view.may_touch_table() && (least == game::no_tile || view.rules.penalty(tile) > view.rules.penalty(least)) &&
          tools_.finish->finishes(view.table, {&tile, 1}, true)) {
        least = tile;
      }
    }
    if (least == game::no_tile) return lay_best(view, decision);
    decision.action = Action::play;
    return tools_.finish->finish(view.table, {&least, 1}, true, decision.table);
  }

  // Whether to go on laying when nothing can be drawn any more.
  bool lays_at_end(const View& view) const {
    if (view.pool_size > 0) return false;
    const int others = static_cast<int>(view.rack_sizes.size()) - 1;
    return end_ == PoolEnd::lay ||
           (end_ == PoolEnd::passlow && view.rules.penalty(view.rack) * others >= worth_unseen(view));
  }

  // The other rack is known and no tile can come: look ahead. False where that is not so.
  bool search_end(const View& view, Decision& decision) {
    if (end_ != PoolEnd::search || view.pool_size > 0 || view.rack_sizes.size() != 2 || !view.river.empty()) {
      return false;
    }
    const bool other_opened = view.opened[static_cast<std::size_t>(1 - view.player)] != 0;
    const EndgameValue best = endgame_.solve(
        {view.table, view.rack, unseen_tiles(knowledge_of(view)), view.may_touch_table(), other_opened, false},
        quick_endgame);
    if (!best.play && view.rules.must_play) return false;  // it may not have looked at every play
    decision.action = best.play ? Action::play : Action::draw;
    if (best.play) decision.table = best.table;
    return true;
  }

  Tools tools_;
  PoolEnd end_;
  Endgame endgame_;
  SolveOptions options_;
  Position position_;
  Solution best_;
};

class Wait final : public Holder {
 public:
  using Holder::Holder;

  void choose(const View& view, Decision& decision) override {
    if (finish(view, decision) || search_end(view, decision)) return;
    const bool lays = !view.may_touch_table() || lays_at_end(view);
    if ((!lays || !lay_best(view, decision)) && !lay_least(view, decision)) draw_or_take(view, decision);
  }

 protected:
  long weigh(const View& view, const std::vector<Tile>& rack) override {
    if (tools_.finish->finishes(view.table, rack, view.may_touch_table())) return 2;
    return !view.may_touch_table() && find_best(view, rack) ? 1 : 0;
  }
};

class Hold final : public Holder {
 public:
  Hold(const Tools& tools, int most_left, PoolEnd end) : Holder(tools, end), most_left_(most_left) {}

  void choose(const View& view, Decision& decision) override {
    if (finish(view, decision) || search_end(view, decision)) return;
    if (!lay_enough(view, decision) && !lay_least(view, decision)) draw_or_take(view, decision);
  }

 protected:
  long weigh(const View& view, const std::vector<Tile>& rack) override {
    if (tools_.finish->finishes(view.table, rack, view.may_touch_table())) return 1000;
    return leaves_more(rack.size(), 1) && find_best(view, rack) && leaves_more(rack.size(), best_.tiles) ? best_.tiles
                                                                                                         : 0;
  }

 private:
  bool leaves_more(std::size_t rack, int tiles) const { return static_cast<int>(rack) - tiles > most_left_; }

  // The best play, but for one that leaves too few.
  bool lay_enough(const View& view, Decision& decision) {
    const bool any = lays_at_end(view);
    if (!any && (view.pool_size == 0 || !leaves_more(view.rack.size(), 1))) return false;
    return lay_best(view, decision) && (any || leaves_more(view.rack.size(), best_.tiles));
  }

  int most_left_;
};

}  // namespace

std::unique_ptr<game::Agent> make_wait(const Tools& tools, PoolEnd end) { return std::make_unique<Wait>(tools, end); }

std::unique_ptr<game::Agent> make_hold(const Tools& tools, int most_left, PoolEnd end) {
  return std::make_unique<Hold>(tools, most_left, end);
}

}  // namespace optimeld::strategy
