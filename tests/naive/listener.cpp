// The replay of a log: "What the planes 38, 39, 48 and 49 follow from" of docs/environment.md, sentence by sentence.
#include "listener.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>

namespace naive {

namespace {

constexpr int kSquares = 64;

int square_of(const std::string& name) { return (name[1] - '1') * 8 + (name[0] - 'a'); }
int sign(int number) { return (number > 0) - (number < 0); }
int files_between(int a, int b) { return std::abs(file_of(a) - file_of(b)); }
int ranks_between(int a, int b) { return std::abs(rank_of(a) - rank_of(b)); }

// Where the rook stands that castles with the king.
int corner_of(int king_from, int king_to) { return king_to > king_from ? king_from + 3 : king_from - 4; }

void put(Board& board, int square, char man) { board.men[static_cast<std::size_t>(square)] = man; }

}  // namespace

void gain(Squares& squares, const Squares& more) { squares.insert(more.begin(), more.end()); }

void lose(Squares& squares, const Squares& gone) {
  for (const int square : gone) squares.erase(square);
}

bool next_to(int a, int b) { return std::max(files_between(a, b), ranks_between(a, b)) == 1; }

bool on_one_line(int a, int b) {
  return file_of(a) == file_of(b) || rank_of(a) == rank_of(b) || files_between(a, b) == ranks_between(a, b);
}

Squares path(int from, int to) {
  Squares squares;
  if (!on_one_line(from, to)) return squares;
  const int step = 8 * sign(rank_of(to) - rank_of(from)) + sign(file_of(to) - file_of(from));
  for (int square = from + step; square != to; square += step) squares.insert(square);
  return squares;
}

bool is_slider(char man) { return std::string("bBrRqQ").find(man) != std::string::npos; }

Listener::Listener(const std::string& rule_set, const Board& start_board, bool is_white)
    : rules(rule_set), start(start_board), white(is_white), own(own_board(start_board, is_white)) {
  for (int square = 0; square < kSquares; ++square) {
    if (on_board(square)) board.insert(square);
  }
  for (const int square : board) {
    const char man = man_at(start, square);
    if (man == '.') empty.insert(square);
    if (!belongs_to(man, !white)) continue;
    ++men;
    if (is_king(man)) king.insert(square);
    if (is_pawn(man)) pawns.insert(square);
  }
  most_pawns = static_cast<int>(pawns.size());
  if (start.white_to_move != white) return;
  Heard heard;
  heard.check = check_directions(start);
  heard.pawn_tries = pawn_tries(rules, start);
  begin_own_turn(heard);
}

void Listener::hear(const LogEvent& event) {
  const std::string& answer = event.heard.answer;
  if (event.nonsense || answer == "nonsense") return;
  if (answer == "any-yes" || answer == "any-no") {
    (event.own ? turn.any : opponent_any) = answer.substr(4);
    if (event.own) turn.duty = answer == "any-yes";
  } else if (!event.own) {
    if (answer == "no") opponent_refusals += event.times;
    if (answer == "ok") hear_opponent_move(event.heard);
  } else {
    const Move move = read_move(own, event.asked).value();
    if (answer == "no") hear_refusal(move);
    if (answer == "ok") hear_own_move(move, event.heard);
  }
}

void Listener::begin_own_turn(const Heard& heard) {
  turn = OwnTurn{heard, {}, "", false};
  own_turns.push_back({plies, own});
}

void Listener::hear_refusal(const Move& move) {
  const Tried tried{man_at(own, move.from), move.from, move.to, round(), -1};
  refusals.push_back(tried);
  turn.refused.insert({move.from, move.to});
  if (rules == "english") turn.duty = false;  // one try was owed, and made

  if (in_check() || can_be_pinned(move.from)) return;
  Squares unknown = must_be_empty(tried);
  lose(unknown, empty);
  if (unknown.size() == 1) gain(occupied, unknown);
}

void Listener::hear_own_move(const Move& move, const Heard& heard) {
  const char man = man_at(own, move.from);
  const int capture = heard.capture.empty() ? -1 : square_of(heard.capture);
  Squares left = path(move.from, move.to);
  left.insert(move.from);
  if (is_castling(move.from, move.to)) {
    const int corner = corner_of(move.from, move.to);
    gain(left, path(move.from, corner));
    left.insert(corner);
  }
  move_own_men(move);
  moves.push_back({man, move.from, move.to, round(), capture});
  ++plies;
  if (capture >= 0 || is_pawn(man)) last_change = plies;
  if (capture >= 0) --men;
  if (heard.kind == "pawn") --most_pawns;
  most_pawns = std::min(most_pawns, men - 1);

  gain(empty, left);
  if (capture >= 0 && capture != move.to) empty.insert(capture);
  lose(empty, own_men());
  occupied.clear();
  for (Squares* where : {&king, &pawns}) {
    lose(*where, empty);
    lose(*where, own_men());
  }
  if (men == 1 || most_pawns == 0) pawns.clear();
  if (heard.check.empty()) {
    lose(king, surely_attacked());
  } else {
    keep_checked_kings(heard.check);
  }

  own_last = heard;
  opponent_refusals = 0;
  opponent_any.clear();
}

void Listener::hear_opponent_move(const Heard& heard) {
  const int capture = heard.capture.empty() ? -1 : square_of(heard.capture);
  const int behind = behind_lost_pawn(heard, lose_man(heard));
  Squares landings;  // where the capturing man may stand now
  if (capture >= 0) landings.insert(capture);
  if (behind >= 0) landings.insert(behind);
  ++plies;
  if (capture >= 0) last_change = plies;
  if (capture >= 0) losses.push_back({capture, round()});
  if (heard.promotion) {
    --most_pawns;
    ++promotions;
  }

  move_pawns(capture < 0, landings);
  move_king(heard);
  if (capture < 0) {
    empty.clear();
  } else {
    lose(empty, landings);
  }
  lose(king, own_men());
  lose(king, surely_attacked());
  occupied.clear();
  const bool unnamed_en_passant = behind >= 0 && !heard.en_passant;
  if (capture >= 0 && !unnamed_en_passant) occupied.insert(capture);

  opponent_last = heard;
  begin_own_turn(heard);
}

// It stands in the sight of the own king, as far as own men are concerned; or it is the king.
bool Listener::can_be_pinned(int square) const {
  const int own_king = king_square(own, white);
  return square == own_king || (on_one_line(own_king, square) && !own_men_between(own_king, square));
}

// On the own board only: naive::play would take an own man for the victim of a capture en passant.
void Listener::move_own_men(const Move& move) {
  const char man = man_at(own, move.from);
  if (is_castling(move.from, move.to)) {
    const int corner = corner_of(move.from, move.to);
    put(own, (move.from + move.to) / 2, man_at(own, corner));
    put(own, corner, '.');
  }
  put(own, move.from, '.');
  put(own, move.to, man);
  if (move.promotion != '\0') {
    put(own, move.to, white ? static_cast<char>(std::toupper(move.promotion)) : move.promotion);
  }
  const int home = white ? 0 : 56;
  if (is_king(man)) own.castling.clear();
  if (move.from == home) std::erase(own.castling, white ? 'Q' : 'q');
  if (move.from == home + 7) std::erase(own.castling, white ? 'K' : 'k');
}

// After a check, the king is where own men attack it from each direction that was announced. The own king never does.
void Listener::keep_checked_kings(const std::vector<std::string>& check) {
  const Squares own_squares = own_men();
  const auto attacked_from = [&](int square, const std::string& from) {
    return std::any_of(own_squares.begin(), own_squares.end(), [&](int man) {
      return !is_king(man_at(own, man)) && attacks(own, man, square) && direction(own, square, man) == from;
    });
  };
  std::erase_if(king, [&](int square) {
    return !std::all_of(check.begin(), check.end(),
                        [&](const std::string& from) { return attacked_from(square, from); });
  });
}

// Takes the captured man from the own board. Returns where it stood, -1 if there is none.
int Listener::lose_man(const Heard& heard) {
  if (heard.capture.empty()) return -1;
  int lost = square_of(heard.capture);
  if (heard.en_passant) lost += white ? 8 : -8;  // named: the announced square is the one behind the pawn
  put(own, lost, '.');
  const int home = white ? 0 : 56;
  if (lost == home) std::erase(own.castling, white ? 'Q' : 'q');
  if (lost == home + 7) std::erase(own.castling, white ? 'K' : 'k');
  return lost;
}

// The square that the lost pawn passed over, where the capture may be en passant; else -1.
int Listener::behind_lost_pawn(const Heard& heard, int lost) const {
  if (lost < 0) return -1;
  const int behind = white ? lost - 8 : lost + 8;
  if (rules == "english") return heard.en_passant ? behind : -1;
  if (moves.empty()) {  // then only the start position can tell of a double step
    return !opponent_last && start.en_passant == behind ? behind : -1;
  }
  const Tried& last = moves.back();
  const bool double_step = is_pawn(last.man) && last.to == lost && ranks_between(last.from, last.to) == 2;
  return double_step ? behind : -1;
}

void Listener::move_pawns(bool quiet, const Squares& landings) {
  const int ahead = white ? -8 : 8;  // as the opponent's pawns go
  const int second_rank = white ? 6 : 1;
  const int last_rank = white ? 0 : own.size - 1;
  const Squares own_squares = own_men();
  Squares gained;
  for (const int from : pawns) {
    for (const int to : landings) {
      if (files_between(from, to) == 1 && rank_of(to) - rank_of(from) == ahead / 8) gained.insert(to);
    }
    if (!quiet || own_squares.contains(from + ahead)) continue;
    gained.insert(from + ahead);
    const bool home = own.size == 8 && rank_of(from) == second_rank;
    if (home && !own_squares.contains(from + 2 * ahead)) gained.insert(from + 2 * ahead);
  }
  gain(pawns, gained);
  lose(pawns, own_squares);
  std::erase_if(pawns, [&](int square) { return rank_of(square) == last_rank; });
  if (men == 1 || most_pawns == 0) pawns.clear();
}

void Listener::move_king(const Heard& heard) {
  Squares steps;
  for (const int from : king) {
    for (const int to : board) {
      if (next_to(from, to)) steps.insert(to);
    }
  }
  if (!heard.capture.empty()) {
    const int capture = square_of(heard.capture);
    if (steps.contains(capture)) king.insert(capture);
    if (men == 1) king = {capture};
    return;
  }
  const int home = white ? 60 : 4;
  const bool at_home = king.contains(home);
  gain(king, steps);
  if (at_home && start.castling.find(white ? 'k' : 'K') != std::string::npos) king.insert(home + 2);
  if (at_home && start.castling.find(white ? 'q' : 'Q') != std::string::npos) king.insert(home - 2);
  if (men == 1) king = steps;  // it had to move, and has no rook to castle with
}

bool Listener::on_board(int square) const { return file_of(square) < own.size && rank_of(square) < own.size; }

Squares Listener::squares_of(char lower_case) const {
  Squares squares;
  for (const int square : board) {
    if (std::tolower(man_at(own, square)) == lower_case) squares.insert(square);
  }
  return squares;
}

Squares Listener::own_men() const {
  Squares squares;
  for (const int square : board) {
    if (man_at(own, square) != '.') squares.insert(square);
  }
  return squares;
}

bool Listener::own_men_between(int a, int b) const {
  const Squares between = path(a, b);
  return std::any_of(between.begin(), between.end(), [&](int square) { return man_at(own, square) != '.'; });
}

bool Listener::is_castling(int from, int to) const { return is_king(man_at(own, from)) && std::abs(to - from) == 2; }

bool Listener::is_pawn_capture(int from, int to) const {
  return is_pawn(man_at(own, from)) && file_of(from) != file_of(to);
}

Squares Listener::attacked(const Board& on) const {
  Squares squares;
  for (const int from : own_men()) {
    for (const int to : board) {
      if (attacks(on, from, to)) squares.insert(to);
    }
  }
  return squares;
}

Squares Listener::surely_attacked() const {
  Board blocked = own;
  for (const int square : squares_of('.')) {
    if (!empty.contains(square)) put(blocked, square, '#');
  }
  return attacked(blocked);
}

// The squares that must be empty for a try; a square where it may capture is none of them.
Squares Listener::must_be_empty(const Tried& tried) const {
  const bool advance = is_pawn(tried.man) && file_of(tried.from) == file_of(tried.to);
  if (!advance && !is_slider(tried.man)) return {};
  Squares squares = path(tried.from, tried.to);
  if (advance) squares.insert(tried.to);
  return squares;
}

}  // namespace naive
