// What the routes answer: JSON, and refusals with a reason.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "blindmate/server/api.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::server {

inline Response told(boost::json::object content, int status = 200) {
  return {.status = status, .body = referee::json_text(content), .headers = {{"Cache-Control", "no-store"}}};
}

inline Response refused(int status, std::string_view reason) {
  return told({{"error", boost::json::string(reason)}}, status);
}

inline Response not_there() { return refused(404, "there is nothing here, or it is not yours to see"); }

inline Response no_store() { return refused(503, "the store does not answer"); }

inline Response wrong_method(const std::string& allowed) {
  Response response = refused(405, "known here: " + allowed);
  response.headers.emplace_back("Allow", allowed);
  return response;
}

}  // namespace blindmate::server
