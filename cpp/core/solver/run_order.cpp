#include "solver/run_order.hpp"

#include <bit>

namespace optimeld::solver {

RunOrder::RunOrder(const OpenRuns& runs) {
  const int longest = runs.min_meld(), most = runs.parallel();
  const int width = static_cast<int>(std::bit_width(static_cast<unsigned>(most))) + 1;
  bits_ = width * longest;
  if (bits_ > 64) return;
  for (int length = 1; length <= longest; ++length) free_bits_ |= std::uint64_t{1} << (length * width - 1);
  for (int state = 0; state < runs.size(); ++state) {
    std::uint64_t numbers = 0;
    int open = 0, sum = 0;
    for (int length = 1; length <= longest; ++length) {
      open += runs.counts(state)[static_cast<std::size_t>(length - 1)];
      const int number = length < longest ? most - open : open;
      numbers |= static_cast<std::uint64_t>(number) << ((length - 1) * width);
      sum += number;
    }
    numbers_.push_back(numbers);
    sums_.push_back(static_cast<std::uint16_t>(sum));
  }
}

}  // namespace optimeld::solver
