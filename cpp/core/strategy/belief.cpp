#include "strategy/belief.hpp"

#include <algorithm>
#include <cmath>

namespace optimeld::strategy {

namespace {

// A player who lays all it can finds something to lay in about so many of its turns after the opening (measured over
// games of `greedy`), one who waits next to never does before the last.
constexpr double lays_often = 0.55, waits_lays = 0.03;

// Half of all players are taken to wait until they have shown it.
constexpr double prior_of_waiting = 0.5;

// Exchanges after which a rack is taken as it is.
constexpr int most_exchanges = 12;

}  // namespace

double chance_of_waiting(const game::Conduct& conduct) {
  const double odds = prior_of_waiting / (1 - prior_of_waiting) * std::pow(waits_lays / lays_often, conduct.plays) *
                      std::pow((1 - waits_lays) / (1 - lays_often), conduct.draws);
  return odds / (1 + odds);
}

Belief::Belief(const Knowledge& known, std::shared_ptr<solver::Solver> solver, std::vector<Tile> comes)
    : known_(known), solver_(std::move(solver)), comes_(std::move(comes)), unseen_(unseen_tiles(known)) {
  options_.keep = options_.tidy = false;
}

bool Belief::has_moved(int player) const {
  const int since = (known_.player - player + known_.players) % known_.players;  // turns ago
  return known_.turn >= since;
}

void Belief::deal(std::uint64_t seed, std::uint64_t number, World& world) {
  Random random(seed_for(RandomStream::world, seed, number));
  game::Scene& scene = world.scene;
  scene.players = known_.players;
  scene.to_move = known_.player;
  scene.turns = known_.turn;
  scene.passes = known_.passes;
  scene.river = known_.river;
  scene.table = known_.table;
  scene.opened = known_.opened;
  scene.conduct = known_.conduct;
  scene.seed = seed, scene.index = number;
  scene.pool = unseen_;
  random.shuffle(std::span<Tile>(scene.pool));
  bring(seed, number, scene.pool);
  for (int player = 0; player < known_.players; ++player) {
    auto& rack = scene.racks[player];
    if (player == known_.player) {
      rack = known_.rack;
      continue;
    }
    const auto size = std::min(static_cast<std::size_t>(known_.rack_sizes[player]), scene.pool.size());
    rack.assign(scene.pool.end() - static_cast<std::ptrdiff_t>(size), scene.pool.end());
    scene.pool.resize(scene.pool.size() - size);
  }
  for (int player = 0; player < known_.players; ++player) {
    if (player == known_.player) continue;
    // The whole 53 bits of a double, so that a chance near 0 or 1 counts too.
    const double luck = static_cast<double>(random.next() >> 11) * 0x1p-53;
    world.manners[player] = luck < chance_of_waiting(known_.conduct[player]) ? Manner::waits : Manner::lays;
    if (has_moved(player)) settle(player, world.manners[player], random, world);
    std::ranges::sort(scene.racks[player]);
  }
  // Where a person says that fewer tiles are left than there are, the others are out of the game.
  if (scene.pool.size() > static_cast<std::size_t>(known_.pool_size)) {
    scene.pool.erase(scene.pool.begin(), scene.pool.end() - known_.pool_size);
  }
}

// Of equal copies any may be the one that comes. Everything else stays where the shuffle left it, so that a world with
// the tile and the one without have as much in common as can be: their difference is what the tile was worth.
void Belief::bring(std::uint64_t seed, std::uint64_t number, std::vector<Tile>& shuffled) const {
  if (comes_.empty()) return;
  Random random(seed_for(RandomStream::comes, seed, number));
  std::size_t top = shuffled.size();
  for (int player = 0; player < known_.players; ++player) {
    if (player != known_.player) top -= std::min(top, static_cast<std::size_t>(known_.rack_sizes[player]));
  }
  const std::size_t last = top;
  for (const Tile tile : comes_) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < shuffled.size(); ++i) {
      if (shuffled[i] == tile && (i < top || i >= last)) places.push_back(i);
    }
    if (places.empty() || top == 0) return;
    std::swap(shuffled[--top], shuffled[places[random.below(places.size())]]);
  }
}

void Belief::settle(int player, Manner manner, Random& random, World& world) {
  auto& rack = world.scene.racks[player];
  auto& pool = world.scene.pool;
  const bool opening = known_.opened[player] == 0;
  if (rack.empty() || pool.size() <= comes_.size() || manner == Manner::waits) return;
  const std::size_t open_to_all = pool.size() - comes_.size();
  options_.opening = opening;
  position_.table = known_.table;
  // The last tile of the rack, which is in random order still, is the one drawn last.
  const std::size_t held = rack.size() - 1;
  for (int exchange = 0; exchange < most_exchanges; ++exchange) {
    position_.rack.assign(rack.begin(), rack.begin() + static_cast<std::ptrdiff_t>(held));
    solver_->solve(position_, options_, solution_);
    if (!solution_.play) return;
    for (const Tile tile : solution_.played) {
      const auto found = std::find(rack.begin(), rack.begin() + static_cast<std::ptrdiff_t>(held), tile);
      std::swap(*found, pool[random.below(open_to_all)]);
    }
  }
}

}  // namespace optimeld::strategy
