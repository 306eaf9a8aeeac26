#include "game/simulate.hpp"

#include <atomic>
#include <stdexcept>

#include "base/crew.hpp"
#include "game/record.hpp"

namespace optimeld::game {

namespace {

[[noreturn]] void fail(const Game& game, const std::string& what) {
  throw std::logic_error("seed " + std::to_string(game.seed()) + ", game " + std::to_string(game.index()) + ", turn " +
                         std::to_string(game.turns() + 1) + ": " + what);
}

}  // namespace

Simulator::Simulator(const Match& match)
    : match_(match), game_(match.rules, static_cast<int>(match.agents.size()), 0, 0, false) {
  const strategy::Tools tools(match.rules);
  for (const auto& name : match.agents) agents_.push_back(make_agent(name, tools));
}

void Simulator::play(std::uint64_t index, int rotation, GameResult& result) {
  const int players = game_.players();
  game_.deal(match_.seed, index);
  while (!game_.over()) {
    Agent& agent = *agents_[static_cast<std::size_t>((game_.to_move() + rotation) % players)];
    agent.choose(game_.view(game_.to_move()), decision_);
    if (match_.check) check(decision_, agent);
    const Verdict verdict = carry_out(game_, decision_, agent);
    // A built-in agent that breaks the rules is a defect of the engine, not a turn to lose.
    if (!verdict.ok()) fail(game_, "an agent of the engine made an illegal play");
    if (match_.check) {
      if (const auto what = game_.broken()) fail(game_, *what);
    }
  }
  result.turns = game_.turns();
  result.pool_left = static_cast<int>(game_.pool().size());
  result.blocked = game_.blocked();
  for (int seat = 0; seat < players; ++seat) {
    const int agent = (seat + rotation) % players;
    result.scores[agent] = game_.score(seat);
    const int turn = game_.opened_on(seat);
    result.opened_on[agent] = turn == 0 ? 0 : (turn - 1) / players + 1;
    if (seat == game_.winner()) result.winner = agent;
  }
}

// The agent must decide the same when everything it cannot see is dealt anew.
void Simulator::check(const Decision& decision, Agent& agent) {
  Game other = game_;
  Random random(seed_for(RandomStream::check, match_.seed, game_.index(), static_cast<std::uint64_t>(game_.to_move()),
                         static_cast<std::uint64_t>(game_.turns())));
  other.resample_hidden(other.to_move(), random);
  agent.choose(other.view(other.to_move()), again_);
  const bool same = decision.action == again_.action &&
                    (decision.action != Action::take || decision.tile == again_.tile) &&
                    (decision.action != Action::play || decision.table == again_.table);
  if (!same) fail(game_, "an agent decided otherwise when hidden tiles changed");
}

Simulation::Simulation(const Match& match, int threads) {
  for (int i = 0; i < threads; ++i) simulators_.emplace_back(match);
}

const std::vector<GameResult>& Simulation::run(std::uint64_t first, std::uint64_t count, int rotations,
                                               std::vector<std::string>* records) {
  const auto turns = static_cast<std::uint64_t>(rotations);
  results_.assign(count * turns, {});
  if (records != nullptr) records->assign(results_.size(), {});
  std::atomic<std::size_t> taken{0};
  share_out(results_.size(), static_cast<int>(simulators_.size()), [&](Turns& games) {
    Simulator& simulator = simulators_[taken++];
    simulator.keep_history(records != nullptr);
    for (std::size_t i; games.take(i);) {
      simulator.play(first + i / turns, static_cast<int>(i % turns), results_[i]);
      if (records != nullptr) (*records)[i] = turn_lines(simulator.game());
    }
  });
  return results_;
}

}  // namespace optimeld::game
