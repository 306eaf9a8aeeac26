// Sets that differ only by the order of the colours are one: the form that stands for all of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace optimeld::counting {

inline constexpr int max_colours = 8;

// Byte c: the state of colour c. The bytes above the colours are the same for every order of them.
using Member = std::uint64_t;

// Identifies a set up to colours: the sum of two scrambled words for each member in canonical colours. Two sets
// of a build share one with a probability below 1e-20.
struct Fingerprint {
  std::uint64_t low = 0, high = 0;
  bool operator==(const Fingerprint&) const = default;
};

std::uint64_t scramble(std::uint64_t word);

// Puts the set into canonical colours; `permutation` becomes the rank, in lexicographic order, of the order
// taken: canonical colour c was colour order[c].
Fingerprint canonical_colours(std::vector<Member>& set, int colours, int& permutation);

}  // namespace optimeld::counting
