#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>

#include "bindings.hpp"
#include "convert.hpp"
#include "game/agents.hpp"
#include "strategy/checked.hpp"
#include "strategy/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace optimeld::bindings {

namespace {

using game::Action;
using strategy::Knowledge;
using strategy::Search;
using strategy::SearchOptions;

constexpr int most_threads = 256, most_candidates = 1000;

Knowledge to_knowledge(const Rules& rules, const Melds& table, const Tiles& rack, const Tiles& river, int player,
                       int turn, int passes, int pool_size, const std::vector<int>& rack_sizes,
                       const std::vector<bool>& opened, const std::vector<std::pair<int, int>>& conduct) {
  const auto players = static_cast<int>(rack_sizes.size());
  check_range("players", players, 2, game::max_players);
  check_range("numbers of those who opened", static_cast<long long>(opened.size()), players, players);
  check_range("numbers of conduct", static_cast<long long>(conduct.size()), players, players);
  Position position = to_position(rules, table, rack);
  Knowledge known;
  known.rules = rules;
  known.players = players;
  known.player = player;
  known.turn = turn;
  known.passes = passes;
  known.rack = std::move(position.rack);
  std::ranges::sort(known.rack);
  known.table = std::move(position.table);
  known.river = river;
  known.pool_size = pool_size;
  for (int i = 0; i < players; ++i) {
    known.rack_sizes[i] = rack_sizes[i];
    known.opened[i] = opened[i] ? 1 : 0;
    known.conduct[i] = {conduct[i].first, conduct[i].second};
  }
  strategy::check_knowledge(known);
  return known;
}

const char* word(Action action, bool empty_pool) {
  if (action == Action::play) return "play";
  if (action == Action::take) return "take";
  return empty_pool ? "pass" : "draw";
}

// Until the time is up or so many rollouts are made, whichever is asked for; false: there is nothing left to find out.
bool think(Search& search, double seconds, std::size_t rollouts) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  const std::size_t first = search.rollouts();
  while (search.rollouts() - first < rollouts) {
    if (!search.step(rollouts - (search.rollouts() - first))) return false;
    if (Clock::now() >= end) return true;
  }
  return true;
}

}  // namespace

void register_advise(nb::module_& module) {
  module.def("calibrated", &strategy::calibrated, "share"_a, "lost_first"_a,
             "The chance that a share of won rollouts stands for, so many being lost before the next turn.");
  nb::class_<Search>(module, "Search")
      .def(
          "__init__",
          [](Search* self, const Rules& rules, const Melds& table, const Tiles& rack, const Tiles& river, int player,
             int turn, int passes, int pool_size, const std::vector<int>& rack_sizes, const std::vector<bool>& opened,
             const std::vector<std::pair<int, int>>& conduct, bool by_points, std::uint64_t seed, int threads,
             std::size_t candidates, const Tiles& comes) {
            SearchOptions options;
            options.goal = by_points ? strategy::Goal::points : strategy::Goal::win;
            options.seed = seed;
            check_range("threads", threads, 1, most_threads);
            check_range("candidates", static_cast<long long>(candidates), 1, most_candidates);
            options.threads = threads;
            options.candidates = candidates;
            const Knowledge known =
                to_knowledge(rules, table, rack, river, player, turn, passes, pool_size, rack_sizes, opened, conduct);
            strategy::check_comes(known, comes);
            options.comes = comes;
            new (self) Search(known, options, &game::make_agent);
          },
          "rules"_a, "table"_a, "rack"_a, "river"_a, "player"_a, "turn"_a, "passes"_a, "pool_size"_a, "rack_sizes"_a,
          "opened"_a, "conduct"_a, "by_points"_a, "seed"_a, "threads"_a, "candidates"_a, "comes"_a = Tiles{})
      .def("think", &think, "seconds"_a, "rollouts"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("rollouts", &Search::rollouts)
      .def_prop_ro("choice", &Search::choice)
      .def("ranking", &Search::ranking)
      // (action, played, table, tile, rollouts, wins, points, squares of points, finishes next, loses first)
      .def(
          "candidate",
          [](const Search& self, std::size_t number) {
            const auto& candidate = self.candidates().at(number);
            const auto& tally = self.tallies().at(number);
            const Action action = candidate.decision.action;
            return nb::make_tuple(word(action, self.known().pool_size == 0), to_python(candidate.played),
                                  action == Action::play ? nb::object(to_python(candidate.decision.table)) : nb::none(),
                                  action == Action::take ? nb::object(nb::int_(candidate.decision.tile)) : nb::none(),
                                  tally.rollouts(), tally.wins, tally.points, tally.squares, tally.finishes_next,
                                  tally.loses_first);
          },
          "number"_a,
          nb::sig("def candidate(self, number: int) -> tuple[str, list[int], list[list[int]] | None, int | None, int, "
                  "int, float, float, int, int]"));
}

}  // namespace optimeld::bindings
