// Any text: an error, or something heard that makes the round trip.
#include <boost/json.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "blindmate/view/json.hpp"

using namespace blindmate;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Expected<boost::json::value> json = referee::read_json(text);
  if (!json) {
    BLINDMATE_CHECK(json.error().line > 0 && json.error().column > 0, "no place for {}", json.error().reason);
    return 0;
  }
  const Expected<referee::Heard> heard = referee::heard_from_json(*json);
  if (!heard) return 0;
  const Expected<referee::Heard> again = referee::heard_from_json(referee::to_json(*heard));
  BLINDMATE_CHECK(again && *again == *heard, "{}", boost::json::serialize(referee::to_json(*heard)));
  return 0;
}
