#include "solver/plays.hpp"

#include <algorithm>
#include <numeric>
#include <queue>
#include <set>

#include "solver/play_worlds.hpp"

namespace optimeld::solver {

namespace {

using Word = PlayWorlds::Word;
using World = PlayWorlds::World;

struct Member {
  SweepState<Word> state;
  std::uint32_t image;
};

struct Branch {
  std::int64_t bound;   // nothing below is better; a leaf's own gain
  std::uint64_t order;  // older branches first among equals, so that the order is always the same
  std::int64_t gain;
  int world, value;                  // values up to this one are decided
  int jokers;                        // a leaf: rack jokers played; -1 otherwise
  std::vector<std::uint8_t> played;  // by tile
  std::vector<Member> members;
};

struct Worse {
  bool operator()(const std::unique_ptr<Branch>& a, const std::unique_ptr<Branch>& b) const {
    return a->bound != b->bound ? a->bound < b->bound : a->order > b->order;
  }
};

}  // namespace

struct Plays::Impl {
  Impl(std::unique_ptr<PlayWorlds> own, PlayWorlds& space, const Position& position, const SolveOptions& o)
      : owned(std::move(own)), worlds(space), rules(worlds.rules()), options(o) {
    worlds.read(position, options);
    rest.resize(worlds.size());
    for (std::size_t i = 0; i < worlds.size(); ++i) {
      const Problem& problem = worlds[i].problem;
      rest[i].assign(rules.values + 1, (problem.wild - problem.wild_forced) * problem.joker_unit);
      for (int v = rules.values; v > 0; --v) {
        int tiles = 0;
        for (int c = 0; c < rules.colours; ++c) tiles += worlds.rack_tiles(worlds[i], v, c);
        rest[i][v - 1] = rest[i][v] + tiles * problem.unit[v];
      }
      auto root = std::make_unique<Branch>();
      root->gain = problem.base_gain;
      root->world = static_cast<int>(i);
      root->value = 0;
      root->jokers = -1;
      root->played = worlds[i].replaced;
      root->members.push_back({{}, 0});
      root->bound = bound(worlds[i], root->members, root->gain, root->world, 0);
      root->order = order++;
      if (root->bound > 0) open.push(std::move(root));
    }
  }

  // No play is better that begins so: with these members after value v, and with so much gained.
  std::int64_t bound(const World& world, const std::vector<Member>& reached, std::int64_t gain, int number,
                     int v) const {
    if (!world.images) return gain + rest[number][v];
    std::int64_t best = -1;
    for (const auto& member : reached) best = std::max(best, gain + world.search.plain().to_go(member.image));
    return best;
  }

  void open_up(std::unique_ptr<Branch> branch);
  using Branches = std::vector<std::unique_ptr<Branch>>;
  Branches grow(World& world, const Branch& branch);
  void finish(World& world, const Branch& branch, Branches& grown);

  std::unique_ptr<PlayWorlds> owned;  // where no work space was lent
  PlayWorlds& worlds;
  const Rules& rules;
  SolveOptions options;
  std::vector<std::vector<std::int64_t>> rest;  // by world and value: the worth of all rack tiles above it
  std::priority_queue<std::unique_ptr<Branch>, Branches, Worse> open;
  std::set<std::vector<std::uint8_t>> seen;  // with several worlds a play may be met in each
  std::vector<Member> members;               // of the choice that is looked at
  std::uint64_t order = 0;
  std::size_t opened = 0;
};

// Every choice of rack tiles at the next value, with all the states that choice can lead to.
Plays::Impl::Branches Plays::Impl::grow(World& world, const Branch& branch) {
  Branches grown;
  const int v = branch.value + 1;
  const Problem& problem = world.problem;
  std::vector<int> most(rules.colours);
  for (int c = 0; c < rules.colours; ++c) most[c] = worlds.rack_tiles(world, v, c);
  std::vector<int> choice(rules.colours, 0);
  while (true) {
    const int tiles = std::accumulate(choice.begin(), choice.end(), 0);
    const std::int64_t wanted = branch.gain + tiles * problem.unit[v];
    members.clear();
    auto& sweep = world.search.sweep();
    sweep.at(v, worlds.cell(world, v, choice));
    for (const auto& member : branch.members) {
      sweep.expand(
          member.state, branch.gain, -1,
          [&](const SweepState<Word>& state, std::int64_t gain, const auto& frame, int jokers, const ValueMove& move) {
            if (gain != wanted) return;  // a chosen tile stayed behind
            std::uint32_t image = 0;
            if (world.images) {
              image = world.search.plain().image_of(member.image, v, move.runs + frame.outside, frame.jokers + jokers);
              if (image == Search<Word>::none || world.search.plain().to_go(image) < 0) return;
            }
            const auto same = [&](const Member& other) { return other.state == state; };
            if (std::none_of(members.begin(), members.end(), same)) members.push_back({state, image});
          });
    }
    // Most choices lead nowhere, and where nothing can be played any more there is nothing to look for.
    if (!members.empty() && (v == rules.values || bound(world, members, wanted, branch.world, v) > 0)) {
      auto next = std::make_unique<Branch>();
      next->gain = wanted;
      next->world = branch.world;
      next->value = v;
      next->jokers = -1;
      next->members = members;
      next->played = branch.played;
      for (int c = 0; c < rules.colours; ++c)
        next->played[rules.tile(c, v)] = static_cast<std::uint8_t>(next->played[rules.tile(c, v)] + choice[c]);
      if (v == rules.values) {
        finish(world, *next, grown);
      } else {
        next->bound = bound(world, next->members, wanted, branch.world, v);
        grown.push_back(std::move(next));
      }
    }
    int c = 0;
    while (c < rules.colours && choice[c] == most[c]) choice[c++] = 0;
    if (c == rules.colours) return grown;
    ++choice[c];
  }
}

// All values decided: one play for each number of rack jokers that went down with these tiles.
void Plays::Impl::finish(World& world, const Branch& branch, Branches& grown) {
  for (int jokers = 0; jokers <= world.problem.wild - world.problem.wild_forced; ++jokers) {
    const auto& sweep = world.search.sweep();
    const bool reached = std::any_of(branch.members.begin(), branch.members.end(), [&](const Member& member) {
      return sweep.finished(member.state) && extra::wild(member.state.extra) == world.problem.wild_forced + jokers;
    });
    if (!reached) continue;
    auto leaf = std::make_unique<Branch>();
    leaf->gain = branch.gain + jokers * world.problem.joker_unit;
    if (leaf->gain == 0) continue;  // nothing played
    leaf->bound = leaf->gain;
    leaf->world = branch.world;
    leaf->value = rules.values;
    leaf->jokers = jokers;
    leaf->played = branch.played;
    leaf->played[rules.joker()] = static_cast<std::uint8_t>(jokers);
    grown.push_back(std::move(leaf));
  }
}

// What grows out of a branch takes its place. Where time ends before all of it is known, the branch stays as it was.
void Plays::Impl::open_up(std::unique_ptr<Branch> branch) {
  try {
    if (options.deadline.passed()) throw Stopped();
    Branches grown = grow(worlds[branch->world], *branch);
    ++opened;
    for (auto& next : grown) {
      next->order = order++;
      open.push(std::move(next));
    }
  } catch (const Stopped&) {
    open.push(std::move(branch));
    throw;
  }
}

Plays::Plays(const Rules& rules, const Position& position, const SolveOptions& options) {
  auto own = std::make_unique<PlayWorlds>(rules);
  PlayWorlds& space = *own;
  impl_ = std::make_unique<Impl>(std::move(own), space, position, options);
}
Plays::Plays(PlayWorlds& space, const Position& position, const SolveOptions& options)
    : impl_(std::make_unique<Impl>(nullptr, space, position, options)) {}
Plays::~Plays() = default;
Plays::Plays(Plays&&) noexcept = default;

bool Plays::exhausted() const { return impl_->open.empty(); }
std::size_t Plays::opened() const { return impl_->opened; }

bool Plays::next(Play& play, std::size_t budget) {
  auto& impl = *impl_;
  while (!impl.open.empty()) {
    // A priority queue only shows its top; it leaves the queue at once, so taking it apart is safe.
    std::unique_ptr<Branch> branch = std::move(const_cast<std::unique_ptr<Branch>&>(impl.open.top()));
    impl.open.pop();
    if (branch->jokers < 0) {
      if (budget-- == 0) {
        impl.open.push(std::move(branch));
        return false;
      }
      impl.open_up(std::move(branch));
      continue;
    }
    if (impl.worlds.size() > 1 && !impl.seen.insert(branch->played).second) continue;
    play = {};
    for (int tile = 0; tile <= impl.rules.kinds(); ++tile)
      for (int i = 0; i < branch->played[tile]; ++i) {
        play.played.push_back(static_cast<Tile>(tile));
        play.value += impl.rules.worth(static_cast<Tile>(tile), impl.options.joker_value);
      }
    play.tiles = static_cast<int>(play.played.size());
    return true;
  }
  return false;
}

}  // namespace optimeld::solver
