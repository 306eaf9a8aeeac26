// Matches between agents of the core on mirrored deals, without Python: for machines that have only a compiler.
//
//   duel DEALS SEED THREADS AGENT AGENT [AGENT ...]     one line of figures for the first agent
//   duel DEALS SEED THREADS < lines of agents           the same for each line
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "game/simulate.hpp"

using namespace optimeld;
using namespace optimeld::game;

namespace {

struct Mean {
  double sum = 0, squares = 0;
  std::size_t n = 0;
  void add(double x) { sum += x, squares += x * x, ++n; }
  double mean() const { return sum / static_cast<double>(n); }
  double half() const {
    const double m = mean(), count = static_cast<double>(n);
    return 1.96 * std::sqrt(std::max(squares / count - m * m, 0.0) / count);
  }
};

void duel(const std::vector<std::string>& agents, std::uint64_t deals, std::uint64_t seed, int threads) {
  Match match;
  match.agents = agents;
  match.seed = seed;
  const auto began = std::chrono::steady_clock::now();
  Simulation simulation(match, threads);
  const int players = static_cast<int>(agents.size());
  const auto& games = simulation.run(0, deals, players);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  Mean wins, points;
  std::size_t blocked = 0;
  for (std::size_t i = 0; i < games.size(); i += static_cast<std::size_t>(players)) {
    double won = 0, score = 0;
    for (int r = 0; r < players; ++r) {
      const GameResult& game = games[i + static_cast<std::size_t>(r)];
      won += game.winner == 0, score += game.scores[0], blocked += game.blocked;
    }
    wins.add(won / players), points.add(score / players);
  }
  std::printf("%6.2f +- %.2f %%   %+7.2f +- %.2f points   blocked %4.1f %%   %6.0f games/s  ", 100 * wins.mean(),
              100 * wins.half(), points.mean(), points.half(),
              100.0 * static_cast<double>(blocked) / static_cast<double>(games.size()),
              static_cast<double>(games.size()) / seconds);
  for (const auto& agent : agents) std::printf(" %s", agent.c_str());
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  if (count < 4 || count == 5 || std::atoi(words[1]) < 1 || std::atoi(words[3]) < 1) {
    std::fprintf(stderr, "duel DEALS SEED THREADS [AGENT AGENT ..]: numbers from 1, and two agents or more\n");
    return 2;
  }
  const auto deals = std::strtoull(words[1], nullptr, 10), seed = std::strtoull(words[2], nullptr, 10);
  const int threads = std::atoi(words[3]);
  if (count > 4) {
    duel({words + 4, words + count}, deals, seed, threads);
    return 0;
  }
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    std::vector<std::string> agents;
    for (std::string agent; in >> agent;) agents.push_back(agent);
    if (agents.size() >= 2) duel(agents, deals, seed, threads);
  }
}
