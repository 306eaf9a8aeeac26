// Python's lists of tile numbers as the core's MeldList, and back.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <vector>

#include "table/melds.hpp"

namespace optimeld::bindings {

// Checks the numbers too: past this point the core takes tiles as they are.
inline MeldList to_meld_list(const Rules& rules, const std::vector<std::vector<Tile>>& melds) {
  MeldList list;
  for (const auto& meld : melds) {
    for (const Tile tile : meld) {
      if (tile > rules.joker()) throw std::invalid_argument("no tile has this number under these rules");
    }
    list.add(meld);
  }
  return list;
}

inline const std::vector<Tile>& checked_tiles(const Rules& rules, const std::vector<Tile>& tiles) {
  for (const Tile tile : tiles) {
    if (tile > rules.joker()) throw std::invalid_argument("no tile has this number under these rules");
  }
  return tiles;
}

inline nanobind::list to_python(std::span<const Tile> tiles) {
  nanobind::list out;
  for (const Tile tile : tiles) out.append(static_cast<int>(tile));
  return out;
}

inline nanobind::list to_python(const MeldList& melds) {
  nanobind::list out;
  for (std::size_t i = 0; i < melds.size(); ++i) out.append(to_python(melds[i]));
  return out;
}

}  // namespace optimeld::bindings
