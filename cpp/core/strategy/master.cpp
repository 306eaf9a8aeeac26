#include "strategy/master.hpp"

#include <charconv>
#include <chrono>

namespace optimeld::strategy {

using game::Action;
using game::Decision;
using game::View;

namespace {

struct Settings {
  Budget budget;
  Goal goal = Goal::win;
};

template <class Number>
bool read_number(std::string_view digits, Number least, Number most, Number& number) {
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc{} && end == digits.data() + digits.size() && number >= least && number <= most;
}

// The first word that is none, if any.
std::string_view read_settings(std::string_view words, Settings& settings) {
  while (!words.empty()) {
    const std::size_t colon = std::min(words.find(':'), words.size());
    const std::string_view word = words.substr(0, colon);
    if (word == "points") {
      settings.goal = Goal::points;
    } else if (word.starts_with("think=")) {
      if (!read_number(word.substr(6), 0.001, 3600.0, settings.budget.seconds)) return word;
    } else if (word.starts_with("rollouts=")) {
      if (!read_number<std::size_t>(word.substr(9), 16, 1000000000, settings.budget.rollouts)) return word;
    } else {
      return word;
    }
    words.remove_prefix(std::min(colon + 1, words.size()));
  }
  return {};
}

class Master final : public game::Agent {
 public:
  Master(const Tools& tools, const Settings& settings, AgentMaker make)
      : tools_(tools),
        settings_(settings),
        make_(make),
        base_(make("expert:tries=20000:work=20000:deals=200:ways=12", tools)) {}

  void choose(const View& view, Decision& decision) override {
    // The whole rack at once needs no thought.
    if (tools_.finish->finish(view.table, view.rack, view.may_touch_table(), decision.table)) {
      decision.action = Action::play;
      return;
    }
    // Between two, all hangs on the end of the pool, where nothing is hidden: more ways to lay down serve better there
    // than playing on, which was measured and gains nothing before it either against one who waits.
    const bool two = view.rack_sizes.size() == 2;
    const Knowledge known = knowledge_of(view);
    if (two && (view.pool_size == 0 || chance_of_waiting(known, 1 - view.player) >= 0.5)) {
      base_->choose(view, decision);
      return;
    }
    SearchOptions options;
    options.goal = settings_.goal;
    options.seed = view.luck;
    Search search(known, options, make_, &tools_);
    if (search.candidates().size() > 1) think(search, settings_.budget);
    decision = search.candidates()[search.choice()].decision;
  }

  Tile keep(const View& view, Tile first, Tile second) override { return base_->keep(view, first, second); }

 private:
  Tools tools_;
  Settings settings_;
  AgentMaker make_;
  std::unique_ptr<game::Agent> base_;
};

}  // namespace

void think(Search& search, const Budget& budget) {
  using Clock = std::chrono::steady_clock;
  if (budget.rollouts > 0) {
    while (search.rollouts() < budget.rollouts && search.step(budget.rollouts - search.rollouts())) {
    }
    return;
  }
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(budget.seconds));
  while (Clock::now() < end && search.step(std::size_t{1} << 30)) {
  }
}

std::optional<std::string> master_fault(std::string_view words) {
  Settings settings;
  const std::string_view word = read_settings(words, settings);
  if (word.empty()) return std::nullopt;
  return "'" + std::string(word) + "' is none of think=SECONDS, rollouts=N (from 16), points";
}

std::unique_ptr<game::Agent> make_master(const Tools& tools, std::string_view words, AgentMaker make) {
  Settings settings;
  read_settings(words, settings);
  return std::make_unique<Master>(tools, settings, make);
}

}  // namespace optimeld::strategy
