#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/san.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/announce.hpp"
#include "blindmate/view/announced_text.hpp"

namespace blindmate::referee {
namespace {

using chess::Side;

constexpr std::size_t kLineLength = 79;

// What the writer needs of a game, whole or filtered.
struct Source {
  const RuleSet& rules;
  const chess::Position& start;
  const std::vector<Event>& events;
  const std::optional<Outcome>& outcome;
  std::optional<Side> filtered;
};

std::string result_text(const std::optional<Outcome>& outcome) {
  if (!outcome) return "*";
  if (!outcome->winner) return "1/2-1/2";
  return *outcome->winner == Side::white ? "1-0" : "0-1";
}

class Movetext {
 public:
  explicit Movetext(const Source& source)
      : source_(source), boards_{OwnBoard(source.start, Side::white), OwnBoard(source.start, Side::black)} {
    const Heard heard = announce_start(source.start, source.rules);
    const std::string tries = announced_text({.pawn_tries = heard.pawn_tries});
    if (!tries.empty()) add(fmt::format("{{{}:}}", tries));
    turn_ = source.start.turn();
    number_ = source.start.fullmove_number();
    for (const Event& event : source.events) write(event);
    if (!asked_.empty() || heard_in_a_row_ > 0) write_turn("--", "");
    add(result_text(source.outcome));
  }

  const std::string& text() const { return text_; }

 private:
  bool hidden() const { return source_.filtered && *source_.filtered != turn_; }

  void write(const Event& event) {
    switch (event.heard.answer) {
      case Answer::ok: write_move(event); break;
      case Answer::no: write_refusal(event); break;
      case Answer::any_yes: write_question("yes"); break;
      case Answer::any_no: write_question("no"); break;
      case Answer::nonsense: break;
    }
  }

  void write_refusal(const Event& event) {
    if (event.nonsense) return;
    if (!hidden()) {
      asked_.push_back(san(event));
      return;
    }
    heard_in_a_row_ += event.times;
  }

  void write_question(std::string_view answer) {
    write_heard_refusals();
    asked_.push_back(fmt::format("Any?={}", answer));
  }

  // Refusals in a row are one number, whatever nonsense was heard between them.
  void write_heard_refusals() {
    if (heard_in_a_row_ > 0) asked_.push_back(std::to_string(heard_in_a_row_));
    heard_in_a_row_ = 0;
  }

  void write_move(const Event& event) {
    std::string move = "??";
    if (!hidden()) {
      move = san(event);
      if (event.heard.check != 0) move += event.heard.end == End::checkmate ? '#' : '+';
    }
    write_turn(move, announced_text(event.heard));
    if (!hidden()) boards_[chess::index(turn_)].play(std::get<chess::Move>(*event.ask));
    turn_ = other(turn_);
    if (!hidden()) boards_[chess::index(turn_)].lose_man(event.heard);
    if (turn_ == Side::white) ++number_;
  }

  void write_turn(std::string_view move, std::string_view announced) {
    write_heard_refusals();
    if (turn_ == Side::white) {
      add(fmt::format("{}.", number_));
    } else if (first_) {
      add(fmt::format("{}...", number_));
    }
    add(move);
    add(fmt::format("{{{}:{}}}", announced, fmt::join(asked_, ",")));
    asked_.clear();
    first_ = false;
  }

  std::string san(const Event& event) const {
    const OwnBoard& own = boards_[chess::index(turn_)];
    const bool capture = event.heard.capture != chess::kNoSquare;
    return chess::write_san(
        std::get<chess::Move>(*event.ask), own.tries(), [&](chess::Square s) { return own.man_at(s); }, capture);
  }

  void add(std::string_view token) {
    if (line_length_ + 1 + token.size() > kLineLength) {
      text_ += '\n';
      line_length_ = 0;
    } else if (line_length_ > 0) {
      text_ += ' ';
      ++line_length_;
    }
    text_ += token;
    line_length_ += token.size();
  }

  const Source& source_;
  std::array<OwnBoard, 2> boards_;  // in a filtered game only the own one is kept up
  Side turn_ = Side::white;
  int number_ = 1;
  bool first_ = true;
  std::vector<std::string> asked_;  // before this turn's move
  int heard_in_a_row_ = 0;
  std::string text_;
  std::size_t line_length_ = 0;
};

std::string write_tag(std::string_view name, std::string_view value) {
  std::string escaped;
  for (const char c : value) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c == '\n' || c == '\r' ? ' ' : c;
  }
  return fmt::format("[{} \"{}\"]\n", name, escaped);
}

std::string write(const Source& source, const Tags& tags) {
  std::string text;
  Tags own = {{"Result", result_text(source.outcome)},
              {"Variant", std::string(source.rules.name)},
              {"Filtered", source.filtered ? std::string(title(*source.filtered)) : "no"},
              {"Termination", source.outcome ? source.outcome->reason : "unterminated"}};
  if (chess::fen(source.start) != chess::kStartFen) {
    own.push_back({"SetUp", "1"});
    own.push_back({"FEN", chess::fen(source.start)});
  }
  const auto find = [](const Tags& list, std::string_view name) {
    return std::find_if(list.begin(), list.end(), [&](const Tag& tag) { return tag.name == name; });
  };
  constexpr std::array<std::string_view, 6> kRoster = {"Event", "Site", "Date", "Round", "White", "Black"};
  for (const std::string_view name : kRoster) {
    const auto given = find(tags, name);
    const std::string_view unknown = name == "Date" ? "????.??.??" : "?";
    text += write_tag(name, given != tags.end() ? std::string_view(given->value) : unknown);
  }
  for (const Tag& tag : own) text += write_tag(tag.name, tag.value);
  for (const Tag& tag : tags) {
    const bool known = std::find(kRoster.begin(), kRoster.end(), tag.name) != kRoster.end() ||
                       find(own, tag.name) != own.end() || tag.name == "SetUp" || tag.name == "FEN";
    if (!known) text += write_tag(tag.name, tag.value);
  }
  return text + "\n" + Movetext(source).text() + "\n";
}

}  // namespace

std::string write_pgn(const Game& game, const Tags& tags) {
  const std::vector<Event> record = game.record();
  return write({game.rules(), game.start(), record, game.outcome(), std::nullopt}, tags);
}

std::string write_pgn(const PlayerView& view, const Tags& tags) {
  return write({view.rules(), view.start(), view.log(), view.outcome(), view.side()}, tags);
}

}  // namespace blindmate::referee
