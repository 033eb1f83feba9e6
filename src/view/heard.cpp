#include "blindmate/view/heard.hpp"

#include <algorithm>
#include <array>

namespace blindmate::referee {
namespace {

constexpr std::array<std::string_view, 5> kAnswers = {"ok", "no", "nonsense", "any-yes", "any-no"};
constexpr std::array<std::string_view, 3> kKinds = {"", "pawn", "piece"};
constexpr std::array<std::string_view, 6> kEnds = {"",           "checkmate",  "stalemate", "insufficient-material",
                                                   "repetition", "fifty-moves"};
constexpr std::array<std::string_view, 5> kDirections = {"file", "knight", "long", "rank", "short"};

template <std::size_t kSize>
std::optional<std::size_t> find(const std::array<std::string_view, kSize>& names, std::string_view name) {
  for (std::size_t i = 0; i < kSize; ++i) {
    if (!name.empty() && names[i] == name) return i;
  }
  return std::nullopt;
}

template <class Word, std::size_t kSize>
std::optional<Word> find_word(const std::array<std::string_view, kSize>& names, std::string_view name) {
  const std::optional<std::size_t> i = find(names, name);
  return i ? std::optional(static_cast<Word>(*i)) : std::nullopt;
}

}  // namespace

std::string text(const Ask& ask) {
  const chess::Move* move = std::get_if<chess::Move>(&ask);
  return move != nullptr ? chess::text(*move) : "any";
}

std::string_view name(Answer answer) { return kAnswers[static_cast<std::size_t>(answer)]; }
std::string_view name(End end) { return kEnds[static_cast<std::size_t>(end)]; }
std::string_view name(CapturedKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::vector<std::string_view> names(Directions check) {
  std::vector<std::string_view> result;
  for (std::size_t i = 0; i < kDirections.size(); ++i) {
    if ((check >> i & 1) != 0) result.push_back(kDirections[i]);
  }
  return result;
}

std::vector<std::string> square_names(chess::Bitboard squares) {
  std::vector<std::string> result;
  for (const chess::Square s : chess::Squares(squares)) result.push_back(chess::text(s));
  std::sort(result.begin(), result.end());
  return result;
}

std::optional<Answer> find_answer(std::string_view name) { return find_word<Answer>(kAnswers, name); }
std::optional<End> find_end(std::string_view name) { return find_word<End>(kEnds, name); }
std::optional<CapturedKind> find_captured_kind(std::string_view name) { return find_word<CapturedKind>(kKinds, name); }
std::optional<Direction> find_direction(std::string_view name) {
  const std::optional<std::size_t> i = find(kDirections, name);
  return i ? std::optional(static_cast<Direction>(1U << *i)) : std::nullopt;
}

}  // namespace blindmate::referee
