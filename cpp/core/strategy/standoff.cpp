#include "strategy/standoff.hpp"

#include <algorithm>

#include "strategy/knowledge.hpp"

namespace optimeld::strategy {

using game::Action;
using game::Decision;
using game::View;

namespace {

// A rack that is not the lowest may still become it, or be laid whole after others have laid: measured, between 0.2
// and 0.8. The further it is from the lowest, the less.
constexpr double won_later = 0.5;

// Deals are dealt anew where one who has just passed could have finished.
constexpr int most_redealt = 4;

}  // namespace

Standoff::Standoff(const Tools& tools) : tools_(tools) {
  options_.keep = options_.tidy = false;
  options_.joker_value = tools.rules().joker_penalty;
}

// The best play with these tiles of the rack, where it is a new one.
void Standoff::add_way(const View& view, std::span<const Tile> rack) {
  position_.table = view.table;
  position_.rack.assign(rack.begin(), rack.end());
  std::ranges::sort(position_.rack);
  tools_.solver->solve(position_, options_, solution_);
  if (!solution_.play || std::ranges::find(ways_, solution_.played, &Way::laid) != ways_.end()) return;
  ways_.push_back({solution_.played, view.rules.penalty(view.rack) - view.rules.penalty(solution_.played)});
}

// The most tiles, and parts of them, the dearest first; passing before all, where that is allowed. No more parts once
// the work is enough.
void Standoff::list_ways(const View& view, int most, std::uint64_t enough) {
  options_.most_walked = most_walked(view.rules, view.rack.size());
  ways_.clear();
  add_way(view, view.rack);
  if (!ways_.empty()) {
    std::vector<Tile> tiles = ways_.front().laid;
    std::ranges::stable_sort(tiles, std::greater{}, [&](Tile tile) { return view.rules.penalty(tile); });
    const auto count = static_cast<std::size_t>(most);
    for (std::size_t part = count - 1; part >= 1 && tools_.work() <= enough; --part) {
      add_way(view, std::span(tiles).first((tiles.size() * part + count - 1) / count));
    }
  }
  if (ways_.empty() || !view.rules.must_play) ways_.insert(ways_.begin(), Way{{}, view.rules.penalty(view.rack)});
}

// False: not a deal that can be, for one who passed just now could have finished.
bool Standoff::deal(const View& view, Random& random) {
  random.shuffle(std::span(unseen_));
  racks_.resize(others(view));
  lowest_ = view.rules.penalty(unseen_);
  auto from = unseen_.begin();
  for (std::size_t other = 0; other < others(view); ++other) {
    const auto size = std::min<std::ptrdiff_t>(view.rack_sizes[seat(view, other)], unseen_.end() - from);
    racks_[other].assign(from, from + size);
    from += size;
    lowest_ = std::min(lowest_, view.rules.penalty(racks_[other]));
    const bool passed = others(view) - other <= static_cast<std::size_t>(view.passes);
    if (passed && can_finish(view, {}, other)) return false;
  }
  return true;
}

// Jokers are taken as free: nothing that could happen is left out.
bool Standoff::can_finish(const View& view, std::span<const Tile> laid, std::size_t other) {
  if (view.opened[seat(view, other)] == 0) return false;
  work_ = view.table.tiles;
  work_.insert(work_.end(), laid.begin(), laid.end());
  work_.insert(work_.end(), racks_[other].begin(), racks_[other].end());
  return tools_.finish->finishes(none_, work_, true);
}

double Standoff::share_won(const View& view, const Way& way) {
  const bool ends = way.laid.empty() && static_cast<std::size_t>(view.passes) == others(view);
  if (ends) return way.left < lowest_ ? 1 : 0;
  for (std::size_t other = 0; other < others(view); ++other) {
    if (can_finish(view, way.laid, other)) return 0;
  }
  return way.left < lowest_ ? 1 : won_later * lowest_ / way.left;
}

bool Standoff::choose(const View& view, const Effort& effort, Decision& decision) {
  const std::uint64_t enough = tools_.work() + static_cast<std::uint64_t>(effort.work) * 1000;
  list_ways(view, effort.ways, enough);
  Random random(mix(view.luck));
  unseen_ = unseen_tiles(knowledge_of(view));
  int dealt = 0;
  for (int i = 0; i < effort.deals * most_redealt && dealt < effort.deals; ++i) {
    if (dealt > 0 && tools_.work() > enough) break;
    if (!deal(view, random)) continue;
    ++dealt;
    for (Way& way : ways_) way.won += share_won(view, way);
  }
  const Way& best = *std::ranges::max_element(ways_, {}, &Way::won);
  if (best.laid.empty()) return false;
  if (!tools_.finish->finish(view.table, best.laid, true, decision.table, options_.most_walked)) return false;
  decision.action = Action::play;
  return true;
}

}  // namespace optimeld::strategy
