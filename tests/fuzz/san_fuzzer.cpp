// A FEN on the first line, then moves: what is read as a move is legal and is read again from its own text.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "blindmate/base/text.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/san.hpp"

using namespace blindmate;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(text.find('\n'), text.size());
  const Expected<chess::Position> read = chess::read_position(text.substr(0, line));
  if (!read) return 0;
  chess::Position position = *read;
  for (const std::string_view word : words(text.substr(line))) {
    const Expected<chess::Move> move = chess::read_san(word, position);
    if (!move) continue;
    BLINDMATE_CHECK(position.is_legal(*move), "{} in {}", word, chess::fen(position));
    const Expected<chess::Move> again = chess::read_san(chess::san(position, *move), position);
    BLINDMATE_CHECK(again && *again == *move, "{} in {}", word, chess::fen(position));
    position = position.after(*move);
  }
  return 0;
}
