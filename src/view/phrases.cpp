#include "blindmate/view/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace blindmate::referee {
namespace {

std::string check_phrase(Directions check) {
  std::vector<std::string> ways;
  if ((check & kCheckFile) != 0) ways.emplace_back("on the file");
  if ((check & kCheckRank) != 0) ways.emplace_back("on the rank");
  if ((check & kCheckLong) != 0) ways.emplace_back("on the long diagonal");
  if ((check & kCheckShort) != 0) ways.emplace_back("on the short diagonal");
  if ((check & kCheckKnight) != 0) ways.emplace_back("by a knight");
  return fmt::format(" Check {}.", fmt::join(ways, " and "));
}

std::string capture_phrase(const Heard& heard) {
  const std::string square = chess::text(heard.capture);
  if (heard.en_passant) return fmt::format(" En passant on {}.", square);
  if (heard.captured_kind == CapturedKind::untold) return fmt::format(" Capture on {}.", square);
  return fmt::format(" Capture of a {} on {}.", name(heard.captured_kind), square);
}

std::string pawn_tries_phrase(std::string_view next, const PawnTriesHeard& tries) {
  switch (tries.form) {
    case PawnTries::untold: return "";
    case PawnTries::whether: return fmt::format(" {} has {}pawn tries.", next, tries.value != 0 ? "" : "no ");
    case PawnTries::number:
      return fmt::format(" {} has {} pawn {}.", next, tries.value, tries.value == 1 ? "try" : "tries");
    case PawnTries::squares: break;
  }
  if (tries.value == 0) return fmt::format(" {} has no pawn tries.", next);
  return fmt::format(" {} has pawn tries from {}.", next, fmt::join(square_names(tries.value), ", "));
}

}  // namespace

std::string phrase(chess::Side by, const Heard& heard) {
  const std::string_view who = title(by);
  switch (heard.answer) {
    case Answer::no: return fmt::format("{} tries: no.", who);
    case Answer::nonsense: return fmt::format("{} tries: nonsense.", who);
    case Answer::any_yes: return fmt::format("{} asks \"Any?\": yes, a pawn can capture.", who);
    case Answer::any_no: return fmt::format("{} asks \"Any?\": no pawn can capture.", who);
    case Answer::ok: break;
  }
  std::string result = fmt::format("{} has moved.", who);
  if (heard.capture != chess::kNoSquare) result += capture_phrase(heard);
  if (heard.promotion) result += " A pawn was promoted.";
  if (heard.check != 0) result += check_phrase(heard.check);
  result += pawn_tries_phrase(title(other(by)), heard.pawn_tries);
  if (heard.end != End::none) {
    std::string end(name(heard.end));
    std::replace(end.begin(), end.end(), '-', ' ');
    end[0] = static_cast<char>(end[0] - 'a' + 'A');
    result += fmt::format(" {}!", end);
  }
  return result;
}

std::string start_phrase(chess::Side turn, const Heard& heard) {
  std::string result;
  if (heard.check != 0) result += fmt::format(" {} is in check.{}", title(turn), check_phrase(heard.check));
  result += pawn_tries_phrase(title(turn), heard.pawn_tries);
  return result.empty() ? result : result.substr(1);
}

std::string phrase(const Outcome& outcome) {
  if (!outcome.winner) return fmt::format("A draw ({}).", outcome.reason);
  return fmt::format("{} wins ({}).", title(*outcome.winner), outcome.reason);
}

}  // namespace blindmate::referee
