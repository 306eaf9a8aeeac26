// The core for a page: a question as JSON text in, the answer as JSON text out. What is refused or goes wrong is an
// answer too, {"error": {"code", "message"}}, so that nothing but a trap ends the module.

#include <exception>
#include <new>
#include <string>
#include <vector>

#include "desk.hpp"
#include "searches.hpp"
#include "strategy/search.hpp"
#include "table_games.hpp"

namespace optimeld::wasm {

namespace {

std::vector<char> question_room;
std::string answer;

void refuse(const char* code, const char* message) {
  answer = R"({"error": {"code": ")";
  answer.append(code).append(R"(", "message": )");
  write_text(message, answer);
  answer += "}}";
}

void dispatch(const Json& question) {
  const std::string& ask = question.need("ask").text();
  if (ask == "game") {
    answer_game(question, answer);
    return;
  }
  if (ask == "search") {
    answer_search(question, answer);
    return;
  }
  Desk& desk = desk_of(question["rules"]);
  if (ask == "solve") {
    desk.solve(question, answer);
  } else if (ask == "alternatives") {
    desk.alternatives(question, answer);
  } else if (ask == "outs") {
    desk.outs(question, answer);
  } else if (ask == "melds") {
    desk.melds(question, answer);
  } else if (ask == "judge") {
    desk.judge(question, answer);
  } else if (ask == "steps") {
    desk.steps(question, answer);
  } else {
    throw BadQuestion("nobody knows what '" + ask + "' asks");
  }
}

}  // namespace

}  // namespace optimeld::wasm

using namespace optimeld;

#define OPTIMELD_EXPORT(name) extern "C" __attribute__((export_name(name), used))

// Where to put a question of so many bytes.
OPTIMELD_EXPORT("room") char* optimeld_room(std::size_t bytes) {
  wasm::question_room.resize(bytes);
  return wasm::question_room.data();
}

// Answers it; gives where the answer begins, and `answer_size` how long it is.
OPTIMELD_EXPORT("ask") const char* optimeld_ask(std::size_t bytes) {
  wasm::answer.clear();
  try {
    wasm::dispatch(wasm::Json::parse({wasm::question_room.data(), bytes}));
  } catch (const TooLarge& error) {
    wasm::refuse("too-large", error.what());
  } catch (const std::bad_alloc&) {
    wasm::refuse("too-large", "this needs more memory than the page has; use the command line for this one");
  } catch (const std::invalid_argument& error) {
    wasm::refuse("bad-question", error.what());
  } catch (const std::exception& error) {
    wasm::refuse("internal", error.what());
  }
  return wasm::answer.data();
}

OPTIMELD_EXPORT("answer_size") std::size_t optimeld_answer_size() { return wasm::answer.size(); }

// The chance of winning that a share of won rollouts stands for.
OPTIMELD_EXPORT("calibrated") double optimeld_calibrated(double share, double lost_first) {
  return strategy::calibrated(share, lost_first);
}
