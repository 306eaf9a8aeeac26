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
  bool lays_enough(int kind, int worth, int enough);
};

namespace {

int joker_count(const Rules& rules, const MeldList& melds) {
  return static_cast<int>(std::count(melds.tiles.begin(), melds.tiles.end(), rules.joker()));
}

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
    rack_count = played;
    if (lays_enough(0, 0, rules.opening_points)) return jokers(before, after);
    verdict.offence = Offence::too_few_points;
  }
  return verdict;
}

// Can melds worth `enough` be laid from the tiles counted in rack_count? Kind by kind, each tile left out or the
// first natural tile of some meld.
bool Judge::Work::lays_enough(int kind, int worth, int enough) {
  if (worth >= enough) return true;
  int& jokers = rack_count[rules.joker()];
  if (jokers >= rules.min_meld) {
    // Jokers alone: the highest group or run there is.
    const int size = std::min(jokers, std::max(rules.values, rules.colours));
    int most = 0;
    for (int n = rules.min_meld; n <= size; ++n) {
      most = std::max(most, meld_worth(rules, std::vector<Tile>(n, rules.joker())));
    }
    if (worth + most >= enough) return true;
  }
  while (kind < rules.kinds() && rack_count[kind] == 0) ++kind;
  if (kind == rules.kinds()) return false;
  int most = worth + jokers * rules.values;
  for (int k = kind; k < rules.kinds(); ++k) most += rack_count[k] * rules.value(static_cast<Tile>(k));
  if (most < enough) return false;
  const int value = rules.value(static_cast<Tile>(kind)), colour = rules.colour(static_cast<Tile>(kind));
  --rack_count[kind];

  // Runs whose first natural tile this is: `lead` jokers before it, then tiles or jokers.
  const int jokers_before = jokers;
  for (int lead = 0; lead <= std::min(jokers_before, value - 1); ++lead) {
    jokers -= lead;
    int taken_to = value, length = lead + 1, sum = 0;
    for (int v = value - lead; v <= value; ++v) sum += v;
    std::vector<int> used;  // kinds or jokers after the first natural tile
    bool found = false;
    // Natural tiles where there are any: a joker instead of one is never worth more.
    while (!found) {
      if (length >= rules.min_meld) found = lays_enough(kind, worth + sum, enough);
      if (found || taken_to == rules.values) break;
      ++taken_to, ++length, sum += taken_to;
      const int next = rules.tile(colour, taken_to);
      const int from = rack_count[next] > 0 ? next : rules.joker();
      if (rack_count[from] == 0) break;
      --rack_count[from];
      used.push_back(from);
    }
    for (const int from : used) ++rack_count[from];
    jokers += lead;
    if (found) return ++rack_count[kind], true;
  }

  // Groups whose first natural tile this is.
  const int others = rules.colours - colour - 1;
  for (std::uint32_t mask = 0; mask < 1u << others; ++mask) {
    int size = 1;
    bool there = true;
    for (int c = 0; c < others; ++c) {
      if (!(mask >> c & 1)) continue;
      ++size;
      there = there && rack_count[rules.tile(colour + 1 + c, value)] > 0;
    }
    if (!there) continue;
    for (int c = 0; c < others; ++c) rack_count[rules.tile(colour + 1 + c, value)] -= mask >> c & 1;
    bool found = false;
    for (int fill = std::max(0, rules.min_meld - size); fill <= jokers && size + fill <= rules.colours; ++fill) {
      jokers -= fill;
      found = lays_enough(kind, worth + (size + fill) * value, enough);
      jokers += fill;
      if (found) break;
    }
    for (int c = 0; c < others; ++c) rack_count[rules.tile(colour + 1 + c, value)] += mask >> c & 1;
    if (found) return ++rack_count[kind], true;
  }

  const bool without = lays_enough(kind, worth, enough);
  ++rack_count[kind];
  return without;
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
    value += rules.is_joker(tile) ? options.joker_value : rules.value(tile);
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
    for (std::size_t j = 0; j < after.size(); ++j) {
      if (solution.kept_from[j] >= 0) continue;
      for (std::size_t i = 0; i < before.size(); ++i) {
        if (!taken[i] && same_as_written(before[i], after[j])) return wrong("kept");
      }
    }
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
