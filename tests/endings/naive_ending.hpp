// Endings on the naive board, and images of the board, as the tests see them: by file and rank, square by square.
#pragma once

#include <cctype>
#include <string>
#include <vector>

#include "blindmate/endings/ending.hpp"
#include "naive/board.hpp"
#include "support.hpp"

namespace blindmate::endings {

// The board flipped or turned, and whose men the attacker has there.
struct Frame {
  bool files = false;  // flipped
  bool ranks = false;
  bool swapped = false;  // files and ranks, after the flips
  chess::Side side = chess::Side::white;

  int of(int square) const {
    int file = square % 8;
    int rank = square / 8;
    if (files) file = 7 - file;
    if (ranks) rank = 7 - rank;
    return swapped ? file * 8 + rank : rank * 8 + file;
  }
  chess::Square of(chess::Square s) const { return static_cast<chess::Square>(of(int{s})); }
  chess::Bitboard of(chess::Bitboard set) const {
    chess::Bitboard result = 0;
    for (int square = 0; square < 64; ++square) {
      if ((set >> square & 1) != 0) result |= chess::Bitboard{1} << of(square);
    }
    return result;
  }
  chess::Move of(chess::Move move) const { return {of(move.from()), of(move.to()), move.promotion()}; }
};

// All in which the ending is the same for the attacker, the first of them as it is.
inline std::vector<Frame> frames(const Ending& ending) {
  std::vector<Frame> result;
  for (const chess::Side side : {chess::Side::white, chess::Side::black}) {
    for (const bool files : {false, true}) {
      if (ending.has(chess::Man::pawn)) {
        result.push_back({files, side == chess::Side::black, false, side});
        continue;
      }
      for (const bool ranks : {false, true}) {
        for (const bool swapped : {false, true}) result.push_back({files, ranks, swapped, side});
      }
    }
  }
  return result;
}

// The attacker's men, the attacker to move. There is no other king yet.
inline naive::Board naive_board(const referee::OwnBoard& own) {
  naive::Board board;
  board.size = own.size();
  board.men.fill('.');
  board.white_to_move = own.side() == chess::Side::white;
  for (unsigned square = 0; square < 64; ++square) {
    board.men[square] = chess::letter(own.man_at(static_cast<chess::Square>(square)), own.side());
  }
  return board;
}

inline naive::Board image(const naive::Board& board, const Frame& frame) {
  naive::Board result = board;
  result.white_to_move = frame.side == chess::Side::white;
  for (int square = 0; square < 64; ++square) {
    const auto man = static_cast<unsigned char>(naive::man_at(board, square));
    result.men[static_cast<std::size_t>(frame.of(square))] =
        static_cast<char>(result.white_to_move ? std::toupper(man) : std::tolower(man));
  }
  return result;
}

// With the lone king there. Nothing when it cannot be, the attacker being to move.
inline std::optional<naive::Board> with_lone_king(naive::Board board, int square) {
  const bool outside = naive::file_of(square) >= board.size || naive::rank_of(square) >= board.size;
  if (outside || naive::man_at(board, square) != '.') return std::nullopt;
  board.men[static_cast<std::size_t>(square)] = board.white_to_move ? 'k' : 'K';
  if (naive::in_check(board, !board.white_to_move)) return std::nullopt;
  return board;
}

inline chess::Bitboard naive_possible_squares(const naive::Board& board) {
  chess::Bitboard result = 0;
  for (int square = 0; square < 64; ++square) {
    if (with_lone_king(board, square)) result |= chess::Bitboard{1} << square;
  }
  return result;
}

// What the attacker has in a position where it is the attacker's turn.
inline referee::OwnBoard attacker(const std::string& fen) {
  const chess::Position read = position(fen);
  return {read, read.turn()};
}

}  // namespace blindmate::endings
