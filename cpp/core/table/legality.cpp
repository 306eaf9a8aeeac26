#include "table/legality.hpp"

#include <algorithm>

#include "table/joker_rules.hpp"
#include "table/matching.hpp"

namespace optimeld {

struct Judge::Work {
  explicit Work(const Rules& r) : rules(r), played(r.kinds() + 1), rack_count(r.kinds() + 1) {}

  Rules rules;
  OfficialRule official;
  LockedRule locked;
  MovedTiles moved;
  UnchangedMelds unchanged;
  std::vector<int> kept_from;
  std::vector<MeldShape> shapes;  // of the new melds
  std::vector<int> played;        // by kind, the joker last: copies that came from the rack
  std::vector<int> rack_count;
  std::vector<std::uint8_t> taken;  // melds already accounted for
  std::vector<Tile> sorted, other;

  Verdict read_melds(const MeldList& after);
  Verdict count_tiles(const MeldList& before, std::span<const Tile> rack, const MeldList& after);
  Verdict opening(const MeldList& before, const MeldList& after);
  Verdict jokers(const MeldList& before, const MeldList& after);
  Verdict figures(const Position& position, const SolveOptions& options, const Solution& solution);
  bool untouched(std::span<const Tile> a, std::span<const Tile> b);
};

namespace {

int joker_count(const Rules& rules, const MeldList& melds) {
  return static_cast<int>(std::count(melds.tiles.begin(), melds.tiles.end(), rules.joker()));
}

// Can melds worth enough be laid from some tiles? Kind by kind, each tile is left out or the first natural tile of some
// meld.
class Laying {
 public:
  // counts: by kind, the joker last.
  Laying(const Rules& rules, const std::vector<int>& counts) : rules_(rules), left_(counts) {}

  bool worth(int points) {
    enough_ = points;
    return from(0, 0);
  }

 private:
  int& jokers() { return left_[rules_.joker()]; }

  // With melds worth `laid` already, and the tiles of the kinds below `kind` left out.
  bool from(int kind, int laid) {
    if (laid + most_of_jokers_alone() >= enough_) return true;
    while (kind < rules_.kinds() && left_[kind] == 0) ++kind;
    if (kind == rules_.kinds() || laid + most_of_all(kind) < enough_) return false;
    --left_[kind];
    const bool found = runs(kind, laid) || groups(kind, laid) || from(kind, laid);
    ++left_[kind];
    return found;
  }

  // The highest group or run of jokers alone; 0 where there are too few.
  int most_of_jokers_alone() {
    int most = 0;
    for (int size = rules_.min_meld; size <= std::min(jokers(), std::max(rules_.values, rules_.colours)); ++size)
      most = std::max(most, meld_worth(rules_, std::vector<Tile>(static_cast<std::size_t>(size), rules_.joker())));
    return most;
  }

  // No more than this can come of the tiles from `kind` on.
  int most_of_all(int kind) {
    int most = jokers() * rules_.values;
    for (; kind < rules_.kinds(); ++kind) most += left_[kind] * rules_.value(static_cast<Tile>(kind));
    return most;
  }

  // Runs whose first natural tile this is, taken already: jokers before it, then natural tiles where there are any (a
  // joker instead of one is never worth more).
  bool runs(int kind, int laid) {
    const int value = rules_.value(static_cast<Tile>(kind));
    const int most = std::min(jokers(), value - 1);
    for (int lead = 0; lead <= most; ++lead) {
      int sum = 0;
      for (int v = value - lead; v <= value; ++v) sum += v;
      jokers() -= lead;
      const bool found = longer_run(kind, value, lead + 1, laid, sum);
      jokers() += lead;
      if (found) return true;
    }
    return false;
  }

  // A run that ends at `last`, as it is or longer.
  bool longer_run(int kind, int last, int length, int laid, int sum) {
    if (length >= rules_.min_meld && from(kind, laid + sum)) return true;
    if (last == rules_.values) return false;
    const Tile next = rules_.tile(rules_.colour(static_cast<Tile>(kind)), last + 1);
    const Tile taken = left_[next] > 0 ? next : rules_.joker();
    if (left_[taken] == 0) return false;
    --left_[taken];
    const bool found = longer_run(kind, last + 1, length + 1, laid, sum + last + 1);
    ++left_[taken];
    return found;
  }

  // Groups whose first natural tile this is, taken already: any of the colours after it, then jokers.
  bool groups(int kind, int laid) { return larger_group(kind, rules_.colour(static_cast<Tile>(kind)) + 1, 1, laid); }

  bool larger_group(int kind, int colour, int size, int laid) {
    const int value = rules_.value(static_cast<Tile>(kind));
    if (colour == rules_.colours) {
      const int most = std::min(jokers(), rules_.colours - size);
      for (int filled = std::max(0, rules_.min_meld - size); filled <= most; ++filled) {
        jokers() -= filled;
        const bool found = from(kind, laid + (size + filled) * value);
        jokers() += filled;
        if (found) return true;
      }
      return false;
    }
    if (larger_group(kind, colour + 1, size, laid)) return true;
    int& left = left_[rules_.tile(colour, value)];
    if (left == 0) return false;
    --left;
    const bool found = larger_group(kind, colour + 1, size + 1, laid);
    ++left;
    return found;
  }

  const Rules& rules_;
  std::vector<int> left_;
  int enough_ = 0;
};

int holder_of(const MeldList& melds, Tile tile) {
  for (std::size_t i = 0; i < melds.size(); ++i) {
    const auto meld = melds[i];
    if (std::find(meld.begin(), meld.end(), tile) != meld.end()) return static_cast<int>(i);
  }
  return -1;
}

Verdict wrong(const char* figure) {
  Verdict verdict;
  verdict.offence = Offence::wrong_figure;
  verdict.figure = figure;
  return verdict;
}

}  // namespace

Verdict Judge::Work::read_melds(const MeldList& after) {
  shapes.resize(after.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    const auto meld = after[i];
    const bool known = std::all_of(meld.begin(), meld.end(), [&](Tile tile) { return tile <= rules.joker(); });
    if (known) shapes[i] = read_meld(rules, meld);
    if (!known || !shapes[i].legal()) {
      Verdict verdict;
      verdict.offence = Offence::not_a_meld;
      verdict.meld = static_cast<int>(i);
      return verdict;
    }
  }
  return {};
}

// Leaves in `played` what came from the rack.
Verdict Judge::Work::count_tiles(const MeldList& before, std::span<const Tile> rack, const MeldList& after) {
  std::fill(played.begin(), played.end(), 0);
  std::fill(rack_count.begin(), rack_count.end(), 0);
  for (const Tile tile : after.tiles) ++played[tile];
  for (const Tile tile : before.tiles) --played[tile];
  for (const Tile tile : rack) ++rack_count[tile];
  Verdict verdict;
  for (const Tile tile : before.tiles) {
    if (played[tile] >= 0) continue;
    verdict.offence = Offence::tile_missing;
    verdict.tile = tile;
    verdict.old_meld = holder_of(before, tile);
    return verdict;
  }
  for (const Tile tile : after.tiles) {
    if (played[tile] <= rack_count[tile]) continue;
    verdict.offence = Offence::tile_not_on_rack;
    verdict.tile = tile;
    verdict.meld = holder_of(after, tile);
    return verdict;
  }
  if (after.tiles.size() == before.tiles.size()) verdict.offence = Offence::nothing_played;
  return verdict;
}

// A group has no order of its own; a meld that can be read as a run has.
bool Judge::Work::untouched(std::span<const Tile> a, std::span<const Tile> b) {
  if (a.size() != b.size()) return false;
  if (std::equal(a.begin(), a.end(), b.begin())) return true;
  const MeldShape shape = read_meld(rules, a), shape_b = read_meld(rules, b);
  if (!shape.group || shape.run || !shape_b.group || shape_b.run) return false;
  return shape.group_value == shape_b.group_value && shape.group_colours == shape_b.group_colours;
}

Verdict Judge::Work::opening(const MeldList& before, const MeldList& after) {
  taken.assign(after.size(), 0);
  Verdict verdict;
  for (std::size_t i = 0; i < before.size() && verdict.old_meld < 0; ++i) {
    std::size_t j = 0;
    while (j < after.size() && (taken[j] || !untouched(before[i], after[j]))) ++j;
    if (j < after.size()) {
      taken[j] = 1;
    } else {
      verdict.old_meld = static_cast<int>(i);
    }
  }
  if (verdict.old_meld < 0) {
    // Every old tile is accounted for, so the other melds are from the rack alone.
    verdict.points = 0;
    for (std::size_t j = 0; j < after.size(); ++j) {
      if (!taken[j]) verdict.points += meld_worth(rules, after[j]);
    }
    if (verdict.points >= rules.opening_points) return {};
    verdict.offence = Offence::too_few_points;
  } else {
    verdict.offence = Offence::table_touched;
  }
  if (rules.opening_then_table) {
    // Enough is enough wherever the tiles ended up: they could have been laid first.
    if (Laying(rules, played).worth(rules.opening_points)) return jokers(before, after);
    verdict.offence = Offence::too_few_points;
  }
  return verdict;
}

Verdict Judge::Work::jokers(const MeldList& before, const MeldList& after) {
  Verdict verdict;
  if (rules.joker_rule == JokerRule::free || joker_count(rules, before) == 0) return verdict;
  if (rules.joker_rule == JokerRule::official) {
    verdict.meld = official.offending_meld(rules, before, after, shapes, played);
    if (verdict.meld >= 0) verdict.offence = Offence::joker_retrieved;
  } else {
    verdict.old_meld = locked.offending_meld(rules, before, after, shapes, played);
    if (verdict.old_meld >= 0) verdict.offence = Offence::joker_locked;
  }
  return verdict;
}

Verdict Judge::Work::figures(const Position& position, const SolveOptions& options, const Solution& solution) {
  const MeldList& before = position.table;
  const MeldList& after = solution.table;
  if (solution.melds_before != static_cast<int>(before.size())) return wrong("melds_before");

  // Played and remaining, sorted, together the rack; played is what the table gained.
  if (!std::is_sorted(solution.played.begin(), solution.played.end())) return wrong("played");
  if (!std::is_sorted(solution.remaining.begin(), solution.remaining.end())) return wrong("remaining");
  if (solution.tiles != static_cast<int>(solution.played.size())) return wrong("tiles");
  sorted.resize(solution.played.size() + solution.remaining.size());
  std::merge(solution.played.begin(), solution.played.end(), solution.remaining.begin(), solution.remaining.end(),
             sorted.begin());
  other.assign(position.rack.begin(), position.rack.end());
  std::sort(other.begin(), other.end());
  if (sorted != other) return wrong("remaining");
  int value = 0;
  for (const Tile tile : solution.played) {
    if (--played[tile] < 0) return wrong("played");
    value += rules.worth(tile, options.joker_value);
  }
  if (solution.tiles + before.tiles.size() != after.tiles.size()) return wrong("tiles");
  if (value != solution.value) return wrong("value");

  // Kept melds: each its own old meld, as written.
  if (solution.kept_from.size() != after.size()) return wrong("kept_from");
  taken.assign(before.size(), 0);
  int kept = 0;
  for (std::size_t j = 0; j < after.size(); ++j) {
    const int from = solution.kept_from[j];
    if (from < 0) continue;
    if (from >= static_cast<int>(before.size()) || taken[from]) return wrong("kept_from");
    if (!same_as_written(before[from], after[j])) return wrong("kept_from");
    taken[from] = 1;
    ++kept;
  }
  if (kept != solution.kept) return wrong("kept");
  if (options.keep) {
    kept_from = solution.kept_from;
    unchanged.complete(before, after, kept_from);
    if (kept_from != solution.kept_from) return wrong("kept");
  }
  if (options.tidy && solution.moved != moved.fewest(rules, before, after)) return wrong("moved");

  if (!options.opening || !solution.play) return solution.points == -1 ? Verdict{} : wrong("points");
  int points = 0;
  for (std::size_t j = 0; j < after.size(); ++j) {
    if (solution.kept_from[j] < 0) points += meld_worth(rules, after[j]);
  }
  return points == solution.points ? Verdict{} : wrong("points");
}

Judge::Judge(const Rules& rules) : work_(std::make_unique<Work>(rules)) {}
Judge::~Judge() = default;
Judge::Judge(Judge&&) noexcept = default;
Judge& Judge::operator=(Judge&&) noexcept = default;

const Rules& Judge::rules() const { return work_->rules; }

Verdict Judge::judge(const MeldList& before, std::span<const Tile> rack, bool opening, const MeldList& after) {
  Verdict verdict = work_->read_melds(after);
  if (verdict.ok()) verdict = work_->count_tiles(before, rack, after);
  if (verdict.ok()) verdict = opening ? work_->opening(before, after) : work_->jokers(before, after);
  return verdict;
}

Verdict Judge::check(const Position& position, const SolveOptions& options, const Solution& solution) {
  if (solution.play) {
    const Verdict verdict = judge(position.table, position.rack, options.opening, solution.table);
    if (!verdict.ok()) return verdict;
  } else {
    if (solution.table != position.table) return wrong("table");
    std::fill(work_->played.begin(), work_->played.end(), 0);
  }
  return work_->figures(position, options, solution);
}

std::vector<LockedMeld> Judge::locked_melds(const MeldList& before, const MeldList& after) {
  if (!work_->read_melds(after).ok()) return {};
  std::fill(work_->played.begin(), work_->played.end(), 0);
  for (const Tile tile : after.tiles) ++work_->played[tile];
  for (const Tile tile : before.tiles) --work_->played[tile];
  if (work_->locked.offending_meld(work_->rules, before, after, work_->shapes, work_->played) >= 0) return {};
  return work_->locked.fates();
}

}  // namespace optimeld
