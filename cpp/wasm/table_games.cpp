#include "table_games.hpp"

#include <map>
#include <memory>

#include "desk.hpp"
#include "game/agents.hpp"
#include "game/game.hpp"
#include "game/record.hpp"
#include "strategy/tools.hpp"

namespace optimeld::wasm {

namespace {

struct Seated {
  Seated(const Rules& rules, int players, std::uint64_t seed, std::uint64_t index)
      : game(rules, players, seed, index), tools(rules) {}

  game::Agent& agent(const std::string& name) {
    std::unique_ptr<game::Agent>& agent = agents[name];
    if (!agent) {
      if (const auto fault = game::agent_fault(name)) throw BadQuestion(*fault);
      agent = game::make_agent(name, tools);
    }
    return *agent;
  }

  game::Game game;
  strategy::Tools tools;
  std::map<std::string, std::unique_ptr<game::Agent>> agents;
  game::Decision decision;
};

std::map<int, Seated>& games() {
  static std::map<int, Seated> games;
  return games;
}

const char* name(game::Action action) {
  static const char* const names[] = {"play", "draw", "take", "pass", "forfeit"};
  return names[static_cast<int>(action)];
}

const char* word(bool truth) { return truth ? "true" : "false"; }

template <class Write>
void write_list(int count, std::string& out, Write&& write) {
  out += '[';
  for (int i = 0; i < count; ++i) {
    if (i > 0) out += ", ";
    write(i);
  }
  out += ']';
}

void write_turn(const Desk& desk, const game::Turn& turn, const MeldList& table, std::string& out) {
  out += R"({"player": )" + std::to_string(turn.player);
  out.append(R"(, "action": ")").append(name(turn.action)).append(R"(", "opening": )").append(word(turn.opening));
  out += R"(, "played": )";
  desk.write_tiles(turn.played, out);
  out += R"(, "drawn": )";
  desk.write_tiles(turn.drawn, out);
  out += R"(, "drawn_count": )" + std::to_string(turn.drawn.size()) + R"(, "river": )";
  if (turn.river == game::no_tile) {
    out += "null";
  } else {
    desk.write_tile(turn.river, out);
  }
  out += R"(, "table": )";
  desk.write_table(table, out);
  out += '}';
}

// Everything, hidden tiles included: who shows it to a person leaves out what that person may not see.
void write_state(const Desk& desk, const game::Game& game, std::string& out) {
  const int players = game.players();
  out += R"({"turn": )" + std::to_string(game.turns()) + R"(, "to_move": )" + std::to_string(game.to_move());
  out.append(R"(, "over": )").append(word(game.over())).append(R"(, "racks": )");
  write_list(players, out, [&](int seat) { desk.write_tiles(game.rack(seat), out); });
  out += R"(, "opened": )";
  write_list(players, out, [&](int seat) { out += word(game.opened(seat)); });
  out += R"(, "table": )";
  desk.write_table(game.table(), out);
  out += R"(, "river": )";
  desk.write_tiles(game.river(), out);
  out += R"(, "pending": )";
  desk.write_tiles(game.pending(), out);
  out += R"(, "pool": )" + std::to_string(game.pool().size()) + R"(, "result": )";
  if (game.over()) {
    out += R"({"winner": )" + std::to_string(game.winner()) + R"(, "scores": )";
    write_list(players, out, [&](int seat) { out += std::to_string(game.score(seat)); });
    out += R"(, "rack_values": )";
    write_list(players, out, [&](int seat) { out += std::to_string(game.rack_value(seat)); });
    out.append(R"(, "blocked": )").append(word(game.blocked())).append("}");
  } else {
    out += "null";
  }
  out += '}';
}

void write_turns(const Desk& desk, const game::Game& game, std::string& out) {
  const MeldList nothing;
  const MeldList* table = &nothing;
  write_list(static_cast<int>(game.history().size()), out, [&](int i) {
    const game::Turn& turn = game.history()[i];
    if (turn.action == game::Action::play) table = &turn.table;
    write_turn(desk, turn, *table, out);
  });
}

void engine_turn(Seated& seated, const std::string& agent_name) {
  game::Agent& agent = seated.agent(agent_name);
  game::Game& game = seated.game;
  if (const auto pending = game.pending(); !pending.empty()) {
    game.keep(agent.keep(game.view(game.to_move()), pending[0], pending[1]));
    return;
  }
  agent.choose(game.view(game.to_move()), seated.decision);
  if (!game::carry_out(game, seated.decision, agent).ok()) {
    throw std::logic_error("an agent of the engine made an illegal play");
  }
}

void keep(game::Game& game, Tile tile) {
  const auto pending = game.pending();
  if (pending.empty() || (tile != pending[0] && tile != pending[1])) throw BadQuestion("this tile was not drawn");
  game.keep(tile);
}

// Takes a turn of the player to move; false where it was a play that is refused, with the ruling written.
bool move(const Desk& desk, Seated& seated, const std::string& op, const Json& question, std::string& out) {
  game::Game& game = seated.game;
  if (game.over()) throw BadQuestion("the game is over");
  if (op == "keep") {
    keep(game, desk.tile(question.need("tile").text()));
    return true;
  }
  if (op == "engine") {
    engine_turn(seated, question.need("agent").text());
    return true;
  }
  if (op == "forfeit") {
    game.forfeit(question.need("tiles").number());
    return true;
  }
  if (!game.pending().empty()) throw BadQuestion("one of the two tiles drawn must be kept first");
  if (op == "draw") {
    game.draw();
  } else if (op == "take") {
    if (!game.take(desk.tile(question.need("tile").text()))) throw BadQuestion("this tile is not in the river");
  } else if (op == "play") {
    const MeldList after = desk.table(question.need("table"));
    const int seat = game.to_move();
    const Verdict verdict = game.play(after);
    if (!verdict.ok()) {
      write_verdict(desk, verdict, game.table(), game.rack(seat), after, out);
      return false;
    }
  } else {
    throw BadQuestion("games do not know '" + op + "'");
  }
  return true;
}

void begin(const Json& question, std::string& out) {
  static int last = 0;
  const Rules rules = read_rules(question["rules"]);
  const int players = question.need("players").number();
  if (players < 2 || players > game::max_players || players * rules.rack_size > rules.tiles_in_box()) {
    throw BadQuestion("not so many can play with this box");
  }
  games().try_emplace(++last, rules, players, question.need("seed").seed(), question.need("index").seed());
  out += R"({"game": )" + std::to_string(last) + "}";
}

Seated& seated_at(const Json& number) {
  const auto found = games().find(number.number());
  if (found == games().end()) throw BadQuestion("there is no such game");
  return found->second;
}

}  // namespace

const game::Game& game_of(const Json& number) { return seated_at(number).game; }

void answer_game(const Json& question, std::string& out) {
  const std::string& op = question.need("op").text();
  if (op == "new") {
    begin(question, out);
    return;
  }
  const Json& number = question.need("game");
  Seated& seated = seated_at(number);
  const Desk& desk = desk_of(question["rules"]);
  if (!(desk.rules() == seated.game.rules())) throw BadQuestion("the game has other rules");
  if (op == "away") {
    games().erase(number.number());
    out += "{}";
  } else if (op == "turns") {
    write_turns(desk, seated.game, out);
  } else if (op == "may_draw") {
    out += word(seated.game.may_draw());
  } else if (op == "lines") {
    write_text(turn_lines(seated.game), out);
  } else if (op == "state" || move(desk, seated, op, question, out)) {
    write_state(desk, seated.game, out);
  }
}

}  // namespace optimeld::wasm
