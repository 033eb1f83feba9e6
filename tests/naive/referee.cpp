// A naive Kriegspiel referee: each sentence of the rule page, written down once more in the plainest way.
#include "referee.hpp"

#include <algorithm>
#include <cstdlib>

namespace naive {

namespace {

constexpr int kSquares = 64;
constexpr int kFiftyMoves = 100;

Heard say(const std::string& answer) {
  Heard heard;
  heard.answer = answer;
  return heard;
}

Answer to_mover(const std::string& answer) { return {say(answer), std::nullopt}; }
Answer to_both(const std::string& answer) { return {say(answer), say(answer)}; }

bool tells_kind(const std::string& rules) { return rules == "cincinnati" || rules == "wild16" || rules == "rand"; }

bool pawn_capture_askable(const std::string& rules, const OwnTurn& turn, int from) {
  if (turn.any == "no") return false;
  if (rules == "cincinnati") return turn.announced.pawn_tries == "true";
  if (rules == "rand") return turn.announced.pawn_tries.find(square_name(from)) != std::string::npos;
  return true;
}

// Of a move that is no pawn capture: whether it fits the kind of check that was announced.
bool can_answer_check(const Board& own, const OwnTurn& turn, int from, int to) {
  if (is_king(man_at(own, from))) return attacks(own, from, to);  // anything but castling
  if (turn.announced.check.size() > 1) return false;
  return direction(own, king_square(own, own.white_to_move), to) == turn.announced.check.front();
}

}  // namespace

Heard heard_of_move(const std::string& rules, const Board& board, const std::string& line) {
  Heard heard = say("ok");
  const Move move = read_move(board, line).value();
  const char man = man_at(board, move.from);
  const char taken = man_at(board, move.to);
  const bool en_passant = is_pawn(man) && file_of(move.from) != file_of(move.to) && taken == '.';
  if (en_passant) {
    heard.en_passant = rules == "english";
    heard.capture = square_name(heard.en_passant ? move.to : rank_of(move.from) * 8 + file_of(move.to));
  } else if (taken != '.') {
    heard.capture = square_name(move.to);
  }
  if (!heard.capture.empty() && tells_kind(rules)) heard.kind = en_passant || is_pawn(taken) ? "pawn" : "piece";
  heard.promotion = rules == "rand" && move.promotion != '\0';
  return heard;
}

std::vector<std::string> check_directions(const Board& board) {
  const int king = king_square(board, board.white_to_move);
  std::set<std::string> directions;
  for (const int square : checkers(board, board.white_to_move)) directions.insert(direction(board, king, square));
  return {directions.begin(), directions.end()};
}

std::string pawn_tries(const std::string& rules, const Board& board) {
  if (!tells_kind(rules)) return "";  // the same three rule sets
  const std::vector<Move> captures = legal_pawn_captures(board);
  if (rules == "cincinnati") return captures.empty() ? "false" : "true";
  if (rules == "wild16") return std::to_string(captures.size());
  std::set<std::string> squares;
  for (const Move& capture : captures) squares.insert(square_name(capture.from));
  std::string text;
  for (const std::string& square : squares) text += (text.empty() ? "" : ",") + square;
  return "[" + text + "]";
}

std::string direction(const Board& board, int king, int square) {
  const int files = file_of(square) - file_of(king);
  const int ranks = rank_of(square) - rank_of(king);
  if (files == 0) return "file";
  if (ranks == 0) return "rank";
  if (std::abs(files * ranks) == 2) return "knight";
  if (std::abs(files) != std::abs(ranks)) return "";
  const int side = (2 * file_of(king) - board.size + 1) * (2 * rank_of(king) - board.size + 1);
  if (side == 0) return "long";
  return (side > 0) == (files * ranks > 0) ? "long" : "short";
}

Board own_board(const Board& board, bool white) {
  Board own = board;
  own.white_to_move = white;
  own.en_passant = -1;
  for (char& man : own.men) {
    if (!belongs_to(man, white)) man = '.';
  }
  std::erase_if(own.castling, [white](char right) { return !belongs_to(right, white); });
  return own;
}

bool is_askable(const std::string& rules, const Board& own, const OwnTurn& turn, int from, int to) {
  if (man_at(own, from) == '.') return false;
  if (is_pawn(man_at(own, from)) && attacks(own, from, to)) {
    const bool outside = file_of(to) >= own.size || rank_of(to) >= own.size;
    if (outside || man_at(own, to) != '.') return false;
    return pawn_capture_askable(rules, turn, from) && !turn.refused.contains({from, to});
  }
  if (turn.duty || !reaches(own, from, to) || turn.refused.contains({from, to})) return false;
  return rules != "rand" || turn.announced.check.empty() || can_answer_check(own, turn, from, to);
}

bool has_any(const std::string& rules) { return rules == "berkeley-any" || rules == "english"; }

Referee::Referee(const std::string& rules, const std::string& fen) : rules_(rules), board_(read_fen(fen)) {
  begin_turn(say("ok"));
  start_ = turn_.announced;
}

Answer Referee::ask(const std::string& line) {
  if (!end_.empty()) return to_mover("nonsense");
  if (line == "any") {
    if (!may_ask_any()) return to_mover("nonsense");
    turn_.any = legal_pawn_captures(board_).empty() ? "no" : "yes";
    turn_.duty = turn_.any == "yes";
    return to_both("any-" + turn_.any);
  }
  const std::optional<Move> move = read_move(board_, line);
  const Board own = own_board(board_, board_.white_to_move);
  if (!move || !promotion_fits(own, *move) || !is_askable(rules_, own, turn_, move->from, move->to))
    return answer_nonsense();
  if (legal(board_, line)) return make_move(line);
  turn_.refused.insert({move->from, move->to});
  if (rules_ == "english") turn_.duty = false;  // one try was owed, and made
  return answer_refusal();
}

std::vector<std::string> Referee::askable() const {
  std::vector<std::string> tries;
  if (!end_.empty()) return tries;
  const Board own = own_board(board_, board_.white_to_move);
  for (int from = 0; from < kSquares; ++from) {
    if (man_at(own, from) == '.') continue;
    for (int to = 0; to < kSquares; ++to) {
      if (is_askable(rules_, own, turn_, from, to)) append_moves(own, from, to, tries);
    }
  }
  std::sort(tries.begin(), tries.end());
  return tries;
}

bool Referee::may_ask_any() const { return end_.empty() && has_any(rules_) && turn_.any.empty(); }
Heard Referee::start() const { return start_; }
std::string Referee::fen() const { return write_fen(board_); }
std::string Referee::end() const { return end_; }
std::string Referee::winner() const { return winner_; }

bool Referee::berkeley() const { return rules_ == "berkeley" || rules_ == "berkeley-any"; }

Answer Referee::answer_nonsense() const {
  if (turn_.duty || berkeley()) return to_mover("nonsense");
  if (rules_ == "wild16") return to_mover("no");
  return to_both(rules_ == "english" ? "no" : "nonsense");
}

Answer Referee::answer_refusal() const { return rules_ == "wild16" ? to_mover("no") : to_both("no"); }

Answer Referee::make_move(const std::string& line) {
  const Heard heard = heard_of_move(rules_, board_, line);
  board_ = play(board_, line);
  begin_turn(heard);
  return {turn_.announced, turn_.announced};
}

void Referee::begin_turn(Heard heard) {
  if (board_.halfmove == 0) history_.clear();
  history_.push_back(board_);

  find_end();
  heard.check = check_directions(board_);
  heard.end = end_;
  heard.pawn_tries = end_.empty() ? pawn_tries(rules_, board_) : "";
  turn_ = OwnTurn{heard, {}, "", false};
}

// The first of the ends that hold.
void Referee::find_end() {
  if (!has_legal_move(board_)) {
    const bool check = in_check(board_, board_.white_to_move);
    end_ = check ? "checkmate" : "stalemate";
    if (check || rules_ == "rand") winner_ = board_.white_to_move ? "black" : "white";
  } else if (insufficient_material()) {
    end_ = "insufficient-material";
  } else if (!berkeley() && third_occurrence()) {
    end_ = "repetition";
  } else if (!berkeley() && board_.halfmove >= kFiftyMoves) {
    end_ = "fifty-moves";
  }
}

bool Referee::insufficient_material() const {
  int white_minors = 0;
  int black_minors = 0;
  int knights = 0;
  int light_bishops = 0;
  int dark_bishops = 0;
  for (int square = 0; square < kSquares; ++square) {
    const char man = man_at(board_, square);
    if (man == '.' || is_king(man)) continue;
    const bool bishop = man == 'B' || man == 'b';
    const bool knight = man == 'N' || man == 'n';
    if (!bishop && !knight) return false;
    ++(belongs_to(man, true) ? white_minors : black_minors);
    const bool dark = (file_of(square) + rank_of(square)) % 2 == 0;
    if (knight) ++knights;
    if (bishop) ++(dark ? dark_bishops : light_bishops);
  }
  if (berkeley()) return white_minors <= 1 && black_minors <= 1;
  if (white_minors + black_minors <= 1) return true;
  return knights == 0 && (light_bishops == 0 || dark_bishops == 0);
}

bool Referee::third_occurrence() const {
  return std::count_if(history_.begin(), history_.end(),
                       [this](const Board& earlier) { return same_position(earlier, board_); }) >= 3;
}

}  // namespace naive
