// Winning hands: known counts, both ways of reading a hand, and bounded against whole.
#include <cstdio>
#include <random>

#include "check.hpp"
#include "counting/opening.hpp"
#include "counting/residues.hpp"
#include "counting/tally.hpp"

using namespace optimeld::tests;
using namespace optimeld::counting;

namespace {

void counts_of_the_thesis() {
  const Automaton automaton = Automaton::build({4, 2, 3, 0, true}, Automaton::unbounded, std::size_t{1} << 30, {});
  expect(automaton.states() == 55681, "the automaton has 55,681 states");
  const Flow flow(automaton);
  const std::vector<Wide> hands = tally(flow, 7, 0, Weight::hands, {});
  expect(hands[37].low == 7575982124ULL && hands[56].low == 1, "Table 3 of the thesis");
  const Flow lumped = flow.lumped(64);
  expect(lumped.states() == 46450, "46,450 states remain when those with equal counts are lumped");
  const std::vector<std::uint64_t> primes{9007199254740881ULL, 9007199254740847ULL};
  const auto residues = tally_residues(lumped, 7, 0, Weight::hands, primes, 2, {});
  bool same = true;
  for (std::size_t h = 0; h < hands.size(); ++h) {
    same = same && residues[0][h] == hands[h].low && residues[1][h] == hands[h].low;
  }
  expect(same, "counts modulo a prime are the counts where they are small");
  bool stopped = false;
  try {
    tally_residues(lumped, 7, 0, Weight::hands, primes, 2, [](const Progress&) { return false; });
  } catch (const Interrupted&) {
    stopped = true;
  }
  expect(stopped, "a watcher that says no stops the tally");
}

void bounded_and_read_agree() {
  const Shape shape{3, 2, 3, 2, true};
  const Automaton whole = Automaton::build(shape, Automaton::unbounded, std::size_t{1} << 30, {});
  const Automaton bounded = Automaton::build(shape, 14, std::size_t{1} << 30, {});
  HandSets sets(shape);
  std::mt19937 engine(1);
  bool same = true, within = true;
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::uint8_t> counts(8 * 3);
    int size = 0;
    for (std::uint8_t& count : counts) size += count = static_cast<std::uint8_t>(engine() % 5 % 3);
    const std::uint32_t answer = whole.read(counts);
    same = same && answer == sets.read(counts);
    if (size <= 14) within = within && answer == bounded.read(counts);
  }
  expect(same, "an automaton and a set walk read alike");
  expect(within, "a bounded automaton reads small hands like the whole one");
  const std::string bytes = bounded.to_bytes();
  expect(Automaton::from_bytes(shape, 14, bytes).to_bytes() == bytes, "bytes there and back");
}

void stops_when_told() {
  bool stopped = false;
  try {
    Automaton::build({4, 2, 3, 1, true}, Automaton::unbounded, std::size_t{1} << 30,
                     [](const Progress& progress) { return progress.states < 2000; });
  } catch (const Interrupted&) {
    stopped = true;
  }
  expect(stopped, "a watcher that says no stops the build");
  stopped = false;
  try {
    Automaton::build({4, 2, 3, 1, true}, Automaton::unbounded, std::size_t{1} << 20, {});
  } catch (const OutOfBounds& bounds) {
    stopped = bounds.reached.states > 0;
  }
  expect(stopped, "a build does not outgrow its memory");
}

void openings() {
  const std::vector<Wide> closed = count_closed_hands(13, 4, 2, 3, 0, 30, 3, std::size_t{1} << 30, {});
  // Three tiles worth thirty: groups of 10 to 13, runs from 9-10-11 to 11-12-13; eight deals each.
  expect(closed[3].low == 182104 - 8 * (4 * 4 + 4 * 3), "openings of three tiles");
}

}  // namespace

int main() {
  counts_of_the_thesis();
  bounded_and_read_agree();
  stops_when_told();
  openings();
  return failures == 0 ? 0 : 1;
}
