#include "solver/play_worlds.hpp"

namespace optimeld::solver {

RunTables& PlayWorlds::tables(int parallel) {
  auto& tables = tables_[parallel];
  if (!tables) tables = std::make_unique<RunTables>(rules_, parallel);
  if (tables->runs.bits() * rules_.colours + PlainGraph<Word>::joker_bits > 128)
    throw TooLarge("the open runs of this box do not fit the solver's state");
  return *tables;
}

void PlayWorlds::read(const Position& position, const SolveOptions& options) {
  position_ = position;
  options_ = options;
  used_ = 0;
  preparer_.read(position_, options_);
  for (std::size_t i = 0; i < preparer_.configurations(); ++i) {
    if (used_ == worlds_.size()) worlds_.push_back(std::make_unique<World>());
    World& world = *worlds_[used_];
    preparer_.fill(i, world.problem);
    world.search.begin(rules_, world.problem, tables(world.problem.parallel), moves_, options_);
    if (world.search.best_gain(Then::walks, {}) < 0) continue;  // its forced tiles cannot be arranged
    world.images = world.search.has_images();
    world.replaced.assign(rules_.kinds() + 1, 0);
    for (const Tile tile : preparer_.replaced(i)) ++world.replaced[tile];
    ++used_;
  }
}

Cell PlayWorlds::cell(const World& world, int v, const std::vector<int>& rack_tiles) const {
  Cell cell = 0;
  for (int c = 0; c < rules_.colours; ++c)
    cell += moves_.forced_in(world.problem.cells[v], c) * moves_.forced(c) + rack_tiles[c] * moves_.optional(c);
  return cell;
}

}  // namespace optimeld::solver
