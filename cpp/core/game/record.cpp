#include "game/record.hpp"

#include <algorithm>

#include "table/words.hpp"

namespace optimeld::game {

namespace {

// The melds of `from` that are not in `to`, in order.
void write_gone(const Rules& rules, const MeldList& from, const MeldList& to, std::string& out) {
  std::vector<bool> matched(to.size());
  bool first = true;
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t j = 0;
    while (j < to.size() && (matched[j] || !std::ranges::equal(from[i], to[j]))) ++j;
    if (j < to.size()) {
      matched[j] = true;
      continue;
    }
    if (!first) out += " | ";
    first = false;
    write_tiles(rules, from[i], out);
  }
}

void write_change(const Rules& rules, const MeldList& before, const MeldList& after, std::string& out) {
  const std::size_t start = out.size();
  write_gone(rules, before, after, out);
  out += out.size() > start ? " => " : "=> ";
  write_gone(rules, after, before, out);
}

}  // namespace

void write_turn(const Rules& rules, const MeldList& before, const Turn& turn, std::string& out) {
  out += std::to_string(turn.player + 1);
  switch (turn.action) {
    case Action::play:
      out += turn.opening ? " opens " : " plays ";
      write_tiles(rules, turn.played, out);
      out += " : ";
      write_change(rules, before, turn.table, out);
      break;
    case Action::draw:
      out += " draws ";
      write_tiles(rules, turn.drawn, out);
      if (turn.river != no_tile) {
        out += " lays ";
        write_tile(rules, turn.river, out);
      }
      break;
    case Action::take:
      out += " takes ";
      write_tile(rules, turn.river, out);
      break;
    case Action::pass:
      out += " passes";
      break;
    case Action::forfeit:
      out += " forfeits";
      if (!turn.drawn.empty()) out += ' ';
      write_tiles(rules, turn.drawn, out);
      break;
  }
}

std::string turn_lines(const Game& game) {
  std::string out;
  const MeldList nothing;
  const MeldList* before = &nothing;
  for (const Turn& turn : game.history()) {
    write_turn(game.rules(), *before, turn, out);
    out += '\n';
    if (turn.action == Action::play) before = &turn.table;
  }
  return out;
}

}  // namespace optimeld::game
