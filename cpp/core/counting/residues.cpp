#include "counting/residues.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <thread>

#include "base/crew.hpp"

namespace optimeld::counting {

namespace {

using Word = std::uint64_t;

// Coefficients handled together. A slice of so many for all states is what a step reads at random: small enough
// for the caches, large enough to fill vector registers.
constexpr std::size_t lanes = 8;
constexpr std::size_t vectors = 3;
constexpr std::size_t block = lanes * vectors;
typedef Word Vector __attribute__((vector_size(lanes * sizeof(Word))));

Vector load(const Word* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

// The polynomials of all states, in slices of `block` coefficients. Each row of a slice begins with the last
// coefficients of the slice before it, so that a row shifted by a hand's tiles is read as one piece.
class Residues {
 public:
  Residues(const Flow& flow, Weight weight, Word prime)
      : flow_(flow),
        weight_(weight),
        most_(static_cast<std::size_t>(flow.most_tiles)),
        head_((most_ + lanes - 1) / lanes * lanes),
        row_(head_ + block),
        prime_(prime),
        limit_(std::numeric_limits<Word>::max() / prime) {}

  // Begins with constants, one for each of the first states.
  void start(std::span<const std::uint8_t> constants) {
    width_ = 1;
    slices_.resize(1);
    slices_[0].assign(constants.size() * row_, 0);
    for (std::size_t state = 0; state < constants.size(); ++state) {
      slices_[0][state * row_ + head_] = constants[state];
    }
  }

  std::size_t width() const { return width_; }
  std::size_t states() const { return slices_[0].size() / row_; }

  // One value more; the polynomials of the first `states` states. From the highest slice down: each needs the old
  // ones up to itself. `tick` is called after each slice.
  template <class Tick>
  void step(std::size_t states, Tick&& tick) {
    const std::size_t old = this->states();
    width_ = std::min(width_ + most_, static_cast<std::size_t>(flow_.max_tiles) + 1);
    slices_.resize((width_ + block - 1) / block);
    for (std::size_t slice = slices_.size(); slice-- > 0;) {
      // A slice that does not exist yet has but a head: the last coefficients of the one below.
      if (slices_[slice].empty()) {
        slices_[slice].assign(old * row_, 0);
        copy_heads(slice, old);
      }
      next_.assign(states * row_, 0);
      if (weight_ == Weight::hands) {
        advance<Weight::hands>(slices_[slice].data(), old, states);
      } else {
        advance<Weight::deals>(slices_[slice].data(), old, states);
      }
      slices_[slice].swap(next_);
      if (slice + 1 < slices_.size()) copy_heads(slice + 1, states);
      tick();
    }
  }

  void polynomial(std::size_t state, std::vector<Word>& coefficients) const {
    coefficients.resize(width_);
    for (std::size_t h = 0; h < width_; ++h) coefficients[h] = slices_[h / block][state * row_ + head_ + h % block];
  }

 private:
  void copy_heads(std::size_t slice, std::size_t states) {
    const Word* from = slices_[slice - 1].data() + block;
    Word* to = slices_[slice].data();
    for (std::size_t state = 0; state < states; ++state) {
      std::memcpy(to + state * row_, from + state * row_, head_ * sizeof(Word));
    }
  }

  // A double holds the quotient, which is small, to within one.
  void reduce(Vector (&sums)[vectors]) const {
    Word words[block];
    std::memcpy(words, sums, sizeof words);
    const double inverse = 1.0 / static_cast<double>(prime_);
    const auto modulus = static_cast<std::int64_t>(prime_);
    for (Word& word : words) {
      const Word quotient = static_cast<Word>(static_cast<double>(word) * inverse);
      auto rest = static_cast<std::int64_t>(word - quotient * prime_);
      rest += rest < 0 ? modulus : 0;
      rest -= rest >= modulus ? modulus : 0;
      word = static_cast<Word>(rest);
    }
    std::memcpy(sums, words, sizeof words);
  }

  template <Weight weight>
  void advance(const Word* from, std::size_t old, std::size_t states) {
    for (std::size_t state = 0; state < states; ++state) {
      Vector sums[vectors] = {};
      Word held = 0;  // residues below the prime that the sums could hold
      for (std::size_t e = flow_.begins[state]; e < flow_.begins[state + 1]; ++e) {
        const Flow::Edge& edge = flow_.edges[e];
        if (edge.target >= old) break;  // they are in order
        const Word times = weight == Weight::hands ? edge.hands : edge.deals;
        if (held + times > limit_) {
          reduce(sums);
          held = 1;
        }
        held += times;
        const Word* row = from + edge.target * row_ + head_ - edge.size;
        if (times == 1) {
          for (std::size_t i = 0; i < vectors; ++i) sums[i] += load(row + i * lanes);
        } else {
          for (std::size_t i = 0; i < vectors; ++i) sums[i] += times * load(row + i * lanes);
        }
      }
      reduce(sums);
      std::memcpy(next_.data() + state * row_ + head_, sums, sizeof sums);
    }
  }

  const Flow& flow_;
  Weight weight_;
  std::size_t most_, head_, row_;
  std::size_t width_ = 0;
  Word prime_, limit_;
  std::vector<std::vector<Word>> slices_;
  std::vector<Word> next_;
};

// Every hand is cut in the middle: the sum over the states there of what leads to them times what leads on.
std::vector<Word> joined(const Residues& lower, const Residues& upper, std::size_t states, std::size_t width,
                         Word prime) {
  std::vector<Double> sums(width, 0);
  std::vector<Word> a, b;
  for (std::size_t state = 0; state < states; ++state) {
    lower.polynomial(state, a);
    upper.polynomial(state, b);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (a[i] == 0) continue;
      const std::size_t stop = std::min(b.size(), width - i);
      for (std::size_t j = 0; j < stop; ++j) sums[i + j] += static_cast<Double>(a[i]) * b[j];
    }
    // Products are below 2^106 and there are fewer than 2^13 of them in a row: room for 2^9 states.
    if (state % 256 == 255) {
      for (Double& sum : sums) sum %= prime;
    }
  }
  std::vector<Word> result;
  for (const Double sum : sums) result.push_back(static_cast<Word>(sum % prime));
  return result;
}

}  // namespace

int residue_bits(int most_tiles) { return 61 - std::min(16, std::max(8, most_tiles)); }

std::vector<std::vector<Word>> tally_residues(const Flow& flow, int values, int jokers, Weight weight,
                                              std::span<const Word> primes, int threads, const Watcher& watcher) {
  for (const Word prime : primes) {
    if (prime < 2 || prime >> residue_bits(flow.most_tiles) != 0) throw std::length_error("the prime is too large");
  }
  const int below = values / 2;  // values counted upwards from the start; the rest downwards from the end
  const Flow back = flow.reversed();
  std::vector<std::uint8_t> wins;
  for (std::size_t state = 0; state < flow.within(values); ++state) wins.push_back(flow.accepts[state] >> jokers & 1);
  const std::size_t width = static_cast<std::size_t>(std::min(flow.most_tiles * values, flow.max_tiles)) + 1;

  const auto caller = std::this_thread::get_id();
  std::atomic<bool> stopped = false;
  std::atomic<std::size_t> done = 0;
  std::vector<std::vector<Word>> result(primes.size());
  share_out(primes.size(), threads, [&](Turns& turns) {
    const auto tick = [&] {
      if (stopped) throw Interrupted();
      if (std::this_thread::get_id() != caller || !watcher) return;
      Progress progress;
      progress.values = static_cast<std::size_t>(values);
      progress.states = static_cast<std::size_t>(values) * primes.size();
      progress.expanded = done;
      if (!watcher(progress)) throw Interrupted();
    };
    try {
      for (std::size_t i; turns.take(i);) {
        Residues lower(back, weight, primes[i]), upper(flow, weight, primes[i]);
        constexpr std::uint8_t one = 1;
        lower.start({&one, 1});
        for (int value = 1; value <= below; ++value, ++done) lower.step(flow.within(value), tick);
        upper.start(wins);
        for (int value = values - 1; value >= below; --value, ++done) upper.step(flow.within(value), tick);
        result[i] = joined(lower, upper, flow.within(below), width, primes[i]);
      }
    } catch (...) {
      stopped = true;
      throw;
    }
  });
  return result;
}

}  // namespace optimeld::counting
