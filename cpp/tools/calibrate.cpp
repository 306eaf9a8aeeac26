// Is the chance that a search predicts the chance that comes true? Plays games, stops at some of the first agent's
// decisions, asks the search for its chance of winning with the move it then makes, and compares with how games end.
//
//   calibrate DECISIONS ROLLOUTS SEED THREADS < lines of agents      ten bins over all lines together
//
// Every line has deals of its own.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <sstream>
#include <vector>

#include "base/crew.hpp"
#include "game/agents.hpp"
#include "strategy/search.hpp"

using namespace optimeld;
using namespace optimeld::game;

namespace {

struct Sample {
  double predicted;
  bool won;
};

constexpr int asked_every = 4;  // one of so many decisions is asked about, so that they differ

// One game; the first agent sits at seat `number` mod players.
void sample_game(const std::vector<std::string>& names, std::uint64_t seed, std::uint64_t number, std::size_t rollouts,
                 const strategy::Tools& tools, std::vector<Sample>& samples) {
  const Rules rules;
  const int players = static_cast<int>(names.size()), seat = static_cast<int>(number) % players;
  std::vector<std::unique_ptr<Agent>> agents;
  for (int i = 0; i < players; ++i) {
    agents.push_back(make_agent(names[static_cast<std::size_t>((i - seat + players) % players)], tools));
  }
  Game game(rules, players, seed, number, false);
  Random random(seed_for(RandomStream::check, seed, number));
  Decision decision;
  std::vector<double> predicted;
  while (!game.over()) {
    Agent& agent = *agents[static_cast<std::size_t>(game.to_move())];
    agent.choose(game.view(game.to_move()), decision);
    if (game.to_move() == seat && random.below(asked_every) == 0) {
      strategy::SearchOptions options;
      options.base = names[0];
      options.seed = game.view(seat).luck;
      options.candidates = 1;  // its own move alone
      strategy::Search search(strategy::knowledge_of(game.view(seat)), options, &make_agent, &tools);
      while (search.rollouts() < rollouts && search.step(rollouts - search.rollouts())) {
      }
      const strategy::Tally& tally = search.tallies()[0];
      predicted.push_back(strategy::calibrated(tally.mean(), tally.lost_first()));
    }
    carry_out(game, decision, agent);
  }
  for (const double chance : predicted) samples.push_back({chance, game.winner() == seat});
}

}  // namespace

int main(int count, char** words) {
  if (count < 5) {
    std::fprintf(stderr, "calibrate DECISIONS ROLLOUTS SEED THREADS < lines of agents\n");
    return 2;
  }
  const auto decisions = std::strtoull(words[1], nullptr, 10), rollouts = std::strtoull(words[2], nullptr, 10);
  const auto seed = std::strtoull(words[3], nullptr, 10);
  const int threads = std::atoi(words[4]);
  std::vector<std::vector<std::string>> lines;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    std::vector<std::string> agents;
    for (std::string agent; in >> agent;) agents.push_back(agent);
    if (agents.size() >= 2) lines.push_back(agents);
  }
  std::vector<Sample> all;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    const auto& names = lines[line];
    std::vector<Sample> samples;
    std::mutex mutex;
    const std::size_t wanted = decisions / lines.size();
    share_out(std::size_t{1} << 30, threads, [&](Turns& turns) {
      const strategy::Tools tools{Rules{}};
      for (std::size_t i; turns.take(i);) {
        std::vector<Sample> found;
        sample_game(names, seed + line, i, rollouts, tools, found);
        const std::lock_guard lock(mutex);
        samples.insert(samples.end(), found.begin(), found.end());
        if (samples.size() >= wanted) turns.stop();
      }
    });
    double mean = 0, won = 0;
    for (const Sample& sample : samples) mean += sample.predicted, won += sample.won;
    const double n = static_cast<double>(samples.size());
    std::printf("%7zu decisions  predicted %5.1f %%  won %5.1f %%  ", samples.size(), 100 * mean / n, 100 * won / n);
    for (const auto& name : names) std::printf(" %s", name.c_str());
    std::printf("\n");
    std::fflush(stdout);
    all.insert(all.end(), samples.begin(), samples.end());
  }
  double off = 0, off_by_bin = 0;
  int bins = 0;
  for (int bin = 0; bin < 10; ++bin) {
    double n = 0, mean = 0, won = 0;
    for (const Sample& sample : all) {
      if (std::min(static_cast<int>(sample.predicted * 10), 9) == bin)
        n += 1, mean += sample.predicted, won += sample.won;
    }
    if (n == 0) continue;
    off += std::abs(mean - won);
    off_by_bin += std::abs(mean - won) / n, ++bins;
    std::printf("bin %d  %6.0f decisions  predicted %.4f  won %.4f\n", bin, n, mean / n, won / n);
  }
  std::printf("mean difference over the bins: %.4f, weighed by decisions: %.4f\n", off_by_bin / bins,
              off / static_cast<double>(all.size()));
}
