#include "border.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "blindmate/base/throwing_checks.hpp"
#include "blindmate/policy/record.hpp"
#include "blindmate/view/phrases.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::c {
namespace {

thread_local std::string t_error;

// A broken invariant becomes BM_INTERNAL.
[[maybe_unused]] const bool checks_throw = (throw_from_checks(), true);

}  // namespace

bm_status fail(bm_status status, const char* reason) noexcept {
  try {
    t_error = reason;
  } catch (const std::bad_alloc&) {
    t_error.clear();
  }
  return status;
}

std::string_view need_text(const char* text, const char* name) { return &need(text, name); }

chess::Side need_side(int side) { return static_cast<chess::Side>(need_between(side, BM_WHITE, BM_BLACK, "side")); }

const referee::RuleSet& need_rules(const char* name) {
  const std::string_view word = need_text(name, "rules");
  const referee::RuleSet* rules = referee::find_rule_set(word);
  if (rules == nullptr) throw Failure{BM_BAD_ARGUMENT, fmt::format("there is no rule set '{}'", word)};
  return *rules;
}

int need_between(long long value, long long least, long long most, const char* name) {
  if (value < least || value > most)
    throw Failure{BM_BAD_ARGUMENT, fmt::format("{}: {} is not between {} and {}", name, value, least, most)};
  return static_cast<int>(value);
}

char* copied(std::string_view text) {
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

referee::Ask read_ask(bm_ask ask) {
  if (ask == BM_ANY) return referee::AnyAsked{};
  const int promotion = ask >> 12;
  if (promotion > BM_QUEEN) throw Failure{BM_BAD_ARGUMENT, fmt::format("{} is no try", ask)};
  return chess::Move(static_cast<chess::Square>(ask & 63), static_cast<chess::Square>(ask >> 6 & 63),
                     promotion == 0 ? chess::Man::none : static_cast<chess::Man>(promotion));
}

bm_ask ask_code(const referee::Ask& ask) {
  const chess::Move* move = std::get_if<chess::Move>(&ask);
  if (move == nullptr) return BM_ANY;
  const unsigned promotion = move->promotion() == chess::Man::none ? 0 : chess::index(move->promotion());
  return static_cast<bm_ask>(move->from() | unsigned{move->to()} << 6 | promotion << 12);
}

bm_announcement announcement(chess::Side by, const referee::Heard& heard, bool opponent_hears) {
  bm_announcement said{};
  said.by = static_cast<std::uint8_t>(by);
  said.answer = static_cast<std::uint8_t>(heard.answer);
  said.capture = heard.capture;
  said.captured_kind = static_cast<std::uint8_t>(heard.captured_kind);
  said.check = heard.check;
  said.en_passant = heard.en_passant;
  said.promotion = heard.promotion;
  said.end = static_cast<std::uint8_t>(heard.end);
  said.pawn_tries_form = static_cast<std::uint8_t>(heard.pawn_tries.form);
  said.pawn_tries = heard.pawn_tries.value;
  said.opponent_hears = opponent_hears;
  return said;
}

void write_tries(const chess::MoveList& list, bm_ask* tries, size_t room, size_t* count) {
  if (room > 0) need(tries, "tries");
  need(count, "count") = list.size();
  for (size_t i = 0; i < std::min(room, list.size()); ++i) tries[i] = ask_code(list[i]);
}

void write_result(const std::optional<referee::Outcome>& outcome, int* end, int* winner, char** reason) {
  char* word = reason != nullptr ? copied(outcome ? outcome->reason : "") : nullptr;
  if (reason != nullptr) *reason = word;
  if (end != nullptr) {
    const auto known = outcome ? referee::find_end(outcome->reason) : std::optional(referee::End::none);
    *end = known ? static_cast<int>(*known) : BM_END_OUTSIDE;
  }
  if (winner != nullptr) *winner = outcome && outcome->winner ? static_cast<int>(*outcome->winner) : -1;
}

belief::EstimateLimits read_limits(const bm_limits* limits) {
  belief::EstimateLimits result;
  if (limits == nullptr) return result;
  if (limits->states > 0) result.states = limits->states;
  if (limits->bytes > 0) result.bytes = limits->bytes;
  if (!std::isfinite(limits->seconds) || limits->seconds < 0 || limits->seconds > 1e9)
    throw Failure{BM_BAD_ARGUMENT, "limits: seconds is no time"};
  if (limits->seconds > 0) {
    result.deadline =
        std::chrono::steady_clock::now() +
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(limits->seconds));
  }
  result.threads = std::max(1, need_between(limits->threads, 0, environment::kMostThreads, "limits: threads"));
  return result;
}

}  // namespace blindmate::c

using namespace blindmate;
using namespace blindmate::c;

int bm_interface_version(void) { return BM_INTERFACE_VERSION; }
int bm_record_version(void) { return BM_RECORD_VERSION; }
const char* bm_version(void) { return BLINDMATE_VERSION; }
const char* bm_error(void) { return t_error.c_str(); }
void bm_text_free(char* text) { std::free(text); }

bm_status bm_ask_read(const char* text, bm_ask* ask) {
  return guarded([&] {
    const std::string_view word = need_text(text, "text");
    need(ask, "ask");
    const std::optional<chess::Move> move = chess::parse_coordinates(word);
    if (!move && word != "any") throw Failure{BM_BAD_TEXT, fmt::format("'{}' is no try: e2e4, e7e8q or any", word)};
    *ask = move ? ask_code(*move) : BM_ANY;
  });
}

bm_status bm_ask_text(bm_ask ask, char* text) {
  return guarded([&] {
    need(text, "text");
    const std::string word = referee::text(read_ask(ask));
    std::memcpy(text, word.c_str(), word.size() + 1);
  });
}

int bm_rule_set_count(void) {
  static_assert(referee::kRuleSets.size() <= BM_MOST_RULE_SETS);
  return static_cast<int>(referee::kRuleSets.size());
}

bm_status bm_rule_set_at(int number, bm_rule_set* rules) {
  return guarded([&] {
    const int i = need_between(number, 0, bm_rule_set_count() - 1, "number");
    const referee::RuleSet& set = *referee::kRuleSets[static_cast<unsigned>(i)];
    bm_rule_set& out = need(rules, "rules");
    out.name = set.name.data();  // literals, which end with a zero
    out.summary = set.summary.data();
    out.refusal_is_private = set.refusal == referee::HeardBy::mover;
    out.nonsense = static_cast<int>(set.nonsense);
    out.any = static_cast<int>(set.any);
    out.pawn_tries = static_cast<int>(set.pawn_tries);
    out.tells_pawn_or_piece = set.captured_man == referee::CapturedMan::pawn_or_piece;
    out.names_en_passant = set.names_en_passant;
    out.tells_promotion = set.tells_promotion;
    out.check_narrows_tries = set.check_narrows_tries;
    out.stalemate_loses = set.stalemate_loses;
    out.chess_draws = set.chess_draws;
  });
}

bm_status bm_rule_set_find(const char* name, int* number) {
  return guarded([&] {
    need(number, "number");
    *number = policy::rule_set_number(need_rules(name));
  });
}

bm_status bm_announcement_text(const bm_announcement* said, char** text) {
  return guarded([&] {
    const bm_announcement& from = need(said, "announcement");
    need(text, "text");
    referee::Heard heard;
    heard.answer = static_cast<referee::Answer>(need_between(from.answer, 0, BM_ANSWER_ANY_NO, "answer"));
    heard.capture = static_cast<chess::Square>(need_between(from.capture, 0, BM_NO_SQUARE, "capture"));
    heard.captured_kind =
        static_cast<referee::CapturedKind>(need_between(from.captured_kind, 0, BM_KIND_PIECE, "captured kind"));
    heard.check = static_cast<referee::Directions>(need_between(from.check, 0, 31, "check"));
    heard.en_passant = from.en_passant != 0;
    heard.promotion = from.promotion != 0;
    heard.end = static_cast<referee::End>(need_between(from.end, 0, BM_END_FIFTY_MOVES, "end"));
    heard.pawn_tries.form = static_cast<referee::PawnTries>(need_between(from.pawn_tries_form, 0, 3, "pawn tries"));
    heard.pawn_tries.value = from.pawn_tries;
    *text = copied(referee::phrase(need_side(from.by), heard));
  });
}
