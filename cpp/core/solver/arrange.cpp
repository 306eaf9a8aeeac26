#include "solver/arrange.hpp"

#include <algorithm>
#include <stdexcept>

namespace optimeld::solver {

void Arranger::begin(const Problem& problem, const MeldList& old_table) {
  problem_ = &problem;
  old_table_ = &old_table;
  melds.clear();
  kept_from.clear();
  settled_.clear();
  for (auto& runs : open_) runs.clear();
}

// Tiles of one kind are alike, so a joker standing in its identity takes the first natural place of its colour.
Tile Arranger::natural(int colour) {
  if (identity_left_[colour] > 0) {
    --identity_left_[colour];
    return rules_.joker();
  }
  return rules_.tile(colour, value_);
}

Arranger::OpenRun Arranger::take_open(int colour, int length, std::uint8_t special) {
  if (length == 0) return {};
  auto& runs = open_[colour];
  for (auto it = runs.begin(); it != runs.end(); ++it) {
    if (it->special != special || it->block >= 0) continue;
    if (std::min<int>(static_cast<int>(it->tiles.size()), rules_.min_meld) != length) continue;
    OpenRun run = std::move(*it);
    runs.erase(it);
    return run;
  }
  throw std::logic_error("arrange: the run to extend is not there");
}

void Arranger::at(int value, std::span<const Op> ops, Cell cell, int jokers, const ValueMove& move) {
  value_ = value;
  identity_left_.fill(0);
  special_ops(ops);
  const ValueDetail detail = moves_.detail(cell, jokers, move);
  runs(detail);
  groups(detail);
  for (auto& [colour, run] : settled_) open_[colour].push_back(std::move(run));
  settled_.clear();
  for (auto& runs : open_)
    for (auto& run : runs)
      if (run.block >= 0 && problem_->blocks[run.block].last == value) run.block = -1;
}

void Arranger::special_ops(std::span<const Op> ops) {
  for (const auto& op : ops)
    if (op.kind == OpKind::identity) ++identity_left_[op.colour];
  for (const auto& op : ops) {
    switch (op.kind) {
      case OpKind::identity:
        break;
      case OpKind::keep: {
        const int index = problem_->olds[op.a].index;
        melds.add((*old_table_)[index]);
        kept_from.push_back(index);
        break;
      }
      case OpKind::block_absorb: {
        const auto& block = problem_->blocks[op.a];
        OpenRun run = take_open(op.colour, op.length, 0);
        run.tiles.insert(run.tiles.end(), block.tiles.begin(), block.tiles.end());
        run.block = op.a;
        settled_.emplace_back(op.colour, std::move(run));
        break;
      }
      case OpKind::block_group: {
        const auto& block = problem_->blocks[op.a];
        std::vector<Tile> tiles = block.tiles;
        for (int c = 0; c < problem_->colours; ++c) {
          if (op.mask >> c & 1) tiles.push_back(natural(c));
          if (op.jokers >> c & 1) tiles.push_back(rules_.joker());
        }
        add_group(tiles);
        break;
      }
      case OpKind::special_natural:
      case OpKind::special_rack:
      case OpKind::special_table_joker:
      case OpKind::special_rack_joker: {
        OpenRun run = take_open(op.colour, op.length, static_cast<std::uint8_t>(op.a));
        run.tiles.push_back(op.kind == OpKind::special_natural ? natural(op.colour)
                            : op.kind == OpKind::special_rack  ? rules_.tile(op.colour, value_)
                                                               : rules_.joker());
        run.special = static_cast<std::uint8_t>(op.mask);
        settled_.emplace_back(op.colour, std::move(run));
        break;
      }
      case OpKind::start_rack:
      case OpKind::start_rack_joker:
      case OpKind::start_table_joker: {
        OpenRun run = take_open(op.colour, op.length, 0);
        run.tiles.push_back(op.kind == OpKind::start_rack ? rules_.tile(op.colour, value_) : rules_.joker());
        run.special = static_cast<std::uint8_t>(op.mask);
        settled_.emplace_back(op.colour, std::move(run));
        break;
      }
      case OpKind::special_group: {
        std::vector<Tile> tiles;
        for (int c = 0; c < problem_->colours; ++c) {
          if (op.mask >> c & 1) tiles.push_back(c == op.a ? rules_.tile(c, value_) : natural(c));
          if (op.jokers >> c & 1) tiles.push_back(rules_.joker());
        }
        add_group(tiles);
        break;
      }
    }
  }
}

void Arranger::runs(const ValueDetail& detail) {
  for (int c = 0; c < problem_->colours; ++c) {
    run_tiles_.clear();
    for (int i = 0; i < detail.run_natural[c]; ++i) run_tiles_.push_back(natural(c));
    run_tiles_.insert(run_tiles_.end(), detail.run_joker[c], rules_.joker());
    grow_runs(open_[c]);
  }
}

// Short runs must grow, then long ones do as far as the tiles go and the others end; what is left begins new runs.
void Arranger::grow_runs(std::vector<OpenRun>& runs) {
  auto next = run_tiles_.begin();
  const auto grow = [&](OpenRun& run) {
    run.tiles.push_back(*next++);
    run.goes_on = true;
  };
  for (OpenRun& run : runs) {
    const bool ordinary = run.special == 0 && run.block < 0;
    run.goes_on = !ordinary;
    if (ordinary && static_cast<int>(run.tiles.size()) < rules_.min_meld) grow(run);
  }
  for (OpenRun& run : runs) {
    if (run.goes_on) continue;
    if (next != run_tiles_.end()) grow(run);
    else close(run);
  }
  std::erase_if(runs, [](const OpenRun& run) { return !run.goes_on; });
  while (next != run_tiles_.end()) runs.push_back({{*next++}});
}

void Arranger::groups(const ValueDetail& detail) {
  if (detail.groups == 0) return;
  if (static_cast<int>(group_scratch_.size()) < detail.groups) group_scratch_.resize(detail.groups);
  for (int i = 0; i < detail.groups; ++i) group_scratch_[i].clear();
  int place = 0;
  for (int c = 0; c < problem_->colours; ++c) {
    for (int i = 0; i < detail.group_natural[c]; ++i) group_scratch_[place++ % detail.groups].push_back(natural(c));
    for (int i = 0; i < detail.group_joker[c]; ++i) group_scratch_[place++ % detail.groups].push_back(rules_.joker());
  }
  for (int i = 0; i < detail.groups; ++i) add_group(group_scratch_[i]);
}

void Arranger::close(const OpenRun& run) {
  melds.add(run.tiles);
  kept_from.push_back(-1);
}

void Arranger::add_group(std::vector<Tile>& tiles) {
  std::sort(tiles.begin(), tiles.end());  // by colour, jokers last: the joker is the highest tile
  melds.add(tiles);
  kept_from.push_back(-1);
}

void Arranger::end() {
  for (auto& runs : open_)
    for (auto& run : runs) close(run);
}

}  // namespace optimeld::solver
