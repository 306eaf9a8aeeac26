// Players who hold back: they keep their tiles until all of them, or all but many, can be laid.
//
// wait: opens as soon as it can, then lays nothing until everything can be laid at once.
// hold:K: the play of most tiles, unless it would leave 1 to K of them.
// What they do once the pool is empty is a word after the name: `wait:pass`, `hold:8:pass`.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "game/agent.hpp"
#include "strategy/tools.hpp"

namespace optimeld::strategy {

// With an empty pool, where not everything can be laid.
enum class PoolEnd : std::uint8_t {
  lay,
  passlow,
  pass,
  search,
};
struct PoolEndWords {
  std::string_view word, words;
};
// In the order of PoolEnd.
inline constexpr PoolEndWords pool_end_words[] = {
    {"lay", "lays as many tiles as it can (the default)"},
    {"passlow", "passes while its rack is worth less than the others' on average: lowest wins if all pass"},
    {"pass", "passes always"},
    {"search", "two players: looks ahead, all tiles being known; with more, passes always"},
};

std::unique_ptr<game::Agent> make_wait(const Tools& tools, PoolEnd end);
std::unique_ptr<game::Agent> make_hold(const Tools& tools, int most_left, PoolEnd end);

}  // namespace optimeld::strategy
