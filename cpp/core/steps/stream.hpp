// Many positions as lines of text in, answers as lines of JSON out.
//
// The fast lane of `solve -`: it takes lines that are plainly positions, with the words and the names of the
// tiles as it is given them. A line that is anything else it hands back unanswered, for the reader that can say
// what is wrong with it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solver/solver_pool.hpp"
#include "steps/answer.hpp"
#include "steps/steps.hpp"

namespace optimeld::steps {

class Stream {
 public:
  // `words`: every spelling of every tile; `names`: the one to print, by number; `seconds`: for each position, where
  // it is limited.
  Stream(solver::SolverPool& pool, const std::vector<std::pair<std::string, Tile>>& words,
         std::vector<std::string> names, const SolveOptions& options, std::optional<double> seconds = {});

  // One answer for each line, in order; empty where the line is not plainly a position.
  std::vector<std::string> answer(const std::vector<std::string>& lines, int threads);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const { return std::hash<std::string_view>{}(word); }
  };

  bool read(std::string_view line, Position& out, std::vector<int>& count) const;
  bool read_tiles(std::string_view text, std::vector<Tile>& out) const;

  solver::SolverPool& pool_;
  std::unordered_map<std::string, Tile, Hash, std::equal_to<>> words_;
  AnswerWriter writer_;
  SolveOptions options_;
  std::optional<double> seconds_;
};

}  // namespace optimeld::steps
