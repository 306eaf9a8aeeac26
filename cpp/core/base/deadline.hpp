// When work must end though it is not done: at a time, or because nobody waits for it any more.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>

namespace optimeld {

// Thrown out of work whose time is up.
struct Stopped : std::exception {
  const char* what() const noexcept override { return "stopped before it was done"; }
};

struct Deadline {
  using Clock = std::chrono::steady_clock;

  Clock::time_point at = Clock::time_point::max();
  std::function<bool()> called_off;  // asked from the working thread, every few hundred microseconds

  static Clock::time_point in(double seconds) {
    constexpr double far = 1e9;  // thirty years
    if (!(seconds < far)) return Clock::time_point::max();
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  bool none() const { return at == Clock::time_point::max() && !called_off; }
  bool passed() const { return (called_off && called_off()) || Clock::now() >= at; }
};

// Asked at every small step of a search; looks at the clock at one in many, and at none where there is no deadline. A
// small step takes some nanoseconds (a move looked at, an edge followed); whoever does more between two questions says
// how much.
class Patience {
 public:
  void begin(const Deadline& deadline) {
    deadline_ = &deadline;
    left_ = deadline.none() ? forever : between_looks;
  }

  // Throws Stopped once the deadline has passed.
  void step(std::uint64_t steps = 1) {
    if (left_ > steps) left_ -= steps;
    else look();
  }

  // While one lives, time does not count: for the little that turns what was found into an answer.
  class Pause {
   public:
    explicit Pause(Patience& patience) : patience_(patience), left_(patience.left_) { patience_.left_ = forever; }
    ~Pause() { patience_.left_ = left_; }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    Patience& patience_;
    std::uint64_t left_;
  };

 private:
  static constexpr std::uint64_t forever = ~std::uint64_t{0}, between_looks = 4096;

  void look() {
    left_ = between_looks;
    if (deadline_->passed()) throw Stopped();
  }

  const Deadline* deadline_ = nullptr;
  std::uint64_t left_ = forever;
};

}  // namespace optimeld
