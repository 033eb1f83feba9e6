// Mate in one and moves that may give check, against all legal moves made one by one, on random positions.
#include "blindmate/chess/mate_in_one.hpp"

#include <gtest/gtest.h>

#include "blindmate/base/random.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/movegen.hpp"

namespace blindmate::chess {
namespace {

// Kings and some men on a board of any size; sometimes with castling or en passant.
class RandomPosition {
 public:
  explicit RandomPosition(std::uint64_t seed) : random_(seed) {}

  Position next() {
    for (;;) {
      Setup setup;
      setup.size = random_.below(2) == 0 ? 8 : 4 + static_cast<int>(random_.below(4));
      setup.turn = random_.below(2) == 0 ? Side::white : Side::black;
      if (setup.size == 8 && random_.below(4) == 0) {
        const Castling& castling = kCastlings[random_.below(4)];
        setup.castling = castling.right;
        setup.men[castling.king_from] = {Man::king, castling.side};
        setup.men[castling.rook_from] = {Man::rook, castling.side};
        place(setup, Man::king, other(castling.side));
      } else {
        place(setup, Man::king, Side::white);
        place(setup, Man::king, Side::black);
      }
      for (unsigned men = 2 + random_.below(5); men > 0; --men) {
        const Side side = random_.below(3) == 0 ? other(setup.turn) : setup.turn;
        place(setup, static_cast<Man>(random_.below(5)), side);
      }
      if (setup.size == 8 && random_.below(4) == 0) add_en_passant(setup);
      if (const Expected<Position> valid = Position::from(setup)) return *valid;
    }
  }

 private:
  void place(Setup& setup, Man man, Side side) {
    for (;;) {
      const auto size = static_cast<unsigned>(setup.size);
      const Square s = square(static_cast<int>(random_.below(size)), static_cast<int>(random_.below(size)));
      if (setup.men[s].man != Man::none) continue;
      setup.men[s] = {man, side};
      return;
    }
  }

  void add_en_passant(Setup& setup) {
    const bool white = setup.turn == Side::white;
    const int file = static_cast<int>(random_.below(7));
    setup.men[square(file, white ? 4 : 3)] = {Man::pawn, other(setup.turn)};
    setup.men[square(file + 1, white ? 4 : 3)] = {Man::pawn, setup.turn};
    setup.en_passant = square(file, white ? 5 : 2);
  }

  Random random_;
};

TEST(MateInOne, IsFoundExactlyWhereALegalMoveMates) {
  RandomPosition random(2007);
  int mates = 0;
  constexpr int kPositions = 300'000;
  for (int i = 0; i < kPositions; ++i) {
    const Position p = random.next();
    bool expected = false;
    for (const Move move : legal_moves(p)) {
      const Position next = p.after(move);
      expected = expected || (next.checkers() != 0 && !has_legal_move(next));
    }
    mates += expected ? 1 : 0;
    std::uint64_t made = 0;
    ASSERT_EQ(has_mate_in_one(p, made), expected) << fen(p);
  }
  EXPECT_GT(mates, kPositions / 50);
}

TEST(CheckSquares, MissNoCheck) {
  RandomPosition random(1858);
  int spared = 0;
  for (int i = 0; i < 50'000; ++i) {
    const Position p = random.next();
    const CheckSquares checks(p);
    for (const Move move : legal_moves(p)) {
      if (checks.may_check(p, move)) continue;
      ++spared;
      ASSERT_EQ(p.after(move).checkers(), 0U) << fen(p) << " " << text(move);
    }
  }
  EXPECT_GT(spared, 100'000);
}

}  // namespace
}  // namespace blindmate::chess
