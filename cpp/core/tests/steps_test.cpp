#include "steps/steps.hpp"

#include <algorithm>
#include <map>
#include <random>

#include "reading.hpp"
#include "solver/solver.hpp"
#include "steps/step_words.hpp"
#include "table/legality.hpp"

using namespace optimeld;
using namespace optimeld::steps;
using namespace optimeld::tests;

namespace {

using Heap = std::vector<Tile>;

Heap sorted(std::span<const Tile> tiles) {
  Heap out(tiles.begin(), tiles.end());
  std::sort(out.begin(), out.end());
  return out;
}

// Takes `part` out of `whole`; false where it is not all there.
bool take(Heap& whole, std::span<const Tile> part) {
  for (const Tile tile : part) {
    const auto found = std::find(whole.begin(), whole.end(), tile);
    if (found == whole.end()) return false;
    whole.erase(found);
  }
  return true;
}

bool arrives(const Rules& rules, const Position& position, const Solution& solution, const std::vector<Step>& steps) {
  std::map<int, Heap> melds;
  for (std::size_t i = 0; i < position.table.size(); ++i) {
    const auto meld = position.table[i];
    melds[static_cast<int>(i)] = Heap(meld.begin(), meld.end());
  }
  Heap rack = position.rack, hand;
  for (const Step& step : steps) {
    if (step.action == Action::rearrange) {
      if (sorted(melds[step.to]) != sorted(step.makes.tiles)) return false;
      melds[step.to] = step.makes.tiles;
      continue;
    }
    Heap& source = step.from == Step::rack ? rack : step.from == Step::hand ? hand : melds[step.from];
    if (!take(source, step.tiles)) return false;
    if (step.from >= 0) {
      if (sorted(source) != sorted(step.left.tiles)) return false;
      source = step.left.tiles;
      if (source.empty()) melds.erase(step.from);
    }
    Heap& target = melds[step.to];
    target.insert(target.end(), step.tiles.begin(), step.tiles.end());
    const Heap laid(step.laid_jokers, rules.joker()), freed(step.freed_jokers, rules.joker());
    if (!take(hand, laid) || !take(target, freed)) return false;
    target.insert(target.end(), laid.begin(), laid.end());
    hand.insert(hand.end(), freed.begin(), freed.end());
    if (sorted(target) != sorted(step.makes.tiles)) return false;
    target = step.makes.tiles;
  }
  std::vector<Heap> got, wanted;
  for (const auto& [id, meld] : melds) got.push_back(meld);
  for (std::size_t i = 0; i < solution.table.size(); ++i) {
    const auto meld = solution.table[i];
    wanted.emplace_back(meld.begin(), meld.end());
  }
  std::sort(got.begin(), got.end());
  std::sort(wanted.begin(), wanted.end());
  return hand.empty() && got == wanted && sorted(rack) == solution.remaining;
}

// Whole games of one player who draws when nothing can be played: tables of every size, rearranged.
void steps_of_whole_games(Rules rules, unsigned seed, int games) {
  std::vector<std::string> names;
  for (int kind = 0; kind < rules.kinds(); ++kind) names.push_back("t" + std::to_string(kind));
  names.push_back("J");
  std::mt19937 random(seed);
  solver::Solver solver(rules);
  StepPlanner planner(rules);
  std::vector<Step> steps;
  for (int game = 0; game < games; ++game) {
    std::vector<Tile> pool;
    for (int kind = 0; kind <= rules.kinds(); ++kind) {
      pool.insert(pool.end(), rules.copies_of(static_cast<Tile>(kind)), static_cast<Tile>(kind));
    }
    for (std::size_t i = pool.size(); i > 1; --i) std::swap(pool[i - 1], pool[random() % i]);
    Position position;
    while (!pool.empty()) {
      position.rack.push_back(pool.back());
      pool.pop_back();
      if (position.rack.size() < 5) continue;
      const Solution solution = solver.solve(position);
      if (!solution.play) continue;
      planner.plan(position.table, solution.table, solution.kept_from, steps);
      expect(arrives(rules, position, solution, steps), "the steps arrive at the new table");
      for (const Step& step : steps) {
        std::string text;
        describe(step, names, text);
        expect(text.size() > 5 && text.back() == '.', "a step is a sentence");
      }
      position.table = solution.table;
      position.rack = solution.remaining;
    }
  }
}

}  // namespace

int main() {
  for (const JokerRule rule : {JokerRule::official, JokerRule::free, JokerRule::locked}) {
    Rules rules;
    rules.joker_rule = rule;
    steps_of_whole_games(rules, 1, 1);
    Rules small{6, 4, 2, 2, 2};
    small.joker_rule = rule;
    steps_of_whole_games(small, 3, 1);
  }
  return failures == 0 ? 0 : 1;
}
