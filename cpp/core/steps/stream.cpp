#include "steps/stream.hpp"

#include <algorithm>

#include "base/crew.hpp"

namespace optimeld::steps {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

}  // namespace

Stream::Stream(solver::SolverPool& pool, const std::vector<std::pair<std::string, Tile>>& words,
               std::vector<std::string> names, const SolveOptions& options, std::optional<double> seconds)
    : pool_(pool),
      words_(words.begin(), words.end()),
      writer_(pool.rules(), std::move(names)),
      options_(options),
      seconds_(seconds) {}

bool Stream::read_tiles(std::string_view text, std::vector<Tile>& out) const {
  std::size_t at = 0;
  while (true) {
    while (at < text.size() && is_space(text[at])) ++at;
    if (at == text.size()) return true;
    const std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    const auto found = words_.find(text.substr(begin, at - begin));
    if (found == words_.end()) return false;
    out.push_back(found->second);
  }
}

bool Stream::read(std::string_view line, Position& out, std::vector<int>& count) const {
  const Rules& rules = pool_.rules();
  out.table.clear();
  out.rack.clear();
  const std::size_t middle = line.find("//");
  if (middle == std::string_view::npos) return false;
  const std::string_view table = line.substr(0, middle);
  std::vector<Tile> meld;
  if (!std::all_of(table.begin(), table.end(), is_space)) {
    for (std::size_t begin = 0; begin <= table.size();) {
      const std::size_t end = std::min(table.find('|', begin), table.size());
      meld.clear();
      if (!read_tiles(table.substr(begin, end - begin), meld)) return false;
      const std::vector<Tile> arranged = arrange_meld(rules, meld);
      if (arranged.empty()) return false;
      out.table.add(arranged);
      begin = end + 1;
    }
  }
  if (!read_tiles(line.substr(middle + 2), out.rack)) return false;
  count.assign(rules.kinds() + 1, 0);
  for (const Tile tile : out.table.tiles) ++count[tile];
  for (const Tile tile : out.rack) ++count[tile];
  for (int kind = 0; kind <= rules.kinds(); ++kind) {
    if (count[kind] > rules.copies_of(static_cast<Tile>(kind))) return false;
  }
  return true;
}

std::vector<std::string> Stream::answer(const std::vector<std::string>& lines, int threads) {
  std::vector<std::string> answers(lines.size());
  share_out(lines.size(), threads, [&](Turns& turns) {
    StepPlanner planner(pool_.rules());
    Position position;
    std::vector<int> count;
    std::vector<Step> steps;
    pool_.borrow([&](solver::Solver& solver) {
      Solution solution;
      SolveOptions options = options_;
      for (std::size_t i; turns.take(i);) {
        if (!read(lines[i], position, count)) continue;
        try {
          if (seconds_) options.deadline.at = Deadline::in(*seconds_);
          solver.solve(position, options, solution);
        } catch (const TooLarge&) {
          continue;
        }
        steps.clear();
        if (solution.play) planner.plan(position.table, solution.table, solution.kept_from, steps);
        writer_.write(options_.objective, solution, &steps, answers[i]);
      }
    });
  });
  return answers;
}

}  // namespace optimeld::steps
