// What one player can conclude from all that he asked and heard: the replay of a log, as the naive maker of the record
// needs it, with sets of squares of the real board.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "record.hpp"
#include "referee.hpp"

namespace naive {

using Squares = std::set<int>;

void gain(Squares& squares, const Squares& more);
void lose(Squares& squares, const Squares& gone);
bool next_to(int a, int b);
bool on_one_line(int a, int b);
Squares path(int from, int to);  // strictly between two squares of one line; empty for others
bool is_slider(char man);

// An own try that was made or refused.
struct Tried {
  char man = '.';
  int from = 0;
  int to = 0;
  int round = 0;     // the number of own moves that were made before it
  int capture = -1;  // the announced square
};

struct Loss {
  int square = 0;  // the announced one
  int round = 0;
};

struct BegunTurn {
  int plies = 0;
  Board own;
};

// The letters are those of docs/environment.md.
struct Listener {
  std::string rules;
  Board start;
  bool white = true;
  Squares board;     // all of its squares
  Board own;         // the own men and rights only
  Squares empty;     // E: surely empty
  Squares king;      // K: where the opponent's king can be
  Squares pawns;     // P: where his pawns can be
  Squares occupied;  // O: surely a man of his
  int men = 0;       // that he has
  int most_pawns = 0;

  OwnTurn turn;
  std::vector<Tried> moves;
  std::vector<Tried> refusals;
  std::vector<Loss> losses;
  std::optional<Heard> own_last;       // what was heard of the own last move
  std::optional<Heard> opponent_last;  // and of the opponent's
  int opponent_refusals = 0;           // in his last turn
  std::string opponent_any;            // the same: "", "yes", "no"
  int promotions = 0;
  int plies = 0;
  int last_change = 0;  // plies when a man was captured or an own pawn moved
  std::vector<BegunTurn> own_turns;

  Listener(const std::string& rule_set, const Board& start_board, bool is_white);
  void hear(const LogEvent& event);

  int round() const { return static_cast<int>(moves.size()); }
  bool in_check() const { return !turn.announced.check.empty(); }
  bool on_board(int square) const;
  Squares squares_of(char lower_case) const;  // the own men of that kind; '.': without own men
  Squares own_men() const;
  bool own_men_between(int a, int b) const;
  bool is_castling(int from, int to) const;
  bool is_pawn_capture(int from, int to) const;
  Squares attacked(const Board& on) const;  // by own men or protected, whatever else stands on the board
  Squares surely_attacked() const;          // when every square outside E stands in the way
  Squares must_be_empty(const Tried& tried) const;

 private:
  void begin_own_turn(const Heard& heard);
  void hear_refusal(const Move& move);
  void hear_own_move(const Move& move, const Heard& heard);
  void hear_opponent_move(const Heard& heard);

  bool can_be_pinned(int square) const;
  void move_own_men(const Move& move);
  void keep_checked_kings(const std::vector<std::string>& check);
  int lose_man(const Heard& heard);
  int behind_lost_pawn(const Heard& heard, int lost) const;
  void move_pawns(bool quiet, const Squares& landings);
  void move_king(const Heard& heard);
};

}  // namespace naive
