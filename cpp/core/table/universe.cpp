#include "table/universe.hpp"

#include <algorithm>

namespace optimeld {
namespace {

// Calls `visit` with every increasing choice of `count` of the numbers low..high.
template <typename Visit>
void choose(int low, int high, int count, std::vector<int>& chosen, const Visit& visit) {
  if (count == 0) return visit(chosen);
  for (int next = low; next + count - 1 <= high; ++next) {
    chosen.push_back(next);
    choose(next + 1, high, count - 1, chosen, visit);
    chosen.pop_back();
  }
}

template <typename Visit>
void choose(int low, int high, int count, const Visit& visit) {
  std::vector<int> chosen;
  choose(low, high, count, chosen, visit);
}

}  // namespace

DistinctMelds distinct_melds(const Rules& rules, int longest_run) {
  DistinctMelds found;
  const Tile joker = rules.joker();
  const int longest = std::min(longest_run, rules.values);
  std::vector<Tile> meld;
  const auto add = [&](bool group) {
    found.melds.add(meld);
    found.is_group.push_back(group);
  };

  for (int size = rules.min_meld; size <= longest; ++size) {
    for (int jokers = 0; jokers <= std::min(rules.jokers, size); ++jokers) {
      if (jokers == size) {  // jokers alone: one multiset, whatever the colour
        meld.assign(size, joker);
        add(false);
        continue;
      }
      for (int colour = 0; colour < rules.colours; ++colour) {
        for (int lowest = 1; lowest <= rules.values; ++lowest) {
          const int highest = std::min(lowest + size - 1, rules.values);
          choose(lowest + 1, highest, size - jokers - 1, [&](const std::vector<int>& others) {
            const int start = std::min(lowest, rules.values - size + 1);
            meld.assign(size, joker);
            meld[lowest - start] = rules.tile(colour, lowest);
            for (int value : others) meld[value - start] = rules.tile(colour, value);
            add(false);
          });
        }
      }
    }
  }

  for (int size = rules.min_meld; size <= rules.colours; ++size) {
    for (int jokers = 0; jokers <= std::min(rules.jokers, size); ++jokers) {
      const int naturals = size - jokers;
      if (naturals <= 1 && size <= longest) continue;  // listed among the runs
      if (naturals == 0) {
        meld.assign(size, joker);
        add(true);
        continue;
      }
      for (int value = 1; value <= rules.values; ++value) {
        choose(0, rules.colours - 1, naturals, [&](const std::vector<int>& colours) {
          meld.assign(size, joker);
          for (int i = 0; i < naturals; ++i) meld[i] = rules.tile(colours[i], value);
          add(true);
        });
      }
    }
  }
  return found;
}

PlacedMelds placed_melds(const Rules& rules, int longest_run) {
  PlacedMelds found;
  std::vector<Tile> meld, written;
  const auto add_all = [&](bool group) {
    const int size = static_cast<int>(meld.size());
    for (int jokers = 0; jokers <= std::min(rules.jokers, size); ++jokers) {
      choose(0, size - 1, jokers, [&](const std::vector<int>& places) {
        written = meld;
        for (int place : places) written[place] = rules.joker();
        found.readings.add(meld);
        found.written.add(written);
        found.is_group.push_back(group);
      });
    }
  };

  for (int size = rules.min_meld; size <= std::min(longest_run, rules.values); ++size) {
    for (int colour = 0; colour < rules.colours; ++colour) {
      for (int start = 1; start + size - 1 <= rules.values; ++start) {
        meld.clear();
        for (int value = start; value < start + size; ++value) meld.push_back(rules.tile(colour, value));
        add_all(false);
      }
    }
  }
  for (int size = rules.min_meld; size <= rules.colours; ++size) {
    for (int value = 1; value <= rules.values; ++value) {
      choose(0, rules.colours - 1, size, [&](const std::vector<int>& colours) {
        meld.clear();
        for (int colour : colours) meld.push_back(rules.tile(colour, value));
        add_all(true);
      });
    }
  }
  return found;
}

}  // namespace optimeld
