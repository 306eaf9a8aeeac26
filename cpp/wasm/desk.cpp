#include "desk.hpp"

#include <algorithm>
#include <limits>
#include <list>

#include "solver/plays.hpp"
#include "table/checked.hpp"
#include "table/words.hpp"

namespace optimeld::wasm {

namespace {

constexpr std::size_t most_desks = 8;
// What one solve may take of the 4 GiB that there can be; a browser may give less, and says so.
constexpr std::size_t desk_memory = std::size_t{1} << 30;

JokerRule read_joker_rule(const Json& json) {
  if (json.is_null() || json.text() == "official") return JokerRule::official;
  if (json.text() == "free") return JokerRule::free;
  if (json.text() == "locked") return JokerRule::locked;
  throw BadQuestion("no joker rule is called '" + json.text() + "'");
}

SolveOptions read_options(const Json& question, const Rules& rules) {
  SolveOptions options;
  const Json& objective = question["objective"];
  options.objective = !objective.is_null() && objective.text() == "value" ? Objective::value : Objective::tiles;
  options.opening = boolean_or(question["opening"], false);
  options.joker_value = number_or(question["joker_value"], rules.joker_penalty);
  options.memory_limit = desk_memory;
  const Json& within = question["within_ms"];
  if (!within.is_null()) options.deadline.at = Deadline::in(within.number() / 1000.0);
  check_options(options);
  return options;
}

const char* word(bool truth) { return truth ? "true" : "false"; }

}  // namespace

int number_or(const Json& json, int usual) { return json.is_null() ? usual : json.number(); }
bool boolean_or(const Json& json, bool usual) { return json.is_null() ? usual : json.boolean(); }

Rules read_rules(const Json& json) {
  Rules rules;
  if (json.is_null()) return rules;
  const auto number = [&](const char* name, int& rule) { rule = number_or(json[name], rule); };
  number("values", rules.values);
  number("colours", rules.colours);
  number("copies", rules.copies);
  number("jokers", rules.jokers);
  number("min_meld", rules.min_meld);
  number("rack_size", rules.rack_size);
  number("opening_points", rules.opening_points);
  number("joker_penalty", rules.joker_penalty);
  rules.joker_rule = read_joker_rule(json["joker_rule"]);
  rules.opening_then_table = boolean_or(json["opening_then_table"], false);
  rules.river = boolean_or(json["river"], false);
  rules.must_play = boolean_or(json["must_play"], false);
  check_rules(rules);
  return rules;
}

Desk::Desk(const Rules& rules)
    : rules_(rules), writer_(rules, tile_names(rules)), solver_(rules), planner_(rules), judge_(rules) {
  const std::vector<std::string> names = tile_names(rules);
  for (std::size_t tile = 0; tile < names.size(); ++tile) words_.emplace(names[tile], static_cast<Tile>(tile));
}

const std::shared_ptr<strategy::Tools>& Desk::tools() {
  if (!tools_) tools_ = std::make_shared<strategy::Tools>(rules_);
  return tools_;
}

Tile Desk::tile(const std::string& word) const {
  const auto found = words_.find(word);
  if (found == words_.end()) throw BadQuestion("no tile is called '" + word + "'");
  return found->second;
}

std::vector<Tile> Desk::tiles(const Json& words) const {
  std::vector<Tile> tiles;
  for (const Json& word : words.list()) tiles.push_back(tile(word.text()));
  return tiles;
}

MeldList Desk::table(const Json& melds) const {
  MeldList table;
  for (const Json& words : melds.list()) {
    const std::vector<Tile> meld = arrange_meld(rules_, tiles(words));
    if (meld.empty()) throw BadQuestion("a meld of the table is none");
    table.add(meld);
  }
  return table;
}

Position Desk::position(const Json& question) const {
  Position position{table(question.need("table")), tiles(question.need("rack"))};
  check_position(rules_, position);
  return position;
}

void Desk::write_table(const MeldList& table, std::string& out) const {
  out += '[';
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (i > 0) out += ", ";
    write_tiles(table[i], out);
  }
  out += ']';
}

void Desk::write(const Position& position, const SolveOptions& options, const Solution& solution, bool with_steps,
                 std::string& out) {
  std::vector<optimeld::steps::Step> steps;
  if (with_steps && solution.play) planner_.plan(position.table, solution.table, solution.kept_from, steps);
  writer_.write(options.objective, solution, with_steps ? &steps : nullptr, out);
}

void Desk::solve(const Json& question, std::string& out) {
  const Position asked = position(question);
  const SolveOptions options = read_options(question, rules_);
  write(asked, options, solver_.solve(asked, options), boolean_or(question["steps"], true), out);
}

void Desk::alternatives(const Json& question, std::string& out) {
  const Position asked = position(question);
  const SolveOptions options = read_options(question, rules_);
  const std::size_t wanted = question.need("n").number();
  const std::size_t budget = question.need("budget").number();
  SolveOptions plain = options;
  plain.keep = plain.tidy = false;
  solver::Plays plays(rules_, asked, plain);
  // Asked for plays that differ in kind, so many are looked at, and none lays only some of the tiles of one before it.
  const Json& looked_at = question["looked_at"];
  int left = number_or(looked_at, std::numeric_limits<int>::max());
  std::vector<std::vector<Tile>> chosen;
  solver::Play play;
  while (chosen.size() < wanted && left-- > 0 && plays.next(play, budget - plays.opened())) {
    const auto within = [&](const std::vector<Tile>& other) { return std::ranges::includes(other, play.played); };
    if (looked_at.is_null() || std::ranges::none_of(chosen, within)) chosen.push_back(play.played);
  }
  std::vector<Solution> found;
  std::vector<Tile> rack = asked.rack;
  std::ranges::sort(rack);
  for (const std::vector<Tile>& played : chosen) {
    found.push_back(solver_.solve({asked.table, played}, options));
    found.back().remaining.clear();
    std::ranges::set_difference(rack, played, std::back_inserter(found.back().remaining));
  }
  // Where there are too many to look through, the best alone.
  if (found.empty()) found.push_back(solver_.solve(asked, options));
  out += '[';
  bool first = true;
  for (const Solution& solution : found) {
    if (!solution.play) continue;
    if (!first) out += ", ";
    first = false;
    write(asked, options, solution, true, out);
  }
  out += ']';
}

void Desk::outs(const Json& question, std::string& out) {
  Position asked = position(question);
  const SolveOptions options = read_options(question, rules_);
  const int now = solver_.solve(asked, options).tiles;
  std::vector<int> unseen(rules_.kinds() + 1);
  for (int kind = 0; kind <= rules_.kinds(); ++kind) unseen[kind] = rules_.copies_of(static_cast<Tile>(kind));
  for (const Tile tile : asked.table.tiles) --unseen[tile];
  for (const Tile tile : asked.rack) --unseen[tile];
  int all = 0, finishing = 0, improving = 0;
  Solution best;
  out += R"({"outs": [)";
  for (int kind = 0; kind <= rules_.kinds(); ++kind) {
    if (unseen[kind] == 0) continue;
    asked.rack.push_back(static_cast<Tile>(kind));
    solver_.solve(asked, options, best);
    asked.rack.pop_back();
    const bool finishes = best.remaining.empty();
    if (all > 0) out += ", ";
    all += unseen[kind];
    if (finishes) finishing += unseen[kind];
    if (!finishes && best.tiles > now) improving += unseen[kind];
    out += R"({"tile": )";
    write_tile(static_cast<Tile>(kind), out);
    out += R"(, "unseen": )" + std::to_string(unseen[kind]);
    out += R"(, "tiles": )" + std::to_string(best.tiles);
    out += R"(, "value": )" + std::to_string(best.value);
    out.append(R"(, "finishes": )").append(word(finishes)).append(R"(, "played": )");
    write_tiles(best.played, out);
    out += '}';
  }
  out += R"(], "unseen": )" + std::to_string(all);
  out += R"(, "finishing": )" + std::to_string(finishing);
  out += R"(, "improving": )" + std::to_string(improving);
  out += R"(, "tiles_now": )" + std::to_string(now);
  out += '}';
}

void Desk::write_meld(const Json& words, std::string& out) const {
  const std::vector<Tile> given = tiles(words);
  const std::vector<Tile> meld = arrange_meld(rules_, given);
  out += R"({"tiles": )";
  write_tiles(meld.empty() ? given : meld, out);
  if (meld.empty()) {
    out += R"(, "legal": false, "kind": null, "worth": null, "reason": )";
    write_text(why_not_a_meld(rules_, given), out);
  } else {
    out += R"(, "legal": true, "kind": )";
    out += read_meld(rules_, meld).run ? R"("run")" : R"("group")";
    out += R"(, "worth": )" + std::to_string(meld_worth(rules_, meld)) + R"(, "reason": null)";
  }
  out += '}';
}

void Desk::melds(const Json& question, std::string& out) {
  out += '[';
  bool first = true;
  for (const Json& words : question.need("table").list()) {
    if (!first) out += ", ";
    first = false;
    write_meld(words, out);
  }
  out += ']';
}

void Desk::judge(const Json& question, std::string& out) {
  const MeldList before = table(question.need("table"));
  const std::vector<Tile> rack = tiles(question.need("rack"));
  const MeldList after = table(question.need("after"));
  const Verdict verdict = judge_.judge(before, rack, boolean_or(question["opening"], false), after);
  write_verdict(*this, verdict, before, rack, after, out);
}

void Desk::steps(const Json& question, std::string& out) {
  const MeldList before = table(question.need("table")), after = table(question.need("after"));
  std::vector<optimeld::steps::Step> steps;
  planner_.plan(before, after, optimeld::steps::unchanged(before, after), steps);
  writer_.write_steps(steps, out);
}

void write_verdict(const Desk& desk, const Verdict& verdict, const MeldList& before, std::span<const Tile> rack,
                   const MeldList& after, std::string& out) {
  if (verdict.ok()) {
    out += R"({"ok": true})";
    return;
  }
  out.append(R"({"ok": false, "code": ")").append(offence_name(verdict.offence)).append(R"(", "reason": )");
  write_text(reason(desk.rules(), verdict, before, rack, after), out);
  if (verdict.meld >= 0) out += R"(, "meld": )" + std::to_string(verdict.meld);
  if (verdict.old_meld >= 0) out += R"(, "old_meld": )" + std::to_string(verdict.old_meld);
  if (verdict.tile >= 0) {
    out += R"(, "tile": )";
    desk.write_tile(static_cast<Tile>(verdict.tile), out);
  }
  if (verdict.points >= 0) out += R"(, "points": )" + std::to_string(verdict.points);
  out += '}';
}

Desk& desk_of(const Json& json) {
  static std::list<Desk> desks;
  const Rules rules = read_rules(json);
  for (auto desk = desks.begin(); desk != desks.end(); ++desk) {
    if (desk->rules() == rules) {
      desks.splice(desks.begin(), desks, desk);
      return desks.front();
    }
  }
  desks.emplace_front(rules);
  if (desks.size() > most_desks) desks.pop_back();
  return desks.front();
}

}  // namespace optimeld::wasm
