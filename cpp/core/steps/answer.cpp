#include "steps/answer.hpp"

#include <cstdio>

#include "steps/step_words.hpp"

namespace optimeld::steps {

namespace {

const char* rule_name(JokerRule rule) {
  return rule == JokerRule::official ? "official" : rule == JokerRule::free ? "free" : "locked";
}

void write_number(const char* key, int number, std::string& out) { out.append(key).append(std::to_string(number)); }
void write_flag(const char* key, bool flag, std::string& out) { out.append(key).append(flag ? "true" : "false"); }

}  // namespace

AnswerWriter::AnswerWriter(const Rules& rules, std::vector<std::string> names)
    : joker_rule_(rules.joker_rule), names_(std::move(names)) {
  for (const std::string& name : names_) quoted_.push_back('"' + name + '"');
}

void AnswerWriter::write_tiles(std::span<const Tile> tiles, std::string& out) const {
  out += '[';
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (i > 0) out += ", ";
    out += quoted_[tiles[i]];
  }
  out += ']';
}

void AnswerWriter::write_step(const Step& step, std::string& out) const {
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

void AnswerWriter::write_steps(const std::vector<Step>& steps, std::string& out) const {
  out += '[';
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0) out += ", ";
    write_step(steps[i], out);
  }
  out += ']';
}

void AnswerWriter::write(Objective objective, const Solution& solution, const std::vector<Step>* steps,
                         std::string& out) const {
  const bool proved = solution.play_proved && solution.kept_proved;
  out.append(R"({"status": ")").append(!proved ? "time-limit" : solution.play ? "optimal" : "no-play");
  out += R"(", "objective": ")";
  out += objective == Objective::tiles ? "tiles" : "value";
  out.append(R"(", "joker_rule": ")").append(rule_name(joker_rule_)).append(R"(", "played": )");
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
  if (steps) {
    out += R"(, "steps": )";
    write_steps(*steps, out);
  }
  char elapsed[64];
  std::snprintf(elapsed, sizeof elapsed, R"(, "elapsed_us": %.1f})", solution.elapsed_us);
  out += elapsed;
}

}  // namespace optimeld::steps
