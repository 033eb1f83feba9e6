// Naive chess on a mailbox: a move is legal when its man goes that way and its king is not attacked afterwards.
#include "board.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <sstream>

namespace naive {

namespace {

constexpr int kSquares = 64;

void put(Board& board, int square, char man) { board.men[static_cast<std::size_t>(square)] = man; }

char upper(char man) { return static_cast<char>(std::toupper(man)); }

bool on_board(const Board& board, int square) { return file_of(square) < board.size && rank_of(square) < board.size; }

int sign(int number) { return (number > 0) - (number < 0); }

// Whether all squares strictly between two squares of one line are empty.
bool clear_between(const Board& board, int from, int to) {
  const int step = 8 * sign(rank_of(to) - rank_of(from)) + sign(file_of(to) - file_of(from));
  for (int square = from + step; square != to; square += step) {
    if (man_at(board, square) != '.') return false;
  }
  return true;
}

bool promotes(const Board& board, int from, int to) {
  const char man = man_at(board, from);
  return is_pawn(man) && rank_of(to) == (belongs_to(man, true) ? board.size - 1 : 0);
}

bool is_castling(const Board& board, int from, int to) {
  return is_king(man_at(board, from)) && rank_of(from) == rank_of(to) && std::abs(to - from) == 2;
}

// A pawn's step straight ahead, single or double.
bool pawn_steps(const Board& board, int from, int to) {
  const bool white = belongs_to(man_at(board, from), true);
  const int ahead = white ? 8 : -8;
  if (man_at(board, to) != '.') return false;
  if (to == from + ahead) return true;
  const bool home = board.size == 8 && rank_of(from) == (white ? 1 : 6);
  return home && to == from + 2 * ahead && man_at(board, from + ahead) == '.';
}

// The right is held and nothing stands between king and rook.
bool castling_way_is_clear(const Board& board, int from, int to) {
  const bool white = belongs_to(man_at(board, from), true);
  const bool king_side = to > from;
  const char right = king_side ? 'k' : 'q';
  if (board.castling.find(white ? upper(right) : right) == std::string::npos) return false;
  return clear_between(board, from, king_side ? from + 3 : from - 4);
}

// The square of the man that a pseudo-legal move takes, -1 when it takes none.
int victim_square(const Board& board, int from, int to) {
  if (man_at(board, to) != '.') return to;
  const bool en_passant = is_pawn(man_at(board, from)) && file_of(from) != file_of(to);
  return en_passant ? rank_of(from) * 8 + file_of(to) : -1;
}

// Moves the men, and nothing else of the position.
void move_men(Board& board, const Move& move) {
  const char man = man_at(board, move.from);
  const bool castling = is_castling(board, move.from, move.to);
  const int victim = victim_square(board, move.from, move.to);
  if (victim >= 0) put(board, victim, '.');
  put(board, move.from, '.');
  put(board, move.to, man);
  if (move.promotion != '\0') put(board, move.to, belongs_to(man, true) ? upper(move.promotion) : move.promotion);
  if (castling) {
    const bool king_side = move.to > move.from;
    const int corner = king_side ? move.from + 3 : move.from - 4;
    put(board, (move.from + move.to) / 2, man_at(board, corner));
    put(board, corner, '.');
  }
}

bool is_attacked(const Board& board, int target, bool by_white) {
  for (int from = 0; from < kSquares; ++from) {
    if (belongs_to(man_at(board, from), by_white) && attacks(board, from, target)) return true;
  }
  return false;
}

// Whether the own king is not attacked after the move.
bool is_safe(const Board& board, int from, int to) {
  Board after = board;
  move_men(after, Move{from, to, '\0'});
  return !in_check(after, board.white_to_move);
}

// The promotion letter aside.
bool is_legal(const Board& board, int from, int to) {
  if (!belongs_to(man_at(board, from), board.white_to_move) || !reaches(board, from, to)) return false;
  if (is_castling(board, from, to)) {
    if (in_check(board, board.white_to_move) || !is_safe(board, from, (from + to) / 2)) return false;
  }
  return is_safe(board, from, to);
}

bool has_legal_en_passant(const Board& board) {
  if (board.en_passant < 0) return false;
  for (int from = 0; from < kSquares; ++from) {
    const bool aims = is_pawn(man_at(board, from)) && attacks(board, from, board.en_passant);
    if (aims && is_legal(board, from, board.en_passant)) return true;
  }
  return false;
}

void drop_right(Board& board, char right) { std::erase(board.castling, right); }

// A move from or onto a king's or a rook's home square ends the rights that hang on it.
void touch(Board& board, int square) {
  if (square == 0 || square == 4) drop_right(board, 'Q');
  if (square == 7 || square == 4) drop_right(board, 'K');
  if (square == 56 || square == 60) drop_right(board, 'q');
  if (square == 63 || square == 60) drop_right(board, 'k');
}

}  // namespace

std::string square_name(int square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

int king_square(const Board& board, bool white) {
  int square = 0;
  while (man_at(board, square) != (white ? 'K' : 'k')) ++square;
  return square;
}

bool attacks(const Board& board, int from, int to) {
  const int files = std::abs(file_of(to) - file_of(from));
  const int ranks = std::abs(rank_of(to) - rank_of(from));
  const bool straight = (files == 0) != (ranks == 0);
  const bool diagonal = files == ranks && files != 0;
  const char man = man_at(board, from);
  switch (man) {
    case 'P':
    case 'p': return files == 1 && rank_of(to) - rank_of(from) == (belongs_to(man, true) ? 1 : -1);
    case 'N':
    case 'n': return files * ranks == 2;
    case 'B':
    case 'b': return diagonal && clear_between(board, from, to);
    case 'R':
    case 'r': return straight && clear_between(board, from, to);
    case 'Q':
    case 'q': return (straight || diagonal) && clear_between(board, from, to);
    case 'K':
    case 'k': return std::max(files, ranks) == 1;
    default: return false;
  }
}

bool reaches(const Board& board, int from, int to) {
  const char man = man_at(board, from);
  if (!on_board(board, to) || belongs_to(man_at(board, to), belongs_to(man, true))) return false;
  if (is_castling(board, from, to)) return castling_way_is_clear(board, from, to);
  if (!is_pawn(man)) return attacks(board, from, to);
  if (attacks(board, from, to)) return man_at(board, to) != '.' || to == board.en_passant;
  return pawn_steps(board, from, to);
}

bool promotion_fits(const Board& board, const Move& move) {
  return (move.promotion != '\0') == promotes(board, move.from, move.to);
}

std::optional<Move> read_move(const Board& board, const std::string& text) {
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  for (const std::size_t i : {0U, 2U}) {
    if (text[i] < 'a' || text[i] >= 'a' + board.size) return std::nullopt;
    if (text[i + 1] < '1' || text[i + 1] >= '1' + board.size) return std::nullopt;
  }
  Move move{(text[1] - '1') * 8 + (text[0] - 'a'), (text[3] - '1') * 8 + (text[2] - 'a'), '\0'};
  if (text.size() == 5) {
    move.promotion = text[4];
    if (std::string("qrbn").find(move.promotion) == std::string::npos) return std::nullopt;
  }
  return move;
}

void append_moves(const Board& board, int from, int to, std::vector<std::string>& moves) {
  const std::string move = square_name(from) + square_name(to);
  if (!promotes(board, from, to)) {
    moves.push_back(move);
    return;
  }
  for (const char letter : {'b', 'n', 'q', 'r'}) moves.push_back(move + letter);
}

Board read_fen(const std::string& fen) {
  std::istringstream in(fen);
  std::string men;
  std::string turn;
  std::string castling;
  std::string en_passant;
  Board board;
  in >> men >> turn >> castling >> en_passant >> board.halfmove >> board.fullmove;
  board.men.fill('.');
  board.size = 1 + static_cast<int>(std::count(men.begin(), men.end(), '/'));
  int rank = board.size - 1;
  int file = 0;
  for (const char letter : men) {
    if (letter == '/') {
      --rank;
      file = 0;
    } else if (letter >= '1' && letter <= '8') {
      file += letter - '0';
    } else {
      put(board, rank * 8 + file++, letter);
    }
  }
  board.white_to_move = turn == "w";
  for (const char right : {'K', 'Q', 'k', 'q'}) {
    if (castling.find(right) != std::string::npos) board.castling += right;
  }
  if (en_passant.size() == 2) board.en_passant = (en_passant[1] - '1') * 8 + (en_passant[0] - 'a');
  return board;
}

std::string write_fen(const Board& board) {
  std::string fen;
  for (int rank = board.size - 1; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < board.size; ++file) {
      const char man = man_at(board, rank * 8 + file);
      if (man == '.') {
        ++empty;
        continue;
      }
      if (empty > 0) fen += std::to_string(empty);
      empty = 0;
      fen += man;
    }
    if (empty > 0) fen += std::to_string(empty);
    if (rank > 0) fen += '/';
  }
  fen += board.white_to_move ? " w " : " b ";
  fen += board.castling.empty() ? "-" : board.castling;
  fen += ' ';
  fen += has_legal_en_passant(board) ? square_name(board.en_passant) : "-";
  return fen + ' ' + std::to_string(board.halfmove) + ' ' + std::to_string(board.fullmove);
}

std::vector<std::string> legal_moves(const Board& board) {
  std::vector<std::string> moves;
  for (int from = 0; from < kSquares; ++from) {
    if (!belongs_to(man_at(board, from), board.white_to_move)) continue;
    for (int to = 0; to < kSquares; ++to) {
      if (is_legal(board, from, to)) append_moves(board, from, to, moves);
    }
  }
  std::sort(moves.begin(), moves.end());
  return moves;
}

bool has_legal_move(const Board& board) {
  for (int from = 0; from < kSquares; ++from) {
    if (!belongs_to(man_at(board, from), board.white_to_move)) continue;
    for (int to = 0; to < kSquares; ++to) {
      if (is_legal(board, from, to)) return true;
    }
  }
  return false;
}

std::vector<Move> legal_pawn_captures(const Board& board) {
  std::vector<Move> captures;
  for (int from = 0; from < kSquares; ++from) {
    if (!is_pawn(man_at(board, from)) || !belongs_to(man_at(board, from), board.white_to_move)) continue;
    for (int to = 0; to < kSquares; ++to) {
      if (attacks(board, from, to) && is_legal(board, from, to)) captures.push_back(Move{from, to, '\0'});
    }
  }
  return captures;
}

bool legal(const Board& board, const std::string& move) {
  const std::optional<Move> read = read_move(board, move);
  return read && promotion_fits(board, *read) && is_legal(board, read->from, read->to);
}

Board play(const Board& board, const std::string& move) {
  const Move read = read_move(board, move).value();
  const bool pawn = is_pawn(man_at(board, read.from));
  const bool capture = victim_square(board, read.from, read.to) >= 0;
  Board after = board;
  move_men(after, read);
  if (board.size == 8) {
    touch(after, read.from);
    touch(after, read.to);
  }
  const bool double_step = pawn && std::abs(read.to - read.from) == 16;
  after.en_passant = double_step ? (read.from + read.to) / 2 : -1;
  after.halfmove = pawn || capture ? 0 : board.halfmove + 1;
  after.fullmove += board.white_to_move ? 0 : 1;
  after.white_to_move = !board.white_to_move;
  return after;
}

std::vector<int> checkers(const Board& board, bool white) {
  const int king = king_square(board, white);
  std::vector<int> squares;
  for (int from = 0; from < kSquares; ++from) {
    if (belongs_to(man_at(board, from), !white) && attacks(board, from, king)) squares.push_back(from);
  }
  return squares;
}

bool in_check(const Board& board, bool white) { return is_attacked(board, king_square(board, white), !white); }

bool same_position(const Board& a, const Board& b) {
  if (a.size != b.size || a.men != b.men) return false;
  if (a.white_to_move != b.white_to_move || a.castling != b.castling) return false;
  const int a_square = has_legal_en_passant(a) ? a.en_passant : -1;
  const int b_square = has_legal_en_passant(b) ? b.en_passant : -1;
  return a_square == b_square;
}

std::string without_clocks(Board board) {
  board.halfmove = 0;
  board.fullmove = 1;
  return write_fen(board);
}

bool is_pawn_capture(const Board& board, const std::string& move) {
  const Move read = read_move(board, move).value();
  return is_pawn(man_at(board, read.from)) && file_of(read.from) != file_of(read.to);
}

}  // namespace naive
