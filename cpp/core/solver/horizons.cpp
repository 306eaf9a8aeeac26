#include "solver/horizons.hpp"

#include <algorithm>

namespace optimeld::solver {

namespace {
constexpr std::uint16_t never = 0x7FFF;  // no number of jokers suffices
}

Horizons::Horizons(const RunStates& runs, int jokers)
    : runs_(runs), jokers_(jokers), joker_shares_(runs.min_meld() - 1), size_(runs.size()), width_(runs.width()) {
  Content content;
  for (int row = 0; row < jokers + 3; ++row)
    for (int s = 0; s < size_; ++s) content.push_back(runs.open_short(s) == 0 ? 0 : row < 2 ? never : RunStates::dead);
  keep(std::move(content));
}

Horizons::Id Horizons::make(Id above, int need_kind, const ValueMoves& moves, Patience& patience) {
  make_room(need_kind);
  const ValueNeed& need = moves.need(need_kind);
  const Content& behind = *contents_[above];
  Content content(static_cast<std::size_t>(jokers_ + 3) * size_, never);
  find_needs(need, behind, content, patience);
  for (int left = 0; left <= jokers_; ++left) find_same(left, need, behind, content, patience);
  const Id id = keep(std::move(content));
  next_[static_cast<std::size_t>(above) * need_kinds_ + need_kind] = id;
  return id;
}

// For a kind not met before the rows of next_ get longer.
void Horizons::make_room(int need_kind) {
  if (static_cast<std::size_t>(need_kind) < need_kinds_) return;
  const std::size_t kinds = std::max<std::size_t>(32, 2 * static_cast<std::size_t>(need_kind));
  std::vector<Id> wider(contents_.size() * kinds, unknown);
  for (std::size_t id = 0; id < contents_.size(); ++id)
    for (std::size_t kind = 0; kind < need_kinds_; ++kind) wider[id * kinds + kind] = next_[id * need_kinds_ + kind];
  next_ = std::move(wider);
  need_kinds_ = kinds;
}

// The shares and the jokers that each state needs at least: over all that its runs can take at this value, what that
// takes here and behind it.
void Horizons::find_needs(const ValueNeed& need, const Content& behind, Content& content, Patience& patience) const {
  const auto lower = [](std::uint16_t& bound, int cost) {
    if (cost < bound) bound = static_cast<std::uint16_t>(cost);
  };
  for (int s = 0; s < size_; ++s) {
    patience.step(static_cast<std::uint64_t>(width_));
    for (int r = 0; r < width_; ++r) {
      const std::uint16_t to = runs_.step(s, r);
      if (to == RunStates::dead) continue;
      for (int in_runs = 0; in_runs <= std::min(r, jokers_); ++in_runs) {
        const int natural = r - in_runs;
        if (natural > need.available || natural < need.least[jokers_]) continue;
        const int in_groups_shares = std::max(0, need.least[0] - natural);
        lower(content[shares_row(s)], behind[shares_row(to)] + shares_of(in_runs) + in_groups_shares);
        int in_groups = 0;
        while (natural < need.least[in_groups]) ++in_groups;
        lower(content[jokers_row(s)], behind[jokers_row(to)] + in_runs + in_groups);
      }
    }
  }
}

// Two states come to the same if both need as much and every number of tiles leads to states that do. The first of
// those that come to the same stands for all.
void Horizons::find_same(int left, const ValueNeed& need, const Content& behind, Content& content,
                         Patience& patience) const {
  std::vector<std::uint16_t> futures;  // of the first state of each kind, one row after another
  std::vector<std::uint16_t> firsts;
  for (int s = 0; s < size_; ++s) {
    std::uint16_t& same = content[same_row(left, s)];
    same = RunStates::dead;
    if (content[jokers_row(s)] > left) continue;
    const std::size_t row = futures.size();
    futures.push_back(content[shares_row(s)]);
    futures.push_back(content[jokers_row(s)]);
    for (int after = 0; after <= left; ++after) {
      for (int r = need.least[left]; r <= std::min(need.available + left - after, width_ - 1); ++r) {
        const std::uint16_t to = runs_.step(s, r);
        futures.push_back(to == RunStates::dead ? RunStates::dead : behind[same_row(after, to)]);
      }
    }
    const std::size_t width = futures.size() - row;
    const auto mine = futures.begin() + static_cast<std::ptrdiff_t>(row);
    std::size_t kind = 0;
    while (kind < firsts.size() &&
           !std::equal(mine, futures.end(), futures.begin() + static_cast<std::ptrdiff_t>(kind * width)))
      ++kind;
    patience.step(width + kind);
    if (kind == firsts.size()) firsts.push_back(static_cast<std::uint16_t>(s));
    else futures.resize(row);
    same = firsts[kind];
  }
}

Horizons::Id Horizons::keep(Content&& content) {
  const auto [it, fresh] = known_.try_emplace(std::move(content), static_cast<Id>(contents_.size()));
  if (!fresh) return it->second;
  const Content& kept = it->first;
  contents_.push_back(&kept);
  next_.resize(contents_.size() * need_kinds_, unknown);
  auto& table = tables_.emplace_back();
  table.reserve(static_cast<std::size_t>(jokers_ + 1) * size_ * (width_ + 1));
  for (int left = 0; left <= jokers_; ++left) {
    for (int s = 0; s < size_; ++s) {
      const std::size_t row = table.size();
      table.push_back(no_tiles);
      for (int r = 0; r < width_; ++r) {
        const std::uint16_t step = runs_.step(s, r);
        const std::uint16_t to = step == RunStates::dead ? RunStates::dead : kept[same_row(left, step)];
        table.push_back(to == RunStates::dead ? dead : to | static_cast<std::uint32_t>(kept[shares_row(to)]) << 16);
        if (to == RunStates::dead) continue;
        const std::uint32_t least = std::min(table[row] & 255, static_cast<std::uint32_t>(r));
        table[row] = least | static_cast<std::uint32_t>(r) << 8;
      }
    }
  }
  table_bytes_ += table.size() * sizeof(std::uint32_t) + kept.size() * sizeof(std::uint16_t);
  return it->second;
}

}  // namespace optimeld::solver
