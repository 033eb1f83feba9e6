// Any text: an error with its place, or games that are written, read again and written alike.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "blindmate/referee/pgn.hpp"

using namespace blindmate;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Expected<std::vector<referee::PgnGame>> read = referee::read_pgn(text);
  if (!read) {
    BLINDMATE_CHECK(read.error().line > 0 && read.error().column > 0, "no place for {}", read.error().reason);
    return 0;
  }
  for (const referee::PgnGame& game : *read) {
    const auto write = [](const referee::PgnGame& g) {
      return std::visit([&](const auto& content) { return referee::write_pgn(content, g.tags); }, g.content);
    };
    const std::string written = write(game);
    const Expected<std::vector<referee::PgnGame>> again = referee::read_pgn(written);
    BLINDMATE_CHECK(again && again->size() == 1, "{}\n{}", again ? "" : again.error().text(), written);
    BLINDMATE_CHECK(write(again->front()) == written, "{}", written);
  }
  return 0;
}
