#include "game/finish_check.hpp"

#include <algorithm>
#include <chrono>

#include "base/crew.hpp"
#include "base/random.hpp"
#include "base/threads.hpp"
#include "game/agents.hpp"
#include "table/melds.hpp"

namespace optimeld::game {

namespace {

// A meld that can be laid from what is left in the box, jokers among it now and then; empty where the throw misses.
std::vector<Tile> any_meld(const Rules& rules, Random& random, std::vector<int>& left) {
  std::vector<Tile> meld;
  const bool run = rules.values >= rules.min_meld && (rules.colours < rules.min_meld || random.below(2) == 0);
  const int most = run ? std::min(rules.values, rules.min_meld + 3) : rules.colours;
  const int size =
      rules.min_meld + static_cast<int>(random.below(static_cast<std::uint64_t>(most - rules.min_meld + 1)));
  std::vector<int> colours(rules.colours);
  for (int c = 0; c < rules.colours; ++c) colours[c] = c;
  random.shuffle(std::span<int>(colours));
  const int first =
      1 + static_cast<int>(random.below(static_cast<std::uint64_t>(run ? rules.values - size + 1 : rules.values)));
  for (int i = 0; i < size; ++i) {
    Tile tile = run ? rules.tile(colours[0], first + i) : rules.tile(colours[i], first);
    if (left[rules.joker()] > 0 && random.below(12) == 0) tile = rules.joker();
    if (left[tile] == 0) tile = rules.joker();
    if (left[tile] == 0) {
      for (const Tile taken : meld) ++left[taken];
      return {};
    }
    --left[tile];
    meld.push_back(tile);
  }
  if (!run) std::ranges::sort(meld);
  if (!read_meld(rules, meld).legal()) {
    for (const Tile taken : meld) ++left[taken];
    return {};
  }
  return meld;
}

std::vector<Tile> tiles_left(const std::vector<int>& left) {
  std::vector<Tile> tiles;
  for (std::size_t kind = 0; kind < left.size(); ++kind) tiles.insert(tiles.end(), left[kind], static_cast<Tile>(kind));
  return tiles;
}

}  // namespace

const std::vector<FinishCase>& FinishCases::of(std::uint64_t seed, std::uint64_t number) {
  cases_.clear();
  const FinishSource source = kind(number);
  if (source == FinishSource::game) {
    from_game(seed, number);
  } else {
    from_melds(seed, number, source == FinishSource::near);
  }
  return cases_;
}

void FinishCases::from_melds(std::uint64_t seed, std::uint64_t number, bool near) {
  Random random(seed_for(RandomStream::check, seed, number));
  for (int i = 0; i < 50; ++i) {
    std::vector<int> left;
    for (int kind = 0; kind <= rules_.kinds(); ++kind) left.push_back(rules_.copies_of(static_cast<Tile>(kind)));
    FinishCase& made = cases_.emplace_back();
    made.opened = random.below(8) != 0;
    const std::uint64_t melds = 1 + random.below(near ? 24 : 16);
    const std::uint64_t for_rack = 1 + random.below(8);  // in eighths
    auto& rack = made.position.rack;
    for (std::uint64_t m = 0; m < melds; ++m) {
      const std::vector<Tile> meld = any_meld(rules_, random, left);
      if (meld.empty()) continue;
      if (near && (!made.opened || random.below(8) < for_rack)) rack.insert(rack.end(), meld.begin(), meld.end());
      else made.position.table.add(meld);
    }
    std::vector<Tile> pool = tiles_left(left);
    random.shuffle(std::span<Tile>(pool));
    // A random rack; or one with a tile too many, too few, or another one, in two of three.
    std::uint64_t drawn =
        near ? random.below(3) : 1 + random.below(static_cast<std::uint64_t>(3 * rules_.rack_size + 8));
    if (near && drawn == 2 && !rack.empty())
      rack.erase(rack.begin() + static_cast<std::ptrdiff_t>(random.below(rack.size())));
    if (near && drawn == 2) drawn = random.below(2);
    for (std::uint64_t d = 0; d < drawn && !pool.empty(); ++d) rack.push_back(pool.back()), pool.pop_back();
    std::ranges::sort(rack);
  }
}

// Two to four players, each waiting, holding or greedy. The game goes on past a finish that was found.
void FinishCases::from_game(std::uint64_t seed, std::uint64_t number) {
  Random random(seed_for(RandomStream::check, seed, number));
  const int players = 2 + static_cast<int>(random.below(3));
  if (players * rules_.rack_size > rules_.tiles_in_box()) return;
  Game game(rules_, players, seed, number, false);
  static constexpr std::string_view names[] = {"wait", "wait", "wait:pass", "hold:8", "greedy"};
  std::vector<std::unique_ptr<Agent>> agents;
  for (int seat = 0; seat < players; ++seat)
    agents.push_back(make_agent(names[random.below(std::size(names))], tools_));
  Decision decision;
  while (!game.over()) {
    const int seat = game.to_move();
    cases_.push_back({{game.table(), game.rack(seat)}, game.opened(seat)});
    agents[static_cast<std::size_t>(seat)]->choose(game.view(seat), decision);
    if (!carry_out(game, decision, *agents[static_cast<std::size_t>(seat)]).ok()) return;
  }
}

FinishReport check_finish(const Rules& rules, std::uint64_t seed, std::uint64_t first, std::uint64_t count,
                          int threads) {
  FinishReport report;
  Mutex mutex;
  share_out(count, threads, [&](Turns& turns) {
    FinishCases cases(rules);
    auto exact = std::make_shared<solver::Solver>(rules);
    strategy::FinishTest test(exact);
    SolveOptions options;
    options.keep = options.tidy = false;
    Solution solution;
    FinishReport mine;
    for (std::size_t i; turns.take(i);) {
      const std::uint64_t number = first + i;
      for (const FinishCase& one : cases.of(seed, number)) {
        options.opening = !one.opened;
        exact->solve(one.position, options, solution);
        const bool expected = solution.play && solution.remaining.empty();
        MeldList after;
        const bool found = test.finishes(one.position.table, one.position.rack, one.opened);
        const bool laid = test.finish(one.position.table, one.position.rack, one.opened, after);
        Judge judge(rules);
        const bool legal = !laid || (judge.judge(one.position.table, one.position.rack, !one.opened, after).ok() &&
                                     after.tiles.size() == one.position.table.tiles.size() + one.position.rack.size());
        ++mine.positions;
        ++mine.by_source[static_cast<std::size_t>(FinishCases::kind(number))];
        mine.finishing += expected;
        if (found != expected || laid != expected || !legal) mine.differences.push_back(one);
      }
    }
    mine.by_solver = test.solved();
    const std::lock_guard lock(mutex);
    report.positions += mine.positions;
    report.finishing += mine.finishing;
    report.by_solver += mine.by_solver;
    for (int s = 0; s < finish_sources; ++s) report.by_source[s] += mine.by_source[s];
    report.differences.insert(report.differences.end(), mine.differences.begin(), mine.differences.end());
  });
  return report;
}

std::vector<FinishTiming> time_finish(const Rules& rules, std::uint64_t seed, std::uint64_t games) {
  FinishCases cases(rules);
  strategy::FinishTest test(std::make_shared<solver::Solver>(rules));
  std::vector<FinishTiming> timings;
  for (std::uint64_t i = 0; i < games; ++i) {
    for (const FinishCase& one : cases.of(seed, i * finish_sources)) {
      const auto start = std::chrono::steady_clock::now();
      const bool finishes = test.finishes(one.position.table, one.position.rack, one.opened);
      const auto end = std::chrono::steady_clock::now();
      const auto jokers = std::ranges::count(one.position.rack, rules.joker()) +
                          (one.opened ? std::ranges::count(one.position.table.tiles, rules.joker()) : 0);
      timings.push_back({std::chrono::duration<double, std::micro>(end - start).count(),
                         static_cast<int>(one.position.rack.size()), static_cast<int>(one.position.table.tiles.size()),
                         static_cast<int>(jokers), static_cast<int>(i), finishes, one.opened});
    }
  }
  return timings;
}

}  // namespace optimeld::game
