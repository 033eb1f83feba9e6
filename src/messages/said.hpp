// What a client has said, as JSON: fields that are there and of the right kind, or nothing.
#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "blindmate/base/expected.hpp"
#include "blindmate/chess/types.hpp"
#include "blindmate/view/json.hpp"

namespace blindmate::messages {

inline Expected<boost::json::object> read_message(std::string_view text, std::size_t most_levels) {
  Expected<boost::json::value> read = referee::read_json(text, most_levels);
  if (!read) return Error{read.error().text()};
  if (!read->is_object()) return Error{"not an object"};
  return std::move(read->get_object());
}

inline std::optional<std::string> text_in(const boost::json::object& said, std::string_view field) {
  const boost::json::value* value = said.if_contains(field);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return std::string(value->get_string());
}

inline const boost::json::array* list_in(const boost::json::object& said, std::string_view field) {
  const boost::json::value* value = said.if_contains(field);
  return value != nullptr ? value->if_array() : nullptr;
}

inline const boost::json::object* object_in(const boost::json::object& said, std::string_view field) {
  const boost::json::value* value = said.if_contains(field);
  return value != nullptr ? value->if_object() : nullptr;
}

inline bool is_true(const boost::json::object& said, std::string_view field) {
  const boost::json::value* value = said.if_contains(field);
  return value != nullptr && value->is_bool() && value->get_bool();
}

inline std::optional<int> number_in(const boost::json::object& said, std::string_view field, int least, int most) {
  const boost::json::value* value = said.if_contains(field);
  if (value == nullptr || !value->is_int64()) return std::nullopt;
  if (value->get_int64() < least || value->get_int64() > most) return std::nullopt;
  return static_cast<int>(value->get_int64());
}

inline std::optional<chess::Side> side_in(const boost::json::object& said, std::string_view field) {
  const std::optional<std::string> name = text_in(said, field);
  if (name == "white") return chess::Side::white;
  if (name == "black") return chess::Side::black;
  return std::nullopt;
}

}  // namespace blindmate::messages
