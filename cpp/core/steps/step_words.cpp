#include "steps/step_words.hpp"

#include <algorithm>
#include <span>

namespace optimeld::steps {

namespace {

class Sentence {
 public:
  Sentence(const std::vector<std::string>& names, std::string& out) : names_(names), out_(out) {}

  Sentence& operator<<(const char* text) {
    out_ += text;
    return *this;
  }
  Sentence& operator<<(std::span<const Tile> tiles) {
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      if (i > 0) out_ += ' ';
      out_ += names_[tiles[i]];
    }
    return *this;
  }
  // `the run R4 R5 R6`; what is no meld is just its tiles, and those still to leave a heap stand apart.
  Sentence& operator<<(const Pile& pile) {
    const std::span<const Tile> tiles(pile.tiles);
    if (pile.loose > 0) {
      const std::size_t own = tiles.size() - pile.loose;
      return *this << tiles.first(own) << " (with " << tiles.subspan(own) << ")";
    }
    static const char* const kinds[] = {"", "the run ", "the group ", "the meld "};
    return *this << kinds[static_cast<int>(pile.kind)] << tiles;
  }
  // `K7 and B7`; a longer stretch without `and`.
  Sentence& list(std::span<const Tile> tiles) {
    if (tiles.size() != 2) return *this << tiles;
    return *this << tiles.first(1) << " and " << tiles.subspan(1);
  }
  Sentence& jokers(int count) {
    if (count == 1) return *this << "the joker";
    return *this << std::to_string(count).c_str() << " jokers";
  }

 private:
  const std::vector<std::string>& names_;
  std::string& out_;
};

}  // namespace

const char* action_name(Action action) {
  static const char* const names[] = {"lay", "extend", "split", "move", "join", "swap", "place", "rearrange"};
  return names[static_cast<int>(action)];
}

void describe(const Step& step, const std::vector<std::string>& names, std::string& out) {
  Sentence say(names, out);
  const std::span<const Tile> makes(step.makes.tiles);
  const char* them = step.tiles.size() == 1 ? "it" : "them";
  // What comes out is said where it is not plain: a joker stands somewhere, or something is incomplete.
  const auto result = [&] {
    const Tile joker = static_cast<Tile>(names.size() - 1);
    if (step.makes.loose > 0) {
      say << ": " << step.makes;
    } else if (step.to_was.kind == Pile::Kind::none || step.makes.kind == Pile::Kind::none ||
               std::find(makes.begin(), makes.end(), joker) != makes.end()) {
      say << ": " << makes;
    }
  };
  switch (step.action) {
    case Action::lay:
      if (step.laid_jokers > 0) {
        say << "Lay ";
        say.list(step.tiles) << " from your rack with ";
        say.jokers(step.laid_jokers) << ": " << makes;
      } else {
        say << "Lay " << makes << " from your rack";
        if (step.makes.kind == Pile::Kind::none) say << ", to be completed";
      }
      break;
    case Action::extend:
      say << "Add ";
      say.list(step.tiles) << " from your rack";
      if (step.laid_jokers > 0) {
        say << " and ";
        say.jokers(step.laid_jokers);
      }
      say << " to " << step.to_was;
      result();
      break;
    case Action::split:
      if (step.left.kind != Pile::Kind::none && step.makes.kind != Pile::Kind::none) {
        say << "Split " << step.from_was << " into " << std::span<const Tile>(step.left.tiles) << " and " << makes;
      } else {
        say << "Take ";
        say.list(step.tiles) << " from " << step.from_was << " and put " << them << " aside";
      }
      break;
    case Action::move:
      say << "Take ";
      say.list(step.tiles) << " from " << step.from_was << " and add " << them << " to " << step.to_was;
      result();
      break;
    case Action::join:
      say << (step.from_was.kind == Pile::Kind::none ? "Add " : "Join ") << step.from_was << " to " << step.to_was;
      result();
      break;
    case Action::swap: {
      const std::span<const Tile> tiles(step.tiles);
      const std::size_t replacing = std::min<std::size_t>(step.freed_jokers, tiles.size());
      if (step.from == Step::rack) {
        say << "Put ";
        say.list(tiles.first(replacing)) << " from your rack";
      } else {
        say << "Take ";
        say.list(tiles.first(replacing)) << " from " << step.from_was << " and put "
                                         << (replacing == 1 ? "it" : "them");
      }
      say << " in the place of ";
      say.jokers(step.freed_jokers) << " in " << step.to_was;
      if (replacing < tiles.size()) {
        say << " and add ";
        say.list(tiles.subspan(replacing));
      }
      say << ": " << makes;
      break;
    }
    case Action::place:
      if (step.to_was.tiles.empty()) {
        say << "Put ";
        say.jokers(step.laid_jokers) << " down, to be completed";
      } else {
        say << "Add ";
        say.jokers(step.laid_jokers) << " to " << step.to_was << ": " << makes;
      }
      break;
    case Action::rearrange:
      say << "Rearrange " << step.to_was << " as " << makes;
      break;
  }
  out += '.';
}

}  // namespace optimeld::steps
