// RuleSet: what a referee says, to whom, and which ends of the game he knows, as plain data. docs/rules.md explains
// each column; announce(), PlayerView and Game read it, and those who search or check plans.
#pragma once

#include <cstdint>
#include <string_view>

namespace blindmate::referee {

enum class HeardBy : std::uint8_t { mover, both };

// How a try that is not askable is answered.
enum class Nonsense : std::uint8_t { to_mover, to_both, as_refusal };

// The question "Any?", and the duty that the answer "yes" brings.
enum class AnyQuestion : std::uint8_t { none, capture_until_legal, one_capture_try };

// What is told of the legal pawn captures at the start of a turn. All but `number` also narrow what is askable.
enum class PawnTries : std::uint8_t { untold, whether, number, squares };

enum class CapturedMan : std::uint8_t { square_only, pawn_or_piece };

// When the men left cannot win: each side with at most one minor piece, or as in chess.
enum class LackOfMaterial : std::uint8_t { one_minor_each, as_in_chess };

struct RuleSet {
  std::string_view name;
  std::string_view summary;  // one line for people
  HeardBy refusal = HeardBy::both;
  Nonsense nonsense = Nonsense::to_mover;
  AnyQuestion any = AnyQuestion::none;
  PawnTries pawn_tries = PawnTries::untold;
  CapturedMan captured_man = CapturedMan::square_only;
  bool names_en_passant = false;     // and gives the square the capturing pawn lands on
  bool tells_promotion = false;      // the fact, without man or square
  bool check_narrows_tries = false;  // a try that cannot answer the announced check is nonsense
  bool stalemate_loses = false;      // for the side that cannot move
  bool chess_draws = true;           // repetition and fifty moves
  LackOfMaterial lack_of_material = LackOfMaterial::as_in_chess;
};

}  // namespace blindmate::referee
