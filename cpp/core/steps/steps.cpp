#include "steps/steps.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>

#include "steps/sources.hpp"
#include "table/legality.hpp"

namespace optimeld::steps {

namespace {

constexpr int exact_tasks = 10;  // up to so many, every order is weighed

// What a heap that is no meld on the way costs the person: an incomplete meld, or one with strangers beside it.
constexpr int incomplete = 2, mixed = 3;

struct Task {             // an action whose turn is not yet known
  int from = Step::rack;  // rack, hand, or a place
  int to = 0;             // a place
  std::vector<Tile> tiles;
  int laid_jokers = 0;
  int freed_jokers = 0;
  std::vector<int> after;  // tasks that come first
  bool merged = false;     // into another
};

struct Place {  // where an old meld lies or a new one comes to lie
  int old_meld = -1;
  int new_meld = -1;
  int id = -1;             // -1 until it is started
  std::vector<int> tasks;  // that touch it
};

}  // namespace

struct StepPlanner::Work {
  explicit Work(const Rules& r) : rules(r), judge(r), count(r.kinds() + 1) {}

  void plan(const MeldList& table, const MeldList& target, const std::vector<int>& kept_from, std::vector<Step>& out);
  void swap_locked(std::vector<Step>& out);
  void merge_swaps(std::size_t swaps, std::vector<Step>& out);
  void make_tasks(int component, const std::vector<int>& row_component);
  void find_swaps();
  std::optional<int> swap_for(const Task& leaving);
  bool take_places(int old_meld, std::size_t jokers, std::vector<Tile>& tiles) const;
  void free_by_swap(Task& leaving, int swap);
  void drop_merged();
  void order_exactly();
  void order_greedily();
  void emit(std::vector<Step>& out);
  int contents(const Place& place, std::vector<Tile>& written, int& loose);
  void look(const Place& place, Pile& pile);
  bool write_within(std::span<const Tile> model, int size, std::vector<Tile>& written);
  bool ready(int task) const;
  Pile to_pile(std::span<const Tile> tiles) const;

  Rules rules;
  Judge judge;
  SourcePlanner planner;
  Sources sources;
  MeldList before, after;  // without the kept melds
  std::vector<int> old_id;
  std::vector<std::uint8_t> stays;
  std::vector<std::pair<int, int>> glued;
  std::vector<Task> tasks;
  std::vector<Place> places;
  std::vector<std::uint8_t> done;  // by task
  std::vector<int> order;
  std::vector<int> count;  // by kind
  std::vector<Tile> scratch, trial;
  std::vector<int> burden, cost_of, least;  // by set of tasks
  std::vector<std::uint16_t> sub_of;
  std::vector<std::int8_t> last;
  int hand = 0;  // jokers
  int next_id = 0;
};

void StepPlanner::Work::plan(const MeldList& table, const MeldList& target, const std::vector<int>& kept_from,
                             std::vector<Step>& out) {
  out.clear();
  before.clear();
  after.clear();
  old_id.clear();
  stays.assign(table.size(), 0);
  for (std::size_t j = 0; j < target.size(); ++j) {
    if (kept_from[j] >= 0) {
      stays[kept_from[j]] = 1;
    } else {
      after.add(target[j]);
    }
  }
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (stays[i]) continue;
    before.add(table[i]);
    old_id.push_back(static_cast<int>(i));
  }
  next_id = static_cast<int>(table.size());
  hand = 0;
  glued.clear();
  if (rules.joker_rule == JokerRule::locked) swap_locked(out);
  const std::size_t swaps = out.size();

  planner.plan(before, after, glued, sources);
  std::vector<int> row_component(before.size(), -1);
  for (const Parcel& parcel : sources.parcels) {
    if (parcel.from != from_rack) row_component[parcel.from] = sources.component[parcel.to];
  }
  for (int component = 0; component < sources.components; ++component) {
    make_tasks(component, row_component);
    find_swaps();
    if (static_cast<int>(tasks.size()) <= exact_tasks) {
      order_exactly();
    } else {
      order_greedily();
    }
    emit(out);
  }
  merge_swaps(swaps, out);
}

// A meld that took in rack tiles for its jokers takes those that extend it in the same action.
void StepPlanner::Work::merge_swaps(std::size_t swaps, std::vector<Step>& out) {
  for (std::size_t i = 0; i < swaps; ++i) {
    const auto touches = [&](const Step& step) { return step.to == out[i].to || step.from == out[i].to; };
    const auto next = std::find_if(out.begin() + static_cast<std::ptrdiff_t>(i) + 1, out.end(), touches);
    if (next == out.end() || next->action != Action::extend || next->laid_jokers > 0) continue;
    out[i].tiles.insert(out[i].tiles.end(), next->tiles.begin(), next->tiles.end());
    out[i].makes = next->makes;
    out.erase(next);
  }
}

// Under the locked rule a joker comes free only where a rack tile takes its place, so that is done first and as
// an action of its own; melds that stay locked move as one piece.
void StepPlanner::Work::swap_locked(std::vector<Step>& out) {
  if (std::find(before.tiles.begin(), before.tiles.end(), rules.joker()) == before.tiles.end()) return;
  for (const LockedMeld& fate : judge.locked_melds(before, after)) {
    if (!fate.swaps.empty()) {
      Step step;
      step.action = Action::swap;
      step.to = old_id[fate.old_meld];
      step.to_was = to_pile(before[fate.old_meld]);
      const std::size_t begin = fate.old_meld == 0 ? 0 : before.ends[fate.old_meld - 1];
      for (const auto& [place, tile] : fate.swaps) {
        before.tiles[begin + place] = tile;
        step.tiles.push_back(tile);
      }
      // A group is written by colour.
      const std::vector<Tile> arranged = arrange_meld(rules, before[fate.old_meld]);
      if (!arranged.empty()) std::copy(arranged.begin(), arranged.end(), before.tiles.begin() + begin);
      step.freed_jokers = static_cast<int>(fate.swaps.size());
      hand += step.freed_jokers;
      step.makes = to_pile(before[fate.old_meld]);
      out.push_back(std::move(step));
    }
    if (fate.new_meld >= 0) glued.emplace_back(fate.old_meld, fate.new_meld);
  }
}

// The places and tasks of one component: one task for each (from, to) but a meld's own base.
void StepPlanner::Work::make_tasks(int component, const std::vector<int>& row_component) {
  tasks.clear();
  places.clear();
  std::vector<int> place_of_row(before.size(), -1), place_of_column(after.size(), -1);
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (row_component[i] != component) continue;
    place_of_row[i] = static_cast<int>(places.size());
    Place& place = places.emplace_back();
    place.old_meld = static_cast<int>(i);
    place.id = old_id[i];
  }
  for (std::size_t j = 0; j < after.size(); ++j) {
    if (sources.component[j] != component) continue;
    const int base = sources.base[j];
    if (base < 0) places.emplace_back();
    place_of_column[j] = base < 0 ? static_cast<int>(places.size()) - 1 : place_of_row[base];
    places[place_of_column[j]].new_meld = static_cast<int>(j);
  }
  // Table tiles first: of orders that are as good, the one that ends with the rack is shown.
  for (const bool rack : {false, true}) {
    for (const Parcel& parcel : sources.parcels) {
      if (sources.component[parcel.to] != component || (parcel.from == from_rack) != rack) continue;
      if (!rack && sources.base[parcel.to] == parcel.from) continue;
      const int from = rack ? Step::rack : place_of_row[parcel.from], to = place_of_column[parcel.to];
      auto task = std::find_if(tasks.begin(), tasks.end(), [&](const Task& t) { return t.from == from && t.to == to; });
      if (task == tasks.end()) {
        tasks.emplace_back();
        task = tasks.end() - 1;
        task->from = from, task->to = to;
      }
      if (rack && rules.is_joker(parcel.tile) && hand > 0) {
        --hand, ++task->laid_jokers;
      } else {
        task->tiles.push_back(parcel.tile);
      }
    }
  }
  for (Task& task : tasks) {
    if (task.tiles.empty()) task.from = Step::hand;
  }
}

// The task that brings as many tiles for the places of the jokers that leave; the rack's come last, and are preferred.
std::optional<int> StepPlanner::Work::swap_for(const Task& leaving) {
  for (int in = static_cast<int>(tasks.size()) - 1; in >= 0; --in) {
    Task& entering = tasks[in];
    if (entering.to != leaving.from || entering.freed_jokers > 0 || entering.laid_jokers > 0) continue;
    if (entering.after.empty() && take_places(places[leaving.from].old_meld, leaving.tiles.size(), entering.tiles))
      return in;
  }
  return {};
}

// Can so many of the tiles take the place of a joker in the old meld, each of its own? They are moved to the front,
// where the words look for them.
bool StepPlanner::Work::take_places(int old_meld, std::size_t jokers, std::vector<Tile>& tiles) const {
  const auto meld = before[old_meld];
  const MeldShape shape = read_meld(rules, meld);
  std::vector<std::uint8_t> filled(meld.size());
  const auto place_for = [&](Tile tile) {
    std::size_t place = 0;
    while (place < meld.size() &&
           (!rules.is_joker(meld[place]) || filled[place] || !may_stand_for(rules, shape, meld.size(), place, tile)))
      ++place;
    return place;
  };
  std::size_t matched = 0;
  for (std::size_t next = 0; next < tiles.size() && matched < jokers; ++next) {
    if (rules.is_joker(tiles[next])) continue;
    const std::size_t place = place_for(tiles[next]);
    if (place == meld.size()) continue;
    filled[place] = 1;
    const auto at = tiles.begin() + static_cast<std::ptrdiff_t>(next);
    std::rotate(tiles.begin() + static_cast<std::ptrdiff_t>(matched++), at, at + 1);
  }
  return matched >= jokers;
}

// The jokers that leave come free when the swap is made, and go on from the hand: with tiles of the rack that go the
// same way, if there are any, and then they are no task of their own.
void StepPlanner::Work::free_by_swap(Task& leaving, int swap) {
  const int jokers = static_cast<int>(leaving.tiles.size());
  tasks[swap].freed_jokers = jokers;
  leaving.from = Step::hand;
  leaving.tiles.clear();
  leaving.laid_jokers = jokers;
  leaving.after.push_back(swap);
  const auto along = std::find_if(tasks.begin(), tasks.end(), [&](const Task& task) {
    return task.to == leaving.to && task.from == Step::rack && task.freed_jokers == 0;
  });
  if (along == tasks.end()) return;
  along->laid_jokers += jokers;
  along->after.push_back(swap);
  leaving.merged = true;
}

// Tasks that were merged leave, and the others are renumbered.
void StepPlanner::Work::drop_merged() {
  std::vector<int> number(tasks.size());
  int next = 0;
  for (std::size_t t = 0; t < tasks.size(); ++t) number[t] = tasks[t].merged ? -1 : next++;
  std::erase_if(tasks, [](const Task& task) { return task.merged; });
  for (Task& task : tasks) {
    for (int& earlier : task.after) earlier = number[earlier];
  }
}

// Where a joker leaves its meld and a tile that it may stand for comes in, the two are a swap: the meld is never
// incomplete, and the joker goes on from the hand, with tiles from the rack where some go the same way.
void StepPlanner::Work::find_swaps() {
  for (Task& leaving : tasks) {
    if (leaving.from < 0 || places[leaving.from].new_meld < 0) continue;
    if (!std::all_of(leaving.tiles.begin(), leaving.tiles.end(), [&](Tile t) { return rules.is_joker(t); })) continue;
    if (const std::optional<int> swap = swap_for(leaving)) free_by_swap(leaving, *swap);
  }
  drop_merged();
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    if (tasks[t].from >= 0) places[tasks[t].from].tasks.push_back(static_cast<int>(t));
    places[tasks[t].to].tasks.push_back(static_cast<int>(t));
  }
}

bool StepPlanner::Work::ready(int task) const {
  return !done[task] && std::all_of(tasks[task].after.begin(), tasks[task].after.end(), [&](int t) { return done[t]; });
}

// Weighs every order: the sum over the tables on the way of what their heaps cost and the jokers in the hand.
void StepPlanner::Work::order_exactly() {
  order.clear();
  const int size = static_cast<int>(tasks.size());
  done.assign(size, 0);
  if (size <= 1) {
    if (size == 1) order.push_back(0);
    return;
  }
  const std::uint32_t all = (1u << size) - 1;
  burden.assign(all + 1, 0);
  sub_of.resize(all + 1);
  // What every set of tasks leaves in the hand, and in each place: a place depends on its own tasks alone, so
  // each of its states is worked out once. Sets are built from the set without their lowest task.
  std::array<int, exact_tasks> bit{};
  std::array<std::uint32_t, exact_tasks> first{};
  for (std::uint32_t mask = 1; mask <= all; ++mask) {
    const Task& task = tasks[std::countr_zero(mask)];
    burden[mask] = burden[mask & (mask - 1)] + task.freed_jokers - task.laid_jokers;
  }
  for (int& in_hand : burden) in_hand = std::max(0, in_hand);
  int loose = 0;
  for (const Place& place : places) {
    const int own = static_cast<int>(place.tasks.size());
    if (own == 0) continue;
    bit.fill(0);
    for (int t = 0; t < own; ++t) bit[place.tasks[t]] = 1 << t;
    cost_of.resize(std::size_t{1} << own);
    for (std::uint32_t sub = 0; sub < cost_of.size(); ++sub) {
      for (int t = 0; t < own; ++t) done[place.tasks[t]] = sub >> t & 1;
      cost_of[sub] = contents(place, scratch, loose);
    }
    sub_of[0] = 0;
    for (std::uint32_t mask = 1; mask <= all; ++mask) {
      sub_of[mask] = static_cast<std::uint16_t>(sub_of[mask & (mask - 1)] | bit[std::countr_zero(mask)]);
      burden[mask] += cost_of[sub_of[mask]];
    }
  }
  for (int t = 0; t < size; ++t) {
    for (const int earlier : tasks[t].after) first[t] |= 1u << earlier;
  }
  constexpr int infinite = std::numeric_limits<int>::max() / 2;
  least.assign(all + 1, infinite);
  last.resize(all + 1);
  least[0] = 0;
  for (std::uint32_t mask = 1; mask <= all; ++mask) {
    int fewest = infinite;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      const int t = std::countr_zero(rest);
      const std::uint32_t before_it = mask ^ 1u << t;
      if ((first[t] & ~before_it) == 0 && least[before_it] <= fewest) {
        fewest = least[before_it], last[mask] = static_cast<std::int8_t>(t);
      }
    }
    least[mask] = std::min(infinite, fewest + burden[mask]);
  }
  for (std::uint32_t mask = all; mask != 0; mask ^= 1u << last[mask]) order.push_back(last[mask]);
  std::reverse(order.begin(), order.end());
}

// Always the task that leaves the fewest incomplete melds behind.
void StepPlanner::Work::order_greedily() {
  order.clear();
  done.assign(tasks.size(), 0);
  int loose = 0;
  const auto openness = [&](int at) { return at < 0 ? 0 : contents(places[at], scratch, loose); };
  while (order.size() < tasks.size()) {
    int best = -1, smallest = std::numeric_limits<int>::max();
    for (std::size_t t = 0; t < tasks.size(); ++t) {
      if (!ready(static_cast<int>(t))) continue;
      const Task& task = tasks[t];
      int change = task.freed_jokers - task.laid_jokers - openness(task.from) - openness(task.to);
      done[t] = 1;
      change += openness(task.from) + openness(task.to);
      done[t] = 0;
      if (change < smallest) smallest = change, best = static_cast<int>(t);
    }
    done[best] = 1;
    order.push_back(best);
  }
}

// What lies in a place when the tasks marked done are done, as it would be written, and how many tiles at its end
// are still to leave a heap. Returns what it costs: nothing where it is a meld.
int StepPlanner::Work::contents(const Place& place, std::vector<Tile>& written, int& loose) {
  written.clear();
  loose = 0;
  const std::span<const Tile> model_old = place.old_meld < 0 ? std::span<const Tile>{} : before[place.old_meld];
  const std::span<const Tile> model_new = place.new_meld < 0 ? std::span<const Tile>{} : after[place.new_meld];
  std::size_t finished = 0;
  for (const int t : place.tasks) finished += done[t];
  if (finished == 0 || finished == place.tasks.size()) {
    const auto whole = finished == 0 ? model_old : model_new;
    written.assign(whole.begin(), whole.end());
    return 0;
  }
  const int self = static_cast<int>(&place - places.data());
  int size = 0;
  const auto add = [&](std::span<const Tile> tiles, int sign) {
    for (const Tile tile : tiles) count[tile] += sign;
    size += sign * static_cast<int>(tiles.size());
  };
  add(model_old, 1);
  for (const int t : place.tasks) {
    if (!done[t]) continue;
    if (tasks[t].from == self) add(tasks[t].tiles, -1);
    if (tasks[t].to == self) {
      add(tasks[t].tiles, 1);
      const int jokers = tasks[t].laid_jokers - tasks[t].freed_jokers;
      count[rules.joker()] += jokers;
      size += jokers;
    }
  }
  int cost = 0;
  if (size > 0 && !write_within(model_old, size, written) && !write_within(model_new, size, written)) {
    cost = incomplete;
    // What belongs to the new meld, then what is still to leave; together they may be a meld all the same.
    std::vector<Tile> heap;
    for (const auto model : {model_new, model_old}) {
      for (const Tile tile : model) {
        if (count[tile] <= 0) continue;
        --count[tile];
        heap.push_back(tile);
        loose += model.data() == model_old.data();
      }
    }
    const std::vector<Tile> arranged = arrange_meld(rules, heap);
    if (!arranged.empty()) {
      written = arranged, cost = 0, loose = 0;
    } else if (written.empty()) {
      written = heap, cost = mixed;
    } else {
      loose = 0;
    }
  }
  for (const auto model : {model_old, model_new}) {
    for (const Tile tile : model) count[tile] = 0;
  }
  count[rules.joker()] = 0;
  return cost;
}

// Writes the counted tiles in the order of `model` where they are among its tiles, the jokers where they make a
// meld if there is such a place. True where they do; `written` is filled wherever the tiles are among them.
bool StepPlanner::Work::write_within(std::span<const Tile> model, int size, std::vector<Tile>& written) {
  const Tile joker = rules.joker();
  const int jokers = count[joker];
  int naturals = 0, spots = 0;
  for (const Tile tile : model) {
    if (tile == joker) {
      ++spots;
    } else {
      naturals += count[tile] > 0;
    }
  }
  if (naturals + jokers != size || jokers > spots || spots > 16) return false;
  for (std::uint32_t mask = 0; mask < 1u << spots; ++mask) {
    if (__builtin_popcount(mask) != jokers) continue;
    trial.clear();
    int spot = 0;
    for (const Tile tile : model) {
      if (tile == joker ? mask >> spot++ & 1 : count[tile] > 0) trial.push_back(tile);
    }
    const bool meld = read_meld(rules, trial).legal();
    if (meld || written.empty()) written = trial;
    if (meld) return true;
  }
  return false;
}

Pile StepPlanner::Work::to_pile(std::span<const Tile> tiles) const {
  const MeldShape shape = read_meld(rules, tiles);
  Pile pile;
  pile.tiles.assign(tiles.begin(), tiles.end());
  pile.kind = shape.run && shape.group ? Pile::Kind::either
              : shape.run              ? Pile::Kind::run
              : shape.group            ? Pile::Kind::group
                                       : Pile::Kind::none;
  return pile;
}

void StepPlanner::Work::look(const Place& place, Pile& pile) {
  contents(place, scratch, pile.loose);
  const int loose = pile.loose;
  pile = to_pile(scratch);
  pile.loose = loose;
}

void StepPlanner::Work::emit(std::vector<Step>& out) {
  done.assign(tasks.size(), 0);
  for (const int t : order) {
    const Task& task = tasks[t];
    Place& to = places[task.to];
    Step step;
    step.tiles = task.tiles;
    step.laid_jokers = task.laid_jokers;
    step.freed_jokers = task.freed_jokers;
    const bool starts = to.id < 0;
    if (starts) to.id = next_id++;
    step.to = to.id;
    step.from = task.from < 0 ? task.from : places[task.from].id;
    if (task.from >= 0) look(places[task.from], step.from_was);
    look(to, step.to_was);
    done[t] = 1;
    if (task.from >= 0) look(places[task.from], step.left);
    look(to, step.makes);
    if (task.freed_jokers > 0) {
      step.action = Action::swap;
    } else if (task.from == Step::hand) {
      step.action = Action::place;
    } else if (task.from == Step::rack) {
      step.action = starts ? Action::lay : Action::extend;
    } else if (starts) {
      step.action = Action::split;
    } else {
      step.action = step.left.tiles.empty() ? Action::join : Action::move;
    }
    out.push_back(std::move(step));
  }
  for (const Place& place : places) {
    if (!place.tasks.empty() || place.old_meld < 0 || place.new_meld < 0) continue;
    if (same_as_written(before[place.old_meld], after[place.new_meld])) continue;
    Step step;
    step.action = Action::rearrange;
    step.from = step.to = place.id;
    look(place, step.to_was);
    const auto meld = after[place.new_meld];
    step.makes = to_pile(meld);
    step.from_was = step.to_was;
    step.left = step.makes;
    out.push_back(std::move(step));
  }
}

std::vector<int> unchanged(const MeldList& before, const MeldList& after) {
  return UnchangedMelds().find(before, after);
}

StepPlanner::StepPlanner(const Rules& rules) : work_(std::make_unique<Work>(rules)) {}
StepPlanner::~StepPlanner() = default;
StepPlanner::StepPlanner(StepPlanner&&) noexcept = default;
StepPlanner& StepPlanner::operator=(StepPlanner&&) noexcept = default;

void StepPlanner::plan(const MeldList& before, const MeldList& after, const std::vector<int>& kept_from,
                       std::vector<Step>& out) {
  work_->plan(before, after, kept_from, out);
}

}  // namespace optimeld::steps
