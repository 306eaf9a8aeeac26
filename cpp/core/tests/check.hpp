// What a core test needs: a line for each check that fails, and a status for main() to return.
#pragma once

#include <cstdio>
#include <string>

namespace optimeld::tests {

inline int failures = 0;

inline void expect(bool holds, const std::string& what) {
  if (holds) return;
  std::printf("FAILED: %s\n", what.c_str());
  ++failures;
}

}  // namespace optimeld::tests

#define CHECK(condition)                                                        \
  do {                                                                          \
    if (!(condition)) {                                                         \
      std::printf("%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      ++optimeld::tests::failures;                                              \
    }                                                                           \
  } while (false)
