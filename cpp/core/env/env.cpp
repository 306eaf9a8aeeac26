#include "env/env.hpp"

#include <algorithm>
#include <stdexcept>

namespace optimeld::env {

namespace {

// A search for plays is given up here; what was found is then offered, and more_plays() says so.
constexpr std::size_t most_branches = 20000;

}  // namespace

Layout::Layout(const Rules& rules, int players) : kinds(rules.kinds() + 1) {
  int at = 0;
  const auto take = [&](int count) {
    at += count;
    return at - count;
  };
  rack = take(kinds);
  table = take(kinds);
  standing = take(kinds);
  river = take(kinds);
  pending = take(kinds);
  chosen = take(kinds);
  rack_sizes = take(players);
  opened = take(players);
  pool = take(1);
  to_move = take(1);
  size = at;
}

Env::Env(const Spec& spec, std::shared_ptr<Workspace> workspace)
    : spec_(spec),
      layout_(spec.rules, spec.players),
      actions_((spec.actions == ActionSpace::ranked ? 1 + ranked_plays : layout_.kinds + 1) +
               (spec.rules.river ? layout_.kinds : 0)),
      game_(spec.rules, spec.players, 0, 0, false),
      workspace_(std::move(workspace)),
      joins_(workspace_->worlds) {
  if (spec.rules.opening_then_table)
    throw std::invalid_argument("an environment has no action for going on with the table after the opening");
  for (int seat = 0; seat < spec.players; ++seat) {
    const std::string& name = spec.agents[static_cast<std::size_t>(seat)];
    agents_.push_back(name.empty() ? nullptr : game::make_agent(name, workspace_->tools));
  }
  options_.keep = options_.tidy = false;
  options_.joker_value = spec.rules.joker_penalty;
  mask_.assign(static_cast<std::size_t>(actions_), 0);
  chosen_.assign(static_cast<std::size_t>(layout_.kinds), 0);
}

void Env::reset(std::uint64_t seed, std::uint64_t index) {
  game_.deal(seed, index);
  go_on();
}

// Lets the engine's agents move until someone from outside is asked, and offers that player what there is.
void Env::go_on() {
  while (!game_.over()) {
    const auto& agent = agents_[static_cast<std::size_t>(game_.to_move())];
    if (!agent) break;
    agent->choose(game_.view(game_.to_move()), decision_);
    if (!game::carry_out(game_, decision_, *agent).ok()) throw std::logic_error("an agent's move was refused");
  }
  chosen_count_ = 0;
  std::ranges::fill(chosen_, 0);
  offer();
}

void Env::offer() {
  std::ranges::fill(mask_, 0);
  plays_.clear();
  more_plays_ = false;
  if (game_.over()) return;
  if (spec_.rules.river) offer_river();
  if (!game_.pending().empty()) return;
  const int player = game_.to_move();
  options_.opening = !game_.opened(player);
  position_.table = game_.table();
  position_.rack = game_.rack(player);
  if (spec_.actions == ActionSpace::ranked) {
    solver::Plays plays(workspace_->worlds, position_, options_);
    solver::Play play;
    while (plays_.size() < ranked_plays && plays.next(play, most_branches - plays.opened()))
      plays_.push_back(play.played);
    more_plays_ = !plays.exhausted();
    std::fill_n(mask_.begin() + 1, plays_.size(), std::uint8_t{1});
    mask_[0] = may_do_without(!plays_.empty());
    return;
  }
  workspace_->worlds.read(position_, options_);
  joins_.ask(chosen_, may_);
  std::ranges::copy(may_, mask_.begin());
  std::vector<Tile> tiles;
  for (std::size_t kind = 0; kind < chosen_.size(); ++kind)
    tiles.insert(tiles.end(), chosen_[kind], static_cast<Tile>(kind));
  mask_[static_cast<std::size_t>(stop())] =
      chosen_count_ == 0 ? may_do_without(std::ranges::find(may_, 1) != may_.end()) : arrange(tiles);
}

// Whether to draw or to take is allowed; under the house rule `must_play` a play leaves no choice.
bool Env::may_do_without(bool play) {
  if (!spec_.rules.must_play || !play) return true;
  if (spec_.rules.river) std::fill(mask_.end() - layout_.kinds, mask_.end(), std::uint8_t{0});
  return false;
}

void Env::offer_river() {
  if (chosen_count_ > 0) return;
  const std::size_t first = static_cast<std::size_t>(actions_ - layout_.kinds);
  const auto pending = game_.pending();
  for (const Tile tile : pending) mask_[first + tile] = 1;
  if (pending.empty())
    for (const Tile tile : game_.river()) mask_[first + tile] = 1;
}

int Env::action_of(std::span<const Tile> played) const {
  for (std::size_t i = 0; i < plays_.size(); ++i)
    if (std::ranges::equal(plays_[i], played)) return static_cast<int>(i) + 1;
  return -1;
}

// The best way to lay exactly these tiles in solution_; false where they cannot all be laid.
bool Env::arrange(const std::vector<Tile>& tiles) {
  position_.table = game_.table();
  position_.rack = tiles;
  workspace_->solver.solve(position_, options_, solution_);
  return solution_.play && solution_.remaining.empty();
}

void Env::play(const std::vector<Tile>& tiles) {
  if (!arrange(tiles) || !game_.play(solution_.table).ok())
    throw std::logic_error("a play on offer could not be carried out");
}

void Env::draw() {
  game_.draw();
  if (game_.pending().empty()) go_on();
  else offer();  // which of the two stays
}

void Env::step(int action) {
  if (game_.over()) throw std::invalid_argument("the game is over");
  if (!allows(action)) throw std::invalid_argument("action " + std::to_string(action) + " is not allowed now");
  const int first_of_river = actions_ - (spec_.rules.river ? layout_.kinds : 0);
  if (action >= first_of_river) {
    const Tile tile = static_cast<Tile>(action - first_of_river);
    if (game_.pending().empty()) game_.take(tile);
    else game_.keep(tile);
    go_on();
  } else if (spec_.actions == ActionSpace::ranked) {
    if (action == 0) {
      draw();
    } else {
      play(plays_[static_cast<std::size_t>(action) - 1]);
      go_on();
    }
  } else if (action < layout_.kinds) {
    ++chosen_[static_cast<std::size_t>(action)];
    ++chosen_count_;
    offer();
  } else if (chosen_count_ == 0) {
    draw();
  } else {
    // offer() has arranged the chosen tiles to see whether stopping is allowed.
    if (!game_.play(solution_.table).ok()) throw std::logic_error("a play on offer could not be carried out");
    go_on();
  }
}

void Env::lose_turn() {
  if (game_.over()) throw std::invalid_argument("the game is over");
  if (game_.pending().empty()) game_.forfeit(1);
  else game_.keep(game_.pending()[0]);
  go_on();
}

void Env::observe(int player, std::int16_t* out) const {
  std::fill_n(out, layout_.size, std::int16_t{0});
  const auto count = [&](int part, auto&& tiles) {
    for (const Tile tile : tiles) ++out[part + tile];
  };
  const bool turn = !game_.over() && player == game_.to_move();
  count(layout_.rack, game_.rack(player));
  count(layout_.table, game_.table().tiles);
  count(layout_.river, game_.river());
  if (turn) count(layout_.pending, game_.pending());
  for (int kind = 0; turn && kind < layout_.kinds; ++kind) {
    out[layout_.chosen + kind] = chosen_[static_cast<std::size_t>(kind)];
    out[layout_.rack + kind] =
        static_cast<std::int16_t>(out[layout_.rack + kind] - chosen_[static_cast<std::size_t>(kind)]);
  }
  const MeldList& table = game_.table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto meld = table[i];
    if (std::ranges::find(meld, spec_.rules.joker()) == meld.end()) continue;
    const auto stands = identities(spec_.rules, meld);
    for (std::size_t place = 0; place < meld.size(); ++place)
      if (spec_.rules.is_joker(meld[place])) count(layout_.standing, stands[place]);
  }
  const game::View view = game_.view(player);
  for (int i = 0; i < spec_.players; ++i) {
    const int seat = (player + i) % spec_.players;
    out[layout_.rack_sizes + i] = static_cast<std::int16_t>(view.rack_sizes[static_cast<std::size_t>(seat)]);
    out[layout_.opened + i] = view.opened[static_cast<std::size_t>(seat)];
  }
  out[layout_.pool] = static_cast<std::int16_t>(view.pool_size);
  out[layout_.to_move] = static_cast<std::int16_t>((game_.to_move() - player + spec_.players) % spec_.players);
}

}  // namespace optimeld::env
