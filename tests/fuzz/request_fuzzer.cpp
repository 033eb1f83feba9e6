// Requests as they reach the routes: method, path, query, content type, cookie and body, a line each. Every one gets a
// status, and JSON where it is said to be JSON.
#include <boost/json.hpp>
#include <cstdint>
#include <string_view>

#include "blindmate/base/check.hpp"
#include "fuzzed_house.hpp"

namespace blindmate::server {
namespace {

std::string next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string line(text.substr(0, end));
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

void ask(std::string_view text) {
  FuzzedHouse house;
  Request request;
  for (std::string* field : {&request.method, &request.path, &request.query, &request.content_type, &request.cookies})
    *field = next_line(text);
  request.body = text;
  request.address = "127.0.0.1";
  const Response response = house.result(house.api.answer(request));
  BLINDMATE_CHECK(response.status >= 200 && response.status < 600, "{}", response.status);
  if (response.type == "application/json") boost::json::parse(response.body);
}

}  // namespace
}  // namespace blindmate::server

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  blindmate::server::ask({reinterpret_cast<const char*>(data), size});
  return 0;
}
