// Items shared out among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <vector>

#include "base/threads.hpp"

namespace optimeld {

// Hands out 0, 1, 2, ... to whoever asks, each once.
class Turns {
 public:
  explicit Turns(std::size_t count) : count_(count) {}
  bool take(std::size_t& i) { return (i = next_.fetch_add(1)) < count_; }
  void stop() { next_ = count_; }

 private:
  std::size_t count_;
  std::atomic<std::size_t> next_{0};
};

// Calls work(turns) on as many threads as asked for, this one among them, and waits. Where one throws, the others
// finish what they hold, and the first failure is thrown on.
//
// Where there are no threads, this one does it all.
template <class Work>
void share_out(std::size_t count, int threads, Work&& work) {
  Turns turns(count);
#ifdef OPTIMELD_ONE_THREAD
  static_cast<void>(threads);
  work(turns);
#else
  std::exception_ptr failure;
  std::mutex mutex;
  const auto shift = [&] {
    try {
      work(turns);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      turns.stop();
    }
  };
  const int others = std::min<int>(threads, static_cast<int>(count)) - 1;
  std::vector<std::thread> crew;
  for (int i = 0; i < others; ++i) crew.emplace_back(shift);
  shift();
  for (auto& thread : crew) thread.join();
  if (failure) std::rethrow_exception(failure);
#endif
}

}  // namespace optimeld
