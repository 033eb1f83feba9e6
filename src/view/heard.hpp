// Heard: what one player hears at one moment. Small and compared for equality, because two histories that sound alike
// are one history to the listener.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "blindmate/chess/bitboard.hpp"
#include "blindmate/chess/move.hpp"
#include "blindmate/view/rule_set.hpp"

namespace blindmate::referee {

enum class Answer : std::uint8_t { ok, no, nonsense, any_yes, any_no };

enum class CapturedKind : std::uint8_t { untold, pawn, piece };

// The ends that a referee knows, in the order in which they are announced when several hold.
enum class End : std::uint8_t { none, checkmate, stalemate, insufficient_material, repetition, fifty_moves };

// Directions of a check as seen from the king, as a set of bits in the order of their names.
enum Direction : std::uint8_t {
  kCheckFile = 1,
  kCheckKnight = 2,
  kCheckLong = 4,
  kCheckRank = 8,
  kCheckShort = 16,
};
using Directions = std::uint8_t;

// What is told of the pawn captures of the side that moves next.
struct PawnTriesHeard {
  PawnTries form = PawnTries::untold;
  std::uint64_t value = 0;  // 0 or 1, the number, or the squares as a bitboard

  bool operator==(const PawnTriesHeard&) const = default;
};

struct Heard {
  Answer answer = Answer::ok;
  chess::Square capture = chess::kNoSquare;
  CapturedKind captured_kind = CapturedKind::untold;
  Directions check = 0;
  bool en_passant = false;
  bool promotion = false;
  End end = End::none;
  PawnTriesHeard pawn_tries{};

  bool operator==(const Heard&) const = default;
};

// A player's turn to speak: a try, or the question "Any?".
struct AnyAsked {
  bool operator==(const AnyAsked&) const = default;
};
using Ask = std::variant<chess::Move, AnyAsked>;
std::string text(const Ask& ask);  // e2e4, any

// The words of the formats: ok, any-yes; checkmate, fifty-moves; file, knight.
std::string_view name(Answer answer);
std::string_view name(End end);
std::string_view name(CapturedKind kind);
std::vector<std::string_view> names(Directions check);           // sorted
std::vector<std::string> square_names(chess::Bitboard squares);  // sorted

std::optional<Answer> find_answer(std::string_view name);
std::optional<End> find_end(std::string_view name);
std::optional<CapturedKind> find_captured_kind(std::string_view name);
std::optional<Direction> find_direction(std::string_view name);

}  // namespace blindmate::referee
