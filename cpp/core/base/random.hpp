// Random numbers that are the same on every machine and compiler: the standard library's distributions are not.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace optimeld {

// Vigna's splitmix64: one step of a counter, well mixed. Also the way several numbers become one seed.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// What a stream of random numbers is for. Streams of one game never share numbers, so an agent's luck says
// nothing about the order of the pool.
enum class RandomStream : std::uint64_t { pool = 1, agent = 2, check = 3, world = 4, comes = 5 };

constexpr std::uint64_t seed_for(RandomStream stream, std::uint64_t seed, std::uint64_t game, std::uint64_t seat = 0,
                                 std::uint64_t turn = 0) {
  std::uint64_t x = mix(static_cast<std::uint64_t>(stream));
  for (std::uint64_t part : {seed, game, seat, turn}) x = mix(x ^ part);
  return x;
}

// Blackman and Vigna's xoshiro256**.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) {
    for (auto& word : state_) word = seed = mix(seed);
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9, t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  // Uniform in 0 .. n-1, exactly: the 2^64 mod n lowest numbers are thrown away.
  constexpr std::uint64_t below(std::uint64_t n) {
    const std::uint64_t unfair = (0 - n) % n;
    for (;;) {
      const std::uint64_t r = next();
      if (r >= unfair) return r % n;
    }
  }

  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  static constexpr std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t state_[4] = {};
};

}  // namespace optimeld
