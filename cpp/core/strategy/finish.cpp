#include "strategy/finish.hpp"

#include <algorithm>
#include <numeric>

namespace optimeld::strategy {

namespace {

counting::Shape plain_shape(const Rules& rules) { return {rules.colours, rules.copies, rules.min_meld, 0, true}; }

}  // namespace

FinishTest::FinishTest(std::shared_ptr<solver::Solver> solver)
    : rules_(solver->rules()),
      whole_(rules_),
      judge_(rules_),
      solver_(std::move(solver)),
      counts_(rules_.kinds() + 1),
      symbols_(rules_.values + 1) {
  const Rules& rules = rules_;
  if (HandReader::serves(plain_shape(rules), rules.values)) reader_.emplace(plain_shape(rules));
  for (int kind = 0; kind < rules.kinds(); ++kind) {
    int digit = 1;
    for (int c = 0; c < rules.colour(static_cast<Tile>(kind)); ++c) digit *= rules.copies + 1;
    digit_.push_back(static_cast<std::uint16_t>(digit));
    value_.push_back(static_cast<std::uint8_t>(rules.value(static_cast<Tile>(kind))));
  }
}

bool FinishTest::finishes(const MeldList& table, std::span<const Tile> rack, bool opened) {
  ++asked_;
  most_walked_ = SolveOptions{}.most_walked;
  if (rack.empty()) return false;
  return opened ? after_opening(table, rack, nullptr) : opening(table, rack, nullptr);
}

bool FinishTest::finish(const MeldList& table, std::span<const Tile> rack, bool opened, MeldList& after,
                        std::size_t most_walked) {
  ++asked_;
  if (rack.empty()) return false;
  most_walked_ = most_walked;
  return opened ? after_opening(table, rack, &after) : opening(table, rack, &after);
}

void FinishTest::count(std::span<const Tile> tiles) {
  for (const Tile tile : tiles) ++counts_[tile];
}

// Whether the tiles in counts_ can be laid, every joker wild.
bool FinishTest::laid_whole() {
  if (counts_[rules_.joker()] > 0 || !reader_) return whole_.can_lay(counts_);
  std::ranges::fill(symbols_, std::uint16_t{0});
  for (int kind = 0; kind < rules_.kinds(); ++kind) {
    symbols_[value_[kind]] = static_cast<std::uint16_t>(symbols_[value_[kind]] + counts_[kind] * digit_[kind]);
  }
  return reader_->wins(std::span(symbols_).subspan(1));
}

bool FinishTest::after_opening(const MeldList& table, std::span<const Tile> rack, MeldList* after) {
  const std::optional<bool> said = at_sight(table, rack, after);
  return said ? *said : solve(table, rack, false, after);
}

std::optional<bool> FinishTest::at_sight(const MeldList& table, std::span<const Tile> rack, MeldList* after) {
  std::ranges::fill(counts_, std::uint8_t{0});
  count(table.tiles);
  const bool bound = rules_.joker_rule != JokerRule::free && counts_[rules_.joker()] > 0;
  count(rack);
  if (!laid_whole()) return false;
  if (!bound && after == nullptr) return true;
  if (bound) {
    if (!laid_legally(table, rack)) return std::nullopt;
  } else {
    if (counts_[rules_.joker()] == 0 && reader_) whole_.can_lay(counts_);  // the reader does not say how
    laid_ = whole_.melds();
  }
  if (after != nullptr) std::swap(*after, laid_);
  return true;
}

// A layout that the rule for jokers on the table allows, in laid_, where one of the usual two is.
bool FinishTest::laid_legally(const MeldList& table, std::span<const Tile> rack) {
  if (take_layout(table, rack)) return true;  // with every joker wild, as it was found
  return rules_.joker_rule == JokerRule::official && laid_standing(table, rack);
}

bool FinishTest::take_layout(const MeldList& table, std::span<const Tile> rack) {
  laid_ = whole_.melds();
  return judge_.judge(table, rack, false, laid_).ok();
}

// Every joker of the table as a tile that it may stand for already.
bool FinishTest::laid_standing(const MeldList& table, std::span<const Tile> rack) {
  places_.clear();
  std::size_t ways = 1;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto meld = table[i];
    if (std::ranges::find(meld, rules_.joker()) == meld.end()) continue;
    const auto standing_for = identities(rules_, meld);
    for (std::size_t place = 0; place < meld.size(); ++place) {
      if (!rules_.is_joker(meld[place])) continue;
      const int joker = static_cast<int>(places_.size());
      auto& places = places_.emplace_back();
      for (const Tile tile : standing_for[place]) places.push_back({joker, rules_.colour(tile), rules_.value(tile)});
      ways *= places.size();
    }
  }
  for (std::size_t way = 0; way < std::min(ways, most_standings); ++way) {
    standing_.clear();
    std::size_t rest = way;
    for (const auto& places : places_) standing_.push_back(places[rest % places.size()]), rest /= places.size();
    if (whole_.can_lay(counts_, standing_) && take_layout(table, rack)) return true;
  }
  return false;
}

// From the rack alone, and worth enough. The house rule `opening_then_table` asks only that some melds of the rack are
// worth enough; the rest of the turn is any other.
bool FinishTest::opening(const MeldList& table, std::span<const Tile> rack, MeldList* after) {
  std::ranges::fill(counts_, std::uint8_t{0});
  count(rack);
  if (laid_whole()) {
    int worth = 0;
    for (const Tile tile : rack) worth += rules_.is_joker(tile) ? 0 : value_[tile];
    if (after == nullptr && worth >= rules_.opening_points) return true;
    if (solve(table, rack, true, after)) return true;
  }
  if (!rules_.opening_then_table || !after_opening(table, rack, after)) return false;
  ask(table, rack, true);
  return solution_.play;
}

void FinishTest::ask(const MeldList& table, std::span<const Tile> rack, bool opening) {
  ++solved_;
  SolveOptions options;
  options.opening = opening;
  options.keep = options.tidy = false;
  options.whole = !opening;
  options.most_walked = most_walked_;
  position_.table = table;
  position_.rack.assign(rack.begin(), rack.end());
  solver_->solve(position_, options, solution_);
}

bool FinishTest::solve(const MeldList& table, std::span<const Tile> rack, bool opening, MeldList* after) {
  ask(table, rack, opening);
  if (!solution_.play || !solution_.remaining.empty()) return false;
  if (after != nullptr) std::swap(*after, solution_.table);
  return true;
}

const std::vector<std::uint8_t>& FinishTest::finishing_draws(const MeldList& table, std::span<const Tile> rack,
                                                             bool opened) {
  std::vector<std::uint8_t> seen(rules_.kinds() + 1);
  for (const Tile tile : table.tiles) ++seen[tile];
  for (const Tile tile : rack) ++seen[tile];
  draws_.assign(rules_.kinds() + 1, 0);
  for (int kind = 0; kind <= rules_.kinds(); ++kind) {
    const Tile tile = static_cast<Tile>(kind);
    if (seen[kind] >= rules_.copies_of(tile)) continue;
    with_.assign(rack.begin(), rack.end());
    with_.push_back(tile);
    draws_[kind] = finishes(table, with_, opened);
  }
  return draws_;
}

}  // namespace optimeld::strategy
