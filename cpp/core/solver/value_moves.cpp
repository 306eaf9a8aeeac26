#include "solver/value_moves.hpp"

#include <algorithm>
#include <bitset>
#include <span>

namespace optimeld::solver {

int groups_for(int colours, int min_meld, int natural, int most, int jokers) {
  const int tiles = natural + jokers;
  if (tiles == 0) return 0;
  // N groups hold between N * min_meld and N * colours tiles, and at most N of one colour; dealing the tiles out
  // colour by colour in turn then makes groups of sizes that differ by at most one.
  const int groups = std::max(most, (tiles + colours - 1) / colours);
  return groups * min_meld <= tiles ? groups : -1;
}

MoveList::MoveList(std::vector<ValueMove> moves, int colours) : colours_(colours), moves_(std::move(moves)) {
  if (moves_.size() < long_list) return;
  skip_.resize(moves_.size() * colours);
  for (std::size_t i = moves_.size(); i-- > 0;) {
    for (int c = 0; c < colours; ++c) {
      const bool same = i + 1 < moves_.size() && moves_[i].runs >> (8 * c) == moves_[i + 1].runs >> (8 * c);
      skip_[i * colours + c] = same ? skip_[(i + 1) * colours + c] : static_cast<std::uint32_t>(i + 1);
    }
  }
}

MoveList MoveList::playing(int least_used) const {
  std::vector<ValueMove> moves;
  for (const ValueMove& move : moves_)
    if (static_cast<int>(move.used) >= least_used) moves.push_back(move);
  return {std::move(moves), colours_};
}

ValueMoves::ValueMoves(const Rules& rules)
    : colours_(rules.colours), copies_(rules.copies), min_meld_(rules.min_meld) {}

CellMoves& ValueMoves::at(Cell cell) {
  if (2 * (known_.size() + 1) > cache_.size()) grow();
  std::size_t i = place(cell);
  while (cache_[i].cell != cell && cache_[i].cell != empty) i = (i + 1) & (cache_.size() - 1);
  if (cache_[i].cell == empty) {
    cache_[i] = {cell, &known_.emplace_back()};
    bytes_ += sizeof(CellMoves) + 2 * sizeof(Slot);
    add_needs(cell, known_.back());
  }
  return *cache_[i].known;
}

void ValueMoves::grow() {
  std::vector<Slot> old(std::max<std::size_t>(256, cache_.size() * 2));
  old.swap(cache_);
  for (const auto& slot : old) {
    if (slot.cell == empty) continue;
    std::size_t i = place(slot.cell);
    while (cache_[i].cell != empty) i = (i + 1) & (cache_.size() - 1);
    cache_[i] = slot;
  }
}

void ValueMoves::add_list(Cell cell, int jokers, std::unique_ptr<MoveList>& list, Patience& patience) {
  list = std::make_unique<MoveList>(build(cell, jokers, patience), colours_);
  bytes_ += list->bytes() + sizeof(MoveList);
}

const MoveList& ValueMoves::part_of(const MoveList& all, CellMoves& known, int jokers, int least_used) {
  auto& parts = known.playing[jokers];
  const auto at = static_cast<std::size_t>(std::min(least_used, known.rack_tiles + 1));  // beyond, nothing is left
  if (parts.size() <= at) parts.resize(at + 1);
  if (!parts[at]) {
    parts[at] = std::make_unique<MoveList>(all.playing(least_used));
    bytes_ += parts[at]->bytes() + sizeof(MoveList);
  }
  return *parts[at];
}

void ValueMoves::add_needs(Cell cell, CellMoves& known) {
  const auto available = [&](int colour) { return forced_in(cell, colour) + optional_in(cell, colour); };
  std::array<ValueNeed, max_colours> needs;
  for (int jokers = 0; jokers <= max_jokers; ++jokers) {
    // The most groups that can stand here: N of them take at most N tiles of one colour.
    int groups = 0;
    for (int more = 1; min_meld_ <= colours_ && more <= copies_ + max_jokers; ++more) {
      int tiles = jokers;
      for (int colour = 0; colour < colours_; ++colour) tiles += std::min(more, available(colour));
      if (tiles >= more * min_meld_) groups = more;
    }
    for (int colour = 0; colour < colours_; ++colour) {
      needs[colour].least[jokers] = static_cast<std::uint8_t>(std::max(0, forced_in(cell, colour) - groups));
      needs[colour].available = static_cast<std::uint8_t>(available(colour));
    }
  }
  for (int colour = 0; colour < colours_; ++colour) {
    known.rack_tiles += optional_in(cell, colour);
    const auto [it, fresh] = need_kinds_.try_emplace(needs[colour], static_cast<std::uint16_t>(needs_.size()));
    if (fresh) needs_.push_back(needs[colour]);
    known.needs[colour] = it->second;
  }
}

namespace {

// Tiles of one colour at one value: the copies of any box, and jokers that stand for more of them.
constexpr int most_of_colour = 4 + max_jokers;
// All tiles of a value, and the jokers that may be in runs, as bits.
constexpr std::size_t most_bits = (max_jokers + 1) * (max_colours * 4 + max_jokers + 1);

// The tiles of one colour at a value.
struct Colour {
  int forced, all;
};

// Lists the moves of one cell run vector by run vector, in their order. Of the tiles that are not in runs only three
// numbers matter: the jokers among the runs, the tiles in groups and the most of them of one colour. All that these can
// be are followed at once, as bits of a set for each `most`: one row of sums for each number of jokers.
template <class Set>
class MoveLister {
 public:
  MoveLister(std::span<const Colour> colours, int min_meld, int jokers, Patience& patience)
      : colours_(colours), jokers_(jokers), patience_(patience) {
    for (const Colour& colour : colours) {
      forced_ += colour.forced;
      tiles_ += colour.all;
      most_ = std::max(most_, colour.all);
    }
    for (std::size_t i = 0; i < place(jokers + 1, 0); ++i) there_.set(i);
    for (int most = 0; most <= most_; ++most) {
      for (int in_runs = 0; in_runs <= jokers; ++in_runs) {
        for (int sum = 0; sum <= tiles_; ++sum) {
          if (groups_for(static_cast<int>(colours.size()), min_meld, sum, most, jokers - in_runs) < 0) continue;
          standing_[most].set(place(in_runs, sum));
        }
      }
    }
  }

  std::vector<ValueMove> list() {
    Sets start{};
    start[0].set(place(0, 0));
    follow(static_cast<int>(colours_.size()) - 1, 0, 0, start);
    return std::move(moves_);
  }

 private:
  using Sets = std::array<Set, most_of_colour + 1>;  // by the most tiles of one colour in groups

  std::size_t place(int jokers, int sum) const { return static_cast<std::size_t>(jokers * (tiles_ + 1) + sum); }

  void follow(int c, std::uint64_t runs, int in_runs, const Sets& sets) {
    patience_.step();
    if (c < 0) {
      take(runs, in_runs, sets);
      return;
    }
    const auto [forced, all] = colours_[static_cast<std::size_t>(c)];
    for (int here = 0; here <= all + jokers_; ++here) {
      Sets next{};
      for (int joker = std::max(0, here - all); joker <= std::min(here, jokers_); ++joker) {
        const int naturals = here - joker;
        for (int in_groups = std::max(0, forced - naturals); naturals + in_groups <= all; ++in_groups) {
          for (int most = 0; most <= most_; ++most)
            next[std::max(most, in_groups)] |= sets[most] << place(joker, in_groups);
        }
      }
      Set any;
      for (int most = 0; most <= most_; ++most) any |= next[most] &= there_;
      if (any.any()) follow(c - 1, runs | static_cast<std::uint64_t>(here) << (8 * c), in_runs + here, next);
    }
  }

  void take(std::uint64_t runs, int in_runs, const Sets& sets) {
    Set standing;
    for (int most = 0; most <= most_; ++most) standing |= sets[most] & standing_[most];
    if (standing.none()) return;
    int used = -1;
    for (int jokers = 0; jokers <= jokers_; ++jokers) {
      for (int sum = tiles_; sum >= 0; --sum) {
        if (!standing.test(place(jokers, sum))) continue;
        used = std::max(used, in_runs - jokers + sum - forced_);
        break;
      }
    }
    moves_.push_back({runs, static_cast<std::uint32_t>(used)});
  }

  std::span<const Colour> colours_;
  int jokers_;
  Patience& patience_;
  int forced_ = 0, tiles_ = 0, most_ = 0;
  Sets standing_{};  // what makes groups with the jokers that are left
  Set there_;        // no more jokers than there are
  std::vector<ValueMove> moves_;
};

}  // namespace

std::vector<ValueMove> ValueMoves::build(Cell cell, int jokers, Patience& patience) const {
  std::array<Colour, max_colours> all_colours{};
  int tiles = 0;
  for (int c = 0; c < colours_; ++c) {
    all_colours[c] = {forced_in(cell, c), forced_in(cell, c) + optional_in(cell, c)};
    tiles += all_colours[c].all;
  }
  const std::span colours(all_colours.data(), static_cast<std::size_t>(colours_));
  if ((jokers + 1) * (tiles + 1) <= 64) return MoveLister<std::bitset<64>>(colours, min_meld_, jokers, patience).list();
  return MoveLister<std::bitset<most_bits>>(colours, min_meld_, jokers, patience).list();
}

ValueDetail ValueMoves::detail(Cell cell, int jokers, const ValueMove& move) const {
  ValueDetail detail;
  int forced_total = 0;
  for (int colour = 0; colour < colours_; ++colour) forced_total += forced_in(cell, colour);
  const int naturals = forced_total + static_cast<int>(move.used);

  const auto search = [&](auto&& self, int colour, int jokers_left, int naturals_left, int sum, int most) -> bool {
    if (colour == colours_) {
      if (naturals_left != 0) return false;
      const int groups = groups_for(colours_, min_meld_, sum, most, jokers_left);
      if (groups < 0) return false;
      detail.groups = groups;
      for (int c = 0; jokers_left > 0; ++c) {
        const int room = std::min(jokers_left, groups - detail.group_natural[c]);
        detail.group_joker[c] = static_cast<std::uint8_t>(room);
        jokers_left -= room;
      }
      return true;
    }
    const int r = static_cast<int>(move.runs >> (8 * colour) & 255);
    const int forced = forced_in(cell, colour), all = forced + optional_in(cell, colour);
    for (int joker = 0; joker <= std::min(r, jokers_left); ++joker) {
      const int in_runs = r - joker;
      if (in_runs > all) continue;
      for (int in_groups = std::min(all - in_runs, naturals_left - in_runs); in_groups >= std::max(0, forced - in_runs);
           --in_groups) {
        detail.run_natural[colour] = static_cast<std::uint8_t>(in_runs);
        detail.run_joker[colour] = static_cast<std::uint8_t>(joker);
        detail.group_natural[colour] = static_cast<std::uint8_t>(in_groups);
        if (self(self, colour + 1, jokers_left - joker, naturals_left - in_runs - in_groups, sum + in_groups,
                 std::max(most, in_groups))) {
          return true;
        }
      }
    }
    return false;
  };
  search(search, 0, jokers, naturals, 0, 0);
  return detail;
}

bool ValueMoves::one_choice(Cell cell, int jokers, const ValueMove& move) const {
  int optional = 0;
  for (int colour = 0; colour < colours_; ++colour) optional += optional_in(cell, colour);
  if (move.used == 0 || static_cast<int>(move.used) == optional) return true;
  // Try every other choice of as many rack tiles, as tiles that are forced.
  std::array<int, max_colours> choice{};
  int found = 0;
  const auto choose = [&](auto&& self, int colour, int left) -> void {
    if (found > 1) return;
    if (colour == colours_) {
      if (left > 0) return;
      Cell forced_cell = 0;
      for (int c = 0; c < colours_; ++c) forced_cell += (forced_in(cell, c) + choice[c]) * forced(c);
      found += feasible(forced_cell, jokers, move.runs);
      return;
    }
    for (choice[colour] = std::min(left, optional_in(cell, colour)); choice[colour] >= 0; --choice[colour])
      self(self, colour + 1, left - choice[colour]);
    choice[colour] = 0;
  };
  choose(choose, 0, static_cast<int>(move.used));
  return found <= 1;
}

// Can exactly the forced tiles be split into these runs and groups?
bool ValueMoves::feasible(Cell cell, int jokers, std::uint64_t runs) const {
  const auto search = [&](auto&& self, int colour, int left, int sum, int most) -> bool {
    if (colour == colours_) return groups_for(colours_, min_meld_, sum, most, left) >= 0;
    const int r = static_cast<int>(runs >> (8 * colour) & 255), all = forced_in(cell, colour);
    for (int joker = std::max(0, r - all); joker <= std::min(r, left); ++joker) {
      const int in_groups = all - (r - joker);
      if (self(self, colour + 1, left - joker, sum + in_groups, std::max(most, in_groups))) return true;
    }
    return false;
  };
  return search(search, 0, jokers, 0, 0);
}

}  // namespace optimeld::solver
