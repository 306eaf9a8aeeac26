#include "game/agents.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <vector>

#include "base/random.hpp"
#include "game/play_sampler.hpp"
#include "game/reach.hpp"
#include "game/weighing.hpp"
#include "strategy/expert.hpp"
#include "strategy/master.hpp"
#include "strategy/policies.hpp"

namespace optimeld::game {

namespace {

class Greedy final : public Weighing {
 public:
  Greedy(std::shared_ptr<solver::Solver> solver, Objective objective) : solver_(std::move(solver)) {
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

  std::shared_ptr<solver::Solver> solver_;
  SolveOptions options_;
  Position position_;
  Solution solution_;
};

class Simple final : public Weighing {
 public:
  explicit Simple(std::shared_ptr<solver::Solver> solver) : solver_(std::move(solver)) {
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

  std::shared_ptr<solver::Solver> solver_;
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

// An agent's name taken apart: its kind, and the parameters after the colons.
struct Named {
  std::string_view kind;
  std::vector<std::string_view> parameters;
};

Named take_apart(std::string_view name) {
  Named named;
  std::size_t colon = name.find(':');
  named.kind = name.substr(0, colon);
  while (colon != std::string_view::npos) {
    name.remove_prefix(colon + 1);
    colon = name.find(':');
    named.parameters.push_back(name.substr(0, colon));
  }
  return named;
}

// All that follows the first colon.
std::string_view parameter_words(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? std::string_view{} : name.substr(colon + 1);
}

std::optional<int> number(std::string_view text, int least, int most) {
  int found = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), found);
  if (error != std::errc{} || end != text.data() + text.size() || found < least || found > most) return std::nullopt;
  return found;
}

constexpr int most_held = 999;

std::optional<strategy::PoolEnd> pool_end(std::string_view word) {
  const auto* found = std::ranges::find(strategy::pool_end_words, word, &strategy::PoolEndWords::word);
  if (found == std::end(strategy::pool_end_words)) return std::nullopt;
  return static_cast<strategy::PoolEnd>(found - std::begin(strategy::pool_end_words));
}

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text.append(part);
  return text;
}

template <class Items, class Word>
std::string listed(const Items& items, Word&& word) {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text.append(", ");
    text.append(word(item));
  }
  return text;
}

std::string written(const AgentKind& kind) { return joined({kind.name, kind.parameters}); }

}  // namespace

std::optional<std::string> agent_fault(std::string_view name) {
  const Named named = take_apart(name);
  const auto* kind = std::ranges::find(agent_kinds, named.kind, &AgentKind::name);
  if (kind == std::end(agent_kinds)) {
    return joined({"no agent is called '", name, "': the engine has ", listed(agent_kinds, written)});
  }
  if (kind->name == "reach") {
    if (named.parameters.size() == 1 && number(named.parameters[0], 1, most_reached)) return std::nullopt;
    return joined({"'", name, "' is not written ", written(*kind), " with a number of melds from 1 to ",
                   std::to_string(most_reached)});
  }
  if (kind->name == "expert" || kind->name == "master") {
    const std::string_view words = parameter_words(name);
    const auto fault = kind->name == "expert" ? strategy::style_fault(words) : strategy::master_fault(words);
    return fault ? std::optional(joined({"'", name, "': ", *fault})) : std::nullopt;
  }
  const std::size_t own = kind->name == "hold" ? 1 : 0, most = kind->parameters.empty() ? 0 : own + 1;
  const auto& parameters = named.parameters;
  if (parameters.size() < own || parameters.size() > most) {
    return joined({"'", name, "' does not have the parameters of its kind, which is written ", written(*kind)});
  }
  if (own == 1 && !number(parameters[0], 1, most_held)) {
    return joined(
        {"'", name, "': '", parameters[0], "' is not a number of tiles from 1 to ", std::to_string(most_held)});
  }
  if (parameters.size() > own && !pool_end(parameters[own])) {
    return joined({"'", name, "': the end of the pool can be ",
                   listed(strategy::pool_end_words, [](const auto& end) { return end.word; }), ", not '",
                   parameters[own], "'"});
  }
  return std::nullopt;
}

namespace {

// Under the house rule `must_play`: an agent that would not play although it could is given the play of most tiles.
class Bound final : public Agent {
 public:
  Bound(std::unique_ptr<Agent> agent, std::shared_ptr<solver::Solver> solver)
      : agent_(std::move(agent)), greedy_(std::move(solver), Objective::tiles) {}

  void choose(const View& view, Decision& decision) override {
    agent_->choose(view, decision);
    if (decision.action == Action::play) return;
    greedy_.choose(view, instead_);
    if (instead_.action == Action::play) std::swap(decision, instead_);
  }
  Tile keep(const View& view, Tile first, Tile second) override { return agent_->keep(view, first, second); }

 private:
  std::unique_ptr<Agent> agent_;
  Greedy greedy_;
  Decision instead_;
};

class Undaunted final : public Agent {
 public:
  Undaunted(std::unique_ptr<Agent> agent, std::shared_ptr<solver::Solver> solver)
      : agent_(std::move(agent)), simple_(std::move(solver)) {}

  void choose(const View& view, Decision& decision) override {
    try {
      agent_->choose(view, decision);
    } catch (const TooLarge&) {
      decision = {};
      if (view.rules.must_play) simple_.choose(view, decision);
    }
  }
  Tile keep(const View& view, Tile first, Tile second) override {
    try {
      return agent_->keep(view, first, second);
    } catch (const TooLarge&) {
      return first;
    }
  }

 private:
  std::unique_ptr<Agent> agent_;
  Simple simple_;
};

std::unique_ptr<Agent> make_unbound(std::string_view name, const strategy::Tools& tools);

}  // namespace

std::unique_ptr<Agent> make_agent(std::string_view name, const strategy::Tools& tools) {
  std::unique_ptr<Agent> agent = make_unbound(name, tools);
  if (tools.rules().must_play) agent = std::make_unique<Bound>(std::move(agent), tools.solver);
  return undaunted(std::move(agent), tools);
}

std::unique_ptr<Agent> undaunted(std::unique_ptr<Agent> agent, const strategy::Tools& tools) {
  return std::make_unique<Undaunted>(std::move(agent), tools.solver);
}

namespace {

std::unique_ptr<Agent> make_unbound(std::string_view name, const strategy::Tools& tools) {
  if (const auto fault = agent_fault(name)) throw std::invalid_argument(*fault);
  const Named named = take_apart(name);
  const auto end = [&](std::size_t place) {
    return named.parameters.size() > place ? *pool_end(named.parameters[place]) : strategy::PoolEnd::lay;
  };
  if (named.kind == "random") return std::make_unique<RandomAgent>(tools.solver);
  if (named.kind == "simple") return std::make_unique<Simple>(tools.solver);
  if (named.kind == "reach") return make_reach(tools.solver, *number(named.parameters[0], 1, most_reached));
  if (named.kind == "greedy") return std::make_unique<Greedy>(tools.solver, Objective::tiles);
  if (named.kind == "greedy-value") return std::make_unique<Greedy>(tools.solver, Objective::value);
  if (named.kind == "expert") return strategy::make_expert(tools, parameter_words(name));
  if (named.kind == "master") return strategy::make_master(tools, parameter_words(name), &make_agent);
  if (named.kind == "wait") return strategy::make_wait(tools, end(0));
  return strategy::make_hold(tools, *number(named.parameters[0], 1, most_held), end(1));
}

}  // namespace

}  // namespace optimeld::game
