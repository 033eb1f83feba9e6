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
  bool berkeley() const;    // either of the two Berkeley rule sets
  bool has_any() const;     // the rule set knows "Any?"
  Board own_board() const;  // all that the player to move knows of the position
  bool is_askable(const Board& own, int from, int to) const;
  bool pawn_capture_askable(int from) const;
  bool can_answer_check(const Board& own, int from, int to) const;
  Answer answer_nonsense() const;
  Answer answer_refusal() const;
  Answer make_move(const std::string& line);
  void begin_turn(Heard heard);  // completes what was heard by check, end and pawn tries
  void find_end();
  bool insufficient_material() const;
  bool third_occurrence() const;

  std::string rules_;
  Board board_;
  std::vector<Board> history_;             // positions since the last capture or pawn move, this one included
  std::set<std::pair<int, int>> refused_;  // from-to pairs refused this turn
  std::string any_;                        // the answer to "Any?" this turn: "", "yes", "no"
  bool duty_ = false;                      // a pawn capture has to be tried now
  Heard start_;
  Heard announced_;  // with the previous move
  std::string end_;
  std::string winner_;
};

}  // namespace naive
