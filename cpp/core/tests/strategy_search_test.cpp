// Belief and search: worlds hold every tile once, and nothing depends on the threads.
#include <algorithm>

#include "check.hpp"
#include "game/agents.hpp"
#include "strategy/search.hpp"

using namespace optimeld;
using namespace optimeld::strategy;

namespace {

// A game some turns old, played by a waiting and a laying player.
game::Game game_in_the_middle(const Rules& rules, int turns) {
  game::Game game(rules, 2, 7, 3);
  const Tools tools(rules);
  const auto wait = game::make_agent("wait", tools), greedy = game::make_agent("greedy", tools);
  game::Decision decision;
  for (int i = 0; i < turns && !game.over(); ++i) {
    game::Agent& agent = game.to_move() == 0 ? *wait : *greedy;
    agent.choose(game.view(game.to_move()), decision);
    carry_out(game, decision, agent);
  }
  return game;
}

void worlds_hold_every_tile_once() {
  const Rules rules;
  const game::Game game = game_in_the_middle(rules, 11);
  const Knowledge known = knowledge_of(game.view(game.to_move()));
  Belief belief(known, std::make_shared<solver::Solver>(rules));
  World world;
  for (std::uint64_t number = 0; number < 50; ++number) {
    belief.deal(1, number, world);
    game::Game other(rules, 2, 0, 0);
    other.set(world.scene);
    CHECK(!other.broken());
    CHECK(other.rack(game.to_move()) == game.rack(game.to_move()));
    CHECK(other.rack(1 - game.to_move()).size() == game.rack(1 - game.to_move()).size());
  }
  World again;
  belief.deal(1, 20, world), belief.deal(1, 20, again);
  CHECK(world.scene.pool == again.scene.pool);
}

// A tile that is known to come lies on top of every world's pool, and is nowhere else a copy too many.
void a_tile_that_comes_lies_on_top() {
  const Rules rules;
  const game::Game game = game_in_the_middle(rules, 11);
  const Knowledge known = knowledge_of(game.view(game.to_move()));
  const auto unseen = unseen_tiles(known);
  for (const Tile tile : {unseen.front(), unseen.back()}) {
    Belief belief(known, std::make_shared<solver::Solver>(rules), {tile});
    World world;
    for (std::uint64_t number = 0; number < 50; ++number) {
      belief.deal(1, number, world);
      CHECK(world.scene.pool.back() == tile);
      game::Game other(rules, 2, 0, 0);
      other.set(world.scene);
      CHECK(!other.broken());
    }
    SearchOptions options;
    options.comes = {tile};
    Search search(known, options, &game::make_agent);
    CHECK(search.candidates().size() == 1);
    CHECK(search.candidates().front().decision.action == game::Action::draw);
    CHECK(search.step(16));
    CHECK(search.rollouts() == 16);
  }
}

// Between two, the other having opened or not.
Knowledge facing(bool opened, int rack_size, int pool_size, game::Conduct conduct = {}) {
  Knowledge known;
  known.rack_sizes = {14, rack_size};
  known.opened = {1, opened};
  known.pool_size = pool_size;
  known.conduct[1] = conduct;
  return known;
}

void who_draws_again_and_again_is_taken_to_wait() {
  CHECK(chance_of_waiting(facing(false, 14, 78), 1) == 0.5);
  CHECK(chance_of_waiting(facing(true, 14, 60, {0, 8}), 1) > 0.98);
  CHECK(chance_of_waiting(facing(true, 9, 60, {3, 2}), 1) < 0.02);
}

void who_has_not_opened_may_open_late_but_not_for_ever() {
  for (int draws = 1; draws <= 6; ++draws) {
    CHECK(chance_of_waiting(facing(false, 14 + draws, 60), 1) > chance_of_waiting(facing(false, 13 + draws, 60), 1));
  }
  CHECK(chance_of_waiting(facing(false, 24, 60), 1) == 0.5);
}

void where_no_turns_are_known_a_large_rack_tells_of_one_who_waits() {
  CHECK(chance_of_waiting(facing(true, 20, 58), 1) > 0.95);
  CHECK(chance_of_waiting(facing(true, 5, 58), 1) < 0.05);
}

void search_is_the_same_on_any_number_of_threads_and_in_parts() {
  const Rules rules;
  const game::Game game = game_in_the_middle(rules, 11);
  const Knowledge known = knowledge_of(game.view(game.to_move()));
  std::vector<std::vector<float>> first;
  struct Way {
    int threads;
    std::size_t at_once;
  };
  for (const auto [threads, at_once] : {Way{1, worlds_a_block}, Way{3, worlds_a_block}, Way{1, 1}, Way{1, 5}}) {
    SearchOptions options;
    options.threads = threads;
    Search search(known, options, &game::make_agent);
    CHECK(search.candidates().size() > 1);
    while (search.rollouts() < 300 && search.step(300 - search.rollouts(), at_once)) {
    }
    std::vector<std::vector<float>> scores;
    for (const Tally& tally : search.tallies()) scores.push_back(tally.scores);
    if (first.empty()) first = scores;
    CHECK(scores == first);
  }
}

}  // namespace

int main() {
  worlds_hold_every_tile_once();
  a_tile_that_comes_lies_on_top();
  who_draws_again_and_again_is_taken_to_wait();
  who_has_not_opened_may_open_late_but_not_for_ever();
  where_no_turns_are_known_a_large_rack_tells_of_one_who_waits();
  search_is_the_same_on_any_number_of_threads_and_in_parts();
  return optimeld::tests::failures == 0 ? 0 : 1;
}
