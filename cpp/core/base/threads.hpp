// Threads and their locks, or what stands for them where there is one thread alone (in a page).
#pragma once

#include <mutex>

#ifdef OPTIMELD_ONE_THREAD

namespace optimeld {

// A lock that nobody else can hold.
struct Mutex {
  void lock() {}
  void unlock() {}
};

}  // namespace optimeld

#else

#include <thread>

namespace optimeld {

using Mutex = std::mutex;

}  // namespace optimeld

#endif
