// Reading the fields of a plan in JSON, with the place of a mistake, such as "played[2].replies[0].plan.try".
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

namespace blindmate::checker {

// Thrown by what is here, and caught where a plan's reader was entered, many levels above.
struct Mistake : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] inline void wrong(const std::string& place, std::string_view reason) {
  throw Mistake(place.empty() ? std::string(reason) : fmt::format("{}: {}", place, reason));
}

inline std::string inside(const std::string& place, std::string_view field) {
  return place.empty() ? std::string(field) : fmt::format("{}.{}", place, field);
}

inline const boost::json::object& object_with(const boost::json::value& value, const std::string& place,
                                              std::initializer_list<std::string_view> fields) {
  const boost::json::object* object = value.if_object();
  if (object == nullptr) wrong(place, "not an object");
  for (const auto& [key, unused] : *object) {
    const std::string_view name = key;
    if (std::find(fields.begin(), fields.end(), name) == fields.end()) wrong(inside(place, name), "not a known field");
  }
  return *object;
}

inline const boost::json::value& field_of(const boost::json::object& object, const std::string& place,
                                          std::string_view name) {
  const boost::json::value* value = object.if_contains(name);
  if (value == nullptr) wrong(inside(place, name), "is missing");
  return *value;
}

// Empty where the field is left out.
inline const boost::json::array& list_of(const boost::json::object& object, const std::string& place,
                                         std::string_view name) {
  static const boost::json::array kNothing;
  const boost::json::value* value = object.if_contains(name);
  if (value == nullptr) return kNothing;
  if (!value->is_array()) wrong(inside(place, name), "not a list");
  return value->get_array();
}

}  // namespace blindmate::checker
