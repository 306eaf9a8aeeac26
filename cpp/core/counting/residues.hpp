// Counts too large for machine words: modulo primes, one after another or several at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "counting/flow.hpp"

namespace optimeld::counting {

// So many bits a prime may have where one value has so many tiles at most: sums of weighted residues then need
// reducing only now and then.
int residue_bits(int most_tiles);

// result[i][h]: the number of hands of h tiles over so many values that win with exactly `jokers` jokers beside
// them, modulo primes[i]. Only the calling thread asks the watcher; `expanded` of `states` is how far it got.
std::vector<std::vector<std::uint64_t>> tally_residues(const Flow& flow, int values, int jokers, Weight weight,
                                                       std::span<const std::uint64_t> primes, int threads,
                                                       const Watcher& watcher);

}  // namespace optimeld::counting
