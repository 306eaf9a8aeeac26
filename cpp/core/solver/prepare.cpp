#include "solver/prepare.hpp"

#include <algorithm>

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

// Every way to hold the joker melds from `next` on: each of their jokers stays, or is replaced by a rack tile of its
// identity. A meld that keeps a joker is held whole, as a run or as a group where both fit.
void Preparer::hold(std::size_t next, Configuration& chosen) {
  if (next == joker_melds_.size()) {
    configurations_.push_back(chosen);
    return;
  }
  const int index = joker_melds_[next];
  const auto meld = position_->table[index];
  const MeldShape& shape = shapes_[index];
  Held held{index, true, {meld.begin(), meld.end()}, 0, {}};

  const auto replace = [&](auto&& self, std::size_t place) -> void {
    if (place == meld.size()) {
      const MeldShape now = read_meld(rules_, held.tiles);
      const bool whole = held.freed == static_cast<int>(std::count(meld.begin(), meld.end(), rules_.joker()));
      if (whole) {
        chosen.push_back(held);
        hold(next + 1, chosen);
        chosen.pop_back();
        return;
      }
      const auto choose = [&](bool run, int colour, int first, int value) {
        held.run = run, held.colour = colour, held.first = first, held.value = value;
        held.colours = now.group_colours;
        chosen.push_back(held);
        hold(next + 1, chosen);
        chosen.pop_back();
      };
      if (now.all_jokers) {  // jokers alone may be any run or group
        const int size = static_cast<int>(meld.size());
        for (int c = 0; now.run && c < rules_.colours; ++c)
          for (int first = 1; first + size - 1 <= rules_.values; ++first) choose(true, c, first, 0);
        for (int v = 1; now.group && v <= rules_.values; ++v) choose(false, 0, 0, v);
        return;
      }
      if (now.run) choose(true, now.run_colour, now.run_first, 0);
      if (now.group) choose(false, 0, 0, now.group_value);
      return;
    }
    self(self, place + 1);
    if (!rules_.is_joker(meld[place])) return;
    for (int tile = 0; tile < rules_.kinds(); ++tile) {
      if (rack_[tile] == 0 || !may_stand_for(rules_, shape, meld.size(), place, static_cast<Tile>(tile))) continue;
      held.tiles[place] = static_cast<Tile>(tile);
      if (read_meld(rules_, held.tiles).legal()) {  // two readings cannot be mixed in one meld
        --rack_[tile];
        ++held.freed;
        held.replaced.push_back(static_cast<Tile>(tile));
        self(self, place + 1);
        held.replaced.pop_back();
        --held.freed;
        ++rack_[tile];
      }
      held.tiles[place] = rules_.joker();
    }
  };
  replace(replace, 0);
}

void Preparer::fill(std::size_t which, Problem& problem) {
  const Configuration& configuration = configurations_[which];
  const int n = rules_.values, k = rules_.colours;
  problem.values = n;
  problem.colours = k;
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
  const bool by_tiles = options_->objective == Objective::tiles;
  problem.unit.resize(n + 1);
  for (int v = 0; v <= n; ++v) problem.unit[v] = by_tiles ? gain_units + v : v * gain_units + 1;
  problem.joker_unit = by_tiles ? gain_units + options_->joker_value : options_->joker_value * gain_units + 1;

  const int table_jokers = table_[rules_.joker()], rack_jokers = rack_[rules_.joker()];
  problem.wild = rack_jokers;
  problem.wild_forced = 0;
  if (rules_.joker_rule == JokerRule::free) {
    problem.wild += table_jokers;
    problem.wild_forced = table_jokers;
  } else if (rules_.joker_rule == JokerRule::official && table_jokers > 0) {
    official_jokers(problem);
  }

  auto table = table_, rack = rack_;
  for (const auto& held : configuration) {
    for (const Tile tile : held.replaced) {
      --rack[tile];
      ++table[tile];
      problem.base_gain += problem.unit[rules_.value(tile)];
    }
    problem.wild += held.freed;
    problem.wild_forced += held.freed;
    const bool whole = std::find(held.tiles.begin(), held.tiles.end(), rules_.joker()) == held.tiles.end();
    if (whole) continue;
    Block block;
    block.meld = held.meld;
    block.run = held.run;
    block.tiles = held.tiles;
    block.size = static_cast<int>(held.tiles.size());
    for (const Tile tile : held.tiles)
      if (!rules_.is_joker(tile)) --table[tile];
    const int id = static_cast<int>(problem.blocks.size());
    block.colour = held.colour;
    block.first = held.first;
    block.value = held.value;
    block.colours = held.colours;
    block.last = block.first + block.size - 1;
    if (block.run) {
      problem.blocks_at[block.first].push_back(id);
      problem.blocks_end[block.last].push_back(id);
    } else {
      problem.blocks_at[block.value].push_back(id);
    }
    problem.blocks.push_back(std::move(block));
  }

  int most = 0;
  for (int c = 0; c < k; ++c) {
    for (int v = 1; v <= n; ++v) {
      const Tile tile = rules_.tile(c, v);
      problem.cells[v] += table[tile] * moves_.forced(c) + rack[tile] * moves_.optional(c);
      const int all = table[tile] + rack[tile];
      problem.available[v][c] = static_cast<std::int8_t>(all);
      most = std::max(most, all);
    }
    problem.available[n + 1][c] = problem.available[n + 2][c] = -1;
  }
  // A short run may be completed by a block, which is then as good as tiles of its values.
  for (const auto& block : problem.blocks)
    for (int v = block.first; block.run && v <= block.last; ++v) ++problem.available[v][block.colour];
  problem.parallel =
      std::max(1, most + problem.wild + problem.identity_jokers + static_cast<int>(problem.blocks.size()));
  if (options_->keep && !options_->opening) old_melds(problem, configuration);
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
