#include "json.hpp"

#include <charconv>
#include <limits>

namespace optimeld::wasm {

namespace {

constexpr int deepest = 64;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// A code point as UTF-8.
void append(std::uint32_t code, std::string& out) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xe0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

}  // namespace

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  Json whole() {
    Json value = read(0);
    skip_space();
    if (at_ != text_.size()) fail("something follows the end");
    return value;
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    throw BadQuestion(std::string("not JSON: ") + what + " at " + std::to_string(at_));
  }

  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  char next() {
    skip_space();
    if (at_ == text_.size()) fail("it breaks off");
    return text_[at_];
  }

  void expect(char c) {
    if (next() != c) fail("a sign is missing");
    ++at_;
  }

  bool word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  Json read(int depth) {
    if (depth > deepest) fail("too deep");
    Json value;
    const char first = next();
    if (first == '"') {
      value.kind_ = Json::Kind::text;
      value.text_ = text();
    } else if (first == '[') {
      value.kind_ = Json::Kind::list;
      items(']', [&] { value.items_.push_back(read(depth + 1)); });
    } else if (first == '{') {
      value.kind_ = Json::Kind::object;
      items('}', [&] {
        next();
        value.names_.push_back(text());
        expect(':');
        value.items_.push_back(read(depth + 1));
      });
    } else if (word("true")) {
      value.kind_ = Json::Kind::boolean;
      value.number_ = 1;
    } else if (word("false")) {
      value.kind_ = Json::Kind::boolean;
    } else if (!word("null")) {
      value.kind_ = Json::Kind::number;
      value.number_ = whole_number();
    }
    return value;
  }

  template <class Item>
  void items(char end, Item&& item) {
    ++at_;
    if (next() == end) {
      ++at_;
      return;
    }
    while (true) {
      item();
      const char sign = next();
      ++at_;
      if (sign == end) return;
      if (sign != ',') fail("a comma is missing");
    }
  }

  std::int64_t whole_number() {
    const bool negative = text_[at_] == '-';
    if (negative) ++at_;
    const std::size_t begin = at_;
    std::int64_t number = 0;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
      if (at_ - begin > 15) fail("the number is too long");
      number = number * 10 + (text_[at_++] - '0');
    }
    if (at_ == begin) fail("no value");
    return negative ? -number : number;
  }

  std::string text() {
    if (text_[at_] != '"') fail("a text should begin");
    ++at_;
    std::string out;
    while (true) {
      if (at_ == text_.size()) fail("a text breaks off");
      const char c = text_[at_++];
      if (c == '"') return out;
      if (c != '\\') {
        out += c;
        continue;
      }
      if (at_ == text_.size()) fail("a text breaks off");
      const char escaped = text_[at_++];
      switch (escaped) {
        case 'n':
          out += '\n';
          break;
        case 't':
          out += '\t';
          break;
        case 'r':
          out += '\r';
          break;
        case 'u':
          append(hexadecimal(), out);
          break;
        default:
          out += escaped;
      }
    }
  }

  std::uint32_t hexadecimal() {
    std::uint32_t code = 0;
    for (int i = 0; i < 4; ++i) {
      if (at_ == text_.size()) fail("a text breaks off");
      const char c = text_[at_++];
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) fail("not a code");
      code = code * 16 + static_cast<std::uint32_t>(digit);
    }
    return code;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Json Json::parse(std::string_view text) { return JsonReader(text).whole(); }

const Json& Json::as(Kind kind) const {
  if (kind_ != kind) throw BadQuestion("a value of a question is of another kind");
  return *this;
}

int Json::number() const {
  const std::int64_t number = as(Kind::number).number_;
  if (number > std::numeric_limits<int>::max() || number < std::numeric_limits<int>::min()) {
    throw BadQuestion("a number of a question is too large");
  }
  return static_cast<int>(number);
}

const Json& Json::operator[](std::string_view name) const {
  static const Json nothing;
  const Json& object = as(Kind::object);
  for (std::size_t i = 0; i < object.names_.size(); ++i) {
    if (object.names_[i] == name) return object.items_[i];
  }
  return nothing;
}

std::uint64_t Json::seed() const {
  const std::string& digits = text();
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
  if (error != std::errc() || end != digits.data() + digits.size()) throw BadQuestion("'" + digits + "' is no seed");
  return seed;
}

const Json& Json::need(std::string_view name) const {
  const Json& found = (*this)[name];
  if (found.is_null()) throw BadQuestion("a question lacks '" + std::string(name) + "'");
  return found;
}

void write_text(std::string_view text, std::string& out) {
  static const char digits[] = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += digits[c >> 4];
      out += digits[c & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace optimeld::wasm
