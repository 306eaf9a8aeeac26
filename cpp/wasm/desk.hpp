// What it takes to answer questions about one rule set, and the questions themselves.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "json.hpp"
#include "solver/solver.hpp"
#include "steps/answer.hpp"
#include "steps/steps.hpp"
#include "strategy/tools.hpp"
#include "table/legality.hpp"
#include "table/position.hpp"
#include "table/rules.hpp"

namespace optimeld::wasm {

Rules read_rules(const Json& json);  // those left out are the retail ones
int number_or(const Json& json, int usual);
bool boolean_or(const Json& json, bool usual);

// The solver and all else that follows from the rules, kept warm.
class Desk {
 public:
  explicit Desk(const Rules& rules);

  const Rules& rules() const { return rules_; }
  // What players think with, made when somebody first thinks. A search that goes on outlives a desk that gives way.
  const std::shared_ptr<strategy::Tools>& tools();
  Tile tile(const std::string& word) const;
  std::vector<Tile> tiles(const Json& words) const;
  MeldList table(const Json& melds) const;  // every one put in the order melds are written in
  Position position(const Json& question) const;

  void write_tile(Tile tile, std::string& out) const { out += writer_.quoted(tile); }
  void write_tiles(std::span<const Tile> tiles, std::string& out) const { writer_.write_tiles(tiles, out); }
  void write_table(const MeldList& table, std::string& out) const;

  // Each answers one question, the text as the server has it.
  void solve(const Json& question, std::string& out);
  void alternatives(const Json& question, std::string& out);
  void outs(const Json& question, std::string& out);
  void melds(const Json& question, std::string& out);
  void judge(const Json& question, std::string& out);
  void steps(const Json& question, std::string& out);

 private:
  void write(const Position& position, const SolveOptions& options, const Solution& solution, bool with_steps,
             std::string& out);
  void write_meld(const Json& words, std::string& out) const;

  Rules rules_;
  steps::AnswerWriter writer_;
  std::unordered_map<std::string, Tile> words_;
  solver::Solver solver_;
  steps::StepPlanner planner_;
  Judge judge_;
  std::shared_ptr<strategy::Tools> tools_;
};

// The desk of some rules; the least used gives way to a new one.
Desk& desk_of(const Json& rules);

void write_verdict(const Desk& desk, const Verdict& verdict, const MeldList& before, std::span<const Tile> rack,
                   const MeldList& after, std::string& out);

}  // namespace optimeld::wasm
