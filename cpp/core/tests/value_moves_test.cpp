// The moves of one value, against all that can be done with its tiles, tried out one by one.
#include <array>
#include <cstdio>
#include <map>
#include <random>

#include "check.hpp"
#include "solver/value_moves.hpp"

using namespace optimeld;
using namespace optimeld::solver;
using namespace optimeld::tests;

namespace {

// Every tile of every colour goes into a run or a group or, if it need not be laid, stays; jokers likewise.
struct Tried {
  const Rules& rules;
  const ValueMoves& moves;
  Cell cell;
  int jokers;
  std::map<std::uint64_t, int> used{};  // by runs: the most rack tiles

  void from(int colour, int left, std::uint64_t runs, int sum, int most, int laid) {
    if (colour == rules.colours) {
      if (groups_for(rules.colours, rules.min_meld, sum, most, left) < 0) return;
      const auto [it, fresh] = used.try_emplace(runs, laid);
      it->second = std::max(it->second, laid);
      return;
    }
    const int forced = moves.forced_in(cell, colour), all = forced + moves.optional_in(cell, colour);
    for (int joker = 0; joker <= left; ++joker)
      for (int in_runs = 0; in_runs <= all; ++in_runs)
        for (int in_groups = std::max(0, forced - in_runs); in_runs + in_groups <= all; ++in_groups)
          from(colour + 1, left - joker, runs | static_cast<std::uint64_t>(in_runs + joker) << (8 * colour),
               sum + in_groups, std::max(most, in_groups), laid + in_runs + in_groups - forced);
  }
};

void check_cell(const Rules& rules, std::mt19937& random) {
  ValueMoves moves(rules);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Cell cell = 0;
  int standing = below(max_jokers + 1);  // table jokers that stand for tiles of this value
  for (int colour = 0; colour < rules.colours; ++colour) {
    const int all = below(rules.copies + 1), forced = below(all + 1), more = below(standing + 1);
    standing -= more;
    cell += static_cast<Cell>(forced + more) * moves.forced(colour) +
            static_cast<Cell>(all - forced) * moves.optional(colour);
  }
  for (int jokers = 0; jokers <= rules.jokers; ++jokers) {
    Tried tried{rules, moves, cell, jokers};
    tried.from(0, jokers, 0, 0, 0, 0);
    Patience patience;
    const MoveList& listed = moves.moves(cell, jokers, patience);
    CHECK(listed.size() == tried.used.size());
    for (const auto& [runs, used] : tried.used) CHECK(listed.most_used(runs) == used);
  }
}

}  // namespace

int main() {
  std::mt19937 random(1);
  for (const auto& [colours, copies, jokers] : {std::array{4, 2, 2}, {4, 3, 4}, {3, 4, 4}, {6, 1, 2}, {8, 1, 1}}) {
    for (int min_meld = 2; min_meld <= 4; ++min_meld) {
      Rules rules;
      rules.colours = colours, rules.copies = copies, rules.jokers = jokers, rules.min_meld = min_meld;
      for (int i = 0; i < 40; ++i) check_cell(rules, random);
    }
  }
  std::printf("value moves: %d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
