#include "counting/explore.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <thread>
#include <utility>

#include "base/crew.hpp"

namespace optimeld::counting {

FingerprintTable::FingerprintTable(std::size_t slots) : slots_(slots, Slot{{}, none}) {}

void FingerprintTable::grow() {
  std::vector<Slot> old(slots_.size() * 2, Slot{{}, none});
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.number == none) continue;
    std::size_t i = slot.fingerprint.low & mask;
    while (slots_[i].number != none) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

namespace {

// A table for several threads: pieces with a lock each.
class SharedTable {
 public:
  template <class Make>
  std::uint32_t find_or_make(const Fingerprint& fingerprint, Make&& make) {
    Piece& piece = this->piece(fingerprint);
    const std::lock_guard lock(piece.mutex);
    const std::size_t before = piece.table.bytes();
    const std::uint32_t number = piece.table.find_or_make(fingerprint, make);
    if (piece.table.bytes() != before) bytes_ += piece.table.bytes() - before;
    return number;
  }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Piece {
    std::mutex mutex;
    FingerprintTable table{64};
  };
  Piece& piece(const Fingerprint& fingerprint) { return pieces_[fingerprint.high >> 54]; }
  std::vector<Piece> pieces_ = std::vector<Piece>(1024);
  std::atomic<std::size_t> bytes_ = 0;
};

// Members laid down one set after another, let go all at once.
class Arena {
 public:
  Member* lay(const std::vector<Member>& set) {
    if (left_ < set.size()) {
      left_ = std::max(size, set.size());
      chunks_.push_back(std::make_unique<Member[]>(left_));
      at_ = chunks_.back().get();
      bytes_ += left_ * sizeof(Member);
    }
    Member* place = std::copy(set.begin(), set.end(), at_) - set.size();
    at_ += set.size();
    left_ -= set.size();
    return place;
  }
  std::size_t bytes() const { return bytes_; }

 private:
  static constexpr std::size_t size = std::size_t{1} << 13;
  std::vector<std::unique_ptr<Member[]>> chunks_;
  Member* at_ = nullptr;
  std::size_t left_ = 0;
  std::size_t bytes_ = 0;
};

class Explorer {
 public:
  Explorer(const HandSets& sets, const ExploreOptions& options, const Watcher& watcher)
      : options_(options),
        watcher_(watcher),
        symbols_(static_cast<std::size_t>(sets.symbols())),
        bounded_(options.max_tiles < 1 << 20) {
    if (options.permutations) {
      result_.permutation_bits = static_cast<int>(std::bit_width(sets.permutations().size() - 1));
    }
    const std::size_t row = symbols_ * sizeof(std::uint32_t) + sizeof(Place);
    most_states_ = std::min<std::size_t>((Exploration::dead >> result_.permutation_bits) - 1,
                                         options.memory_limit / row + Rows<Place>::in_chunk);
    result_.edges = Rows<std::uint32_t>(symbols_, most_states_);
    places_ = Rows<Place>(1, most_states_);
    workers_.resize(static_cast<std::size_t>(std::max(1, options.threads)));
    for (Worker& worker : workers_) {
      worker.sets = std::make_unique<HandSets>(sets);
      worker.found.resize(bounded_ ? static_cast<std::size_t>(options.max_tiles) + 1 : 1);
    }
  }

  Exploration run() {
    Worker& first = workers_[0];
    std::vector<Member> set = first.sets->start();
    int unused = 0;
    const Fingerprint fingerprint = first.sets->canonicalise(set, unused);
    add(first, fingerprint, set, 0);
    if (bounded_) {
      by_tiles();
    } else {
      by_values();
    }
    result_.states = states_;
    result_.accepts.resize(states_);
    result_.expanded.resize(states_);
    for (std::size_t state = 0; state < states_; ++state) {
      result_.accepts[state] = places_.row(state)->accepts;
      result_.expanded[state] = places_.row(state)->expanded;
    }
    return std::move(result_);
  }

 private:
  struct Place {
    const Member* members;
    std::uint32_t count;
    std::atomic<std::uint16_t> least;  // with a bound: the fewest tiles that lead here
    std::uint8_t accepts;
    bool expanded;
  };
  struct Worker {
    std::unique_ptr<HandSets> sets;
    std::vector<HandSets::Step> steps;
    Arena arena, old;
    std::vector<std::vector<std::uint32_t>> found;  // by the tiles that lead there
  };

  // One value after another: what a wave finds is the next wave, and its sets are let go once they are expanded.
  void by_values() {
    result_.within = {1};
    for (std::size_t from = 0; from < states_ && depth_ < static_cast<std::size_t>(options_.values); ++depth_) {
      const std::size_t to = states_;
      for (Worker& worker : workers_) {
        arena_bytes_ -= worker.old.bytes();
        worker.old = std::exchange(worker.arena, {});
      }
      wave(to - from, [from](std::size_t i) { return from + i; }, 0);
      from = to;
      if (states_ > to) result_.within.push_back(states_);
    }
  }

  // With a bound, a state is expanded when the fewest tiles that lead to it are known: in order of those.
  void by_tiles() {
    for (int tiles = 0; tiles <= options_.max_tiles; ++tiles) {
      while (true) {
        std::vector<std::uint32_t> states;
        for (Worker& worker : workers_) {
          for (const std::uint32_t state : worker.found[static_cast<std::size_t>(tiles)]) {
            Place& place = *places_.row(state);
            if (place.least != tiles || place.expanded) continue;
            place.expanded = true;  // once, even if two threads found it
            states.push_back(state);
          }
          worker.found[static_cast<std::size_t>(tiles)].clear();
        }
        if (states.empty()) break;
        wave(states.size(), [&states](std::size_t i) { return states[i]; }, tiles);
      }
    }
  }

  template <class StateOf>
  void wave(std::size_t count, StateOf&& state_of, int tiles) {
    constexpr std::size_t batch = 16;
    const auto caller = std::this_thread::get_id();
    std::atomic<std::size_t> next_worker = 0;
    stop_ = false;
    share_out((count + batch - 1) / batch, options_.threads, [&](Turns& turns) {
      Worker& worker = workers_[next_worker++];
      for (std::size_t turn; !stop_ && turns.take(turn);) {
        try {
          look_round(std::this_thread::get_id() == caller);
          const std::size_t end = std::min(count, (turn + 1) * batch);
          for (std::size_t i = turn * batch; i < end; ++i) expand(worker, state_of(i), tiles);
          expanded_ += end - turn * batch;
        } catch (...) {
          stop_ = true;
          throw;
        }
      }
    });
  }

  void look_round(bool calling) {
    Progress progress{depth_, states_, expanded_, 0};
    progress.bytes =
        result_.edges.bytes(progress.states) + places_.bytes(progress.states) + table_.bytes() + arena_bytes_;
    if (progress.bytes > options_.memory_limit || most_states_ - progress.states < workers_.size() * symbols_ * 32) {
      throw OutOfBounds("the automaton does not fit", progress);
    }
    if (calling && watcher_ && !watcher_(progress)) throw Interrupted();
  }

  std::uint32_t add(Worker& worker, const Fingerprint& fingerprint, std::vector<Member>& set, int tiles) {
    bool made = false;
    const std::uint32_t number = table_.find_or_make(fingerprint, [&] {
      made = true;
      const std::lock_guard lock(growing_);
      const std::size_t next = states_;
      result_.edges.reach(next);
      places_.reach(next);
      Place& place = *places_.row(next);
      place.least = unknown;
      place.expanded = false;
      ++states_;
      return static_cast<std::uint32_t>(next);
    });
    Place& place = *places_.row(number);
    if (made) {
      // Sorted, so that what becomes of a set does not depend on who found it first.
      std::sort(set.begin(), set.end());
      const std::size_t before = worker.arena.bytes();
      place.members = worker.arena.lay(set);
      arena_bytes_ += worker.arena.bytes() - before;
      place.count = static_cast<std::uint32_t>(set.size());
      place.accepts = static_cast<std::uint8_t>(worker.sets->accepts(set));
    }
    if (bounded_) {
      std::uint16_t least = place.least;
      while (tiles < least && !place.least.compare_exchange_weak(least, static_cast<std::uint16_t>(tiles))) {
      }
      if (tiles < least) worker.found[static_cast<std::size_t>(tiles)].push_back(number);
    }
    return number;
  }

  void expand(Worker& worker, std::size_t state, int tiles) {
    Place& place = *places_.row(state);
    place.expanded = true;
    const int room = bounded_ ? options_.max_tiles - tiles : 1 << 20;
    worker.sets->expand({place.members, place.count}, worker.steps, room);
    std::uint32_t* row = result_.edges.row(state);
    for (std::size_t symbol = 0; symbol < symbols_; ++symbol) {
      row[symbol] = Exploration::dead;
      HandSets::Step& step = worker.steps[symbol];
      if (step.members.empty()) continue;
      const int size = worker.sets->symbol_size(static_cast<int>(symbol));
      if (bounded_ && size + worker.sets->tiles_to_win(step.members) > room) continue;
      const std::uint32_t number = add(worker, step.fingerprint, step.members, tiles + size);
      row[symbol] = options_.permutations
                        ? number << result_.permutation_bits | static_cast<std::uint32_t>(step.permutation)
                        : number;
    }
  }

  static constexpr std::uint16_t unknown = 0xffff;
  const ExploreOptions& options_;
  const Watcher& watcher_;
  std::size_t symbols_;
  bool bounded_;
  std::size_t most_states_ = 0;
  Exploration result_;
  Rows<Place> places_;
  SharedTable table_;
  std::vector<Worker> workers_;
  std::mutex growing_;
  std::atomic<std::size_t> states_ = 0, expanded_ = 0, arena_bytes_ = 0;
  std::size_t depth_ = 0;
  std::atomic<bool> stop_ = false;
};

}  // namespace

Exploration explore(const HandSets& sets, const ExploreOptions& options, const Watcher& watcher) {
  return Explorer(sets, options, watcher).run();
}

}  // namespace optimeld::counting
