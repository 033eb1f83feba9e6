// What is heard, in the words of the naive referee.
#pragma once

#include <string>

#include "blindmate/view/heard.hpp"
#include "naive/referee.hpp"

namespace blindmate::referee {

inline naive::Heard plain(const Heard& heard) {
  naive::Heard result;
  result.answer = name(heard.answer);
  if (heard.capture != chess::kNoSquare) result.capture = chess::text(heard.capture);
  result.kind = name(heard.captured_kind);
  for (const std::string_view direction : names(heard.check)) result.check.emplace_back(direction);
  result.en_passant = heard.en_passant;
  result.promotion = heard.promotion;
  switch (heard.pawn_tries.form) {
    case PawnTries::untold: break;
    case PawnTries::whether: result.pawn_tries = heard.pawn_tries.value != 0 ? "true" : "false"; break;
    case PawnTries::number: result.pawn_tries = std::to_string(heard.pawn_tries.value); break;
    case PawnTries::squares:
      for (const std::string& s : square_names(heard.pawn_tries.value)) {
        result.pawn_tries += (result.pawn_tries.empty() ? "" : ",") + s;
      }
      result.pawn_tries = "[" + result.pawn_tries + "]";
      break;
  }
  result.end = name(heard.end);
  return result;
}

}  // namespace blindmate::referee
