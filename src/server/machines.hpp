// The laboratory's results of matches among our own players, which are part of the program.
#pragma once

#include <boost/json/object.hpp>

namespace blindmate::server {

boost::json::object machines_payload();

}  // namespace blindmate::server
