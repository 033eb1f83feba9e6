// The naive referee as a second opinion on a game over the wire: what each side's log must hold, in the words of
// docs/server.md.
#pragma once

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <string>
#include <vector>

#include "blindmate/base/random.hpp"
#include "blindmate/base/text.hpp"
#include "naive/referee.hpp"

namespace blindmate::server {

namespace json = boost::json;

inline json::value pawn_tries_json(const std::string& text) {
  if (text.empty()) return nullptr;
  if (text == "true" || text == "false") return text == "true";
  if (text.front() != '[') return std::stoi(text);
  json::array squares;
  if (text != "[]") {
    for (const std::string_view square : split(std::string_view(text).substr(1, text.size() - 2), ','))
      squares.push_back(json::string(square));
  }
  return squares;
}

// HEARD of docs/formats.md.
inline json::value heard_json(const naive::Heard& heard) {
  const auto or_null = [](const std::string& text) { return text.empty() ? json::value(nullptr) : json::value(text); };
  json::value capture = nullptr;
  if (!heard.capture.empty()) capture = {{"square", heard.capture}, {"kind", or_null(heard.kind)}};
  return {{"answer", heard.answer},
          {"capture", capture},
          {"check", json::value_from(heard.check)},
          {"en_passant", heard.en_passant},
          {"promotion", heard.promotion},
          {"pawn_tries", pawn_tries_json(heard.pawn_tries)},
          {"end", or_null(heard.end)}};
}

class SecondReferee {
 public:
  explicit SecondReferee(const std::string& rules)
      : referee_(rules, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") {}

  naive::Answer ask(const std::string& what) {
    const std::string by = turn();
    const std::vector<std::string> askable = referee_.askable();
    const bool is_askable = std::find(askable.begin(), askable.end(), what) != askable.end();
    naive::Answer answer = referee_.ask(what);
    story_ += " " + what;
    if (answer.mover.answer == "ok") {
      announced_ = answer.mover;
      last_moves_[by == "white" ? 0 : 1] = what;
      refused_.clear();
    } else if (answer.mover.answer == "no" && is_askable) {
      refused_.push_back(json::value(what));
    }
    if (is_recorded(answer)) enter(by, by, json::value(what), answer.mover);
    if (answer.opponent) enter(by == "white" ? "black" : "white", by, nullptr, *answer.opponent);
    return answer;
  }

  // Nonsense that nobody else hears leaves no trace.
  static bool is_recorded(const naive::Answer& answer) { return answer.opponent || answer.mover.answer != "nonsense"; }

  const json::array& log(std::string_view side) const { return logs_[side == "white" ? 0 : 1]; }
  const std::string& story() const { return story_; }
  std::string turn() const { return referee_.fen().find(" w ") != std::string::npos ? "white" : "black"; }
  std::vector<std::string> askable() const { return referee_.askable(); }
  bool may_ask_any() const { return referee_.may_ask_any(); }
  std::string end() const { return referee_.end(); }
  std::string fen() const { return referee_.fen(); }

  // Parts of NOW for one side, that docs/server.md derives from what was announced.
  json::object known_to(std::string_view side) const {
    const bool is_his_turn = turn() == side && end().empty();
    const json::value announced = heard_json(announced_);
    const naive::Board board = naive::read_fen(referee_.fen());
    const std::string& last_move = last_moves_[side == "white" ? 0 : 1];
    const json::value& capture = announced.at("capture");
    return {{"check", turn() == side ? announced.at("check") : json::array()},
            {"pawn_tries", is_his_turn ? announced.at("pawn_tries") : nullptr},
            {"capture", capture.is_null() ? nullptr : capture.at("square")},
            {"last_own_move", last_move.empty() ? json::value(nullptr) : json::value(last_move)},
            {"refused", turn() == side ? refused_ : json::array()},
            {"opponent_men", std::count_if(board.men.begin(), board.men.end(),
                                           [&](char man) { return naive::belongs_to(man, side != "white"); })}};
  }

  // The board field of a FEN with the men of one side only.
  std::string own_board(std::string_view side) const {
    naive::Board board = naive::read_fen(referee_.fen());
    for (char& man : board.men) man = naive::belongs_to(man, side == "white") ? man : '.';
    board.castling.clear();
    const std::string fen = naive::write_fen(board);
    return fen.substr(0, fen.find(' '));
  }

 private:
  void enter(std::string_view whose, const std::string& by, const json::value& ask, const naive::Heard& heard) {
    json::array& log = logs_[whose == "white" ? 0 : 1];
    json::object entry = {{"by", by}, {"ask", ask}, {"heard", heard_json(heard)}, {"times", 1}};
    if (whose != by && heard.answer == "no" && !log.empty()) {
      json::object& last = log.back().as_object();
      entry["times"] = last.at("times");
      if (last == entry) {
        last["times"] = last.at("times").as_int64() + 1;
        return;
      }
      entry["times"] = 1;
    }
    log.push_back(entry);
  }

  naive::Referee referee_;
  naive::Heard announced_ = referee_.start();
  std::array<json::array, 2> logs_{};
  std::array<std::string, 2> last_moves_{};
  json::array refused_{};  // in this turn
  std::string story_{};
};

inline json::array without_phrases(json::array log) {
  for (json::value& entry : log) entry.as_object().erase("phrase");
  return log;
}

// Mostly an askable try; now and then the question, or something random.
inline std::string random_ask(const std::vector<std::string>& askable, Random& random) {
  const std::uint32_t dice = random.below(20);
  if (dice == 0) return "any";
  const auto square = [&] {
    return std::string{static_cast<char>('a' + random.below(8)), static_cast<char>('1' + random.below(8))};
  };
  if (dice == 1 || askable.empty()) return square() + square();
  return askable[random.below(static_cast<unsigned>(askable.size()))];
}

}  // namespace blindmate::server
