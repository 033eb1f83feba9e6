#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "blindmate/base/text.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/san.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/referee/pgn_lexer.hpp"
#include "blindmate/view/announce.hpp"
#include "blindmate/view/announced_text.hpp"
#include "blindmate/view/consistency.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::referee {
namespace {

using chess::Move;
using chess::Side;
using pgn::Lexer;
using pgn::SyntaxError;
using pgn::Token;

constexpr int kMostRefusals = 1'000'000'000;  // heard in a row

// Reads one game; every function throws pgn::SyntaxError at the place that is wrong, which read_pgn turns into an
// Error.
class GameReader {
 public:
  explicit GameReader(Lexer& lexer) : lexer_(lexer) {}

  PgnGame read() {
    read_tags();
    if (filtered_) {
      view_.emplace(start_, *filtered_, *rules_);
    } else {
      game_.emplace(*rules_, start_);
    }
    turn_ = start_.turn();
    if (lexer_.peek().kind == Token::Kind::comment) read_start_comment(lexer_.take());
    read_moves();
    if (filtered_) return {std::move(tags_), std::move(*view_)};
    return {std::move(tags_), std::move(*game_)};
  }

 private:
  // --- tags

  void read_tags() {
    while (lexer_.peek().kind == Token::Kind::tag) {
      const Token token = lexer_.take();
      if (find_tag(token.name) != nullptr)
        throw SyntaxError{token.place, fmt::format("tag {} is there twice", token.name)};
      tags_.push_back({token.name, token.text});
      places_.push_back(token.place);
    }
    if (const Tag* tag = find_tag("Variant")) {
      std::string name = tag->value;
      std::transform(name.begin(), name.end(), name.begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      rules_ = find_rule_set(name);
      if (rules_ == nullptr) throw SyntaxError{place_of(*tag), fmt::format("unknown rule set \"{}\"", tag->value)};
    }
    if (const Tag* tag = find_tag("Filtered"); tag != nullptr && tag->value != "no") {
      if (tag->value != title(Side::white) && tag->value != title(Side::black)) {
        throw SyntaxError{place_of(*tag), fmt::format("Filtered is no, White or Black, not \"{}\"", tag->value)};
      }
      filtered_ = tag->value == title(Side::white) ? Side::white : Side::black;
    }
    if (const Tag* tag = find_tag("FEN")) {
      const Expected<chess::Position> start = chess::read_position(tag->value);
      if (!start) throw SyntaxError{place_of(*tag), "FEN: " + start.error().reason};
      start_ = *start;
    }
  }

  const Tag* find_tag(std::string_view name) const {
    const auto tag = std::find_if(tags_.begin(), tags_.end(), [&](const Tag& t) { return t.name == name; });
    return tag == tags_.end() ? nullptr : &*tag;
  }
  std::size_t place_of(const Tag& tag) const { return places_[static_cast<std::size_t>(&tag - tags_.data())]; }

  // --- moves

  void read_start_comment(const Token& token) {
    const Heard heard = announce_start(start_, *rules_);
    const std::string expected = announced_text({.pawn_tries = heard.pawn_tries}) + ":";
    if (trimmed(token.text) != expected || expected == ":") {
      throw SyntaxError{token.place, expected == ":"
                                         ? "a comment before the first move"
                                         : fmt::format("the referee says \"{}\" before the first move", expected)};
    }
  }

  void read_moves() {
    for (;;) {
      const Token token = lexer_.take();
      switch (token.kind) {
        case Token::Kind::number: break;
        case Token::Kind::symbol: read_turn(token); break;
        case Token::Kind::result: read_result(token); return;
        case Token::Kind::comment: throw SyntaxError{token.place, "a comment that follows no move"};
        case Token::Kind::tag: throw SyntaxError{token.place, "a tag before the result of the game"};
        case Token::Kind::end: throw SyntaxError{token.place, "the file ends before the result of the game"};
      }
    }
  }

  void read_turn(const Token& move) {
    if (unfinished_) throw SyntaxError{move.place, "a move after a turn without one"};
    const Token comment = lexer_.take();
    if (comment.kind != Token::Kind::comment) {
      throw SyntaxError{comment.place, fmt::format("the referee's comment after \"{}\" is missing", move.text)};
    }
    const std::size_t colon = comment.text.find(':');
    if (colon == std::string::npos) throw SyntaxError{comment.place, "no colon in the referee's comment"};
    const std::string_view text = comment.text;
    const std::string_view asked = text.substr(colon + 1);
    if (!trimmed(asked).empty()) {
      std::size_t place = comment.place + 1 + colon + 1;
      for (const std::string_view item : split(asked, ',')) {
        read_asked(trimmed(item), place);
        place += item.size() + 1;
      }
    }
    const std::string_view announced = trimmed(text.substr(0, colon));
    if (move.text == "--") {
      if (!announced.empty()) throw SyntaxError{comment.place, "an announcement without a move"};
      if (trimmed(asked).empty()) throw SyntaxError{move.place, "\"--\" needs a refused try or a question"};
      unfinished_ = true;
      return;
    }
    if (hidden() != (move.text == "??")) {
      throw SyntaxError{move.place, hidden() ? "the other side's move is not \"??\" in a filtered game"
                                             : "\"??\" where the move is known"};
    }
    read_move(move, announced, comment.place + 1);
    turn_ = other(turn_);
    any_heard_.reset();
    heard_no_ = false;
  }

  bool hidden() const { return filtered_ && *filtered_ != turn_; }
  const PlayerView& view() const { return filtered_ ? *view_ : game_->view(turn_); }

  Move read_try(std::string_view text, std::size_t place) const {
    const OwnBoard& own = view().own_board();
    const Expected<Move> tried =
        chess::read_san(text, view().askable_tries(), [&](chess::Square s) { return own.man_at(s); });
    if (!tried) throw SyntaxError{place, tried.error().reason};
    return *tried;
  }

  // One item of what was asked before the move.
  void read_asked(std::string_view item, std::size_t place) {
    const bool yes = item == "Any?=yes";
    if (yes || item == "Any?=no") {
      read_question(yes, place);
    } else if (hidden()) {
      const std::optional<int> refusals = number(item, kMostRefusals);
      if (!refusals || *refusals == 0)
        throw SyntaxError{place, fmt::format("\"{}\" is not a number of refusals", item)};
      if (rules_->refusal != HeardBy::both)
        throw SyntaxError{place, fmt::format("refusals are not heard in {}", rules_->name)};
      if (heard_no_) throw SyntaxError{place, "two numbers in a row"};
      heard_no_ = true;
      view_->hear({turn_, std::nullopt, {.answer = Answer::no}, false, *refusals});
    } else {
      hear(read_try(item, place), {.answer = Answer::no}, place);
    }
  }

  void read_question(bool yes, std::size_t place) {
    const bool possible = hidden() ? rules_->any != AnyQuestion::none && !any_heard_ : view().may_ask_any();
    if (!possible) throw SyntaxError{place, "\"Any?\" is nonsense here"};
    if (yes && !hidden() && view().own_board().men(chess::Man::pawn) == 0) {
      throw SyntaxError{place, "\"Any?\" = yes without a pawn"};
    }
    any_heard_ = yes;
    heard_no_ = false;
    hear(AnyAsked{}, {.answer = yes ? Answer::any_yes : Answer::any_no}, place);
  }

  void read_move(const Token& move, std::string_view announced, std::size_t place) {
    Expected<Heard> heard = parse_announced(announced, *rules_);
    if (!heard) throw SyntaxError{place, heard.error().reason};
    std::optional<Ask> ask;
    if (!hidden()) ask = read_try(move.text, move.place);
    if (filtered_) {
      heard->end = end_by_tag();
      const bool last = lexer_.peek().kind == Token::Kind::result && lexer_.peek().text != "*";
      const OwnBoard& own = view().own_board();
      const std::string problem = hidden() ? contradiction(own, *heard, *rules_, last)
                                           : contradiction(own, std::get<Move>(*ask), *heard, *rules_, last);
      if (!problem.empty()) throw SyntaxError{place, problem};
      const bool duty = any_heard_ == true && (rules_->any == AnyQuestion::capture_until_legal || !heard_no_);
      if (hidden() && duty && heard->capture == chess::kNoSquare)
        throw SyntaxError{place, "no capture after \"Any?\" = yes"};
    }
    hear(ask, *heard, place);
  }

  // In a filtered game the end is known by the tag alone: it belongs to the last move.
  End end_by_tag() {
    const Tag* tag = find_tag("Termination");
    const std::optional<End> end = tag != nullptr ? find_end(tag->value) : std::nullopt;
    return end && lexer_.peek().kind == Token::Kind::result ? *end : End::none;
  }

  void hear(const std::optional<Ask>& ask, const Heard& heard, std::size_t place) {
    if (filtered_) {
      view_->hear({turn_, hidden() ? std::nullopt : ask, heard});
      return;
    }
    Heard said = game_->ask(*ask).heard;
    said.end = End::none;
    if (said != heard) {
      throw SyntaxError{place, fmt::format("the referee answers \"{}\" to {}, not \"{}\"", answer_text(said),
                                           text(*ask), answer_text(heard))};
    }
  }

  static std::string answer_text(const Heard& heard) {
    std::string result(name(heard.answer));
    const std::string announced = announced_text(heard);
    return announced.empty() ? result : result + " " + announced;
  }

  // --- result

  void read_result(const Token& token) {
    const Tag* result = find_tag("Result");
    if (result != nullptr && result->value != token.text) {
      throw SyntaxError{token.place, fmt::format("result {}, but the tag says {}", token.text, result->value)};
    }
    const Tag* termination = find_tag("Termination");
    const std::string reason = termination != nullptr ? termination->value : "unknown";
    std::optional<Outcome> told;
    if (token.text != "*") {
      told = Outcome{reason, std::nullopt};
      if (token.text == "1-0") told->winner = Side::white;
      if (token.text == "0-1") told->winner = Side::black;
    }
    const std::optional<Outcome>& outcome = filtered_ ? view_->outcome() : game_->outcome();
    const bool other_reason = find_end(reason) && reason != outcome.value_or(Outcome{}).reason;
    if (outcome && (!told || told->winner != outcome->winner || other_reason)) {
      throw SyntaxError{token.place, fmt::format("the game ended with {}, won by {}", outcome->reason,
                                                 outcome->winner ? title(*outcome->winner) : "nobody")};
    }
    if (!outcome && find_end(reason)) {
      throw SyntaxError{token.place, fmt::format("the game did not end with {}", reason)};
    }
    if (outcome || !told) return;
    filtered_ ? view_->conclude(*told) : game_->conclude(*told);
  }

  Lexer& lexer_;
  Tags tags_;
  std::vector<std::size_t> places_;  // of the tags
  const RuleSet* rules_ = &kBerkeley;
  std::optional<Side> filtered_;
  chess::Position start_ = chess::Position::start();
  std::optional<Game> game_;        // a whole game
  std::optional<PlayerView> view_;  // a filtered one
  Side turn_ = Side::white;
  std::optional<bool> any_heard_;  // in this turn of the other side: the answer ...
  bool heard_no_ = false;          // ... and whether a refusal was heard, after it if it was asked
  bool unfinished_ = false;
};

}  // namespace

Expected<std::vector<PgnGame>> read_pgn(std::string_view text) {
  Lexer lexer(text);
  try {
    std::vector<PgnGame> games;
    while (lexer.peek().kind != Token::Kind::end) games.push_back(GameReader(lexer).read());
    if (games.empty()) throw SyntaxError{text.size(), "no game in this file"};
    return games;
  } catch (const SyntaxError& problem) {
    return error_at(text, problem.place, problem.reason);
  }
}

}  // namespace blindmate::referee
