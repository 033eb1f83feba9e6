// JSON as text, with numbers as people write them: 2157 and 0.05, where Boost.JSON writes 2.157E3 and 5E-2.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string>

namespace blindmate::referee {

std::string json_text(const boost::json::value& value);
std::string json_text(const boost::json::object& object);

}  // namespace blindmate::referee
