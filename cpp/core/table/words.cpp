#include "table/words.hpp"

#include <algorithm>
#include <stdexcept>

#include "table/checked.hpp"

namespace optimeld {

namespace {

// More tiles than this are not named one by one.
constexpr std::size_t most_named = 6;

std::string quoted(const Rules& rules, std::span<const Tile> tiles) {
  std::string out = "'";
  write_tiles(rules, tiles, out);
  return out + "'";
}

bool holds(std::span<const Tile> tiles, Tile tile) { return std::ranges::find(tiles, tile) != tiles.end(); }

// `B5 or O5`; nothing where there would be too many to name.
std::string either(const Rules& rules, std::span<const Tile> tiles) {
  if (tiles.empty() || tiles.size() > most_named) return "";
  std::string out = tile_name(rules, tiles[0]);
  for (std::size_t i = 1; i < tiles.size(); ++i) {
    out += i + 1 < tiles.size() ? ", " : " or ";
    write_tile(rules, tiles[i], out);
  }
  return out;
}

// What the jokers of a meld may stand for, each tile once.
void add_stood_for(const Rules& rules, std::span<const Tile> meld, std::vector<Tile>& out) {
  const auto choices = identities(rules, meld);
  for (std::size_t i = 0; i < meld.size(); ++i) {
    if (!rules.is_joker(meld[i])) continue;
    for (const Tile choice : choices[i]) {
      if (!holds(out, choice)) out.push_back(choice);
    }
  }
}

// Names what the jokers that moved used to stand for.
std::string retrieved(const Rules& rules, const MeldList& before, const MeldList& after, const std::string& meld) {
  std::vector<bool> standing(after.size(), true);
  std::vector<Tile> stood_for;
  for (std::size_t i = 0; i < before.size(); ++i) {
    std::size_t j = 0;
    while (j < after.size() && !(standing[j] && std::ranges::equal(before[i], after[j]))) ++j;
    if (j < after.size()) {
      standing[j] = false;
    } else {
      add_stood_for(rules, before[i], stood_for);
    }
  }
  const std::string was = either(rules, stood_for);
  return "the joker in " + meld + " no longer stands for " + (was.empty() ? "what it did" : was) +
         ", so a tile from the rack must join it there";
}

std::string locked(const Rules& rules, std::span<const Tile> meld) {
  std::vector<Tile> stood_for;
  add_stood_for(rules, meld, stood_for);
  const std::string wanted = either(rules, stood_for);
  return "the joker locks " + quoted(rules, meld) + ": it may be extended, but not split or robbed, until " +
         (wanted.empty() ? "a rack tile" : wanted + " from the rack") + " takes its place";
}

}  // namespace

void write_tile(const Rules& rules, Tile tile, std::string& out) { out += tile_name(rules, tile); }

void write_tiles(const Rules& rules, std::span<const Tile> tiles, std::string& out) {
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (i > 0) out += ' ';
    write_tile(rules, tiles[i], out);
  }
}

std::vector<std::string> tile_names(const Rules& rules) {
  std::vector<std::string> names;
  for (int tile = 0; tile <= rules.kinds(); ++tile) names.push_back(tile_name(rules, static_cast<Tile>(tile)));
  return names;
}

std::string why_not_a_meld(const Rules& rules, std::span<const Tile> tiles) {
  const int size = static_cast<int>(tiles.size());
  if (size < rules.min_meld) return "a meld has at least " + std::to_string(rules.min_meld) + " tiles";
  std::vector<Tile> naturals;
  for (const Tile tile : tiles) {
    if (!rules.is_joker(tile)) naturals.push_back(tile);
  }
  if (naturals.empty()) return "no run and no group is that long";
  std::ranges::sort(naturals);
  if (const auto twice = std::ranges::adjacent_find(naturals); twice != naturals.end()) {
    return tile_name(rules, *twice) + " comes more than once";
  }
  if (rules.colour(naturals.front()) == rules.colour(naturals.back())) {
    if (size > rules.values) return "a run has at most " + std::to_string(rules.values) + " tiles";
    if (naturals.back() - naturals.front() >= size) {
      Tile gap = naturals.front();
      while (holds(naturals, gap)) ++gap;
      return "the run has a gap at " + tile_name(rules, gap);
    }
    return "a joker could go in more than one place, so the order must say which";
  }
  const int value = rules.value(naturals.front());
  if (std::ranges::all_of(naturals, [&](Tile tile) { return rules.value(tile) == value; })) {
    return "a group has at most " + std::to_string(rules.colours) + " tiles";
  }
  return "neither one colour in a row nor one value in different colours";
}

const char* offence_name(Offence offence) {
  static const char* const names[] = {"none",           "not-a-meld",    "tile-missing",   "tile-not-on-rack",
                                      "nothing-played", "table-touched", "too-few-points", "joker-retrieved",
                                      "joker-locked",   "must-play",     "wrong-figure"};
  return names[static_cast<int>(offence)];
}

std::string reason(const Rules& rules, const Verdict& verdict, const MeldList& before, std::span<const Tile> rack,
                   const MeldList& after) {
  const std::string meld = verdict.meld < 0 ? "" : quoted(rules, after[verdict.meld]);
  const std::string old = verdict.old_meld < 0 ? "" : quoted(rules, before[verdict.old_meld]);
  const Tile tile = verdict.tile < 0 ? rules.joker() : static_cast<Tile>(verdict.tile);
  switch (verdict.offence) {
    case Offence::none:
      return "";
    case Offence::not_a_meld:
      return meld + " is not a meld";
    case Offence::tile_missing:
      return tile_name(rules, tile) + " of " + old + " was on the table and must stay there";
    case Offence::tile_not_on_rack:
      return (holds(rack, tile) || holds(before.tiles, tile) ? "another " : "") + tile_name(rules, tile) + ", now in " +
             meld + ", is neither from the table nor on the rack";
    case Offence::nothing_played:
      return "a play puts down at least one tile from the rack; without one, draw";
    case Offence::table_touched:
      return old + " must stay as it is: a first play uses the rack alone";
    case Offence::too_few_points: {
      const std::string needed = "a first play needs " + std::to_string(rules.opening_points) + " points from the rack";
      return verdict.points < 0 ? needed : "the new melds are worth " + std::to_string(verdict.points) + ": " + needed;
    }
    case Offence::joker_retrieved:
      return retrieved(rules, before, after, meld);
    case Offence::joker_locked:
      return locked(rules, before[verdict.old_meld]);
    case Offence::must_play:
    case Offence::wrong_figure:
      break;  // no ruling on a table
  }
  throw std::logic_error("an offence that no play has");
}

}  // namespace optimeld
