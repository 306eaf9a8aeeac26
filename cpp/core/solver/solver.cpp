#include "solver/solver.hpp"

#include <algorithm>
#include <chrono>

#include "solver/arrange.hpp"
#include "solver/prepare.hpp"
#include "solver/search.hpp"
#include "solver/tidy.hpp"
#include "table/legality.hpp"
#include "table/matching.hpp"

namespace optimeld::solver {

struct Solver::Impl {
  explicit Impl(const Rules& r)
      : rules(r),
        moves(rules),
        preparer(rules, moves),
        arranger(rules, moves),
        trial(rules, moves),
        judge(rules),
        tidy(rules),
        kept_tables(rules) {}

  Rules rules;
  ValueMoves moves;
  Preparer preparer;
  Arranger arranger, trial;
  Judge judge;
  MovedTiles moved;
  UnchangedMelds unchanged;
  Tidy tidy;

  // The best play of the configurations considered so far; the arranger holds its melds.
  struct Best {
    std::int64_t gain = -1;
    int lost = 0;
    bool stopped = false;     // before all was considered
    bool play_proved = true;  // no play gains more
    bool only_one = false;    // the melds kept and the tiles played may be the only best ones: the search can tell
  } best;

  KeptTables kept_tables;
  Problem problem;
  Search<std::uint64_t> narrow;
  Search<unsigned __int128> wide;

  // Calls use(search, tables) with the narrowest state word that fits.
  template <class Use>
  auto with_search(Use&& use) {
    RunTables& tables = kept_tables.at(problem.parallel);
    const int bits = tables.runs.bits() * rules.colours + PlainGraph<std::uint64_t>::joker_bits;
    if (bits <= 64) return use(narrow, tables);
    if (bits <= 128) return use(wide, tables);
    throw TooLarge("the open runs of this box do not fit the solver's state: " + std::to_string(bits) + " bits of 128");
  }

  void solve(const Position& position, const SolveOptions& options, Solution& out);
  template <class AnySearch>
  void consider(AnySearch& search, const Position& position, const SolveOptions& options);
  void finish(const Position& position, const SolveOptions& options, Solution& out);
  void count_played(const Position& position, const SolveOptions& options, Solution& out);
  void move_fewest(const Position& position, Solution& out);
  bool no_other();
};

void Solver::Impl::solve(const Position& position, const SolveOptions& options, Solution& out) {
  preparer.read(position, options);
  kept_tables.trim();
  best = {};
  const std::size_t configurations = preparer.configurations();
  for (std::size_t i = 0; i < configurations && !best.stopped; ++i) {
    preparer.fill(i, problem);
    with_search([&](auto& search, RunTables& tables) {
      search.begin(rules, problem, tables, moves, options);
      consider(search, position, options);
    });
    if (best.stopped && i + 1 < configurations) best.play_proved = false;
  }
  best.only_one = best.only_one && configurations == 1;
  out.melds_before = static_cast<int>(position.table.size());
  out.play = best.gain > 0;
  out.play_proved = best.play_proved;
  out.kept_proved = !best.stopped && (options.keep || options.opening || !out.play);
  finish(position, options, out);
  const Verdict verdict = judge.check(position, options, out);
  if (!verdict.ok())
    throw std::logic_error("solver: an answer failed the check of legality (offence " +
                           std::to_string(static_cast<int>(verdict.offence)) + ", figure " +
                           (verdict.figure ? verdict.figure : "none") + ")");
}

// One configuration: where it is better than those before it, its play is laid out.
template <class AnySearch>
void Solver::Impl::consider(AnySearch& search, const Position& position, const SolveOptions& options) {
  const bool keep = options.keep && !options.opening && !position.table.empty();
  const auto allowed = [&](const Problem& tried, const std::function<void(Arranger&)>& lay) {
    trial.begin(tried, position.table);
    lay(trial);
    trial.end();
    if (!judge.judge(position.table, position.rack, false, trial.melds).ok()) return false;
    std::swap(arranger.melds, trial.melds);
    std::swap(arranger.kept_from, trial.kept_from);
    return true;
  };
  // With the same gain, only fewer losses are better.
  const std::int64_t floor = best.gain + (keep && problem.lost < best.lost ? 0 : 1);
  std::int64_t gain = -1;
  try {
    gain = search.best_gain(keep ? Then::fewest_lost : Then::nothing, allowed, floor);
  } catch (const Stopped&) {
    best.stopped = true;
    best.play_proved = false;
    gain = search.found_gain();
  }
  if (gain < floor || (gain == best.gain && best.stopped)) return;
  if (gain == 0) {  // nothing to play: the table stays as it is
    best.gain = 0;
    return;
  }
  int lost = 0;
  if (keep && !best.stopped) {
    try {
      lost = search.fewest_lost(gain == best.gain ? best.lost - 1 : std::numeric_limits<int>::max(), allowed);
      if (lost < 0) return;
    } catch (const Stopped&) {
      best.stopped = true;
      if (gain == best.gain) return;
    }
  }
  best.gain = gain;
  best.lost = lost;
  best.only_one = keep && !best.stopped;
  const bool kept = keep && !best.stopped;
  if (search.was_allowed(kept)) return;
  arranger.begin(problem, position.table);
  search.trace(kept, arranger);
  arranger.end();
}

namespace {

// A joker before the lowest tile of a run is worth more behind the highest.
void raise_jokers(const Rules& rules, std::span<Tile> meld) {
  const MeldShape shape = read_meld(rules, meld);
  if (!shape.run || shape.all_jokers || shape.group) return;
  int first = shape.run_first;
  while (rules.is_joker(meld.front()) && first + static_cast<int>(meld.size()) <= rules.values) {
    std::rotate(meld.begin(), meld.begin() + 1, meld.end());
    ++first;
  }
}

}  // namespace

void Solver::Impl::finish(const Position& position, const SolveOptions& options, Solution& out) {
  out.table.clear();
  out.kept_from.clear();
  out.played.clear();
  out.remaining = position.rack;
  std::sort(out.remaining.begin(), out.remaining.end());
  out.tiles = out.value = out.moved = 0;
  out.points = -1;
  out.moved_proved = out.kept_proved;
  const int before = out.melds_before;
  if (!out.play || options.opening) {
    out.table = position.table;
    for (int i = 0; i < before; ++i) out.kept_from.push_back(i);
    out.kept = before;
  }
  if (!out.play) return;
  if (options.opening) {
    out.points = 0;
    for (std::size_t i = 0; i < arranger.melds.size(); ++i) {
      const auto meld = arranger.melds[i];
      out.table.add(meld);
      const std::size_t begin = out.table.tiles.size() - meld.size();
      raise_jokers(rules, std::span(out.table.tiles).subspan(begin));
      out.points += meld_worth(rules, out.table[out.table.size() - 1]);
      out.kept_from.push_back(-1);
    }
  } else {
    // Old melds that stand again are where they were; the others follow.
    auto& from = arranger.kept_from;
    unchanged.complete(position.table, arranger.melds, from);
    std::vector<std::uint8_t> stands(before, 0);
    for (const int old : from)
      if (old >= 0) stands[old] = 1;
    out.kept = 0;
    for (int old = 0; old < before; ++old) {
      if (!stands[old]) continue;
      out.table.add(position.table[old]);
      out.kept_from.push_back(old);
      ++out.kept;
    }
    for (std::size_t i = 0; i < arranger.melds.size(); ++i) {
      if (from[i] >= 0) continue;
      out.table.add(arranger.melds[i]);
      out.kept_from.push_back(-1);
    }
  }

  count_played(position, options, out);
  if (options.tidy && !options.opening) move_fewest(position, out);
}

// What was played is what the new table has more than the old one.
void Solver::Impl::count_played(const Position& position, const SolveOptions& options, Solution& out) {
  std::vector<int> more(rules.kinds() + 1, 0);
  for (const Tile tile : out.table.tiles) ++more[tile];
  for (const Tile tile : position.table.tiles) --more[tile];
  for (int tile = 0; tile <= rules.kinds(); ++tile) {
    for (int i = 0; i < more[tile]; ++i) {
      out.played.push_back(static_cast<Tile>(tile));
      out.value += rules.worth(static_cast<Tile>(tile), options.joker_value);
    }
    if (more[tile] > 0) {
      const auto at = std::lower_bound(out.remaining.begin(), out.remaining.end(), static_cast<Tile>(tile));
      out.remaining.erase(at, at + more[tile]);
    }
  }
  out.tiles = static_cast<int>(out.played.size());
}

// The melds that were not kept, laid out so that the fewest of their tiles leave the meld they were in.
void Solver::Impl::move_fewest(const Position& position, Solution& out) {
  out.moved = moved.fewest(rules, position.table, out.table);
  out.moved_proved = out.moved == 0 && out.kept_proved;
  if (out.moved == 0 || best.stopped) return;
  MeldList broken, loose, table;
  std::vector<std::uint8_t> kept(position.table.size(), 0);
  std::vector<int> kept_from;
  for (std::size_t i = 0; i < out.table.size(); ++i) {
    if (out.kept_from[i] >= 0) {
      kept[out.kept_from[i]] = 1;
      table.add(out.table[i]);
      kept_from.push_back(out.kept_from[i]);
    } else {
      loose.add(out.table[i]);
    }
  }
  for (std::size_t i = 0; i < position.table.size(); ++i)
    if (!kept[i]) broken.add(position.table[i]);
  const std::size_t kept_tiles = table.tiles.size(), kept_melds = table.size();
  const auto whole = [&](const MeldList& melds) -> const MeldList& {
    table.tiles.resize(kept_tiles);
    table.ends.resize(kept_melds);
    for (std::size_t i = 0; i < melds.size(); ++i) table.add(melds[i]);
    return table;
  };
  const bool bound = rules.joker_rule != JokerRule::free &&
                     std::find(broken.tiles.begin(), broken.tiles.end(), rules.joker()) != broken.tiles.end();
  const int fewest = tidy.improve(broken, loose, out.moved, [&](const MeldList& melds) {
    return !bound || judge.judge(position.table, position.rack, false, whole(melds)).ok();
  });
  if (fewest < out.moved) {
    out.moved = fewest;
    out.table = whole(loose);
    kept_from.resize(out.table.size(), -1);
    out.kept_from = std::move(kept_from);
  }
  out.moved_proved = out.kept_proved && (out.moved == 0 || (best.only_one && tidy.complete() && no_other()));
}

// Whether every other best play keeps other melds or plays other tiles. Where time runs out, nobody knows.
bool Solver::Impl::no_other() {
  try {
    return with_search([](auto& search, RunTables&) { return search.only_one(); });
  } catch (const Stopped&) {
    return false;
  }
}

Solver::Solver(const Rules& rules) : impl_(std::make_unique<Impl>(rules)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

const Rules& Solver::rules() const { return impl_->rules; }
std::uint64_t Solver::work() const { return impl_->narrow.work() + impl_->wide.work(); }

void Solver::solve(const Position& position, const SolveOptions& options, Solution& out) {
  const auto start = std::chrono::steady_clock::now();
  impl_->solve(position, options, out);
  out.elapsed_us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

Solution Solver::solve(const Position& position, const SolveOptions& options) {
  Solution out;
  solve(position, options, out);
  return out;
}

}  // namespace optimeld::solver
