// Matches between agents of the core on mirrored deals, without Python: for machines that have only a compiler.
//
//   duel DEALS SEED THREADS AGENT AGENT [AGENT ...]     one line of figures for the first agent
//   duel DEALS SEED THREADS < lines of agents           the same for each line, and what it has more than the first
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>
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

struct Tally {
  std::vector<double> won, points;  // of the first agent, by deal
  std::size_t blocked = 0;
};

void add(const std::vector<GameResult>& games, std::size_t players, Tally& tally) {
  for (std::size_t i = 0; i < games.size(); i += players) {
    double won = 0, score = 0;
    for (std::size_t r = i; r < i + players; ++r) {
      won += games[r].winner == 0, score += games[r].scores[0], tally.blocked += games[r].blocked;
    }
    tally.won.push_back(won / static_cast<double>(players));
    tally.points.push_back(score / static_cast<double>(players));
  }
}

Mean mean_of(const std::vector<double>& numbers, const std::vector<double>& less = {}) {
  Mean mean;
  for (std::size_t i = 0; i < numbers.size(); ++i) mean.add(numbers[i] - (less.empty() ? 0 : less[i]));
  return mean;
}

// Where it stands is said on the way.
Tally duel(const std::vector<std::string>& agents, std::uint64_t deals, std::uint64_t seed, int threads) {
  Match match;
  match.agents = agents;
  match.seed = seed;
  const auto began = std::chrono::steady_clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
  Simulation simulation(match, threads);
  const int players = static_cast<int>(agents.size());
  Tally tally;
  double said = 0;
  const std::uint64_t block = 4 * static_cast<std::uint64_t>(threads);
  for (std::uint64_t done = 0; done < deals;) {
    const std::uint64_t more = std::min(block, deals - done);
    add(simulation.run(done, more, players), agents.size(), tally);
    done += more;
    if (passed() < said + 60 || done == deals) continue;
    said = passed();
    const Mean wins = mean_of(tally.won);
    std::fprintf(stderr, "%llu of %llu deals, %.0f s: %.2f +- %.2f %%\n", static_cast<unsigned long long>(done),
                 static_cast<unsigned long long>(deals), said, 100 * wins.mean(), 100 * wins.half());
  }
  const double games = static_cast<double>(deals) * players;
  const Mean wins = mean_of(tally.won), points = mean_of(tally.points);
  std::printf("%6.2f +- %.2f %%   %+7.2f +- %.2f points   blocked %4.1f %%   %6.0f games/s  ", 100 * wins.mean(),
              100 * wins.half(), points.mean(), points.half(), 100.0 * static_cast<double>(tally.blocked) / games,
              games / passed());
  for (const auto& agent : agents) std::printf(" %s", agent.c_str());
  std::printf("\n");
  std::fflush(stdout);
  return tally;
}

void print_difference(const Tally& tally, const Tally& first) {
  const Mean wins = mean_of(tally.won, first.won), points = mean_of(tally.points, first.points);
  std::printf("%+6.2f +- %.2f %%   %+7.2f +- %.2f points   more than the first line on the same deals\n",
              100 * wins.mean(), 100 * wins.half(), points.mean(), points.half());
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
  std::optional<Tally> first;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    std::vector<std::string> agents;
    for (std::string agent; in >> agent;) agents.push_back(agent);
    if (agents.size() < 2) continue;
    const Tally tally = duel(agents, deals, seed, threads);
    if (first) print_difference(tally, *first);
    if (!first) first = tally;
  }
}
