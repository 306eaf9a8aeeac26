// How long an agent thinks: the mean, high percentiles and the longest of its decisions over whole games, and which
// took more than 5 ms, in time of the processor, so that what else runs on the machine hardly counts. It counts a
// little all the same: who seemed to think that long is asked twice more, and the shortest time stands.
//
//   pace DEALS SEED AGENT AGENT [AGENT ...]     of the first agent, and of the others of its name
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <string_view>
#include <vector>

#include "game/agents.hpp"

using namespace optimeld;
using namespace optimeld::game;

namespace {

double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

constexpr double too_long = 5;

double ms_to_choose(Agent& agent, const View& view, Decision& decision) {
  const double began = processor_ms();
  agent.choose(view, decision);
  return processor_ms() - began;
}

// Where a decision took too long, so that it can be looked at.
void say(double ms, int deal, const View& view) {
  std::printf("%.3f ms in deal %d, turn %d: %zu tiles on the rack, %zu on the table, %d in the pool\n", ms, deal,
              view.turn, view.rack.size(), view.table.tiles.size(), view.pool_size);
}

}  // namespace

int main(int count, char** words) {
  if (count < 5) {
    std::fprintf(stderr, "pace DEALS SEED AGENT AGENT ..\n");
    return 2;
  }
  const Rules rules;
  const strategy::Tools tools(rules);
  const int players = count - 3;
  std::vector<std::unique_ptr<Agent>> agents;
  for (int i = 3; i < count; ++i) agents.push_back(make_agent(words[i], tools));
  std::vector<double> times;
  Decision decision;
  for (int deal = 0; deal < std::atoi(words[1]); ++deal) {
    Game game(rules, players, std::strtoull(words[2], nullptr, 10), static_cast<std::uint64_t>(deal), false);
    while (!game.over()) {
      const int who = (game.to_move() + deal) % players;
      Agent& agent = *agents[static_cast<std::size_t>(who)];
      double ms = ms_to_choose(agent, game.view(game.to_move()), decision);
      for (int more = 0; more < 2 && ms > too_long; ++more) {
        ms = std::min(ms, ms_to_choose(agent, game.view(game.to_move()), decision));
      }
      if (std::string_view(words[3 + who]) == words[3]) {
        times.push_back(ms);
        if (ms > too_long) say(ms, deal, game.view(game.to_move()));
      }
      carry_out(game, decision, agent);
    }
  }
  std::ranges::sort(times);
  const auto over = times.end() - std::ranges::upper_bound(times, too_long);
  std::printf(
      "%zu decisions: mean %.3f ms, 99 %% below %.3f, 99.9 %% below %.3f, longest %.3f ms, %td over 5 ms   %s\n",
      times.size(), std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size()),
      times[times.size() * 99 / 100], times[times.size() * 999 / 1000], times.back(), over, words[3]);
}
