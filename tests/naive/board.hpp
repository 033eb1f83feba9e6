// Naive chess on a mailbox, for square boards from 4x4 to 8x8: the chess half of the independent check of the fast
// referee. No bitboards, no cleverness: every question is answered by walking over squares.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace naive {

// A chess position. Squares are rank * 8 + file, both from 0, also on small boards.
struct Board {
  int size = 8;
  std::array<char, 64> men{};  // FEN letters, '.' for empty (and for everything outside a small board)
  bool white_to_move = true;
  std::string castling;  // subset of "KQkq" in this order, empty when none
  int en_passant = -1;   // square behind a pawn that just made a double step (any double step), -1 none
  int halfmove = 0;
  int fullmove = 1;
};

// A move as it was written, possible or not; promotion is one of "qrbn", or '\0'.
struct Move {
  int from = 0;
  int to = 0;
  char promotion = '\0';
};

Board read_fen(const std::string& fen);     // input is trusted to be valid
std::string write_fen(const Board& board);  // the en-passant square only where an en-passant capture is legal

// Coordinate notation: e2e4, e7e8q, e1g1.
std::vector<std::string> legal_moves(const Board& board);  // sorted
bool legal(const Board& board, const std::string& move);
Board play(const Board& board, const std::string& move);  // the move is legal
bool has_legal_move(const Board& board);
std::vector<Move> legal_pawn_captures(const Board& board);  // one for each from-to pair, without promotion letter

bool in_check(const Board& board, bool white);
std::vector<int> checkers(const Board& board, bool white);  // squares of the men that attack the king of that side
bool same_position(const Board& a, const Board& b);  // men, side to move, castling rights, legal en-passant captures

// Smaller questions.
inline int file_of(int square) { return square & 7; }
inline int rank_of(int square) { return square >> 3; }
std::string square_name(int square);
std::optional<Move> read_move(const Board& board, const std::string& text);  // nullopt: no move between its squares
void append_moves(const Board& board, int from, int to, std::vector<std::string>& moves);  // all four promotions
inline char man_at(const Board& board, int square) { return board.men[static_cast<std::size_t>(square)]; }
inline bool belongs_to(char man, bool white) { return white ? man >= 'A' && man <= 'Z' : man >= 'a' && man <= 'z'; }
inline bool is_pawn(char man) { return man == 'P' || man == 'p'; }
inline bool is_king(char man) { return man == 'K' || man == 'k'; }
bool promotion_fits(const Board& board, const Move& move);  // a letter exactly on a pawn's move to the last rank
int king_square(const Board& board, bool white);
bool is_pawn_capture(const Board& board, const std::string& move);
std::string without_clocks(
    Board board);  // as FEN; repetition and fifty moves never happen to what is written like this
bool attacks(const Board& board, int from, int to);  // the man on from attacks the square to, whatever stands there
bool reaches(const Board& board, int from, int to);  // the man on from can go to to, the safety of its king aside

}  // namespace naive
