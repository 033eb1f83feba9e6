// Symmetries and placements against the definition: every board of an ending, square by square.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "blindmate/endings/lone_king.hpp"
#include "blindmate/endings/tables.hpp"
#include "naive_ending.hpp"

namespace blindmate::endings {
namespace {

using chess::Bitboard;
using chess::Man;
using chess::Square;

Square at(int square) { return static_cast<Square>(square); }

TEST(Symmetries, AreTheEightOfTheSquare) {
  std::set<std::vector<Square>> different;
  for (unsigned bits = 0; bits < 8; ++bits) {
    const Symmetry symmetry(bits);
    std::vector<Square> images;
    for (int a = 0; a < 64; ++a) {
      images.push_back(symmetry.of(at(a)));
      for (int b = 0; b < 64; ++b) {
        const auto distance = [](Square x, Square y) {
          const int files = chess::file_of(x) - chess::file_of(y);
          const int ranks = chess::rank_of(x) - chess::rank_of(y);
          return files * files + ranks * ranks;
        };
        ASSERT_EQ(distance(at(a), at(b)), distance(symmetry.of(at(a)), symmetry.of(at(b)))) << bits;
      }
    }
    different.insert(images);
  }
  EXPECT_EQ(different.size(), 8U);
  EXPECT_EQ(Symmetry(0).of(at(11)), at(11));
}

TEST(Symmetries, TurnSetsAsTheyTurnSquares) {
  Random random(8);
  for (unsigned bits = 0; bits < 8; ++bits) {
    for (int i = 0; i < 200; ++i) {
      const Bitboard set = i < 64 ? chess::bit(at(i)) : random.next();
      Bitboard expected = 0;
      for (const Square s : chess::Squares(set)) expected |= chess::bit(Symmetry(bits).of(s));
      ASSERT_EQ(Symmetry(bits).of(set), expected) << bits;
    }
  }
}

TEST(Symmetries, InversesRestoreSquaresSetsAndMoves) {
  Random random(4);
  for (unsigned bits = 0; bits < 8; ++bits) {
    const Symmetry there(bits);
    const Symmetry back = there.inverse();
    for (int square = 0; square < 64; ++square) {
      ASSERT_EQ(back.of(there.of(at(square))), at(square)) << bits;
      const Bitboard set = random.next();
      ASSERT_EQ(back.of(there.of(set)), set) << bits;
      const chess::Move move(at(square), at(static_cast<int>(random.below(64))), Man::rook);
      ASSERT_EQ(back.of(there.of(move)), move) << bits;
    }
  }
}

using Men = std::array<Bitboard, 6>;

// Every board of the ending, one way or another: kings and men on different squares.
void each_board(const Ending& ending, const std::function<void(const Men&)>& visit) {
  for (int king = 0; king < 64; ++king) {
    for (int first = 0; first < 64; ++first) {
      for (int second = 0; second < 64; ++second) {
        if (ending.count() == 1 && second > 0) break;
        const Bitboard last = ending.count() == 1 ? 0 : chess::bit(at(second));
        const Bitboard all = chess::bit(at(king)) | chess::bit(at(first)) | last;
        if (chess::count(all) != ending.count() + 1) continue;
        Men men{};
        men[chess::index(Man::king)] = chess::bit(at(king));
        men[chess::index(ending.men[0])] |= chess::bit(at(first));
        if (ending.count() == 2) men[chess::index(ending.men[1])] |= last;
        if ((men[chess::index(Man::pawn)] & (chess::rank_mask(0) | chess::rank_mask(7))) == 0) visit(men);
      }
    }
  }
}

Men turned(const Men& men, const Symmetry& symmetry) {
  Men result = men;
  for (Bitboard& set : result) {
    Bitboard image = 0;
    for (const Square s : chess::Squares(set)) image |= chess::bit(symmetry.of(s));
    set = image;
  }
  return result;
}

bool of_one_colour(Bitboard set) {
  int dark = 0;
  for (const Square s : chess::Squares(set)) dark += (chess::file_of(s) + chess::rank_of(s)) % 2 == 0 ? 1 : 0;
  return dark == 0 || dark == chess::count(set);
}

class EndingPlacements : public testing::TestWithParam<std::string> {};

TEST_P(EndingPlacements, EveryBoardIsTheImageOfOne) {
  const Ending ending(GetParam());
  const Placements placements(ending);
  std::vector<bool> met(placements.size());
  each_board(ending, [&](const Men& men) {
    if (HasFatalFailure()) return;
    const Bitboard bishops = men[chess::index(Man::bishop)];
    const bool known = chess::count(bishops) < 2 || !of_one_colour(bishops);
    for (const chess::Side side : {chess::Side::white, chess::Side::black}) {
      const referee::OwnBoard own = board_of(men, side);
      const std::vector<Placements::Place> places = placements.find(own);
      ASSERT_EQ(!places.empty(), known);
      for (const Placements::Place& place : places) {
        ASSERT_EQ(place.number, places.front().number);
        met[place.number] = true;
        const referee::OwnBoard& found = placements.board(place.number);
        ASSERT_EQ(found, board_of(turned(men, place.symmetry), chess::Side::white));
        if (ending.has(Man::pawn)) {
          const int forward = side == chess::Side::white ? 1 : -1;
          const int step = chess::rank_of(place.symmetry.of(at(8))) - chess::rank_of(place.symmetry.of(at(0)));
          ASSERT_EQ(step, forward) << "pawns of the placement are White's";
        }
      }
    }
  });
  EXPECT_EQ(std::count(met.begin(), met.end(), false), 0) << "placements that are no board's";
}

// Boards that are images of each other have one placement, and all ways there are told.
TEST_P(EndingPlacements, ImagesShareTheirPlacement) {
  const Ending ending(GetParam());
  const Placements placements(ending);
  Random random(64);
  const std::vector<Frame> all_frames = frames(ending);
  std::set<std::size_t> numbers;
  for (int i = 0; i < 2000; ++i) {
    const std::size_t number = random.below(static_cast<std::uint32_t>(placements.size()));
    const naive::Board board = naive_board(placements.board(number));
    std::size_t ways = 0;  // to get from the board to itself
    for (const Frame& frame : all_frames) {
      const naive::Board turned_board = image(board, frame);
      const bool itself = frame.side == chess::Side::white && turned_board.men == board.men;
      ways += itself ? 1 : 0;
    }
    for (const Frame& frame : all_frames) {
      Men men{};
      for (unsigned man = 0; man < 6; ++man) {
        men[man] = frame.of(placements.board(number).men(static_cast<Man>(man)));
      }
      const std::vector<Placements::Place> places = placements.find(board_of(men, frame.side));
      ASSERT_EQ(places.size(), ways);
      ASSERT_EQ(places.front().number, number);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Endings, EndingPlacements,
                         testing::Values("kqk", "krk", "kpk", "krrk", "kbbk", "kbnk", "kppk", "kqpk"),
                         [](const testing::TestParamInfo<std::string>& ending) { return ending.param; });

// By Burnside's lemma: (boards + boards that each symmetry leaves as they are) / symmetries.
TEST(Placements, AreAsManyAsThereAreOrbits) {
  EXPECT_EQ(Placements(Ending("kqk")).size(), (64U * 63 + 2 * 8 * 7) / 8);  // both men on one of two diagonals
  EXPECT_EQ(Placements(Ending("kpk")).size(), 48U * 63 / 2);
  EXPECT_EQ(Placements(Ending("kbnk")).size(), (64U * 63 * 62 + 2 * 8 * 7 * 6) / 8);
  // Rooks: all on a diagonal, or the king there and the rooks each other's image.
  EXPECT_EQ(Placements(Ending("krrk")).size(), (64U * 63 * 62 / 2 + 2 * (8 * 7 * 6 / 2 + 8 * 28)) / 8);
}

TEST(Placements, OtherMenHaveNone) {
  const Placements placements(Ending("krk"));
  for (const char* fen : {"7k/8/8/8/8/8/8/KQ6 w - - 0 1", "7k/8/8/8/8/8/8/K7 w - - 0 1",
                          "7k/8/8/8/8/8/8/KRN5 w - - 0 1", "7k/8/8/8/8/8/8/KRR5 w - - 0 1", "4/4/3k/KR2 w - - 0 1"})
    EXPECT_TRUE(placements.find(referee::OwnBoard(position(fen), chess::Side::white)).empty()) << fen;
}

// What a table finds is a win of its list, seen in the board's own frame, whichever way the board is turned; and of the
// list the first that can be seen so.
TEST(Tables, FindWinsInTheFrameOfTheBoard) {
  for (const Table& table : tables()) {
    const std::vector<Frame> all_frames = frames(table.ending());
    Random random(3);
    for (int i = 0; i < 3000; ++i) {
      const std::size_t placement = random.below(static_cast<std::uint32_t>(table.placements().size()));
      const std::vector<Win>& wins = table.wins(placement);
      if (wins.empty()) continue;
      const naive::Board canonical = naive_board(table.placements().board(placement));
      const Frame& frame = all_frames[random.below(static_cast<std::uint32_t>(all_frames.size()))];
      const naive::Board board = image(canonical, frame);
      const Bitboard kings =
          frame.of(wins[random.below(static_cast<std::uint32_t>(wins.size()))].kings & random.next());
      // The first in any frame that turns the placement into the board.
      std::vector<Win> expected;
      for (std::size_t number = 0; number < wins.size() && expected.empty(); ++number) {
        for (const Frame& other : all_frames) {
          if (other.side != frame.side || image(canonical, other).men != board.men) continue;
          const Win seen{other.of(wins[number].kings), other.of(wins[number].tried), wins[number].moves};
          if ((kings & ~seen.kings) == 0) expected.push_back(seen);
        }
      }
      ASSERT_FALSE(expected.empty());
      Men men{};
      for (unsigned man = 0; man < 6; ++man) {
        men[man] = frame.of(table.placements().board(placement).men(static_cast<Man>(man)));
      }
      const std::optional<Win> found = table.find(board_of(men, frame.side), kings);
      ASSERT_TRUE(found) << table.ending().name << ", placement " << placement;
      EXPECT_TRUE(std::any_of(expected.begin(), expected.end(),
                              [&](const Win& win) {
                                return win.kings == found->kings && win.tried == found->tried &&
                                       win.moves == found->moves;
                              }))
          << table.ending().name << ", placement " << placement;
    }
  }
}

}  // namespace
}  // namespace blindmate::endings
