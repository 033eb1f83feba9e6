// Any text: an error with a reason, or a position that is written, read again, played on and stays the same.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/movegen.hpp"

using namespace blindmate;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Expected<chess::Position> read = chess::read_position(text);
  if (!read) {
    BLINDMATE_CHECK(!read.error().reason.empty(), "no reason for {}", text);
    return 0;
  }
  const Expected<chess::Position> again = chess::read_position(chess::fen(*read));
  BLINDMATE_CHECK(again && *again == *read, "{} became {}", text, chess::fen(*read));
  for (const chess::Move move : chess::legal_moves(*read)) {
    BLINDMATE_CHECK(read->is_legal(move), "{} in {}", chess::text(move), text);
    const chess::Position after = read->after(move);
    BLINDMATE_CHECK(after.hash() == after.hash_from_scratch(), "{} in {}", chess::text(move), text);
  }
  return 0;
}
