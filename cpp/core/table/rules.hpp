// The rules of one game as plain numbers, and the numbering of tiles that follows from them.
//
// Python's `optimeld.Rules` is the validated, documented face of this; by the time a Rules reaches the core
// its numbers are in range.
#pragma once

#include <cstdint>
#include <span>

namespace optimeld {

// A kind of tile: colour * values + (value - 1), and colours * values for the joker. Copies are alike.
using Tile = std::uint16_t;

enum class JokerRule : std::uint8_t { official, free, locked };

struct Rules {
  int values = 13;
  int colours = 4;
  int copies = 2;
  int jokers = 2;
  int min_meld = 3;
  int rack_size = 14;
  int opening_points = 30;
  int joker_penalty = 30;
  JokerRule joker_rule = JokerRule::official;
  bool opening_then_table = false;
  bool river = false;
  bool must_play = false;

  constexpr int kinds() const { return values * colours; }  // without the joker
  constexpr Tile joker() const { return static_cast<Tile>(kinds()); }
  constexpr bool is_joker(Tile tile) const { return tile == joker(); }
  constexpr Tile tile(int colour, int value) const { return static_cast<Tile>(colour * values + value - 1); }
  constexpr int colour(Tile tile) const { return tile / values; }
  constexpr int value(Tile tile) const { return tile % values + 1; }
  constexpr int tiles_in_box() const { return kinds() * copies + jokers; }
  // The number on it, or what a joker is taken to be worth.
  constexpr int worth(Tile tile, int of_joker) const { return is_joker(tile) ? of_joker : value(tile); }
  // What tiles count against the player who holds them at the end.
  constexpr int penalty(Tile tile) const { return worth(tile, joker_penalty); }
  constexpr int penalty(std::span<const Tile> tiles) const {
    int sum = 0;
    for (const Tile tile : tiles) sum += penalty(tile);
    return sum;
  }
  constexpr int copies_of(Tile tile) const { return is_joker(tile) ? jokers : copies; }

  bool operator==(const Rules&) const = default;
};

}  // namespace optimeld
