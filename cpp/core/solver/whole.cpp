#include "solver/whole.hpp"

#include <algorithm>

#include "solver/solver.hpp"

namespace optimeld::solver {

Whole::Whole(const Rules& rules, std::size_t most_bytes)
    : rules_(rules), moves_(rules_), arranger_(rules_, moves_), tables_(rules_, most_bytes) {
  problem_.values = rules.values;
  problem_.colours = rules.colours;
  problem_.cells.assign(rules.values + 1, 0);
  problem_.unit.assign(rules.values + 1, 1);
}

// Calls use(graph, tables) with the narrowest state word that fits.
template <class Use>
auto Whole::with_graph(Use&& use) {
  RunTables& tables = tables_.at(problem_.parallel);
  const int bits = tables.runs.bits() * rules_.colours + PlainGraph<std::uint64_t>::joker_bits;
  if (bits <= 64) return use(narrow_, tables);
  if (bits <= 128) return use(wide_, tables);
  throw TooLarge("the open runs of this box do not fit the solver's state: " + std::to_string(bits) + " bits of 128");
}

// The tiles as the problem's cells, all of them forced.
void Whole::read(std::span<const std::uint8_t> counts) {
  std::ranges::fill(problem_.cells, Cell{0});
  int most = 0;
  for (int c = 0, kind = 0; c < rules_.colours; ++c) {
    const Cell forced = moves_.forced(c);
    for (int v = 1; v <= rules_.values; ++v, ++kind) {
      problem_.cells[v] += counts[kind] * forced;
      most = std::max<int>(most, counts[kind]);
    }
  }
  problem_.identity_jokers = 0;
  problem_.wild = problem_.wild_forced = counts[rules_.joker()];
  problem_.parallel = std::max(1, most + counts[rules_.joker()]);
}

bool Whole::can_lay(std::span<const std::uint8_t> counts, std::span<const Standing> standing) {
  read(counts);
  problem_.identity_jokers = static_cast<int>(standing.size());
  problem_.wild = problem_.wild_forced = counts[rules_.joker()] - problem_.identity_jokers;
  tables_.trim();
  return with_graph([&](auto& graph, RunTables& tables) {
    graph.begin(problem_, standing, tables, moves_, patience_);
    return graph.all_laid(memory_limit);
  });
}

const MeldList& Whole::melds() {
  with_graph([&](auto& graph, RunTables&) {
    arranger_.begin(problem_, {});
    graph.trace(arranger_);
    arranger_.end();
  });
  return arranger_.melds;
}

}  // namespace optimeld::solver
