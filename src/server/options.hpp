// What can be chosen: rule sets, players and their levels, algorithms, clocks.
#pragma once

#include <boost/json/object.hpp>

namespace blindmate::server {

boost::json::object options_payload();

}  // namespace blindmate::server
