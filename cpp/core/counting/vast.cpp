#include "counting/vast.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <thread>

#include "base/crew.hpp"

namespace optimeld::counting {

namespace {

using Word = std::uint64_t;

struct Sum256 {
  Double low, high;
};

template <class To, class From>
void add_product(To& to, const From& from, Word weight) {
  to = static_cast<To>(to + static_cast<To>(from) * weight);
}

template <>
void add_product(Sum256& to, const Double& from, Word weight) {
  const Double low = static_cast<Double>(static_cast<Word>(from)) * weight;
  const Double high = (from >> 64) * weight + (low >> 64);
  const Double sum = high << 64 | static_cast<Word>(low);
  to.low += sum;
  to.high += (high >> 64) + (to.low < sum ? 1 : 0);
}

template <>
void add_product(Sum256& to, const Sum256& from, Word weight) {
  add_product(to, from.low, weight);
  to.high += from.high * weight;
}

// Coefficients of all states side by side, in words that hold the largest of them.
struct Layer {
  std::size_t width = 1;
  std::size_t word = 1;
  std::unique_ptr<unsigned char[]> bytes;

  void make(std::size_t states, std::size_t new_width, std::size_t new_word) {
    width = new_width;
    word = new_word;
    // Not cleared here: the threads do it, each where it works.
    bytes.reset(new unsigned char[states * width * word]);
  }
  template <class T>
  T* row(std::size_t state) {
    return reinterpret_cast<T*>(bytes.get()) + state * width;
  }
};

std::size_t word_for(int tiles) {
  // The largest coefficient of so many tiles is the central binomial coefficient.
  const double bits = (std::lgamma(tiles + 1.0) - 2 * std::lgamma(tiles / 2.0 + 1.0)) / std::log(2.0) + 0.01;
  return bits < 8 ? 1 : bits < 16 ? 2 : bits < 32 ? 4 : bits < 64 ? 8 : bits < 128 ? 16 : 32;
}

struct Step {
  const Rows<std::uint32_t>& edges;
  const std::vector<std::pair<std::uint8_t, std::uint16_t>>& symbols;  // size and weight

  template <class To, class From>
  void run(Layer& from, Layer& to, std::size_t begin, std::size_t end, std::size_t last) const {
    const std::size_t width = from.width;
    for (std::size_t state = begin; state < end; ++state) {
      const std::uint32_t* row = edges.row(state);
      const std::uint32_t* ahead = edges.row(std::min(state + 1, last));
      To* sums = to.row<To>(state);
      std::fill_n(sums, to.width, To{});
      for (std::size_t symbol = 0; symbol < symbols.size(); ++symbol) {
        if (ahead[symbol] != Exploration::dead) {
          const auto* next = reinterpret_cast<const unsigned char*>(from.row<From>(ahead[symbol]));
          for (std::size_t byte = 0; byte < width * sizeof(From); byte += 64) __builtin_prefetch(next + byte);
        }
        if (row[symbol] == Exploration::dead) continue;
        const From* terms = from.row<From>(row[symbol]);
        To* at = sums + symbols[symbol].first;
        const Word weight = symbols[symbol].second;
        for (std::size_t i = 0; i < width; ++i) add_product(at[i], terms[i], weight);
      }
    }
  }

  template <class To>
  void run_to(Layer& from, Layer& to, std::size_t begin, std::size_t end, std::size_t last) const {
    switch (from.word) {
      case 1:
        return run<To, std::uint8_t>(from, to, begin, end, last);
      case 2:
        return run<To, std::uint16_t>(from, to, begin, end, last);
      case 4:
        return run<To, std::uint32_t>(from, to, begin, end, last);
      case 8:
        return run<To, std::uint64_t>(from, to, begin, end, last);
      default:
        return run<To, Double>(from, to, begin, end, last);
    }
  }

  void run_any(Layer& from, Layer& to, std::size_t begin, std::size_t end, std::size_t last) const {
    switch (to.word) {
      case 1:
        return run_to<std::uint8_t>(from, to, begin, end, last);
      case 2:
        return run_to<std::uint16_t>(from, to, begin, end, last);
      case 4:
        return run_to<std::uint32_t>(from, to, begin, end, last);
      case 8:
        return run_to<std::uint64_t>(from, to, begin, end, last);
      case 16:
        return run_to<Double>(from, to, begin, end, last);
      default:
        break;
    }
    if (from.word == 32) return run<Sum256, Sum256>(from, to, begin, end, last);
    return run<Sum256, Double>(from, to, begin, end, last);
  }
};

}  // namespace

VastCount::VastCount(const Shape& shape, int values, std::size_t memory_limit, int threads, const Watcher& watcher)
    : sets_(shape), values_(values), threads_(threads), memory_limit_(memory_limit) {
  ExploreOptions options;
  options.values = values;
  options.permutations = false;
  options.memory_limit = memory_limit;
  options.threads = threads;
  found_ = explore(sets_, options, watcher);
}

std::size_t VastCount::within(int values) const {
  return found_.within[std::min<std::size_t>(static_cast<std::size_t>(values), found_.within.size() - 1)];
}

std::vector<Quad> VastCount::tally(int jokers, Weight weight, const Watcher& watcher) const {
  const int most = sets_.shape().colours * sets_.shape().copies;
  if (most * values_ > 255) throw std::length_error("counts do not fit into four words");
  std::vector<std::pair<std::uint8_t, std::uint16_t>> symbols;
  for (int symbol = 0; symbol < sets_.symbols(); ++symbol) {
    symbols.emplace_back(static_cast<std::uint8_t>(sets_.symbol_size(symbol)),
                         static_cast<std::uint16_t>(weight == Weight::hands ? 1 : sets_.symbol_ways(symbol)));
  }
  const auto width = [&](int left) { return static_cast<std::size_t>(most * left) + 1; };
  const auto bytes = [&](int left) { return within(values_ - left) * width(left) * word_for(most * left); };
  for (int left = 1; left <= values_; ++left) {
    const Progress progress{0, states(), states(), found_.edges.bytes(states()) + bytes(left - 1) + bytes(left)};
    if (progress.bytes > memory_limit_) throw OutOfBounds("the counts do not fit", progress);
  }

  const auto caller = std::this_thread::get_id();
  Layer now;
  now.make(within(values_), 1, 1);
  for (std::size_t state = 0; state < within(values_); ++state) {
    *now.row<std::uint8_t>(state) = found_.accepts[state] >> jokers & 1;
  }
  const Step step{found_.edges, symbols};
  std::atomic<bool> stopped = false;
  for (int left = 1; left <= values_; ++left) {
    const std::size_t states = within(values_ - left);
    constexpr std::size_t batch = 1024;
    Layer next;
    next.make(states, width(left), word_for(most * left));
    share_out((states + batch - 1) / batch, threads_, [&](Turns& turns) {
      for (std::size_t turn; !stopped && turns.take(turn);) {
        const std::size_t begin = turn * batch, end = std::min(states, begin + batch);
        if (std::this_thread::get_id() == caller && watcher &&
            !watcher({static_cast<std::size_t>(left), states, begin, 0})) {
          stopped = true;
          throw Interrupted();
        }
        step.run_any(now, next, begin, end, states - 1);
      }
    });
    now = std::move(next);
  }
  std::vector<Quad> result;
  for (std::size_t h = 0; h < now.width; ++h) {
    Quad quad{};
    if (now.word == 32) {
      const Sum256& sum = now.row<Sum256>(0)[h];
      quad = {static_cast<Word>(sum.low), static_cast<Word>(sum.low >> 64), static_cast<Word>(sum.high),
              static_cast<Word>(sum.high >> 64)};
    } else if (now.word == 16) {
      const Double sum = now.row<Double>(0)[h];
      quad = {static_cast<Word>(sum), static_cast<Word>(sum >> 64), 0, 0};
    } else {
      Word word = 0;
      std::memcpy(&word, now.bytes.get() + h * now.word, now.word);
      quad = {word, 0, 0, 0};
    }
    result.push_back(quad);
  }
  return result;
}

}  // namespace optimeld::counting
