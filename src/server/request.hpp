// A request and a response of HTTP, without how they travel.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "blindmate/base/text.hpp"

namespace blindmate::server {

struct Request {
  std::string method;
  std::string path;
  std::string query;
  std::string body;
  std::string address;  // of who asks
  // Headers, empty where there is none.
  std::string host;
  std::string origin;
  std::string content_type;
  std::string cookies;
  std::string authorization;
  std::string known;           // If-None-Match
  bool was_forwarded = false;  // by a proxy
  bool is_secure = false;      // it has come by TLS, a proxy that is trusted says
  bool is_relayed = false;     // by another house, or so it says

  std::string argument{};  // the part of the path that stands for {..} in the pattern of its route
};

// Of a header, in whatever case; the beginning is in lower case.
inline bool begins_with(std::string_view text, std::string_view beginning) {
  return text.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), text.begin(),
                    [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

// Of "name=value&..."; empty where it is not there.
inline std::string query_value(std::string_view query, std::string_view name) {
  for (const std::string_view part : split(query, '&')) {
    if (part.starts_with(name) && part.size() > name.size() && part[name.size()] == '=')
      return std::string(part.substr(name.size() + 1));
  }
  return {};
}

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body{};
  std::string_view file{};  // instead of a body
  std::vector<std::pair<std::string, std::string>> headers{};
};

}  // namespace blindmate::server
