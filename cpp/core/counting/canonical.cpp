#include "counting/canonical.hpp"

#include <algorithm>
#include <numeric>

namespace optimeld::counting {

namespace {

using Order = std::array<std::uint8_t, max_colours>;

// One random word for each state of a colour.
const std::array<std::uint64_t, 256> noise = [] {
  std::array<std::uint64_t, 256> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = scramble(0x9e3779b97f4a7c15ULL * (i + 1));
  return words;
}();

template <int K>
struct Canonical {
  static constexpr Member colour_mask = K == 8 ? ~Member{0} : (Member{1} << (8 * K % 64)) - 1;

  static Member moved(Member member, const Order& by) {
    Member result = member & ~colour_mask;
    for (int c = 0; c < K; ++c) result |= (member >> (8 * by[c]) & 255) << (8 * c);
    return result;
  }

  static void add(Fingerprint& sum, Member member) {
    const std::uint64_t word = scramble(member + 0x9e3779b97f4a7c15ULL);
    sum.low += word;
    sum.high += (word ^ 0x5851f42d4c957f2dULL) * ((word >> 17) | 1);
  }

  static Fingerprint print(const std::vector<Member>& set, const Order& by) {
    Fingerprint sum;
    for (const Member member : set) add(sum, moved(member, by));
    return sum;
  }

  static Fingerprint find(std::vector<Member>& set, int& permutation) {
    // A colour's signature does not depend on how the colours are ordered: sorting by it is canonical up to
    // ties, and among those the smallest fingerprint decides.
    std::array<std::uint64_t, max_colours> signature{};
    for (const Member member : set) {
      std::array<std::uint64_t, K> own;
      std::uint64_t whole = (member & ~colour_mask) * 0xd1342543de82ef95ULL;
      for (int c = 0; c < K; ++c) {
        own[c] = noise[member >> (8 * c) & 255];
        whole += own[c];
      }
      whole = (whole ^ (whole >> 29)) | 1;
      for (int c = 0; c < K; ++c) signature[c] += (own[c] ^ (own[c] >> 32)) * whole;
    }
    Order order{};
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    for (int i = 1; i < K; ++i) {
      const std::uint8_t moving = order[i];
      int j = i;
      for (; j > 0 && signature[order[j - 1]] > signature[moving]; --j) order[j] = order[j - 1];
      order[j] = moving;
    }
    bool ties = false;
    for (int c = 1; c < K; ++c) ties = ties || signature[order[c - 1]] == signature[order[c]];
    if (ties) order = least_of_ties(set, signature, order);

    Fingerprint sum;
    for (Member& member : set) {
      member = moved(member, order);
      add(sum, member);
    }
    permutation = 0;
    for (int i = 0; i < K; ++i) {
      int smaller = 0;
      for (int j = i + 1; j < K; ++j) smaller += order[j] < order[i];
      permutation = permutation * (K - i) + smaller;
    }
    return sum;
  }

  // Turns through every order of the colours with equal signatures.
  static Order least_of_ties(const std::vector<Member>& set, const std::array<std::uint64_t, max_colours>& signature,
                             Order order) {
    std::array<std::pair<int, int>, K> blocks;
    int count = 0;
    for (int from = 0; from < K;) {
      int to = from + 1;
      while (to < K && signature[order[to]] == signature[order[from]]) ++to;
      std::sort(order.begin() + from, order.begin() + to);
      blocks[count++] = {from, to};
      from = to;
    }
    Order best = order;
    Fingerprint least = print(set, order);
    while (true) {
      int b = 0;
      while (b < count && !std::next_permutation(order.begin() + blocks[b].first, order.begin() + blocks[b].second))
        ++b;
      if (b == count) return best;
      const Fingerprint candidate = print(set, order);
      if (candidate.low < least.low) {
        least = candidate;
        best = order;
      }
    }
  }
};

}  // namespace

std::uint64_t scramble(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

Fingerprint canonical_colours(std::vector<Member>& set, int colours, int& permutation) {
  switch (colours) {
    case 1:
      return Canonical<1>::find(set, permutation);
    case 2:
      return Canonical<2>::find(set, permutation);
    case 3:
      return Canonical<3>::find(set, permutation);
    case 4:
      return Canonical<4>::find(set, permutation);
    case 5:
      return Canonical<5>::find(set, permutation);
    case 6:
      return Canonical<6>::find(set, permutation);
    case 7:
      return Canonical<7>::find(set, permutation);
    default:
      return Canonical<8>::find(set, permutation);
  }
}

}  // namespace optimeld::counting
