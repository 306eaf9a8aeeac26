// A thousand mutations of valid lines: each is answered or handed back, none crashes (run it with sanitizers).
#include "steps/stream.hpp"

#include <random>

#include "reading.hpp"

using namespace optimeld;
using namespace optimeld::steps;
using namespace optimeld::tests;

namespace {

const std::vector<std::string> valid = {
    "R5 R6 R7 J | K1 K2 K3 // K4",
    "R5 B5 K5 J // O10 O11 O12",
    "// K10 B10 J",
    "K1 K2 K3 | K1 K2 K3 // K4 K4 K5",
    "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 // R5 B5 O5",
    "J R5 J // R4",
    "R5 J J // R6 K1 K2",
    "//",
    "R6 B6 O6 | K3 R3 O3 | R3 R4 R5 | B8 J B10 | K12 B12 O12 | K8 R8 B8 O8 // K11 R4 R9 K1 K9",
    "K6 R6 O6 | J B12 B13 | K2 R2 O2 | K8 R8 B8 // K6 K7 K13 R1 R7 B3 B11",
};

std::string mutated(std::string line, std::mt19937& random) {
  static const std::string letters("KRBOJX0123456789|/ \t\0\xc3\xa9", 23);
  for (std::uint32_t edits = 1 + random() % 4; edits > 0; --edits) {
    const std::size_t at = random() % (line.size() + 1);
    switch (random() % 4) {
      case 0:
        line.insert(at, 1, letters[random() % letters.size()]);
        break;
      case 1:
        line.erase(at, 1 + random() % 3);
        break;
      case 2:
        line.insert(at, line.substr(random() % (line.size() + 1), 1 + random() % 12));
        break;
      default:
        line = line.substr(0, at) + valid[random() % valid.size()].substr(at % 3);
        break;
    }
  }
  return line;
}

}  // namespace

int main() {
  std::mt19937 random(5);
  for (const JokerRule rule : {JokerRule::official, JokerRule::free, JokerRule::locked}) {
    Rules rules;
    rules.joker_rule = rule;
    std::vector<std::pair<std::string, Tile>> words;
    std::vector<std::string> names;
    for (int colour = 0; colour < rules.colours; ++colour) {
      for (int value = 1; value <= rules.values; ++value) names.push_back("KRBO"[colour] + std::to_string(value));
    }
    names.push_back("J");
    for (std::size_t tile = 0; tile < names.size(); ++tile) words.emplace_back(names[tile], static_cast<Tile>(tile));
    solver::SolverPool pool(rules);
    Stream stream(pool, words, names, {});
    for (const std::string& answer : stream.answer(valid, 2)) expect(!answer.empty(), "a valid line is answered");
    std::vector<std::string> lines;
    for (int i = 0; i < 1000; ++i) lines.push_back(mutated(valid[random() % valid.size()], random));
    int answered = 0;
    for (const std::string& answer : stream.answer(lines, 2)) {
      answered += !answer.empty();
      expect(answer.empty() || (answer.front() == '{' && answer.back() == '}'), "an answer is an object");
    }
    expect(answered > 50, "some mutations are still positions");
  }
  return failures == 0 ? 0 : 1;
}
