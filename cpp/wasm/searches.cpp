#include "searches.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "desk.hpp"
#include "game/agents.hpp"
#include "strategy/checked.hpp"
#include "strategy/search.hpp"
#include "table_games.hpp"

namespace optimeld::wasm {

namespace {

using game::Action;
using strategy::Knowledge;
using strategy::Search;

struct Going {
  Going(const Knowledge& known, const strategy::SearchOptions& options, Desk& desk)
      : tools(desk.tools()), search(known, options, &game::make_agent, tools.get()) {}

  std::shared_ptr<strategy::Tools> tools;
  Search search;
};

std::map<int, Going>& searches() {
  static std::map<int, Going> searches;
  return searches;
}

// The player who asks is the first at the table.
Knowledge told(const Desk& desk, const Json& question) {
  const Position position = desk.position(question);
  const auto& sizes = question.need("rack_sizes").list();
  const auto& opened = question.need("opened").list();
  if (sizes.size() > game::max_players || sizes.size() != opened.size()) throw BadQuestion("not so many can play");
  Knowledge known;
  known.rules = desk.rules();
  known.players = static_cast<int>(sizes.size());
  known.turn = question.need("turn").number();
  known.rack = position.rack;
  std::ranges::sort(known.rack);
  known.table = position.table;
  known.pool_size = question.need("pool").number();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    known.rack_sizes[i] = sizes[i].number();
    known.opened[i] = opened[i].boolean() ? 1 : 0;
  }
  return known;
}

Knowledge knowledge(const Desk& desk, const Json& question) {
  const Json& number = question["game"];
  if (number.is_null()) return told(desk, question);
  const game::Game& game = game_of(number);
  if (!(game.rules() == desk.rules())) throw BadQuestion("the game has other rules");
  if (game.over() || !game.pending().empty()) throw BadQuestion("there is nothing to decide");
  return strategy::knowledge_of(game.view(game.to_move()));
}

// The unseen tiles with which the whole rack could be laid, as many times as there are of each.
void write_draws(Desk& desk, const Knowledge& known, std::string& out) {
  const auto& finishing =
      desk.tools()->finish->finishing_draws(known.table, known.rack, known.opened[known.player] != 0);
  std::vector<Tile> draws;
  for (const Tile tile : strategy::unseen_tiles(known)) {
    if (finishing[tile]) draws.push_back(tile);
  }
  desk.write_tiles(draws, out);
}

void begin(Desk& desk, const Json& question, std::string& out) {
  static int last = 0;
  const Knowledge known = knowledge(desk, question);
  strategy::check_knowledge(known);
  strategy::SearchOptions options;
  options.goal = question.need("objective").text() == "points" ? strategy::Goal::points : strategy::Goal::win;
  options.seed = question.need("seed").seed();
  if (!question["comes"].is_null()) options.comes = desk.tiles(question["comes"]);
  strategy::check_comes(known, options.comes);
  searches().try_emplace(++last, known, options, desk);
  out += R"({"search": )" + std::to_string(last) + R"(, "draws": )";
  write_draws(desk, known, out);
  out += '}';
}

const char* word(Action action, bool empty_pool) {
  if (action == Action::play) return "play";
  if (action == Action::take) return "take";
  return empty_pool ? "pass" : "draw";
}

void write_candidate(const Desk& desk, const Search& search, std::size_t number, std::string& out) {
  const strategy::Candidate& candidate = search.candidates()[number];
  const strategy::Tally& tally = search.tallies()[number];
  const Action action = candidate.decision.action;
  out.append(R"({"action": ")").append(word(action, search.known().pool_size == 0)).append(R"(", "played": )");
  desk.write_tiles(candidate.played, out);
  if (action == Action::play) {
    out += R"(, "table": )";
    desk.write_table(candidate.decision.table, out);
  }
  if (action == Action::take) {
    out += R"(, "tile": )";
    desk.write_tile(candidate.decision.tile, out);
  }
  out += R"(, "rollouts": )" + std::to_string(tally.rollouts());
  out += R"(, "wins": )" + std::to_string(tally.wins);
  out += R"(, "points": )" + std::to_string(static_cast<long long>(tally.points));
  out += R"(, "finishes_next": )" + std::to_string(tally.finishes_next);
  out += R"(, "loses_first": )" + std::to_string(tally.loses_first);
  out.append(R"(, "choice": )").append(number == search.choice() ? "true" : "false").append("}");
}

void write_found(const Desk& desk, const Search& search, std::string& out) {
  out += '[';
  bool first = true;
  for (const std::size_t number : search.ranking()) {
    if (!first) out += ", ";
    first = false;
    write_candidate(desk, search, number, out);
  }
  out += ']';
}

}  // namespace

void answer_search(const Json& question, std::string& out) {
  const std::string& op = question.need("op").text();
  Desk& desk = desk_of(question["rules"]);
  if (op == "new") {
    begin(desk, question, out);
    return;
  }
  const auto found = searches().find(question.need("search").number());
  if (found == searches().end()) throw BadQuestion("there is no such search");
  Search& search = found->second.search;
  if (op == "think") {
    // One world: others may ask something before the next.
    const bool going = search.step(static_cast<std::size_t>(std::max(0, question.need("most").number())), 1);
    out.append(R"({"going": )").append(going ? "true" : "false");
    out += R"(, "rollouts": )" + std::to_string(search.rollouts()) + "}";
  } else if (op == "found") {
    write_found(desk, search, out);
  } else if (op == "away") {
    searches().erase(found);
    out += "{}";
  } else {
    throw BadQuestion("searches do not know '" + op + "'");
  }
}

}  // namespace optimeld::wasm
