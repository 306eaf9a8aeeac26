// A bot for optimeld's protocol in C++20, in one file and with nothing but the standard library.
//
//     g++ -std=c++20 -O2 -o bot examples/bots/bot.cpp
//     optimeld match exec:./bot simple
//
// It lays melds from its rack, the most valuable first, and adds single tiles to melds on the table. It leaves jokers
// alone and rearranges nothing. bot.py and bot.mjs decide exactly alike.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

// As much of JSON as the protocol has: objects, lists, texts, numbers, true, false, null.
struct Json {
  std::map<std::string, Json> fields;
  std::vector<Json> items;
  std::string text;
  long number = 0;

  bool has(const std::string& name) const { return fields.contains(name); }
  const Json& operator[](const std::string& name) const { return fields.at(name); }
};

class Reader {
 public:
  explicit Reader(const std::string& line) : line_(line) {}

  Json value() {
    Json read;
    switch (peek()) {
      case '{':
        each('}', [&] {
          std::string name = quoted();
          expect(':');
          read.fields[name] = value();
        });
        break;
      case '[':
        each(']', [&] { read.items.push_back(value()); });
        break;
      case '"':
        read.text = quoted();
        break;
      default:
        plain(read);
    }
    return read;
  }

 private:
  char peek() {
    while (at_ < line_.size() && std::isspace(static_cast<unsigned char>(line_[at_]))) ++at_;
    if (at_ == line_.size()) throw std::runtime_error("the line breaks off");
    return line_[at_];
  }

  void expect(char wanted) {
    if (peek() != wanted) throw std::runtime_error("not JSON");
    ++at_;
  }

  template <typename Read>
  void each(char end, Read read) {
    ++at_;
    while (peek() != end) {
      read();
      if (peek() != end) expect(',');
    }
    ++at_;
  }

  std::string quoted() {
    expect('"');
    std::string text;
    for (; line_.at(at_) != '"'; ++at_) {
      if (line_[at_] == '\\') ++at_;  // no name that matters here holds an escaped character
      text += line_.at(at_);
    }
    ++at_;
    return text;
  }

  void plain(Json& read) {
    const std::size_t from = at_;
    while (at_ < line_.size() &&
           (std::isalnum(static_cast<unsigned char>(line_[at_])) || line_[at_] == '-' || line_[at_] == '.'))
      ++at_;
    read.text = line_.substr(from, at_ - from);
    if (read.text == "true") read.number = 1;
    if (!read.text.empty() && (std::isdigit(static_cast<unsigned char>(read.text.back()))))
      read.number = std::stol(read.text);
  }

  const std::string& line_;
  std::size_t at_ = 0;
};

using Meld = std::vector<std::string>;
using Table = std::vector<Meld>;

const std::string kColours = "KRBOGPCW";

std::size_t colour(const std::string& tile) { return kColours.find(tile[0]); }
int value(const std::string& tile) { return std::stoi(tile.substr(1)); }

int worth(const Meld& meld) {
  int sum = 0;
  for (const auto& tile : meld) sum += value(tile);
  return sum;
}

std::string joined(const Meld& meld) {
  std::string text;
  for (const auto& tile : meld) text += (text.empty() ? "" : " ") + tile;
  return text;
}

// Every group of a value and every run of a colour that the tiles hold, as long as they go.
Table whole_melds(const Meld& tiles, std::size_t shortest) {
  const auto before = [](const std::string& a, const std::string& b) {
    return std::pair(colour(a), value(a)) < std::pair(colour(b), value(b));
  };
  const std::set<std::string, decltype(before)> kinds(tiles.begin(), tiles.end());
  std::map<int, Meld> groups;
  Table runs;
  for (const auto& tile : kinds) {
    groups[value(tile)].push_back(tile);
    const bool follows =
        !runs.empty() && colour(runs.back().back()) == colour(tile) && value(runs.back().back()) + 1 == value(tile);
    if (!follows) runs.emplace_back();
    runs.back().push_back(tile);
  }
  Table found;
  for (const auto& [number, group] : groups) found.push_back(group);
  found.insert(found.end(), runs.begin(), runs.end());
  std::erase_if(found, [&](const Meld& meld) { return meld.size() < shortest; });
  return found;
}

// Takes melds out of the tiles, the most valuable first (of equals the first in the alphabet).
Table take_melds(Meld& tiles, std::size_t shortest) {
  Table melds;
  for (;;) {
    const Table choices = whole_melds(tiles, shortest);
    if (choices.empty()) return melds;
    const auto best = std::min_element(choices.begin(), choices.end(), [](const Meld& a, const Meld& b) {
      return std::pair(-worth(a), joined(a)) < std::pair(-worth(b), joined(b));
    });
    melds.push_back(*best);
    for (const auto& tile : *best) tiles.erase(std::find(tiles.begin(), tiles.end(), tile));
  }
}

// Adds the tile to the meld where it fits.
bool add(Meld& meld, const std::string& tile, int highest) {
  if (std::find(meld.begin(), meld.end(), "J") != meld.end()) return false;
  const auto same = [&](const std::string& other) { return value(other) == value(meld[0]); };
  if (std::all_of(meld.begin(), meld.end(), same)) {
    if (!same(tile) || std::find(meld.begin(), meld.end(), tile) != meld.end()) return false;
    meld.push_back(tile);
    return true;
  }
  if (colour(tile) != colour(meld[0])) return false;
  if (value(tile) == value(meld.front()) - 1) {
    meld.insert(meld.begin(), tile);
    return true;
  }
  if (value(tile) != value(meld.back()) + 1 || value(tile) > highest) return false;
  meld.push_back(tile);
  return true;
}

bool add_somewhere(Table& table, const std::string& tile, int highest) {
  return std::any_of(table.begin(), table.end(), [&](Meld& meld) { return add(meld, tile, highest); });
}

// The table as it should lie; an empty one to draw.
Table decide(const Json& rules, const Json& view) {
  Meld tiles;
  for (const auto& tile : view["rack"].items) {
    if (tile.text != "J") tiles.push_back(tile.text);
  }
  Table table;
  for (const auto& meld : view["table"].items) {
    table.emplace_back();
    for (const auto& tile : meld.items) table.back().push_back(tile.text);
  }
  const Table melds = take_melds(tiles, static_cast<std::size_t>(rules["min_meld"].number));
  table.insert(table.end(), melds.begin(), melds.end());
  bool played = !melds.empty();
  if (view["opened"].items[static_cast<std::size_t>(view["seat"].number)].number == 0) {
    int points = 0;
    for (const auto& meld : melds) points += worth(meld);
    return played && points >= rules["opening_points"].number ? table : Table{};
  }
  for (bool added = true; added;) {
    added = false;
    for (const std::string& tile : Meld(tiles)) {
      if (!add_somewhere(table, tile, static_cast<int>(rules["values"].number))) continue;
      tiles.erase(std::find(tiles.begin(), tiles.end(), tile));
      added = played = true;
    }
  }
  return played ? table : Table{};
}

std::string written(const Table& table) {
  std::string text;
  for (const auto& meld : table) {
    std::string tiles;
    for (const auto& tile : meld) tiles += (tiles.empty() ? "\"" : ", \"") + tile + '"';
    text += (text.empty() ? "[" : ", [") + tiles + "]";
  }
  return "[" + text + "]";
}

int main() {
  Json rules;
  for (std::string line; std::getline(std::cin, line);) {
    const Json message = Reader(line).value();
    if (message["type"].text == "start_game") rules = message["rules"];
    if (message["type"].text != "request") continue;  // the view of a request has all that this bot wants to know
    std::string said = R"("type": "draw")";
    if (message.has("keep")) {
      said = R"("type": "keep", "tile": ")" + message["keep"].items[0].text + '"';
    } else if (const Table table = decide(rules, message["view"]); !table.empty()) {
      said = R"("type": "play", "table": )" + written(table);
    }
    std::cout << R"({"seq": )" << message["seq"].number << ", " << said << "}" << std::endl;
  }
}
