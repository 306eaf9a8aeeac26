#include "solver/plays.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <set>

#include "solver/prepare.hpp"
#include "solver/search.hpp"

namespace optimeld::solver {

namespace {

using Word = unsigned __int128;

// One configuration of the position (see Preparer), with its own graph.
struct World {
  Problem problem;
  std::unique_ptr<RunTables> tables;
  Search<Word> search;
  bool images = true;
  std::vector<std::int64_t> rest;      // without images: the worth of all rack tiles above a value
  std::vector<std::uint8_t> replaced;  // rack tiles that freed a joker, by tile
};

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
  Impl(const Rules& r, const Position& p, const SolveOptions& o)
      : rules(r), position(p), options(o), moves(rules), preparer(rules, moves) {
    preparer.read(position, options);
    for (std::size_t i = 0; i < preparer.configurations(); ++i) {
      auto world = std::make_unique<World>();
      preparer.fill(i, world->problem);
      auto& problem = world->problem;
      world->tables = std::make_unique<RunTables>(rules, problem.parallel);
      if (world->tables->runs.bits() * rules.colours + PlainGraph<Word>::joker_bits > 128)
        throw TooLarge("the open runs of this box do not fit the solver's state");
      world->search.begin(rules, problem, *world->tables, moves, options.memory_limit);
      if (world->search.best_gain(Then::walks) < 0) continue;
      world->images = world->search.has_images();
      world->replaced.assign(rules.kinds() + 1, 0);
      for (const Tile tile : preparer.replaced(i)) ++world->replaced[tile];
      world->rest.assign(rules.values + 1, (problem.wild - problem.wild_forced) * problem.joker_unit);
      for (int v = rules.values; v > 0; --v) {
        int tiles = 0;
        for (int c = 0; c < rules.colours; ++c) tiles += moves.optional_in(problem.cells[v], c);
        world->rest[v - 1] = world->rest[v] + tiles * problem.unit[v];
      }
      auto root = std::make_unique<Branch>();
      root->gain = problem.base_gain;
      root->world = static_cast<int>(worlds.size());
      root->value = 0;
      root->jokers = -1;
      root->played = world->replaced;
      root->members.push_back({{}, 0});
      root->bound = bound(*world, *root);
      root->order = order++;
      worlds.push_back(std::move(world));
      open.push(std::move(root));
    }
  }

  std::int64_t bound(const World& world, const Branch& branch) const {
    if (!world.images) return branch.gain + world.rest[branch.value];
    std::int64_t best = -1;
    for (const auto& member : branch.members)
      best = std::max(best, branch.gain + world.search.plain().to_go(member.image));
    return best;
  }

  void grow(World& world, const Branch& branch);
  void finish(World& world, std::unique_ptr<Branch> branch);

  Rules rules;
  Position position;
  SolveOptions options;
  ValueMoves moves;
  Preparer preparer;
  std::vector<std::unique_ptr<World>> worlds;
  std::priority_queue<std::unique_ptr<Branch>, std::vector<std::unique_ptr<Branch>>, Worse> open;
  std::set<std::vector<std::uint8_t>> seen;  // with several worlds a play may be met in each
  std::uint64_t order = 0;
  std::size_t opened = 0;
};

// Every choice of rack tiles at the next value, with all the states that choice can lead to.
void Plays::Impl::grow(World& world, const Branch& branch) {
  const int v = branch.value + 1;
  const Problem& problem = world.problem;
  Cell forced = 0;
  std::vector<int> most(rules.colours);
  for (int c = 0; c < rules.colours; ++c) {
    forced += moves.forced_in(problem.cells[v], c) * moves.forced(c);
    most[c] = moves.optional_in(problem.cells[v], c);
  }
  std::vector<int> choice(rules.colours, 0);
  while (true) {
    Cell cell = forced;
    int tiles = 0;
    for (int c = 0; c < rules.colours; ++c) cell += choice[c] * moves.optional(c), tiles += choice[c];
    auto next = std::make_unique<Branch>();
    next->gain = branch.gain + tiles * problem.unit[v];
    auto& sweep = world.search.sweep();
    sweep.at(v, cell);
    for (const auto& member : branch.members) {
      sweep.expand(
          member.state, branch.gain, -1,
          [&](const SweepState<Word>& state, std::int64_t gain, const auto& frame, int jokers, const ValueMove& move) {
            if (gain != next->gain) return;  // a chosen tile stayed behind
            std::uint32_t image = 0;
            if (world.images) {
              image = world.search.plain().image_of(member.image, v, move.runs + frame.outside, frame.jokers + jokers);
              if (image == Search<Word>::none || world.search.plain().to_go(image) < 0) return;
            }
            const auto same = [&](const Member& other) { return other.state == state; };
            if (std::none_of(next->members.begin(), next->members.end(), same)) next->members.push_back({state, image});
          });
    }
    if (!next->members.empty()) {
      next->world = branch.world;
      next->value = v;
      next->jokers = -1;
      next->played = branch.played;
      for (int c = 0; c < rules.colours; ++c)
        next->played[rules.tile(c, v)] = static_cast<std::uint8_t>(next->played[rules.tile(c, v)] + choice[c]);
      if (v == rules.values) {
        finish(world, std::move(next));
      } else {
        next->bound = bound(world, *next);
        next->order = order++;
        open.push(std::move(next));
      }
    }
    int c = 0;
    while (c < rules.colours && choice[c] == most[c]) choice[c++] = 0;
    if (c == rules.colours) return;
    ++choice[c];
  }
}

// All values decided: one play for each number of rack jokers that went down with these tiles.
void Plays::Impl::finish(World& world, std::unique_ptr<Branch> branch) {
  for (int jokers = 0; jokers <= world.problem.wild - world.problem.wild_forced; ++jokers) {
    const auto& sweep = world.search.sweep();
    const bool reached = std::any_of(branch->members.begin(), branch->members.end(), [&](const Member& member) {
      return sweep.finished(member.state) && extra::wild(member.state.extra) == world.problem.wild_forced + jokers;
    });
    if (!reached) continue;
    auto leaf = std::make_unique<Branch>();
    leaf->gain = branch->gain + jokers * world.problem.joker_unit;
    if (leaf->gain == 0) continue;  // nothing played
    leaf->bound = leaf->gain;
    leaf->order = order++;
    leaf->world = branch->world;
    leaf->value = rules.values;
    leaf->jokers = jokers;
    leaf->played = branch->played;
    leaf->played[rules.joker()] = static_cast<std::uint8_t>(jokers);
    open.push(std::move(leaf));
  }
}

Plays::Plays(const Rules& rules, const Position& position, const SolveOptions& options)
    : impl_(std::make_unique<Impl>(rules, position, options)) {}
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
      ++impl.opened;
      impl.grow(*impl.worlds[branch->world], *branch);
      continue;
    }
    if (impl.worlds.size() > 1 && !impl.seen.insert(branch->played).second) continue;
    play = {};
    for (int tile = 0; tile <= impl.rules.kinds(); ++tile)
      for (int i = 0; i < branch->played[tile]; ++i) {
        play.played.push_back(static_cast<Tile>(tile));
        play.value += impl.rules.is_joker(static_cast<Tile>(tile)) ? impl.options.joker_value
                                                                   : impl.rules.value(static_cast<Tile>(tile));
      }
    play.tiles = static_cast<int>(play.played.size());
    return true;
  }
  return false;
}

}  // namespace optimeld::solver
