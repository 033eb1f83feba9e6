#include "blindmate/view/announced_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "blindmate/base/text.hpp"

namespace blindmate::referee {
namespace {

constexpr int kMostPawnTries = 16;  // two for each pawn
constexpr std::size_t kMostDirections = 2;

struct CheckLetter {
  char letter;
  Direction direction;
};
// In the alphabetical order of the letters.
constexpr std::array<CheckLetter, 5> kCheckLetters = {
    {{'F', kCheckFile}, {'L', kCheckLong}, {'N', kCheckKnight}, {'R', kCheckRank}, {'S', kCheckShort}}};

std::string pawn_tries_text(const PawnTriesHeard& tries) {
  switch (tries.form) {
    case PawnTries::untold: return "";
    case PawnTries::whether: return tries.value != 0 ? "/try=yes" : "/try=no";
    case PawnTries::number: return fmt::format("/tries={}", tries.value);
    case PawnTries::squares: break;
  }
  return fmt::format("/from={}", fmt::join(square_names(tries.value), "."));
}

bool parse_check(std::string_view letters, Directions& check) {
  std::size_t read = 0;
  for (const CheckLetter& known : kCheckLetters) {
    if (read < letters.size() && letters[read] == known.letter) {
      check |= known.direction;
      ++read;
    }
  }
  return read > 0 && read == letters.size() && read <= kMostDirections;
}

std::optional<PawnTriesHeard> parse_pawn_tries(std::string_view text) {
  if (text == "try=yes") return PawnTriesHeard{PawnTries::whether, 1};
  if (text == "try=no") return PawnTriesHeard{PawnTries::whether, 0};
  if (text.starts_with("tries=")) {
    const std::optional<int> count = number(text.substr(6), kMostPawnTries);
    if (!count) return std::nullopt;
    return PawnTriesHeard{PawnTries::number, static_cast<std::uint64_t>(*count)};
  }
  if (!text.starts_with("from=")) return std::nullopt;
  PawnTriesHeard tries{PawnTries::squares, 0};
  const std::string_view squares = text.substr(5);
  if (squares.empty()) return tries;
  for (const std::string_view part : split(squares, '.')) {
    const std::optional<chess::Square> s = chess::parse_square(part);
    if (!s || chess::contains(tries.value, *s)) return std::nullopt;
    tries.value |= chess::bit(*s);
  }
  return tries;
}

}  // namespace

std::string announced_text(const Heard& heard) {
  std::string result;
  if (heard.capture != chess::kNoSquare) result += chess::text(heard.capture);
  if (heard.capture != chess::kNoSquare && heard.check != 0) result += ',';
  for (const CheckLetter& known : kCheckLetters) {
    if ((heard.check & known.direction) != 0) result += known.letter;
  }
  if (heard.captured_kind != CapturedKind::untold) result += fmt::format("/{}", name(heard.captured_kind));
  if (heard.en_passant) result += "/ep";
  if (heard.promotion) result += "/promotion";
  return result + pawn_tries_text(heard.pawn_tries);
}

Expected<Heard> parse_announced(std::string_view text, const RuleSet& rules) {
  const auto wrong = [&](const std::string& reason) {
    return Error{fmt::format("announcement \"{}\": {}", text, reason)};
  };
  Heard heard;
  const std::vector<std::string_view> parts = split(text, '/');
  std::string_view check = parts[0];
  if (const std::optional<chess::Square> s = chess::parse_square(check.substr(0, 2))) {
    heard.capture = *s;
    check.remove_prefix(2);
    if (check.starts_with(',') && check.size() > 1) check.remove_prefix(1);
  }
  if (!check.empty() && !parse_check(check, heard.check)) {
    return wrong("not a square, one or two check letters of FLNRS in this order, or both with a comma between");
  }

  std::size_t next = 1;
  const auto take = [&](std::string_view word) {
    const bool there = next < parts.size() && parts[next] == word;
    next += there ? 1 : 0;
    return there;
  };
  if (take("pawn")) {
    heard.captured_kind = CapturedKind::pawn;
  } else if (take("piece")) {
    heard.captured_kind = CapturedKind::piece;
  }
  heard.en_passant = take("ep");
  heard.promotion = take("promotion");
  if (next < parts.size()) {
    const std::optional<PawnTriesHeard> tries = parse_pawn_tries(parts[next]);
    if (!tries) return wrong(fmt::format("\"/{}\" is not known here", parts[next]));
    heard.pawn_tries = *tries;
    ++next;
  }
  if (next < parts.size()) return wrong(fmt::format("\"/{}\" is not known here", parts[next]));

  const bool capture = heard.capture != chess::kNoSquare;
  const bool kind_expected = capture && rules.captured_man == CapturedMan::pawn_or_piece;
  if ((heard.captured_kind != CapturedKind::untold) != kind_expected) {
    return wrong(kind_expected ? "/pawn or /piece is missing" : "/pawn and /piece are not said here");
  }
  if (heard.en_passant && !(capture && rules.names_en_passant)) return wrong("/ep is not said here");
  if (heard.promotion && !rules.tells_promotion) return wrong("/promotion is not said here");
  if (heard.pawn_tries.form != PawnTries::untold && heard.pawn_tries.form != rules.pawn_tries) {
    return wrong(fmt::format("{} does not say pawn tries like this", rules.name));
  }
  return heard;
}

}  // namespace blindmate::referee
