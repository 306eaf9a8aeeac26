// Positions in the notation, for the core's own tests: the retail letters, no checks.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "check.hpp"
#include "table/melds.hpp"
#include "table/position.hpp"
#include "table/rules.hpp"

namespace optimeld::tests {

inline Tile tile_of(const Rules& rules, const std::string& word) {
  if (word == "J") return rules.joker();
  return rules.tile(static_cast<int>(std::string("KRBOGPCW").find(word[0])), std::stoi(word.substr(1)));
}

inline std::vector<Tile> tiles_of(const Rules& rules, const std::string& text) {
  std::istringstream words(text);
  std::vector<Tile> out;
  for (std::string word; words >> word;) out.push_back(tile_of(rules, word));
  return out;
}

inline MeldList table_of(const Rules& rules, const std::string& text) {
  MeldList out;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, '|');) {
    const std::vector<Tile> meld = tiles_of(rules, part);
    if (!meld.empty()) out.add(meld);
  }
  return out;
}

inline Position position_of(const Rules& rules, const std::string& text) {
  const std::size_t rack = text.find("//");
  return {table_of(rules, text.substr(0, rack)), tiles_of(rules, text.substr(rack + 2))};
}

}  // namespace optimeld::tests
