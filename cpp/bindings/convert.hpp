// Python's numbers and lists as the core's values, checked on the way in, and back.
//
// Whatever Python can construct passes here before the core sees it: see table/checked.hpp for what is asked of it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "table/checked.hpp"

namespace optimeld::bindings {

using Tiles = std::vector<Tile>;
using Melds = std::vector<Tiles>;

// Tiles of the box; what they make is for the one who asked to say.
inline MeldList to_meld_list(const Rules& rules, const Melds& melds) {
  MeldList list;
  for (const auto& meld : melds) list.add(meld);
  check_tiles(rules, list);
  return list;
}

// A table: every meld is one.
inline MeldList to_table(const Rules& rules, const Melds& melds) {
  MeldList list;
  for (const auto& meld : melds) list.add(meld);
  check_melds(rules, list);
  return list;
}

inline const Tiles& checked_tiles(const Rules& rules, const Tiles& tiles) {
  check_tiles(rules, tiles);
  return tiles;
}

inline Position to_position(const Rules& rules, const Melds& table, const Tiles& rack) {
  Position position{to_meld_list(rules, table), rack};
  check_position(rules, position);
  return position;
}

// Set by whoever no longer waits for an answer, from any thread.
class Stop {
 public:
  void set() { set_ = true; }
  bool is_set() const { return set_; }

 private:
  std::atomic<bool> set_ = false;
};

inline double checked_seconds(double seconds) {
  if (!(seconds >= 0)) throw std::invalid_argument("a time limit is a number of seconds, from 0");
  return seconds;
}

// The work of a call ends at its time limit, when it is called off, and at Ctrl-C (which Python raises then).
inline Deadline to_deadline(std::optional<double> seconds, std::shared_ptr<Stop> stop) {
  Deadline deadline;
  if (seconds) deadline.at = Deadline::in(checked_seconds(*seconds));
  deadline.called_off = [stop = std::move(stop), asker = std::this_thread::get_id(),
                         last = Deadline::Clock::now()]() mutable {
    if (stop && stop->is_set()) return true;
    constexpr auto between_signals = std::chrono::milliseconds(20);
    // Signals are for the thread that called; and to ask for them is to wait for the interpreter.
    if (std::this_thread::get_id() != asker || Deadline::Clock::now() - last < between_signals) return false;
    last = Deadline::Clock::now();
    const nanobind::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    return false;
  };
  return deadline;
}

inline SolveOptions to_options(bool by_value, bool opening, int joker_value, bool keep = true, bool tidy = true) {
  SolveOptions options;
  options.objective = by_value ? Objective::value : Objective::tiles;
  options.opening = opening;
  options.joker_value = joker_value;
  options.keep = keep;
  options.tidy = tidy;
  check_options(options);
  return options;
}

// More threads than this serve nobody.
inline int checked_threads(int threads) {
  check_range("threads", threads, 1, 1024);
  return threads;
}

inline nanobind::list to_python(std::span<const Tile> tiles) {
  nanobind::list out;
  for (const Tile tile : tiles) out.append(static_cast<int>(tile));
  return out;
}

inline nanobind::list to_python(const MeldList& melds) {
  nanobind::list out;
  for (std::size_t i = 0; i < melds.size(); ++i) out.append(to_python(melds[i]));
  return out;
}

}  // namespace optimeld::bindings
