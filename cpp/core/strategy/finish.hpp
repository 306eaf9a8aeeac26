// The finish test: can a player lay the whole rack this turn?
//
// Table and rack are laid as one handful of tiles. Without jokers the automaton of winning hands says whether that is
// possible, with jokers the plain graph does, every joker wild: what those cannot do, no rule allows. Where there is a
// joker on the table, its rule has a word in a yes: the layout found is put before the judge, then one in which the
// joker stays what it stands for, and only if he refuses both the exact solver looks for another.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "solver/solver.hpp"
#include "solver/whole.hpp"
#include "strategy/hand_reader.hpp"
#include "table/legality.hpp"

namespace optimeld::strategy {

// Holds work space and what it learned from earlier positions: not for two threads at once.
class FinishTest {
 public:
  // Shares the solver with others of its thread.
  explicit FinishTest(std::shared_ptr<solver::Solver> solver);

  const Rules& rules() const { return rules_; }

  // `opened`: whether the player may touch the table. An empty rack has nothing to lay: false.
  bool finishes(const MeldList& table, std::span<const Tile> rack, bool opened);
  // The same, and the whole table after it. With a limit on what the exact solver may look at, as SolveOptions has it,
  // a no is no proof.
  bool finish(const MeldList& table, std::span<const Tile> rack, bool opened, MeldList& after,
              std::size_t most_walked = SolveOptions{}.most_walked);

  // By tile, the joker last: 1 where a rack with one more of it would finish. Tiles of which table and rack hold all
  // that the box has are 0.
  const std::vector<std::uint8_t>& finishing_draws(const MeldList& table, std::span<const Tile> rack, bool opened);

  // How often a test was asked, and how often it took the exact solver.
  std::uint64_t asked() const { return asked_; }
  std::uint64_t solved() const { return solved_; }
  // The work of the tests themselves; the same on every machine.
  std::uint64_t work() const { return whole_.work(); }

 private:
  bool after_opening(const MeldList& table, std::span<const Tile> rack, MeldList* after);
  std::optional<bool> at_sight(const MeldList& table, std::span<const Tile> rack, MeldList* after);
  bool opening(const MeldList& table, std::span<const Tile> rack, MeldList* after);
  bool laid_whole();
  bool laid_legally(const MeldList& table, std::span<const Tile> rack);
  bool laid_standing(const MeldList& table, std::span<const Tile> rack);
  bool take_layout(const MeldList& table, std::span<const Tile> rack);
  void count(std::span<const Tile> tiles);
  void ask(const MeldList& table, std::span<const Tile> rack, bool opening);
  bool solve(const MeldList& table, std::span<const Tile> rack, bool opening, MeldList* after);

  Rules rules_;
  std::optional<HandReader> reader_;  // of hands without jokers, where the box allows
  std::vector<std::uint16_t> digit_;  // by tile: what it adds to the symbol of its value
  std::vector<std::uint8_t> value_;
  solver::Whole whole_;
  Judge judge_;
  std::shared_ptr<solver::Solver> solver_;
  std::vector<std::uint8_t> counts_, draws_;
  std::vector<std::uint16_t> symbols_;
  Position position_;
  Solution solution_;
  std::vector<Tile> with_;
  MeldList laid_;
  std::size_t most_walked_ = SolveOptions{}.most_walked;  // of the question that is being answered
  static constexpr std::size_t most_standings = 16;
  std::vector<std::vector<solver::Standing>> places_;  // by table joker: where it may stand
  std::vector<solver::Standing> standing_;
  std::uint64_t asked_ = 0, solved_ = 0;
};

}  // namespace optimeld::strategy
