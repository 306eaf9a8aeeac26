#include "strategy/expert.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "game/weighing.hpp"
#include "strategy/blocking.hpp"
#include "strategy/endgame.hpp"
#include "strategy/knowledge.hpp"
#include "strategy/small_openings.hpp"
#include "strategy/standoff.hpp"

namespace optimeld::strategy {

using game::Action;
using game::Decision;
using game::View;

namespace {

struct Field {
  std::string_view name;
  int ExpertStyle::* number;
  int most;
};
constexpr Field fields[] = {
    {"hold", &ExpertStyle::hold, 999},         {"danger", &ExpertStyle::danger, 99},
    {"patience", &ExpertStyle::patience, 100}, {"opening", &ExpertStyle::opening, 3},
    {"jokers", &ExpertStyle::jokers, 1},       {"delay", &ExpertStyle::delay, 99},
    {"lacking", &ExpertStyle::lacking, 99},    {"tries", &ExpertStyle::tries, 1000000},
    {"work", &ExpertStyle::work, 1000000},     {"search", &ExpertStyle::search, 100000},
    {"stall", &ExpertStyle::stall, 99},        {"late", &ExpertStyle::late, 999},
    {"deals", &ExpertStyle::deals, 10000},     {"ways", &ExpertStyle::ways, 100},
};

// Reads `name=number` words separated by colons into a style; the first word that is none, if any.
std::string_view read_style(std::string_view words, ExpertStyle& style) {
  while (!words.empty()) {
    const std::size_t colon = std::min(words.find(':'), words.size());
    const std::string_view word = words.substr(0, colon);
    const std::size_t equals = std::min(word.find('='), word.size());
    const auto* field = std::ranges::find(fields, word.substr(0, equals), &Field::name);
    if (field == std::end(fields) || equals == word.size()) return word;
    const std::string_view digits = word.substr(equals + 1);
    int number = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size() || number < 0 || number > field->most) return word;
    style.*field->number = number;
    words.remove_prefix(std::min(colon + 1, words.size()));
  }
  return {};
}

class Expert final : public game::Weighing {
 public:
  Expert(const Tools& tools, std::string_view words)
      : tools_(tools), blocking_(tools), standoff_(tools), openings_(tools.rules()), words_(words) {
    options_.keep = options_.tidy = false;
    options_.joker_value = tools.rules().joker_penalty;
  }

  void choose(const View& view, Decision& decision) override {
    options_.most_walked = most_walked(view.rules, view.rack.size());
    if (tools_.finish->finish(view.table, view.rack, view.may_touch_table(), decision.table, options_.most_walked)) {
      decision.action = Action::play;
      return;
    }
    style_ = usual_style(view.rules);
    read_style(words_, style_);
    const bool lays = !view.may_touch_table() ? open(view, decision)
                      : view.pool_size == 0   ? end(view, decision)
                                              : lay(view, decision);
    if (!lays) draw_or_take(view, decision);
  }

 protected:
  long weigh(const View& view, const std::vector<Tile>& rack) override {
    if (tools_.finish->finishes(view.table, rack, view.may_touch_table())) return 2;
    return !view.may_touch_table() && find(view, rack, Objective::tiles) ? 1 : 0;
  }

 private:
  bool find(const View& view, const std::vector<Tile>& rack, Objective objective) {
    return find(view, rack, objective, !view.may_touch_table());
  }

  bool find(const View& view, const std::vector<Tile>& rack, Objective objective, bool opening) {
    position_.table = view.table;
    position_.rack = rack;
    options_.opening = opening;
    options_.objective = objective;
    tools_.solver->solve(position_, options_, best_);
    return best_.play;
  }

  bool end(const View& view, Decision& decision) {
    if (view.rack_sizes.size() > 2) return standoff_.choose(view, {style_.deals, style_.ways, style_.work}, decision);
    if (style_.search != 0 && view.river.empty()) return search_end(view, decision);
    return blocking_.choose(view, {style_.tries, style_.work}, decision);
  }

  // The end of the pool looked ahead into, with so many finish tests.
  bool search_end(const View& view, Decision& decision) {
    Knowledge known = knowledge_of(view);
    EndgameLimits limits = quick_endgame;
    limits.tests = static_cast<std::uint64_t>(style_.search);
    const bool other_opened = view.opened[1 - view.player] != 0;
    const EndgameValue value =
        Endgame(tools_.finish)
            .solve({view.table, view.rack, unseen_tiles(known), true, other_opened, view.passes > 0}, limits);
    if (!value.play) return false;
    decision.action = Action::play;
    decision.table = value.table;
    return true;
  }

  // Without the rack's jokers where the style says so.
  bool find_laid(const View& view, Objective objective) {
    if (style_.jokers == 0 && !view.rack.empty() && view.rules.is_joker(view.rack.back())) {
      plain_ = view.rack;
      std::erase(plain_, view.rules.joker());
      return find(view, plain_, objective);
    }
    return find(view, view.rack, objective);
  }

  // The first play: who has not opened cannot finish, but what is laid helps the others. A joker goes only if it must.
  bool open(const View& view, Decision& decision) {
    if (style_.opening >= 2) {
      const auto& small = openings_.find(view.rack);
      if (small.empty() && !openings_.broken_off()) return false;
      if (too_early(view)) return false;
      if (!small.empty()) return open_small(view, small, decision);
    } else if (too_early(view)) {
      return false;
    }
    const Objective objective = style_.opening == 1 ? Objective::value : Objective::tiles;
    if (!find_laid(view, objective) && !find(view, view.rack, objective)) return false;
    decision.action = Action::play;
    decision.table = best_.table;
    return true;
  }

  // To open costs one draw, now or later. So it can wait until a finish is near, or until many tiles were drawn.
  bool too_early(const View& view) {
    const int rack = static_cast<int>(view.rack.size());
    if (style_.delay == 0 || view.pool_size == 0 || rack >= view.rules.rack_size + style_.delay) return false;
    const int most = find(view, view.rack, Objective::tiles, false) ? best_.tiles : 0;
    return rack - most > style_.lacking;
  }

  // Of these openings the one that helps the others least: after which the fewest of the tiles not seen could be laid
  // alone. What fits the table as it is fits after every opening, so only the rest is asked about.
  bool open_small(const View& view, std::vector<std::vector<Tile>> small, Decision& decision) {
    std::ranges::stable_sort(small, {}, [&](const auto& handful) { return view.rules.penalty(handful); });
    small.resize(style_.opening == 2 ? 1 : std::min(small.size(), most_openings));
    unfed_ = unseen_tiles(knowledge_of(view));
    if (small.size() > 1) tiles_fed(view.table, unfed_.size(), &unfed_);
    std::size_t least_fed = unfed_.size() + 1;
    for (const auto& handful : small) {
      find(view, handful, Objective::tiles);
      const std::size_t fed = small.size() == 1 ? 0 : tiles_fed(best_.table, least_fed);
      if (fed < least_fed) decision.table = best_.table, least_fed = fed;
    }
    decision.action = Action::play;
    return true;
  }

  // How many of the tiles in unfed_, sorted, could be laid alone; counted up to `most`. Those that could not go to
  // `rest`, where it is asked for.
  std::size_t tiles_fed(const MeldList& table, std::size_t most, std::vector<Tile>* rest = nullptr) {
    std::size_t fed = 0;
    std::vector<Tile> others;
    for (auto tile = unfed_.begin(); tile != unfed_.end() && fed < most;) {
      const auto next = std::upper_bound(tile, unfed_.end(), *tile);
      if (tools_.finish->finishes(table, {&*tile, 1}, true)) {
        fed += static_cast<std::size_t>(next - tile);
      } else if (rest != nullptr) {
        others.insert(others.end(), tile, next);
      }
      tile = next;
    }
    if (rest != nullptr) *rest = std::move(others);
    return fed;
  }

  bool lay(const View& view, Decision& decision) {
    if (!wants_to_lay(view)) return stalls(view) && lay_one(view, decision);
    decision.action = Action::play;
    decision.table = best_.table;
    return true;
  }

  // Whether the best play should be made although it does not end the game; it is in best_ then.
  bool wants_to_lay(const View& view) {
    if (smallest_rack(view) <= style_.danger && !patient(view)) return find_laid(view, Objective::value);
    const int rack = static_cast<int>(view.rack.size());
    if (rack - 1 <= style_.hold) return false;
    return find_laid(view, Objective::tiles) && rack - best_.tiles > style_.hold;
  }

  bool stalls(const View& view) {
    if (style_.stall == 0 || view.pool_size == 0 || view.pool_size > style_.late) return false;
    return find(view, view.rack, Objective::tiles) && static_cast<int>(view.rack.size()) - best_.tiles <= style_.stall;
  }

  // Of the tiles that can go alone, the one after which the fewest unseen tiles can.
  bool lay_one(const View& view, Decision& decision) {
    const std::vector<Tile> unseen = unseen_tiles(knowledge_of(view));
    std::optional<Tile> chosen;
    std::ptrdiff_t least = 0;
    for (const Tile tile : view.rack) {
      if (view.rules.is_joker(tile) || !tools_.finish->finishes(view.table, {&tile, 1}, true)) continue;
      const std::ptrdiff_t fed = std::ranges::count_if(unseen, [&](Tile other) {
        const std::array<Tile, 2> two{tile, other};
        return tools_.finish->finishes(view.table, two, true);
      });
      if (!chosen || fed < least) chosen = tile, least = fed;
    }
    if (!chosen || !tools_.finish->finish(view.table, {&*chosen, 1}, true, decision.table)) return false;
    decision.action = Action::play;
    return true;
  }

  static int smallest_rack(const View& view) {
    int smallest = 1 << 20;
    for (int seat = 0; seat < static_cast<int>(view.rack_sizes.size()); ++seat) {
      if (seat != view.player && view.opened[seat] != 0) smallest = std::min(smallest, view.rack_sizes[seat]);
    }
    return smallest;
  }

  // Whether the next tile finishes often enough to wait for it.
  bool patient(const View& view) {
    if (style_.patience == 0) return false;
    const auto& draws = tools_.finish->finishing_draws(view.table, view.rack, true);
    std::vector<int> left(draws.size());
    int unseen = 0, finishing = 0;
    for (std::size_t kind = 0; kind < left.size(); ++kind) left[kind] = view.rules.copies_of(static_cast<Tile>(kind));
    for (const auto* seen : {&view.rack, &view.table.tiles, &view.river}) {
      for (const Tile tile : *seen) --left[tile];
    }
    for (std::size_t kind = 0; kind < left.size(); ++kind) {
      unseen += left[kind];
      if (draws[kind] != 0) finishing += left[kind];
    }
    return finishing * 100 >= style_.patience * unseen;
  }

  static constexpr std::size_t most_openings = 4;  // that are compared

  Tools tools_;
  Blocking blocking_;
  Standoff standoff_;
  SmallOpenings openings_;
  std::string words_;
  ExpertStyle style_;
  SolveOptions options_;
  Position position_;
  Solution best_;
  std::vector<Tile> plain_, unfed_;
};

}  // namespace

ExpertStyle usual_style(const Rules& rules) {
  ExpertStyle style;
  // Who must play cannot wait, and a small opening is worth nothing there (docs/strategy.md).
  if (rules.must_play) style.opening = 0;
  // Nor is there anything gained by opening late where it cannot wait, or where the others take what it gives away.
  if (rules.must_play || rules.river) style.delay = 0;
  return style;
}

std::optional<std::string> style_fault(std::string_view words) {
  ExpertStyle style;
  const std::string_view word = read_style(words, style);
  if (word.empty()) return std::nullopt;
  std::string known;
  for (const Field& field : fields) known += (known.empty() ? "" : ", ") + std::string(field.name) + "=N";
  return "'" + std::string(word) + "' is none of " + known;
}

std::unique_ptr<game::Agent> make_expert(const Tools& tools, std::string_view style_words) {
  return std::make_unique<Expert>(tools, style_words);
}

}  // namespace optimeld::strategy
