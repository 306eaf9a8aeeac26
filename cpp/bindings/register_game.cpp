#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>

#include "bindings.hpp"
#include "convert.hpp"
#include "game/record.hpp"
#include "game/simulate.hpp"
#include "strategy/policies.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace optimeld::bindings {

namespace {

using namespace game;

using TileList = nb::typed<nb::list, int>;
using TableList = nb::typed<nb::list, TileList>;

const char* word(Action action) {
  switch (action) {
    case Action::play:
      return "play";
    case Action::draw:
      return "draw";
    case Action::take:
      return "take";
    case Action::pass:
      return "pass";
    case Action::forfeit:
      return "forfeit";
  }
  return "";
}

nb::object tile_or_none(Tile tile) { return tile == no_tile ? nb::none() : nb::object(nb::int_(tile)); }

// (player, action, opening, played, drawn, river, table)
nb::tuple to_tuple(const Turn& turn) {
  return nb::make_tuple(turn.player, word(turn.action), turn.opening, to_python(turn.played), to_python(turn.drawn),
                        tile_or_none(turn.river), to_python(turn.table));
}

int checked_seat(const Game& game, int seat) {
  check_range("seat", seat, 0, game.players() - 1);
  return seat;
}

// An agent of the core with a solver of its own.
struct EngineAgent {
  EngineAgent(const std::string& name, const Rules& given)
      : rules(given), agent(make_agent(name, strategy::Tools(given))) {}

  // What the agent's solver cannot answer: a game by other rules, or one that is over.
  void check(const Game& game) const {
    check(game.rules());
    if (game.over()) throw std::invalid_argument("the game is over");
  }
  void check(const Rules& played) const {
    if (played != rules) throw std::invalid_argument("the game is played by other rules than the agent's");
  }

  Rules rules;
  std::unique_ptr<Agent> agent;
  Decision decision;

  // (action, table, tile)
  nb::tuple choose(const View& view) {
    agent->choose(view, decision);
    const bool play = decision.action == Action::play;
    const bool take = decision.action == Action::take;
    return nb::make_tuple(word(decision.action), play ? nb::object(to_python(decision.table)) : nb::none(),
                          take ? nb::object(nb::int_(decision.tile)) : nb::none());
  }
};

// What a player was told, where there is no game: of a bot that follows it from afar.
class Seen {
 public:
  Seen(const Rules& rules, int player, int turn, const std::vector<Tile>& rack, const Melds& table,
       const std::vector<Tile>& river, int pool_size, const std::vector<int>& rack_sizes,
       const std::vector<bool>& opened, const std::vector<std::pair<int, int>>& conduct, int passes, std::uint64_t luck)
      : rules_(rules),
        player_(player),
        turn_(turn),
        rack_(rack),
        table_(to_meld_list(rules, table)),
        river_(checked_tiles(rules, river)),
        pool_size_(pool_size),
        rack_sizes_(rack_sizes),
        opened_(opened.begin(), opened.end()),
        passes_(passes),
        luck_(luck) {
    const auto players = static_cast<int>(rack_sizes.size());
    check_range("players", players, 1, max_players);
    check_range("seat", player, 0, players - 1);
    check_range("numbers of those who opened", static_cast<long long>(opened_.size()), players, players);
    check_range("numbers of conduct", static_cast<long long>(conduct.size()), players, players);
    for (const auto& [plays, draws] : conduct) {
      check_range("plays", plays, 0, 1 << 20);
      check_range("draws", draws, 0, 1 << 20);
      conduct_.push_back({plays, draws});
    }
    check_range("passes", passes, 0, players);
    check_range("pool_size", pool_size, 0, rules.tiles_in_box());
    for (const int size : rack_sizes) check_range("rack size", size, 0, rules.tiles_in_box());
    std::sort(rack_.begin(), rack_.end());
    check_fits({});
  }

  // All that lies open to this player is of one box, these tiles drawn just now among it.
  void check_fits(const std::vector<Tile>& drawn) const {
    std::vector<Tile> open = rack_;
    open.insert(open.end(), river_.begin(), river_.end());
    open.insert(open.end(), drawn.begin(), drawn.end());
    check_position(rules_, {table_, open});
  }

  View view() const {
    return {rules_, player_, turn_, rack_, table_, river_, pool_size_, rack_sizes_, opened_, conduct_, passes_, luck_};
  }
  const Rules& rules() const { return rules_; }

 private:
  Rules rules_;
  int player_, turn_;
  std::vector<Tile> rack_;
  MeldList table_;
  std::vector<Tile> river_;
  int pool_size_;
  std::vector<int> rack_sizes_;
  std::vector<std::uint8_t> opened_;
  std::vector<Conduct> conduct_;
  int passes_;
  std::uint64_t luck_;
};

// Python's threads may share a simulation, whose games are played one call at a time.
struct SharedSimulation {
  SharedSimulation(const Match& match, int threads)
      : simulation(match, threads), players(static_cast<int>(match.agents.size())) {}

  Simulation simulation;
  int players;
  std::mutex mutex;
};

constexpr std::uint64_t most_games = 10'000'000;  // of one call

}  // namespace

void register_game(nb::module_& module) {
  nb::class_<Game>(module, "Game")
      .def(nb::init<const Rules&, int, std::uint64_t, std::uint64_t, bool>(), "rules"_a, "players"_a, "seed"_a,
           "index"_a, "keep_history"_a = true)
      .def("deal", &Game::deal, "seed"_a, "index"_a)
      .def("copy", [](const Game& game) { return Game(game); })
      .def_prop_ro("players", &Game::players)
      .def_prop_ro("seed", &Game::seed)
      .def_prop_ro("index", &Game::index)
      .def_prop_ro("to_move", &Game::to_move)
      .def_prop_ro("turns", &Game::turns)
      .def_prop_ro("over", &Game::over)
      .def_prop_ro("winner", &Game::winner)
      .def_prop_ro("blocked", &Game::blocked)
      .def_prop_ro("table", [](const Game& game) { return TableList(to_python(game.table())); })
      .def_prop_ro("river", [](const Game& game) { return TileList(to_python(game.river())); })
      .def_prop_ro("pool", [](const Game& game) { return TileList(to_python(game.pool())); })
      .def("may_draw", &Game::may_draw)
      .def_prop_ro("pool_size", [](const Game& game) { return game.pool().size(); })
      .def_prop_ro("pending", [](const Game& game) { return TileList(to_python(game.pending())); })
      .def("rack", [](const Game& game, int seat) { return TileList(to_python(game.rack(checked_seat(game, seat)))); })
      .def("rack_size", [](const Game& game, int seat) { return game.rack(checked_seat(game, seat)).size(); })
      .def("rack_value", [](const Game& game, int seat) { return game.rack_value(checked_seat(game, seat)); })
      .def("opened", [](const Game& game, int seat) { return game.opened(checked_seat(game, seat)); })
      .def("score", [](const Game& game, int seat) { return game.score(checked_seat(game, seat)); })
      .def("luck", [](const Game& game, int seat) { return game.view(checked_seat(game, seat)).luck; })
      .def(
          "turn", [](const Game& game, std::size_t number) { return to_tuple(game.history().at(number)); }, "number"_a,
          nb::sig("def turn(self, number: int) -> tuple[int, str, bool, list[int], list[int], int | None, "
                  "list[list[int]]]"))
      .def("turn_lines", &turn_lines)
      .def("broken", &Game::broken)
      .def("resample_hidden",
           [](Game& game, int seat, std::uint64_t seed) {
             Random random(seed);
             game.resample_hidden(checked_seat(game, seat), random);
           })
      .def(
          "play",
          [](Game& game, const Melds& table) {
            if (game.over() || !game.pending().empty()) throw std::invalid_argument("no play can be made now");
            return game.play(to_meld_list(game.rules(), table));
          },
          "table"_a)
      .def("draw",
           [](Game& game) {
             if (game.over() || !game.pending().empty()) throw std::invalid_argument("nothing can be drawn now");
             game.draw();
           })
      .def("keep",
           [](Game& game, Tile tile) {
             const auto pending = game.pending();
             if (game.over() || pending.empty() || (tile != pending[0] && tile != pending[1])) {
               throw std::invalid_argument("this is not one of the two tiles drawn");
             }
             game.keep(tile);
           })
      .def("take", [](Game& game, Tile tile) { return !game.over() && game.take(tile); })
      .def("forfeit", [](Game& game, int tiles) {
        if (game.over()) throw std::invalid_argument("the game is over");
        game.forfeit(tiles);
      });

  nb::class_<Seen>(module, "Seen")
      .def(nb::init<const Rules&, int, int, const std::vector<Tile>&, const Melds&, const std::vector<Tile>&, int,
                    const std::vector<int>&, const std::vector<bool>&, const std::vector<std::pair<int, int>>&, int,
                    std::uint64_t>(),
           "rules"_a, "player"_a, "turn"_a, "rack"_a, "table"_a, "river"_a, "pool_size"_a, "rack_sizes"_a, "opened"_a,
           "conduct"_a, "passes"_a, "luck"_a);

  nb::class_<EngineAgent>(module, "EngineAgent")
      .def(nb::init<const std::string&, const Rules&>(), "name"_a, "rules"_a)
      // (action, table, tile) for the player to move
      .def(
          "choose",
          [](EngineAgent& self, const Game& game) {
            self.check(game);
            if (!game.pending().empty()) throw std::invalid_argument("a tile must be kept first");
            return self.choose(game.view(game.to_move()));
          },
          "game"_a, nb::sig("def choose(self, game: Game) -> tuple[str, list[list[int]] | None, int | None]"))
      .def(
          "choose_seen",
          [](EngineAgent& self, const Seen& seen) {
            self.check(seen.rules());
            return self.choose(seen.view());
          },
          "seen"_a, nb::sig("def choose_seen(self, seen: Seen) -> tuple[str, list[list[int]] | None, int | None]"))
      .def(
          "keep_seen",
          [](EngineAgent& self, const Seen& seen, Tile first, Tile second) {
            self.check(seen.rules());
            seen.check_fits({first, second});
            return self.agent->keep(seen.view(), first, second);
          },
          "seen"_a, "first"_a, "second"_a)
      .def("keep",
           [](EngineAgent& self, const Game& game) {
             self.check(game);
             const auto pending = game.pending();
             if (pending.empty()) throw std::invalid_argument("nothing was drawn");
             return self.agent->keep(game.view(game.to_move()), pending[0], pending[1]);
           })
      .def("take_turn", [](EngineAgent& self, Game& game) {
        self.check(game);
        if (const auto pending = game.pending(); !pending.empty()) {
          game.keep(self.agent->keep(game.view(game.to_move()), pending[0], pending[1]));
          return;
        }
        self.agent->choose(game.view(game.to_move()), self.decision);
        if (!carry_out(game, self.decision, *self.agent).ok()) {
          throw std::logic_error("an agent of the engine made an illegal play");
        }
      });

  nb::class_<SharedSimulation>(module, "Simulation")
      .def(
          "__init__",
          [](SharedSimulation* self, const Rules& rules, std::vector<std::string> agents, std::uint64_t seed,
             int threads, bool check) {
            new (self) SharedSimulation({rules, std::move(agents), seed, check}, checked_threads(threads));
          },
          "rules"_a, "agents"_a, "seed"_a, "threads"_a = 1, "check"_a = false)
      // [(winner, turns, pool_left, blocked, scores, opened_on), ...], and the turns as text or None
      .def(
          "run",
          [](SharedSimulation& self, std::uint64_t first, std::uint64_t count, int rotations, int players,
             bool records) {
            check_range("rotations", rotations, 1, self.players);
            check_range("players", players, self.players, self.players);
            if (count > most_games) throw std::invalid_argument("too many games for one call");
            std::vector<std::string> texts;
            std::vector<GameResult> results;
            {
              const nb::gil_scoped_release release;
              const std::lock_guard lock(self.mutex);
              results = self.simulation.run(first, count, rotations, records ? &texts : nullptr);
            }
            nb::list out;
            for (const GameResult& result : results) {
              nb::list scores, opened_on;
              for (int i = 0; i < players; ++i) scores.append(result.scores[i]), opened_on.append(result.opened_on[i]);
              out.append(nb::make_tuple(result.winner, result.turns, result.pool_left, result.blocked,
                                        nb::tuple(scores), nb::tuple(opened_on)));
            }
            return nb::make_tuple(out, records ? nb::cast(texts) : nb::none());
          },
          "first"_a, "count"_a, "rotations"_a, "players"_a, "records"_a = false,
          nb::sig("def run(self, first: int, count: int, rotations: int, players: int, records: bool = False) -> "
                  "tuple[list[tuple[int, int, int, bool, tuple[int, ...], tuple[int, ...]]], list[str] | None]"));

  // A function, since a stub can say what it returns.
  module.def(
      "engine_agents",
      [] {
        nb::list kinds;
        for (const AgentKind& kind : agent_kinds) {
          const auto text = [](std::string_view word) { return nb::str(word.data(), word.size()); };
          kinds.append(nb::make_tuple(text(kind.name), text(kind.parameters), text(kind.example), text(kind.words)));
        }
        return kinds;
      },
      nb::sig("def engine_agents() -> list[tuple[str, str, str, str]]"),
      "The kinds that EngineAgent knows: name, parameters, an example, what it does.");
  module.def(
      "pool_ends",
      [] {
        nb::list ends;
        for (const auto& [word, words] : strategy::pool_end_words) {
          ends.append(nb::make_tuple(nb::str(word.data(), word.size()), nb::str(words.data(), words.size())));
        }
        return ends;
      },
      nb::sig("def pool_ends() -> list[tuple[str, str]]"), "What a holding agent may do with an empty pool.");
  module.def(
      "agent_fault", [](const std::string& name) { return agent_fault(name); }, "name"_a,
      "What is wrong with the name of an agent of the engine, or None.");
}

}  // namespace optimeld::bindings
