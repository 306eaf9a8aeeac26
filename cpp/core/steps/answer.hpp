// An answer of the solver as JSON: the keys and their order are those of the package's own writer, which tests compare
// this with.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "steps/steps.hpp"
#include "table/position.hpp"

namespace optimeld::steps {

class AnswerWriter {
 public:
  // `names`: the words for the tiles by number, the joker last.
  AnswerWriter(const Rules& rules, std::vector<std::string> names);

  // Appends the answer; without `steps` where they are not asked for.
  void write(Objective objective, const Solution& solution, const std::vector<Step>* steps, std::string& out) const;
  void write_steps(const std::vector<Step>& steps, std::string& out) const;
  void write_tiles(std::span<const Tile> tiles, std::string& out) const;
  const std::string& quoted(Tile tile) const { return quoted_[tile]; }

 private:
  void write_step(const Step& step, std::string& out) const;

  JokerRule joker_rule_;
  std::vector<std::string> names_;
  std::vector<std::string> quoted_;
};

}  // namespace optimeld::steps
