#include "steps/stream.hpp"

#include <algorithm>
#include <cstdio>

#include "base/crew.hpp"
#include "steps/step_words.hpp"

namespace optimeld::steps {

namespace {

const char* rule_name(JokerRule rule) {
  return rule == JokerRule::official ? "official" : rule == JokerRule::free ? "free" : "locked";
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

void write_number(const char* key, int number, std::string& out) { out.append(key).append(std::to_string(number)); }
void write_flag(const char* key, bool flag, std::string& out) { out.append(key).append(flag ? "true" : "false"); }

}  // namespace

Stream::Stream(solver::SolverPool& pool, const std::vector<std::pair<std::string, Tile>>& words,
               std::vector<std::string> names, const SolveOptions& options, std::optional<double> seconds)
    : pool_(pool), words_(words.begin(), words.end()), names_(std::move(names)), options_(options), seconds_(seconds) {
  for (const std::string& name : names_) quoted_.push_back('"' + name + '"');
}

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

void Stream::write_tiles(std::span<const Tile> tiles, std::string& out) const {
  out += '[';
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (i > 0) out += ", ";
    out += quoted_[tiles[i]];
  }
  out += ']';
}

void Stream::write_tiles(const std::vector<Tile>& tiles, std::string& out) const {
  write_tiles(std::span<const Tile>(tiles), out);
}

// The keys and their order are those of the package's own writer, which a test compares this with.
void Stream::write(const Solution& solution, const std::vector<Step>& steps, std::string& out) const {
  const bool proved = solution.play_proved && solution.kept_proved;
  out.append(R"({"status": ")").append(!proved ? "time-limit" : solution.play ? "optimal" : "no-play");
  out += R"(", "objective": ")";
  out += options_.objective == Objective::tiles ? "tiles" : "value";
  out.append(R"(", "joker_rule": ")").append(rule_name(pool_.rules().joker_rule)).append(R"(", "played": )");
  write_tiles(solution.played, out);
  write_number(R"(, "tiles": )", solution.tiles, out);
  write_number(R"(, "value": )", solution.value, out);
  write_number(R"(, "kept": )", solution.kept, out);
  write_number(R"(, "melds_before": )", solution.melds_before, out);
  out += R"(, "table": [)";
  for (std::size_t i = 0; i < solution.table.size(); ++i) {
    if (i > 0) out += ", ";
    write_tiles(solution.table[i], out);
  }
  out += R"(], "remaining": )";
  write_tiles(solution.remaining, out);
  if (solution.points >= 0) {
    write_number(R"(, "points": )", solution.points, out);
  } else {
    out += R"(, "points": null)";
  }
  write_number(R"(, "moved": )", solution.moved, out);
  write_flag(R"(, "moved_proved": )", solution.moved_proved, out);
  if (!proved) {
    write_flag(R"(, "play_proved": )", solution.play_proved, out);
    write_flag(R"(, "kept_proved": )", solution.kept_proved, out);
  }
  out += R"(, "steps": [)";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (i > 0) out += ", ";
    out.append(R"({"action": ")").append(action_name(step.action)).append(R"(", "tiles": )");
    write_tiles(step.tiles, out);
    if (step.from >= 0) {
      write_number(R"(, "from": )", step.from, out);
    } else {
      out += step.from == Step::rack ? R"(, "from": "rack")" : R"(, "from": "hand")";
    }
    write_number(R"(, "to": )", step.to, out);
    out += R"(, "left": )";
    if (step.from >= 0) {
      write_tiles(step.left.tiles, out);
    } else {
      out += "null";
    }
    out += R"(, "makes": )";
    write_tiles(step.makes.tiles, out);
    if (step.laid_jokers > 0) write_number(R"(, "laid_jokers": )", step.laid_jokers, out);
    if (step.freed_jokers > 0) write_number(R"(, "freed_jokers": )", step.freed_jokers, out);
    out += R"(, "text": ")";
    describe(step, names_, out);
    out += "\"}";
  }
  char elapsed[64];
  std::snprintf(elapsed, sizeof elapsed, R"(], "elapsed_us": %.1f})", solution.elapsed_us);
  out += elapsed;
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
        write(solution, steps, answers[i]);
      }
    });
  });
  return answers;
}

}  // namespace optimeld::steps
