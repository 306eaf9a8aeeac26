#include "table/melds.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "check.hpp"
#include "table/universe.hpp"

using namespace optimeld;

namespace {

// Everything the universe lists is a meld, in the order it is written in, and no two are the same tiles.
void check_universe(const Rules& rules, int longest_run) {
  const DistinctMelds distinct = distinct_melds(rules, longest_run);
  std::set<std::vector<Tile>> seen;
  for (std::size_t i = 0; i < distinct.melds.size(); ++i) {
    const auto meld = distinct.melds[i];
    const MeldShape shape = read_meld(rules, meld);
    CHECK(shape.legal());
    CHECK(distinct.is_group[i] ? shape.group : shape.run);
    std::vector<Tile> tiles(meld.begin(), meld.end());
    CHECK(arrange_meld(rules, tiles).size() == tiles.size());
    std::sort(tiles.begin(), tiles.end());
    CHECK(seen.insert(tiles).second);
  }
  const PlacedMelds placed = placed_melds(rules, longest_run);
  std::set<std::vector<Tile>> of_placed;
  for (std::size_t i = 0; i < placed.readings.size(); ++i) {
    CHECK(read_meld(rules, placed.written[i]).legal());
    std::vector<Tile> tiles(placed.written[i].begin(), placed.written[i].end());
    std::sort(tiles.begin(), tiles.end());
    of_placed.insert(tiles);
  }
  CHECK(of_placed == seen);
}

// Every order of the tiles of a small meld: arranging never loses a tile and arranging twice changes nothing.
void check_orders(const Rules& rules) {
  const DistinctMelds distinct = distinct_melds(rules, 4);
  for (std::size_t i = 0; i < distinct.melds.size(); ++i) {
    std::vector<Tile> tiles(distinct.melds[i].begin(), distinct.melds[i].end());
    std::sort(tiles.begin(), tiles.end());
    do {
      std::vector<Tile> arranged = arrange_meld(rules, tiles);
      if (arranged.empty()) {
        CHECK(!read_meld(rules, tiles).legal());
        continue;
      }
      CHECK(read_meld(rules, arranged).legal());
      CHECK(arrange_meld(rules, arranged) == arranged);
      CHECK(identities(rules, arranged).size() == arranged.size());
      std::sort(arranged.begin(), arranged.end());
      std::vector<Tile> sorted = tiles;
      std::sort(sorted.begin(), sorted.end());
      CHECK(arranged == sorted);
    } while (std::next_permutation(tiles.begin(), tiles.end()));
  }
}

}  // namespace

int main() {
  const Rules retail;
  CHECK(distinct_melds(retail, 5).melds.size() == 1173);
  CHECK(placed_melds(retail, 5).readings.size() == 1831);

  const Tile joker = retail.joker();
  const std::vector<Tile> either{retail.tile(1, 5), joker, joker};
  CHECK(read_meld(retail, either).run && read_meld(retail, either).group);
  CHECK(meld_worth(retail, either) == 18);
  CHECK(arrange_meld(retail, std::vector<Tile>{}).empty());

  for (int values : {3, 4, 7}) {
    for (int colours : {2, 3, 8}) {
      for (int jokers : {0, 1, 2, 4}) {
        for (int min_meld : {2, 3, 5}) {
          Rules rules;
          rules.values = values, rules.colours = colours, rules.jokers = jokers, rules.min_meld = min_meld;
          if (min_meld > values && min_meld > colours) continue;
          check_universe(rules, std::min(run_that_splits(rules) - 1, values));
          if (values <= 4 && colours <= 3) check_orders(rules);
        }
      }
    }
  }
  return tests::failures != 0;
}
