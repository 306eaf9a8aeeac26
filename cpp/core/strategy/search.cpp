#include "strategy/search.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "base/crew.hpp"
#include "game/agent.hpp"

namespace optimeld::strategy {

namespace {

constexpr std::size_t first_drop = 48;  // worlds before anyone is dropped
// A race looks many times, so what counts as beyond chance is more than the usual two standard errors.
constexpr double drop_errors = 3.0;
constexpr double evidence_errors = 3.0;

// Between two the end of the pool decides. Near it, who plays on worse than the players do is wrong about who wins, so
// the expert itself does, with half its effort; long before it, one who passes stands in, since the expert would take
// twenty times as long. Among several the expert with little effort at the end.
const char* usual_waiter(const Knowledge& known) {
  constexpr int near = 20;  // tiles in the pool
  if (known.players != 2) return "expert:deals=4:ways=3";
  return known.pool_size > near ? "wait:pass" : "expert:work=50";
}

struct Outcome {
  float score = 0;
  bool won = false, finished_next = false, lost_first = false;
  int points = 0;
};

}  // namespace

double Tally::mean() const {
  if (scores.empty()) return 0;
  return std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
}

double Tally::lost_first() const {
  return scores.empty() ? 0 : static_cast<double>(loses_first) / static_cast<double>(rollouts());
}

double calibrated(double share, double lost_first) {
  // Fitted to 17,000 decisions of cpp/tools/calibrate with seed 10, tested with another. Shares of a half and of
  // nine in ten are right as they are, those beyond surer still, those between and below less sure.
  constexpr double shift = 0.09, slope = 0.66, bend = 1, beyond = 1.21, outermost = 0.005;
  const double inside = std::clamp(share, outermost, 1 - outermost);
  const double odds = std::log(inside / (1 - inside));
  const double chance =
      1 / (1 + std::exp(-(shift + slope * std::min(odds, bend) + beyond * std::max(odds - bend, 0.0))));
  return std::min(chance, 1 - lost_first);
}

// A solver, one agent for each way to play, and a game in which worlds are played to their end.
struct Search::Desk {
  Desk(const Knowledge& known, const SearchOptions& options, AgentMaker make, const Tools& given)
      : tools(given),
        belief(known, tools.solver, options.comes),
        mine(make(options.waits, tools)),
        lays(make(options.lays, tools)),
        waits(make(options.waits, tools)),
        table(known.rules, known.players, 0, 0, false) {}

  Outcome play_on(const World& dealt, const game::Decision& decision, Goal goal) {
    const int player = dealt.scene.to_move, players = dealt.scene.players;
    table.set(dealt.scene);
    carry_out(table, decision, *mine);
    while (!table.over()) {
      const int seat = table.to_move();
      game::Agent& agent = seat == player ? *mine : dealt.manners[seat] == Manner::waits ? *waits : *lays;
      agent.choose(table.view(seat), next);
      carry_out(table, next, agent);
    }
    Outcome outcome;
    outcome.won = table.winner() == player;
    outcome.points = table.score(player);
    outcome.score = goal == Goal::points ? static_cast<float>(outcome.points) : outcome.won ? 1.0F : 0.0F;
    const int turns = table.turns() - dealt.scene.turns;  // this one included
    outcome.finished_next = outcome.won && turns == players + 1;
    outcome.lost_first = !outcome.won && turns <= players;
    return outcome;
  }

  Tools tools;
  Belief belief;
  std::unique_ptr<game::Agent> mine, lays, waits;
  game::Game table;
  game::Decision next;
  World world;
};

Search::Search(const Knowledge& known, const SearchOptions& options, AgentMaker make, const Tools* tools)
    : known_(known), options_(options) {
  if (options_.waits.empty()) options_.waits = usual_waiter(known);
  for (int i = 0; i < std::max(options.threads, 1); ++i) {
    const bool given = i == 0 && tools != nullptr;
    desks_.push_back(std::make_unique<Desk>(known_, options_, make, given ? *tools : Tools(known_.rules)));
  }
  if (!options_.comes.empty()) {
    candidates_.emplace_back();
    tallies_.resize(1);
    return;
  }
  Desk& desk = *desks_.front();
  // The base sees what the player sees: any world will do to hand it a view.
  desk.belief.deal(options_.seed, 0, desk.world);
  desk.table.set(desk.world.scene);
  game::Decision base;
  make(options_.base, desk.tools)->choose(desk.table.view(known_.player), base);
  candidates_ = find_candidates(known_, base, *desk.tools.solver, options_.candidates);
  tallies_.resize(candidates_.size());
}

Search::~Search() = default;

bool Search::step(std::size_t most, std::size_t at_once) {
  if (left_in_block_ == 0) {
    in_.clear();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (!tallies_[i].dropped) in_.push_back(i);
    }
    const std::size_t worlds = std::min(worlds_a_block, most / in_.size());
    if (worlds == 0 || (in_.size() == 1 && candidates_.size() > 1)) return false;
    left_in_block_ = worlds;
  }
  const std::size_t worlds = std::min(left_in_block_, at_once);
  play(worlds);
  left_in_block_ -= worlds;
  if (left_in_block_ == 0) drop();
  return true;
}

void Search::play(std::size_t worlds) {
  std::vector<Outcome> outcomes(worlds * in_.size());
  std::atomic<std::size_t> taken{0};
  share_out(worlds, static_cast<int>(desks_.size()), [&](Turns& turns) {
    Desk& desk = *desks_[taken++];
    for (std::size_t i; turns.take(i);) {
      desk.belief.deal(options_.seed, worlds_ + i, desk.world);
      for (std::size_t c = 0; c < in_.size(); ++c) {
        outcomes[i * in_.size() + c] = desk.play_on(desk.world, candidates_[in_[c]].decision, options_.goal);
      }
    }
  });
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    Tally& tally = tallies_[in_[i % in_.size()]];
    const Outcome& outcome = outcomes[i];
    tally.scores.push_back(outcome.score);
    tally.wins += outcome.won;
    tally.points += outcome.points;
    tally.squares += static_cast<double>(outcome.points) * outcome.points;
    tally.finishes_next += outcome.finished_next;
    tally.loses_first += outcome.lost_first;
  }
  worlds_ += worlds;
  rollouts_ += outcomes.size();
}

double Search::lead(std::size_t a, std::size_t b) const {
  const auto& first = tallies_[a].scores;
  const auto& second = tallies_[b].scores;
  const std::size_t n = std::min(first.size(), second.size());
  if (n < 2) return 0;
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double difference = first[i] - second[i];
    sum += difference, squares += difference * difference;
  }
  const double mean = sum / static_cast<double>(n);
  // A world more, one with the largest difference seen in either direction, keeps a few equal worlds from
  // passing for certainty.
  const double variance = (squares - sum * mean + 1) / static_cast<double>(n - 1);
  return mean / std::sqrt(variance / static_cast<double>(n));
}

void Search::drop() {
  if (worlds_ < first_drop) return;
  const std::size_t best = ranking().front();
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    if (i != best && !tallies_[i].dropped && lead(best, i) > drop_errors) tallies_[i].dropped = true;
  }
}

// In the order of the chances that are told; those that come out the same by the rollouts themselves.
std::pair<double, double> Search::worth(const Tally& tally) const {
  const double mean = tally.mean();
  return {options_.goal == Goal::win ? calibrated(mean, tally.lost_first()) : mean, mean};
}

std::vector<std::size_t> Search::ranking() const {
  std::vector<std::size_t> order(candidates_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    if (tallies_[a].dropped != tallies_[b].dropped) return tallies_[b].dropped;
    return worth(tallies_[a]) > worth(tallies_[b]);
  });
  return order;
}

std::size_t Search::choice() const {
  const std::size_t best = ranking().front();
  return best != 0 && (tallies_[0].dropped || lead(best, 0) > evidence_errors) ? best : 0;
}

}  // namespace optimeld::strategy
