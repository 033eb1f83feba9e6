// What the routes answer: JSON, text, and refusals with a reason.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "blindmate/server/challenges.hpp"
#include "blindmate/server/request.hpp"
#include "blindmate/server/web_files.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::server {

inline Response told(boost::json::object content, int status = 200) {
  return {.status = status, .body = referee::json_text(content), .headers = {{"Cache-Control", "no-store"}}};
}

inline Response refused(int status, std::string_view reason) {
  return told({{"error", boost::json::string(reason)}}, status);
}

inline Response refused(const Refusal& refusal) { return refused(refusal.status, refusal.reason); }

inline Response not_there() { return refused(nothing_there()); }

// The page says so too.
inline Response page_not_there() {
  const WebFile& page = *find_web_file("/index.html");
  return {.status = 404, .type = std::string(page.type), .file = page.content};
}

// Not kept by browsers and proxies.
inline Response plain(std::string text, int status = 200) {
  return {.status = status,
          .type = "text/plain; charset=utf-8",
          .body = std::move(text),
          .headers = {{"Cache-Control", "no-store"}}};
}

inline Response no_store() { return refused(503, "the store does not answer"); }

inline Response wrong_method(const std::string& allowed) {
  Response response = refused(405, "known here: " + allowed);
  response.headers.emplace_back("Allow", allowed);
  return response;
}

}  // namespace blindmate::server
