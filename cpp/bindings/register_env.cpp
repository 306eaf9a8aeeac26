#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "convert.hpp"
#include "env/vector_env.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace optimeld::bindings {

namespace {

using namespace env;

template <class T, int Dimensions>
using Array = nb::ndarray<T, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;

Env& checked_env(VectorEnv& envs, int i) {
  if (i < 0 || i >= envs.count()) throw std::invalid_argument("no such environment");
  return envs[i];
}

int checked_seat(const Env& env, int player) {
  if (player < 0 || player >= env.spec().players) throw std::invalid_argument("no such seat");
  return player;
}

template <class A>
void expect(const A& array, std::initializer_list<std::size_t> shape) {
  std::size_t i = 0;
  for (const std::size_t length : shape)
    if (array.shape(i++) != length) throw std::invalid_argument("an array does not have the shape of the environment");
}

nb::dict to_dict(const Layout& layout) {
  nb::dict parts;
  parts["kinds"] = layout.kinds;
  parts["rack"] = layout.rack;
  parts["table"] = layout.table;
  parts["standing"] = layout.standing;
  parts["river"] = layout.river;
  parts["pending"] = layout.pending;
  parts["chosen"] = layout.chosen;
  parts["rack_sizes"] = layout.rack_sizes;
  parts["opened"] = layout.opened;
  parts["pool"] = layout.pool;
  parts["to_move"] = layout.to_move;
  parts["size"] = layout.size;
  return parts;
}

}  // namespace

void register_env(nb::module_& module) {
  module.attr("RANKED_PLAYS") = ranked_plays;
  nb::class_<VectorEnv>(module, "Envs")
      .def(
          "__init__",
          [](VectorEnv* self, const Rules& rules, const std::vector<std::string>& agents, bool tiles, int count) {
            if (count < 1 || count > 4096) throw std::invalid_argument("there must be from 1 to 4096 environments");
            if (agents.size() < 2 || agents.size() > game::max_players)
              throw std::invalid_argument("a game has from 2 to 6 players");
            const Spec spec{rules, static_cast<int>(agents.size()), tiles ? ActionSpace::tiles : ActionSpace::ranked,
                            agents};
            new (self) VectorEnv(spec, count);
          },
          "rules"_a, "agents"_a, "tiles"_a, "count"_a = 1)
      .def_prop_ro("count", &VectorEnv::count)
      .def_prop_ro("actions", [](const VectorEnv& self) { return self[0].actions(); })
      .def_prop_ro("stop", [](const VectorEnv& self) { return self[0].stop(); })
      .def_prop_ro(
          "layout", [](const VectorEnv& self) { return to_dict(self[0].layout()); },
          nb::sig("def layout(self) -> dict[str, int]"))
      .def("reset", &VectorEnv::reset, "seed"_a, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "deal",
          [](VectorEnv& self, int i, std::uint64_t seed, std::uint64_t index) {
            checked_env(self, i).reset(seed, index);
          },
          "env"_a, "seed"_a, "index"_a)
      .def(
          "step",
          [](VectorEnv& self, const Array<const std::int64_t, 1>& actions, const Array<std::uint8_t, 1>& dealt,
             bool forgive) {
            expect(actions, {static_cast<std::size_t>(self.count())});
            expect(dealt, {static_cast<std::size_t>(self.count())});
            const nb::gil_scoped_release released;
            self.step(actions.data(), dealt.data(), forgive);
          },
          "actions"_a, "dealt"_a, "forgive"_a)
      .def(
          "act", [](VectorEnv& self, int i, int action) { checked_env(self, i).step(action); }, "env"_a, "action"_a)
      .def(
          "lose_turn", [](VectorEnv& self, int i) { checked_env(self, i).lose_turn(); }, "env"_a)
      .def(
          "allows", [](VectorEnv& self, int i, std::int64_t action) { return checked_env(self, i).allows(action); },
          "env"_a, "action"_a)
      .def(
          "observe",
          [](VectorEnv& self, int player, const Array<std::int16_t, 2>& observations,
             const Array<std::uint8_t, 2>& masks) {
            const auto count = static_cast<std::size_t>(self.count());
            expect(observations, {count, static_cast<std::size_t>(self[0].layout().size)});
            expect(masks, {count, static_cast<std::size_t>(self[0].actions())});
            if (player >= 0) checked_seat(self[0], player);
            for (int i = 0; i < self.count(); ++i) {
              const Env& env = self[i];
              env.observe(player < 0 ? env.to_move() : player, &observations(static_cast<std::size_t>(i), 0));
              std::copy(env.mask().begin(), env.mask().end(), &masks(static_cast<std::size_t>(i), 0));
            }
          },
          "player"_a, "observations"_a, "masks"_a)
      .def(
          "observe_plays",
          [](VectorEnv& self, const Array<std::uint8_t, 3>& plays) {
            expect(plays, {static_cast<std::size_t>(self.count()), static_cast<std::size_t>(ranked_plays),
                           static_cast<std::size_t>(self[0].layout().kinds)});
            std::fill_n(plays.data(), plays.size(), std::uint8_t{0});
            for (int i = 0; i < self.count(); ++i) {
              std::size_t rank = 0;
              for (const auto& play : self[i].plays()) {
                for (const Tile tile : play) ++plays(static_cast<std::size_t>(i), rank, tile);
                ++rank;
              }
            }
          },
          "plays"_a)
      .def(
          "over", [](VectorEnv& self, int i) { return checked_env(self, i).over(); }, "env"_a)
      .def(
          "to_move", [](VectorEnv& self, int i) { return checked_env(self, i).to_move(); }, "env"_a)
      .def(
          "plays",
          [](VectorEnv& self, int i) {
            nb::list out;
            for (const auto& play : checked_env(self, i).plays()) out.append(to_python(play));
            return out;
          },
          "env"_a, nb::sig("def plays(self, env: int) -> list[list[int]]"))
      .def(
          "more_plays", [](VectorEnv& self, int i) { return checked_env(self, i).more_plays(); }, "env"_a)
      .def(
          "action_of",
          [](VectorEnv& self, int i, std::vector<Tile> played) {
            std::sort(played.begin(), played.end());
            return checked_env(self, i).action_of(played);
          },
          "env"_a, "played"_a)
      .def(
          "results",
          [](VectorEnv& self, const Array<std::uint8_t, 1>& over, const Array<std::int32_t, 1>& winners,
             const Array<std::int32_t, 2>& scores) {
            const auto count = static_cast<std::size_t>(self.count());
            expect(over, {count});
            expect(winners, {count});
            expect(scores, {count, static_cast<std::size_t>(self[0].spec().players)});
            for (std::size_t i = 0; i < count; ++i) {
              const game::Game& game = self[static_cast<int>(i)].game();
              over(i) = game.over();
              winners(i) = game.over() ? game.winner() : -1;
              for (int p = 0; p < game.players(); ++p)
                scores(i, static_cast<std::size_t>(p)) = game.over() ? game.score(p) : 0;
            }
          },
          "over"_a, "winners"_a, "scores"_a)
      .def("game", [](VectorEnv& self, int i) { return game::Game(checked_env(self, i).game()); }, "env"_a);
}

}  // namespace optimeld::bindings
