#include "solver/loss_bound.hpp"

#include <algorithm>
#include <bit>

namespace optimeld::solver {

void LossBound::find(const Rules& rules, const Problem& problem, const RunStates& runs, ValueMoves& moves,
                     Patience& patience, std::int64_t left) {
  rules_ = &rules;
  problem_ = &problem;
  runs_ = &runs;
  moves_ = &moves;
  patience_ = &patience;
  colours_ = problem.colours;
  jokers_ = problem.wild + problem.identity_jokers;
  forced_jokers_ = problem.wild_forced + problem.identity_jokers;
  known_ = false;
  const int n = problem.values;
  if (!lay_out() || !list_entries(left)) return;
  forbid_unmet();
  for (int v = n; v >= 1; --v) look_down(v);
  for (int v = 1; v <= n; ++v) look_up(v);
  list_steps();
  for (int v = 1; v <= n; ++v)
    if (!sift_entries(v)) return;
  set_prices();
  // A walker may come to states that no step met, as it leaves out long runs that nothing will extend.
  for (int v = n; v >= 1; --v) look_down(v);
  groups_above_.assign(n + 1, 0);
  for (int v = n; v >= 1; --v) groups_above_[v - 1] = std::min(dear, groups_above_[v] + groups_[v]);
  known_ = true;
}

// Makes room for the states of all parts; false where there are too many.
bool LossBound::lay_out() {
  const int n = problem_->values;
  if (runs_->parallel() >= most_numbers || jokers_ >= most_numbers) return false;
  places_.assign(static_cast<std::size_t>(n + 1) * parts(), {});
  for (std::size_t i = 0; i < problem_->olds.size(); ++i)
    if (!add_crossing(static_cast<int>(i))) return false;
  std::size_t size = 0;
  for (int v = 0; v <= n; ++v) {
    for (int part = 0; part < parts(); ++part) {
      place(v, part).begin = size;
      size += static_cast<std::size_t>(states_of(part)) << place(v, part).crossing;
    }
  }
  if (size > most_states) return false;
  below_.assign(size, dear);
  above_.assign(size, dear);
  groups_.assign(n + 1, 0);
  for (int part = 0; part < parts(); ++part) {
    below_[place(0, part).begin] = 0;
    for (int state = 0; state < states_of(part); ++state) {
      const bool finished = part < colours_ ? runs_->open_short(state) == 0 : state >= forced_jokers_;
      if (finished) above_[place(n, part).begin + static_cast<std::size_t>(state)] = 0;
    }
  }
  return true;
}

bool LossBound::add_crossing(int index) {
  const OldMeld& old = problem_->olds[index];
  if (old.one_value) return true;
  for (int v = old.first; v < old.last; ++v) {
    Place& here = place(v, old.colour);
    if (here.crossing == most_crossing) return false;
    here.slots[here.crossing] = static_cast<std::uint8_t>(problem_->slot[index]);
    here.olds[here.crossing++] = index;
  }
  return true;
}

// Calls use(from, to, tiles, lost) for each choice of the table's runs of a colour that stay at a value: as sets of
// those that cross the values, how many tiles they have there, and how many runs that begin there do not stay.
template <class Use>
void LossBound::each_stay(int v, int c, Use&& use) const {
  const Place& below = place(v - 1, c);
  const Place& above = place(v, c);
  std::array<int, 2 * most_crossing> here{};
  int count = below.crossing;
  std::copy_n(below.olds.begin(), count, here.begin());
  for (const int i : problem_->olds_at[v])
    if (!problem_->olds[i].one_value && problem_->olds[i].colour == c && count < 2 * most_crossing) here[count++] = i;
  for (unsigned stay = 0; stay < 1u << count; ++stay) {
    unsigned to = 0;
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < above.crossing; ++j)
        if ((stay >> i & 1) && above.olds[j] == here[i]) to |= 1u << j;
    const int tiles = std::popcount(stay), begun = count - below.crossing;
    use(static_cast<int>(stay & ((1u << below.crossing) - 1)), static_cast<int>(to), tiles,
        begun - std::popcount(stay >> below.crossing));
  }
}

// Calls use(step) for every step of a part at a value.
template <class Use>
void LossBound::each_step(int v, int part, Use&& use) const {
  const auto from = static_cast<std::uint32_t>(place(v - 1, part).begin);
  const auto to = static_cast<std::uint32_t>(place(v, part).begin);
  if (part == colours_) {
    for (int used = 0; used <= jokers_; ++used)
      for (int more = 0; used + more <= jokers_; ++more)
        use(Step{from + used, to + used + more, 0, static_cast<std::uint32_t>(more)});
    return;
  }
  const int states = runs_->size();
  each_stay(v, part, [&](int from_set, int to_set, int kept, int lost) {
    for (int state = 0; state < states; ++state) {
      for (int tiles = runs_->open_short(state); tiles + kept <= runs_->parallel(); ++tiles) {
        const std::uint16_t next = runs_->step(state, tiles);
        if (next == RunStates::dead) break;
        use(Step{from + from_set * states + state, to + to_set * states + next, lost * meld,
                 static_cast<std::uint32_t>(tiles + kept)});
      }
    }
  });
}

// What the groups of every value can do; false where that is too much.
bool LossBound::list_entries(std::int64_t left) {
  const int n = problem_->values;
  entries_.resize(n + 1);
  entries_made_ = 0;
  for (int v = 1; v <= n; ++v) {
    entries_[v].clear();
    const int rack = moves_->at(problem_->cells[v]).rack_tiles;
    const int least_used = rack - static_cast<int>(std::min<std::int64_t>(left / problem_->unit[v], rack));
    std::uint64_t groups = 0;  // the others count as if they stayed, and hold no tiles
    for (std::size_t i = 0; i < problem_->olds_at[v].size() && std::popcount(groups) < most_groups; ++i)
      if (problem_->olds[problem_->olds_at[v][i]].one_value) groups |= std::uint64_t{1} << i;
    for (std::uint64_t stay = groups;; stay = (stay - 1) & groups) {
      const std::size_t before = entries_[v].size();
      add_entries(v, least_used, stay);
      for (std::size_t i = before; i < entries_[v].size(); ++i)
        entries_[v][i].lost = (std::popcount(groups) - std::popcount(stay)) * meld;
      if (stay == 0) break;
    }
    entries_made_ += entries_[v].size();
    if (entries_[v].empty() || entries_made_ > most_entries) return false;
  }
  return true;
}

// With these groups of the table set aside.
void LossBound::add_entries(int v, int least_used, std::uint64_t stay) {
  Cell cell = problem_->cells[v];
  int in_groups = 0;
  for (; stay; stay &= stay - 1) {
    for (const Tile tile : problem_->olds[problem_->olds_at[v][std::countr_zero(stay)]].tiles) {
      if (rules_->is_joker(tile)) ++in_groups;
      else cell -= moves_->forced(rules_->colour(tile));
    }
  }
  std::uint64_t any = 0;
  for (int c = 0; c < colours_; ++c) any |= static_cast<std::uint64_t>(runs_->parallel()) << (8 * c);
  for (int jokers = in_groups; jokers <= jokers_; ++jokers) {
    moves_->moves_playing(cell, moves_->at(cell), jokers - in_groups, least_used, *patience_)
        .within(0, any, [&](const ValueMove& move) {
          patience_->step();
          if (static_cast<int>(move.used) < least_used) return;
          Entry entry;
          for (int c = 0; c < colours_; ++c) entry.numbers[c] = static_cast<std::uint8_t>(move.runs >> (8 * c) & 255);
          entry.numbers[colours_] = static_cast<std::uint8_t>(jokers);
          entries_[v].push_back(entry);
        });
  }
}

// A number that the groups of a value can do nothing with is none.
void LossBound::forbid_unmet() {
  for (int v = 1; v <= problem_->values; ++v) {
    for (int part = 0; part < parts(); ++part) place(v, part).prices.fill(dear);
    for (const Entry& entry : entries_[v])
      for (int part = 0; part < parts(); ++part) place(v, part).prices[entry.numbers[part]] = 0;
  }
}

void LossBound::list_steps() {
  steps_.resize(places_.size());
  steps_made_ = 0;
  for (int v = 1; v <= problem_->values; ++v) {
    for (int part = 0; part < parts(); ++part) {
      auto& steps = steps_[at_place(v, part)];
      const Prices& prices = place(v, part).prices;
      steps.clear();
      each_step(v, part, [&](const Step& step) {
        if (below_[step.from] + step.lost + prices[step.number] + above_[step.to] < most) steps.push_back(step);
      });
      steps_made_ += steps.size();
    }
  }
}

// Leaves of a value's entries those with numbers that every part can have, and of the same numbers the best; false
// where that is none.
bool LossBound::sift_entries(int v) {
  auto& entries = entries_[v];
  for (int part = 0; part < parts(); ++part) {
    std::uint32_t can = 0;
    for (const Step& step : steps_[at_place(v, part)]) can |= 1u << step.number;
    std::erase_if(entries, [&](const Entry& entry) { return !(can >> entry.numbers[part] & 1); });
  }
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    return a.numbers != b.numbers ? a.numbers < b.numbers : a.lost < b.lost;
  });
  const auto same = std::ranges::unique(entries, {}, &Entry::numbers);
  entries.erase(same.begin(), same.end());
  return !entries.empty();
}

// The prices of the states below a value from those above it, by every step there is.
void LossBound::look_down(int v) {
  for (int part = 0; part < parts(); ++part) {
    const Place& below = place(v - 1, part);
    const Prices& prices = place(v, part).prices;
    const auto begin = above_.begin() + static_cast<std::ptrdiff_t>(below.begin);
    std::fill(begin, begin + (static_cast<std::ptrdiff_t>(states_of(part)) << below.crossing), dear);
    each_step(v, part, [&](const Step& step) {
      above_[step.from] = std::min(above_[step.from], above_[step.to] + step.lost + prices[step.number]);
    });
    patience_->step(static_cast<std::uint64_t>(states_of(part)) << below.crossing);
  }
}

void LossBound::look_up(int v) {
  for (int part = 0; part < parts(); ++part) {
    const Prices& prices = place(v, part).prices;
    each_step(v, part, [&](const Step& step) {
      below_[step.to] = std::min(below_[step.to], below_[step.from] + step.lost + prices[step.number]);
    });
  }
}

// The same by the steps that are listed.
void LossBound::carry_down(int v) {
  for (int part = 0; part < parts(); ++part) {
    const Prices& prices = place(v, part).prices;
    const auto& steps = steps_[at_place(v, part)];
    for (const Step& step : steps) above_[step.from] = dear;
    for (const Step& step : steps)
      above_[step.from] = std::min(above_[step.from], above_[step.to] + step.lost + prices[step.number]);
    patience_->step(steps.size());
  }
}

void LossBound::carry_up(int v) {
  for (int part = 0; part < parts(); ++part) {
    const Prices& prices = place(v, part).prices;
    const auto& steps = steps_[at_place(v, part)];
    for (const Step& step : steps) below_[step.to] = dear;
    for (const Step& step : steps)
      below_[step.to] = std::min(below_[step.to], below_[step.from] + step.lost + prices[step.number]);
    patience_->step(steps.size());
  }
}

void LossBound::set_prices() {
  constexpr int most_offers = 5, most_rounds = 6;
  const int n = problem_->values;
  for (int offer = 0; offer < most_offers; ++offer) haggle();
  for (int v = 1; v <= n; ++v) carry_up(v);
  std::int32_t reached = -dear;
  for (int round = 0; round < most_rounds; ++round) {
    if (round > 0)
      for (int v = 1; v <= n; ++v) share(v, false), carry_up(v);
    for (int v = n; v >= 1; --v) share(v, true), carry_down(v);
    const std::int32_t before = reached;
    reached = bound();
    if (reached - before < meld / 32) break;
  }
}

// Each part chooses; where the groups of a value choose otherwise, the prices of both numbers change.
void LossBound::haggle() {
  constexpr std::int32_t change = 3 * meld / 10;
  const int n = problem_->values;
  std::vector<const Entry*> chosen(n + 1);
  for (int v = n; v >= 1; --v) {
    carry_down(v);
    chosen[v] = &cheapest(v);
  }
  for (int part = 0; part < parts(); ++part) {
    std::size_t state = place(0, part).begin;
    for (int v = 1; v <= n; ++v) {
      Prices& prices = place(v, part).prices;
      const Step* best = nullptr;
      std::int32_t least = dear;
      for (const Step& step : steps_[at_place(v, part)]) {
        if (step.from != state) continue;
        const std::int32_t price = above_[step.to] + step.lost + prices[step.number];
        if (price < least) least = price, best = &step;
      }
      if (best == nullptr) return;  // no way on: prices do not matter
      if (const int number = chosen[v]->numbers[part]; number != static_cast<int>(best->number)) {
        prices[best->number] += change;
        prices[number] -= change;
      }
      state = best->to;
    }
  }
}

// What the groups of a value would choose.
const LossBound::Entry& LossBound::cheapest(int v) {
  for (Entry& entry : entries_[v]) entry.price = entry.lost;
  for (int part = 0; part < parts(); ++part) {
    const Prices& prices = place(v, part).prices;
    for (Entry& entry : entries_[v]) entry.price -= prices[entry.numbers[part]];
  }
  patience_->step(entries_[v].size());
  return *std::ranges::min_element(entries_[v], {}, &Entry::price);
}

// By number: what a part pays at least in all, where it has that number at the value.
LossBound::Prices LossBound::least(int v, int part) const {
  Prices least;
  least.fill(dear);
  const Prices& prices = place(v, part).prices;
  for (const Step& step : steps_[at_place(v, part)])
    least[step.number] = std::min(least[step.number], below_[step.from] + step.lost + above_[step.to]);
  for (int number = 0; number < most_numbers; ++number) least[number] = std::min(dear, least[number] + prices[number]);
  return least;
}

// The groups of a value take over all that the other parts pay, and give it back in shares.
void LossBound::share(int v, bool down) {
  for (int part = 0; part < parts(); ++part) {
    const Prices least = this->least(v, part);
    Prices& prices = place(v, part).prices;
    for (int number = 0; number < most_numbers; ++number)
      prices[number] = least[number] >= most ? dear : prices[number] - least[number];
  }
  auto& entries = entries_[v];
  std::erase_if(entries, [&](const Entry& entry) {
    for (int part = 0; part < parts(); ++part)
      if (place(v, part).prices[entry.numbers[part]] >= most) return true;
    return false;
  });
  if (entries.empty()) {
    groups_[v] = dear;
    return;
  }
  cheapest(v);
  for (int i = 0; i < parts(); ++i) {
    const bool last = i + 1 == parts();
    give_back(v, down ? i : parts() - 1 - i, last ? 1 : 2);
  }
  groups_[v] = std::ranges::min_element(entries, {}, &Entry::price)->price;
}

// What a number of the part costs at least is its own to pay, or half of it while others come after it.
void LossBound::give_back(int v, int part, int shares) {
  Prices back;
  back.fill(dear);
  for (const Entry& entry : entries_[v]) back[entry.numbers[part]] = std::min(back[entry.numbers[part]], entry.price);
  Prices& prices = place(v, part).prices;
  for (int number = 0; number < most_numbers; ++number) {
    if (prices[number] >= most || back[number] >= most) {
      prices[number] = dear;
    } else {
      back[number] /= shares;
      prices[number] += back[number];
    }
  }
  for (Entry& entry : entries_[v]) entry.price -= back[entry.numbers[part]];
  patience_->step(entries_[v].size());
}

std::int32_t LossBound::bound() const {
  std::int32_t price = 0;
  for (int v = 1; v <= problem_->values; ++v) price = std::min(dear, price + groups_[v]);
  for (int part = 0; part < parts(); ++part) price += above(0, part, 0);
  return price;
}

}  // namespace optimeld::solver
