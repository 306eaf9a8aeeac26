// The game's own parts: random numbers, distinct plays, invariants, threads.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "check.hpp"
#include "game/agents.hpp"
#include "game/play_sampler.hpp"
#include "game/simulate.hpp"

using namespace optimeld;
using namespace optimeld::tests;
using namespace optimeld::game;

namespace {

void random_numbers_are_the_published_ones() {
  // splitmix64 from 0, as its author's reference gives it.
  expect(mix(0) == 0xe220a8397b1dcdafu, "splitmix64");
  Random random(1);
  std::map<std::uint64_t, int> seen;
  for (int i = 0; i < 60000; ++i) ++seen[random.below(6)];
  double distance = 0;
  for (int i = 0; i < 6; ++i) distance += std::pow(seen[i] - 10000, 2) / 10000;
  expect(seen.size() == 6 && distance < 25, "below is uniform");  // chi-square, 5 degrees: 1 in 7000 above
  expect(seed_for(RandomStream::pool, 1, 2) != seed_for(RandomStream::agent, 1, 2), "streams differ");
}

// Every sub-multiset of the rack that can be laid whole, by asking the solver for each.
std::set<std::vector<Tile>> plays_by_brute_force(solver::Solver& solver, const MeldList& table,
                                                 const std::vector<Tile>& rack, bool opening) {
  std::set<std::vector<Tile>> plays;
  SolveOptions options;
  options.keep = options.tidy = false;
  options.opening = opening;
  for (unsigned bits = 1; bits < 1u << rack.size(); ++bits) {
    Position position{table, {}};
    for (std::size_t i = 0; i < rack.size(); ++i) {
      if (bits >> i & 1) position.rack.push_back(rack[i]);
    }
    const Solution solution = solver.solve(position, options);
    if (solution.play && solution.played.size() == position.rack.size()) plays.insert(position.rack);
  }
  return plays;
}

// Positions of whole games: the sampler's candidates are exactly the plays where jokers are free, and hold all
// of them otherwise.
void distinct_plays_are_counted_right(Rules rules, const char* what) {
  solver::Solver solver(rules);
  PlaySampler sampler(rules);
  auto agent = make_agent("greedy", strategy::Tools(rules));
  int compared = 0;
  for (std::uint64_t index = 0; compared < 40 && index < 100; ++index) {
    Game game(rules, 2, 7, index, false);
    Decision decision;
    while (!game.over()) {
      const auto& rack = game.rack(game.to_move());
      const bool opening = !game.opened(game.to_move());
      if (rack.size() <= 9 && compared < 40 && (game.turns() + static_cast<int>(index)) % 3 == 0) {
        ++compared;
        const auto plays = plays_by_brute_force(solver, game.table(), rack, opening);
        sampler.read(game.table(), rack, opening);
        std::set<std::vector<Tile>> drawn;
        Random random(index);
        if (sampler.candidates() > 0) {
          std::vector<Tile> played;
          for (int i = 0; i < 60 * static_cast<int>(sampler.candidates()); ++i) {
            sampler.draw(random, played);
            drawn.insert(played);
          }
        }
        expect(static_cast<double>(drawn.size()) == sampler.candidates(), "as many as were counted are drawn");
        expect(std::ranges::includes(drawn, plays), "every play is a candidate");
        const bool exact = rules.joker_rule == JokerRule::free && (!opening || rules.jokers == 0);
        if (exact) expect(drawn == plays, what);
      }
      agent->choose(game.view(game.to_move()), decision);
      expect(carry_out(game, decision, *agent).ok(), "the agent's play is legal");
    }
  }
  expect(compared >= 20, "enough positions were compared");
}

void draws_are_uniform() {
  Rules rules;
  PlaySampler sampler(rules);
  MeldList table;
  const Tile run[] = {rules.tile(0, 1), rules.tile(0, 2), rules.tile(0, 3)};
  const Tile group[] = {rules.tile(0, 9), rules.tile(1, 9), rules.tile(2, 9)};
  table.add(run), table.add(group);
  // K4, K5 after it or not, O9 or not: (nothing, K4, K4 K5) x (nothing, O9) less the empty play.
  const std::vector<Tile> rack = {rules.tile(0, 4), rules.tile(0, 5), rules.tile(3, 9)};
  sampler.read(table, rack, false);
  expect(sampler.candidates() == 5, "five plays");
  std::map<std::vector<Tile>, int> seen;
  Random random(3);
  std::vector<Tile> played;
  for (int i = 0; i < 50000; ++i) sampler.draw(random, played), ++seen[played];
  double distance = 0;
  for (const auto& [play, count] : seen) distance += std::pow(count - 10000, 2) / 10000;
  expect(seen.size() == 5 && distance < 25, "all alike");
}

void games_keep_every_invariant() {
  for (const int players : {2, 3, 4, 5, 6}) {
    for (const bool river : {false, true}) {
      for (const auto rule : {JokerRule::official, JokerRule::free, JokerRule::locked}) {
        Rules rules;
        rules.river = river;
        rules.opening_then_table = players % 2 == 0;
        rules.joker_rule = rule;
        if (players > 4) rules.copies = 3;
        const std::vector<std::string> names = {"greedy", "simple", "greedy-value", "greedy", "simple", "simple"};
        const Match match{rules, {names.begin(), names.begin() + players}, 5, true};
        Simulation one(match, 1), two(match, 2);
        const auto a = one.run(0, 3, 2);
        const auto& b = two.run(0, 3, 2);
        bool same = a.size() == 6 && b.size() == 6;
        for (std::size_t i = 0; same && i < a.size(); ++i) {
          same = a[i].winner == b[i].winner && a[i].turns == b[i].turns && a[i].scores == b[i].scores;
        }
        expect(same, "threads make no difference");
      }
    }
  }
}

// One whose solver never has the memory.
class Overwhelmed final : public Agent {
 public:
  void choose(const View& view, Decision& decision) override {
    decision.action = Action::play;  // half decided
    decision.table = view.table;
    throw TooLarge("more than there is");
  }
  Tile keep(const View&, Tile, Tile) override { throw TooLarge("more than there is"); }
};

void an_agent_without_memory_draws_and_plays_on() {
  for (const bool must_play : {false, true}) {
    Rules rules;
    rules.river = true;
    rules.must_play = must_play;
    const strategy::Tools tools(rules);
    const auto daunted = undaunted(std::make_unique<Overwhelmed>(), tools);
    const auto simple = make_agent("simple", tools);
    int plays = 0;
    for (std::uint64_t index = 0; index < 5; ++index) {
      Game game(rules, 2, 3, index, false);
      for (bool goes_on = true; goes_on && !game.over() && game.turns() < 60;) {
        Agent& agent = game.to_move() == 0 ? *daunted : *simple;
        Decision decision;
        agent.choose(game.view(game.to_move()), decision);
        if (game.to_move() == 0) plays += decision.action == Action::play;
        const Verdict verdict = carry_out(game, decision, agent);
        // Where the game has the memory that the agent lacks, it knows of plays that the rack does not make by itself.
        goes_on = verdict.ok();
        expect(goes_on || (must_play && verdict.offence == Offence::must_play), "what it does instead is legal");
      }
    }
    expect((plays > 0) == must_play, "who may draw draws, who must play lays what the rack makes by itself");
  }
}

}  // namespace

int main() {
  random_numbers_are_the_published_ones();
  Rules small;
  small.values = 6, small.colours = 3, small.rack_size = 7, small.opening_points = 8;
  small.joker_rule = JokerRule::free;
  distinct_plays_are_counted_right(small, "plays are the candidates, with jokers");
  small.jokers = 0;
  distinct_plays_are_counted_right(small, "plays are the candidates, without jokers");
  small.min_meld = 4, small.colours = 4, small.opening_points = 4;
  distinct_plays_are_counted_right(small, "plays are the candidates, longer melds");
  small.min_meld = 3, small.jokers = 2, small.joker_rule = JokerRule::official;
  distinct_plays_are_counted_right(small, "");
  draws_are_uniform();
  games_keep_every_invariant();
  an_agent_without_memory_draws_and_plays_on();
  if (failures == 0) std::puts("game: all well");
  return failures == 0 ? 0 : 1;
}
