#include "strategy/belief.hpp"

#include <algorithm>
#include <cmath>

namespace optimeld::strategy {

namespace {

// Half of all players are taken to wait until they have shown it, and half of those to open late too. What shows it is
// told in odds, as they were measured over 3,000 games of two to four players, `greedy`, `wait:pass` and `expert`
// mixed.

// A player who lays all it can finds something to lay in about so many of its turns after the opening; one who waits
// does not look for it, but not everyone who waits is strict.
constexpr double lays_often = 0.45, waits_lays = 0.004;

double odds_from_turns(const game::Conduct& conduct) {
  return std::pow(waits_lays / lays_often, conduct.plays) *
         std::pow((1 - waits_lays) / (1 - lays_often), conduct.draws);
}

// How many tiles it has laid, about: all have drawn alike as far as the pool tells. One who waits has laid three to
// nine in its opening, the others more the longer the game lasts.
double odds_from_rack(const Knowledge& known, int player) {
  constexpr double at_first = 2.26, a_draw = 0.36, a_tile = -0.58, most = 4.5;
  const Rules& rules = known.rules;
  const int drawn = rules.tiles_in_box() - known.players * rules.rack_size - known.pool_size;
  const double draws = std::max(0.0, static_cast<double>(drawn) / known.players);
  const double laid = rules.rack_size + draws - known.rack_sizes[player];
  return std::exp(std::clamp(at_first + a_draw * draws + a_tile * laid, -most, most));
}

// Who has not opened after so many draws could not, or opens late, which nobody does for longer.
double odds_before_opening(const Knowledge& known, int player) {
  constexpr double could_not[] = {1, 0.49, 0.43, 0.37, 0.31, 0.25, 0.20};  // for one who opens at once
  const auto draws = static_cast<std::size_t>(std::max(known.rack_sizes[player] - known.rules.rack_size, 0));
  return draws < std::size(could_not) ? (1 + 1 / could_not[draws]) / 2 : 1;
}

// Exchanges after which a rack is taken as it is.
constexpr int most_exchanges = 12;

}  // namespace

double chance_of_waiting(const Knowledge& known, int player) {
  const game::Conduct& conduct = known.conduct[player];
  const double odds = known.opened[player] == 0           ? odds_before_opening(known, player)
                      : conduct.plays + conduct.draws > 0 ? odds_from_turns(conduct)
                                                          : odds_from_rack(known, player);
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
    world.manners[player] = luck < chance_of_waiting(known_, player) ? Manner::waits : Manner::lays;
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
