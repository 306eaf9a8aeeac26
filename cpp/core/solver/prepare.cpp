#include "solver/prepare.hpp"

#include <algorithm>

#include "solver/run_states.hpp"

namespace optimeld::solver {

void Preparer::read(const Position& position, const SolveOptions& options) {
  position_ = &position;
  options_ = &options;
  table_.assign(rules_.kinds() + 1, 0);
  rack_.assign(rules_.kinds() + 1, 0);
  for (const Tile tile : position.rack) ++rack_[tile];
  shapes_.clear();
  joker_melds_.clear();
  if (!options.opening) {
    for (const Tile tile : position.table.tiles) ++table_[tile];
    if (table_[rules_.joker()] > 0) {
      for (std::size_t i = 0; i < position.table.size(); ++i) {
        const auto meld = position.table[i];
        shapes_.push_back(read_meld(rules_, meld));
        if (std::find(meld.begin(), meld.end(), rules_.joker()) != meld.end())
          joker_melds_.push_back(static_cast<int>(i));
      }
    }
  }
  configurations_.clear();
  if (rules_.joker_rule == JokerRule::locked && !joker_melds_.empty()) {
    Configuration chosen;
    hold(0, chosen);
  } else {
    configurations_.emplace_back();
  }
}

// Every way to hold the joker melds from `next` on, each with what the melds before it leave on the rack.
void Preparer::hold(std::size_t next, Configuration& chosen) {
  if (next == joker_melds_.size()) {
    configurations_.push_back(chosen);
    return;
  }
  const int index = joker_melds_[next];
  const auto meld = position_->table[index];
  Held held{index, true, {meld.begin(), meld.end()}, 0, {}};
  std::vector<Held> ways;
  replace_jokers(0, held, ways);
  for (const Held& way : ways) {
    for (const Tile tile : way.replaced) --rack_[tile];
    chosen.push_back(way);
    hold(next + 1, chosen);
    chosen.pop_back();
    for (const Tile tile : way.replaced) ++rack_[tile];
  }
}

// Each joker from `place` on stays, or is replaced by a rack tile of its identity.
void Preparer::replace_jokers(std::size_t place, Held& held, std::vector<Held>& ways) {
  if (place == held.tiles.size()) {
    add_readings(held, ways);
    return;
  }
  replace_jokers(place + 1, held, ways);
  if (!rules_.is_joker(held.tiles[place])) return;
  const MeldShape& shape = shapes_[held.meld];
  for (Tile tile = 0; tile < rules_.joker(); ++tile) {
    if (rack_[tile] == 0 || !may_stand_for(rules_, shape, held.tiles.size(), place, tile)) continue;
    held.tiles[place] = tile;
    if (read_meld(rules_, held.tiles).legal()) {  // two readings cannot be mixed in one meld
      --rack_[tile];
      ++held.freed;
      held.replaced.push_back(tile);
      replace_jokers(place + 1, held, ways);
      held.replaced.pop_back();
      --held.freed;
      ++rack_[tile];
    }
    held.tiles[place] = rules_.joker();
  }
}

// A meld that keeps a joker is held whole, as a run or as a group where both fit; one without is as good as loose
// tiles.
void Preparer::add_readings(const Held& held, std::vector<Held>& ways) const {
  const MeldShape shape = read_meld(rules_, held.tiles);
  if (held.whole(rules_)) {
    ways.push_back(held);
    return;
  }
  const auto as_run = [&](int colour, int first) {
    Held& way = ways.emplace_back(held);
    way.run = true, way.colour = colour, way.first = first;
  };
  const auto as_group = [&](int value) {
    Held& way = ways.emplace_back(held);
    way.run = false, way.value = value, way.colours = shape.group_colours;
  };
  if (!shape.all_jokers) {
    if (shape.run) as_run(shape.run_colour, shape.run_first);
    if (shape.group) as_group(shape.group_value);
    return;
  }
  const int size = static_cast<int>(held.tiles.size());
  for (int colour = 0; shape.run && colour < rules_.colours; ++colour)
    for (int first = 1; first + size - 1 <= rules_.values; ++first) as_run(colour, first);
  for (int value = 1; shape.group && value <= rules_.values; ++value) as_group(value);
}

void Preparer::fill(std::size_t which, Problem& problem) {
  const Configuration& configuration = configurations_[which];
  clear(problem);
  set_units(problem);
  set_jokers(problem);
  auto table = table_, rack = rack_;
  for (const Held& held : configuration) set_held(held, problem, table, rack);
  const int most = set_cells(problem, table, rack);
  // A short run may be completed by a block, which is then as good as tiles of its values.
  for (const auto& block : problem.blocks)
    for (int v = block.first; block.run && v <= block.last; ++v) ++problem.available[v][block.colour];
  problem.parallel =
      std::max(1, most + problem.wild + problem.identity_jokers + static_cast<int>(problem.blocks.size()));
  if (options_->keep && !options_->opening) old_melds(problem, configuration);
}

// As it is before anything is known of the position, but with room for it.
void Preparer::clear(Problem& problem) const {
  const int n = rules_.values;
  problem.values = n;
  problem.colours = rules_.colours;
  problem.opening = options_->opening;
  problem.threshold = rules_.opening_points;
  problem.base_gain = 0;
  problem.lost = 0;
  problem.identity_jokers = 0;
  problem.blocks.clear();
  problem.cells.assign(n + 1, 0);
  problem.available.resize(n + 3);
  problem.identities.resize(n + 1);
  problem.blocks_at.resize(n + 1);
  problem.blocks_end.resize(n + 1);
  for (int v = 0; v <= n; ++v) {
    problem.identities[v].clear();
    problem.blocks_at[v].clear();
    problem.blocks_end[v].clear();
  }
}

void Preparer::set_units(Problem& problem) const {
  const bool by_tiles = options_->objective == Objective::tiles;
  const auto unit = [&](int worth) { return by_tiles ? gain_units + worth : worth * gain_units + 1; };
  problem.unit.resize(rules_.values + 1);
  for (int v = 0; v <= rules_.values; ++v) problem.unit[v] = unit(v);
  problem.joker_unit = unit(options_->joker_value);
}

void Preparer::set_jokers(Problem& problem) {
  const int on_table = table_[rules_.joker()];
  problem.wild = rack_[rules_.joker()];
  problem.wild_forced = 0;
  if (rules_.joker_rule == JokerRule::free) {
    problem.wild += on_table;
    problem.wild_forced = on_table;
  } else if (rules_.joker_rule == JokerRule::official && on_table > 0) {
    official_jokers(problem);
  }
}

// Locked rule: the rack tiles that replaced jokers lie on the table, and what still holds a joker is a block.
void Preparer::set_held(const Held& held, Problem& problem, Counts& table, Counts& rack) const {
  for (const Tile tile : held.replaced) {
    --rack[tile];
    ++table[tile];
    problem.base_gain += problem.unit[rules_.value(tile)];
  }
  problem.wild += held.freed;
  problem.wild_forced += held.freed;
  if (held.whole(rules_)) return;
  for (const Tile tile : held.tiles)
    if (!rules_.is_joker(tile)) --table[tile];
  Block block;
  block.meld = held.meld;
  block.run = held.run;
  block.tiles = held.tiles;
  block.size = static_cast<int>(held.tiles.size());
  block.colour = held.colour;
  block.first = held.first;
  block.last = held.first + block.size - 1;
  block.value = held.value;
  block.colours = held.colours;
  const int id = static_cast<int>(problem.blocks.size());
  problem.blocks_at[block.run ? block.first : block.value].push_back(id);
  if (block.run) problem.blocks_end[block.last].push_back(id);
  problem.blocks.push_back(std::move(block));
}

// The tiles of each value; the most that there are of one.
int Preparer::set_cells(Problem& problem, const Counts& table, const Counts& rack) const {
  const int n = rules_.values;
  int most = 0;
  for (int c = 0; c < rules_.colours; ++c) {
    for (int v = 1; v <= n; ++v) {
      const Tile tile = rules_.tile(c, v);
      problem.cells[v] += table[tile] * moves_.forced(c) + rack[tile] * moves_.optional(c);
      const int all = table[tile] + rack[tile];
      problem.available[v][c] = static_cast<std::int8_t>(all);
      most = std::max(most, all);
    }
    problem.available[n + 1][c] = problem.available[n + 2][c] = RunStates::beyond;
  }
  return most;
}

void Preparer::official_jokers(Problem& problem) {
  int joker = 0;
  for (const int index : joker_melds_) {
    const auto meld = position_->table[index];
    for (std::size_t place = 0; place < meld.size(); ++place) {
      if (!rules_.is_joker(meld[place])) continue;
      for (int tile = 0; tile < rules_.kinds(); ++tile)
        if (may_stand_for(rules_, shapes_[index], meld.size(), place, static_cast<Tile>(tile)))
          problem.identities[rules_.value(static_cast<Tile>(tile))].push_back(
              {joker, rules_.colour(static_cast<Tile>(tile))});
      ++joker;
    }
  }
  problem.identity_jokers = joker;
}

void Preparer::old_melds(Problem& problem, const Configuration& configuration) {
  const auto& table = position_->table;
  const int n = rules_.values;
  problem.olds.clear();
  problem.olds_at.resize(n + 1);
  for (auto& list : problem.olds_at) list.clear();
  int joker = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    OldMeld old;
    old.index = static_cast<int>(i);
    old.tiles = table[i];
    for (const Tile tile : old.tiles) {
      if (!rules_.is_joker(tile)) continue;
      ++old.jokers;
      if (problem.identity_jokers > 0) old.own_jokers |= 1u << joker++;
    }
    const MeldShape shape = read_meld(rules_, old.tiles);
    old.one_value = shape.group;
    if (!shape.all_jokers) {
      old.colour = shape.run_colour;
      old.first = shape.group ? shape.group_value : shape.run_first;
    }
    old.last = shape.group ? old.first : old.first + static_cast<int>(old.tiles.size()) - 1;
    if (!configuration.empty() && old.jokers > 0) {
      bool replaced = false;
      for (const auto& held : configuration) replaced = replaced || (held.meld == old.index && held.freed > 0);
      if (replaced) {
        ++problem.lost;
        continue;
      }
      for (std::size_t b = 0; b < problem.blocks.size(); ++b) {
        const auto& block = problem.blocks[b];
        if (block.meld != old.index) continue;
        old.block = static_cast<int>(b);
        old.one_value = !block.run;
        old.first = block.run ? block.first : block.value;
        old.last = block.run ? block.last : block.value;
      }
    }
    problem.olds_at[old.first].push_back(static_cast<int>(problem.olds.size()));
    problem.olds.push_back(old);
  }
  // Bits for melds that last several values, reused once a meld has ended.
  problem.slot.assign(problem.olds.size(), -1);
  problem.active.resize(n + 2);
  std::array<int, 64> busy{};  // last value of the meld that holds the bit
  for (int v = 1; v <= n; ++v) {
    for (const int i : problem.olds_at[v]) {
      const auto& old = problem.olds[i];
      if (old.last == v) continue;
      int slot = 0;
      while (slot < 64 && busy[slot] > v) ++slot;
      if (slot == 64) throw TooLarge("more than 64 table runs cross one value: too many to tell which can be kept");
      busy[slot] = old.last;
      problem.slot[i] = slot;
      for (int w = v + 1; w <= old.last; ++w) problem.active[w][slot] = static_cast<std::int16_t>(i);
    }
  }
}

}  // namespace optimeld::solver
