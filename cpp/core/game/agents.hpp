// The agents that come with the engine, by name.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "game/agent.hpp"
#include "strategy/tools.hpp"

namespace optimeld::game {

// One kind of agent: its name with its parameters as they are written, and what it does.
struct AgentKind {
  std::string_view name;        // "hold"
  std::string_view parameters;  // ":K[:END]"
  std::string_view example;     // "hold:8"
  std::string_view words;
};

inline constexpr AgentKind agent_kinds[] = {
    {"random", "", "random", "any distinct play alike, by the rack it leaves; draws only where there is none"},
    {"simple", "", "simple", "a beginner: lays new melds and adds to melds on the table, but rearranges nothing"},
    {"reach", ":K", "reach:2", "lays what can be laid by rearranging at most K melds at a time, from 1 to 3"},
    {"greedy", "", "greedy", "the exact play of most tiles"},
    {"greedy-value", "", "greedy-value", "the exact play of highest value"},
    {"wait", "[:END]", "wait", "opens as soon as it can, then lays nothing until everything can be laid at once"},
    {"hold", ":K[:END]", "hold:8", "the play of most tiles, unless it would leave 1 to K of them"},
    {"expert", "[:STYLE]", "expert", "waits, opens late, keeps its jokers, and ends the pool by calculation; instant"},
    {"master", "[:THINK]", "master:rollouts=16",
     "plays every candidate on from sampled hidden tiles; 1 s a move, or think=S, rollouts=N"},
};

// What is wrong with an agent's name or its parameters, in one line that quotes them; nothing where all is well.
std::optional<std::string> agent_fault(std::string_view name);

// Agents of one thread may share their tools. The name must be without fault.
std::unique_ptr<Agent> make_agent(std::string_view name, const strategy::Tools& tools);

// In boxes beyond the retail one a long rack may need more memory than the solver takes. A game goes on all the same:
// the agent draws then, or where it must play, lays what its rack makes by itself. All that make_agent makes are so.
std::unique_ptr<Agent> undaunted(std::unique_ptr<Agent> agent, const strategy::Tools& tools);

}  // namespace optimeld::game
