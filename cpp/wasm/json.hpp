// JSON as the face of the core needs it: questions are read into values, answers are written as text.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace optimeld::wasm {

// A question that is not what its asker should have sent. People's mistakes are found before they get here.
struct BadQuestion : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Numbers are whole: a question has no other. A seed of 64 bits comes as text.
class Json {
 public:
  enum class Kind : std::uint8_t { null, boolean, number, text, list, object };

  static Json parse(std::string_view text);

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::null; }
  bool boolean() const { return as(Kind::boolean).number_ != 0; }
  int number() const;
  std::uint64_t seed() const;  // 64 bits, which come as text
  const std::string& text() const { return as(Kind::text).text_; }
  const std::vector<Json>& list() const { return as(Kind::list).items_; }

  // The member of an object; a null where it has none of this name.
  const Json& operator[](std::string_view name) const;
  const Json& need(std::string_view name) const;

 private:
  friend class JsonReader;
  const Json& as(Kind kind) const;

  Kind kind_ = Kind::null;
  std::int64_t number_ = 0;
  std::string text_;
  std::vector<Json> items_;
  std::vector<std::string> names_;  // of an object's items
};

void write_text(std::string_view text, std::string& out);  // quoted

}  // namespace optimeld::wasm
