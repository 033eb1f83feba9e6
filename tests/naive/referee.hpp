// A naive Kriegspiel referee, written from the rule page alone: the independent check of the fast one.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "board.hpp"

namespace naive {

// What one player hears, as plain text.
struct Heard {
  std::string answer;              // "ok" "no" "nonsense" "any-yes" "any-no"
  std::string capture;             // "" or a square, "d5"
  std::string kind;                // "" or "pawn" or "piece"
  std::vector<std::string> check;  // sorted
  bool en_passant = false;
  bool promotion = false;
  std::string pawn_tries;  // "" when not told; "0" "1".. (wild16); "true" "false" (cincinnati); "[]" "[e4,g5]" (rand)
  std::string end;         // "" or "checkmate" "stalemate" "insufficient-material" "repetition" "fifty-moves"
  bool operator==(const Heard&) const = default;
};

struct Answer {
  Heard mover;
  std::optional<Heard> opponent;  // nullopt: the opponent hears nothing
};

// The parts of an announcement. The first is about a legal move before it is made (capture, kind, en passant and
// promotion), the others about the side to move on a board, whether its game goes on or not.
Heard heard_of_move(const std::string& rules, const Board& board, const std::string& line);
std::vector<std::string> check_directions(const Board& board);
std::string pawn_tries(const std::string& rules, const Board& board);

// The line or leap that leads from a king to a square: "file" "knight" "long" "rank" "short", "" when there is none.
std::string direction(const Board& board, int king, int square);

// What the player to move was told of his turn, and what he asked in it: with his own board, all that decides what he
// may ask.
struct OwnTurn {
  Heard announced;                        // with the previous move
  std::set<std::pair<int, int>> refused;  // from-to pairs refused this turn
  std::string any;                        // the answer to "Any?" this turn: "", "yes", "no"
  bool duty = false;                      // a pawn capture has to be tried now
};

Board own_board(const Board& board, bool white);  // all that one player knows of a position
bool is_askable(const std::string& rules, const Board& own, const OwnTurn& turn, int from, int to);
bool has_any(const std::string& rules);  // the rule set knows "Any?"

class Referee {
 public:
  Referee(const std::string& rules, const std::string& fen);  // berkeley berkeley-any cincinnati wild16 rand english
  Answer ask(const std::string& line);                        // a move in coordinates, or "any"
  std::vector<std::string> askable() const;  // tries that are not nonsense now, sorted; none after the end
  bool may_ask_any() const;                  // whether "any" would be answered yes or no now
  Heard start() const;                       // what counts as announced before the first try
  std::string fen() const;
  std::string end() const;     // "" while the game goes on
  std::string winner() const;  // "", "white", "black"

 private:
  bool berkeley() const;  // either of the two Berkeley rule sets
  Answer answer_nonsense() const;
  Answer answer_refusal() const;
  Answer make_move(const std::string& line);
  void begin_turn(Heard heard);  // completes what was heard by check, end and pawn tries
  void find_end();
  bool insufficient_material() const;
  bool third_occurrence() const;

  std::string rules_;
  Board board_;
  std::vector<Board> history_;  // positions since the last capture or pawn move, this one included
  OwnTurn turn_;
  Heard start_;
  std::string end_;
  std::string winner_;
};

}  // namespace naive
