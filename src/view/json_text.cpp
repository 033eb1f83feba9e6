#include "blindmate/view/json_text.hpp"

#include <array>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <cmath>
#include <string_view>

namespace blindmate::referee {
namespace {

namespace json = boost::json;

// The shortest digits that are read as the same number; with an exponent only where JavaScript writes one too.
void append(double number, std::string& text) {
  const double size = std::abs(number);
  const bool plain = size == 0 || (size >= 1e-7 && size < 1e21);
  std::array<char, 64> digits;
  const auto [end, problem] = std::to_chars(digits.data(), digits.data() + digits.size(), number,
                                            plain ? std::chars_format::fixed : std::chars_format::scientific);
  text.append(digits.data(), end);
}

template <class List, class Append>
void append_list(const List& list, char open, char close, std::string& text, const Append& append_one) {
  text += open;
  bool first = true;
  for (const auto& one : list) {
    if (!first) text += ',';
    first = false;
    append_one(one);
  }
  text += close;
}

void append(const json::value& value, std::string& text);

void append(const json::object& object, std::string& text) {
  append_list(object, '{', '}', text, [&](const json::key_value_pair& field) {
    text += json::serialize(field.key());
    text += ':';
    append(field.value(), text);
  });
}

void append(const json::value& value, std::string& text) {
  if (const json::object* object = value.if_object()) {
    append(*object, text);
  } else if (const json::array* array = value.if_array()) {
    append_list(*array, '[', ']', text, [&](const json::value& element) { append(element, text); });
  } else if (value.is_double() && std::isfinite(value.get_double())) {
    append(value.get_double(), text);
  } else {
    text += json::serialize(value);
  }
}

template <class Json>
std::string written(const Json& json) {
  std::string text;
  append(json, text);
  return text;
}

}  // namespace

std::string json_text(const json::value& value) { return written(value); }
std::string json_text(const json::object& object) { return written(object); }

}  // namespace blindmate::referee
