// Tries against a king that nobody sees, all its squares at once, against the naive referee on one position after the
// other.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "blindmate/endings/lone_king.hpp"
#include "naive/referee.hpp"
#include "naive_ending.hpp"

namespace blindmate::endings {
namespace {

using chess::Bitboard;

Bitboard bit_of(int square) { return Bitboard{1} << square; }

// A king and up to four men, of either colour, mostly on the ordinary board.
naive::Board random_men(Random& random) {
  naive::Board board;
  board.size = random.below(3) == 0 ? 4 + static_cast<int>(random.below(4)) : 8;
  board.men.fill('.');
  board.white_to_move = random.below(2) == 0;
  const std::string letters = board.white_to_move ? "KPPNBRQ" : "kppnbrq";
  const unsigned men = 1 + random.below(5);
  for (unsigned placed = 0; placed < men;) {
    const auto file = static_cast<int>(random.below(static_cast<std::uint32_t>(board.size)));
    const auto rank = static_cast<int>(random.below(static_cast<std::uint32_t>(board.size)));
    const char man = letters[placed == 0 ? 0 : 1 + random.below(6)];
    const bool bad = naive::is_pawn(man) && (rank == 0 || rank == board.size - 1);
    char& there = board.men[static_cast<std::size_t>(rank * 8 + file)];
    if (bad || there != '.') continue;
    there = man;
    ++placed;
  }
  return board;
}

std::vector<std::string> names(referee::Directions check) {
  const std::map<referee::Directions, std::string> all = {{referee::kCheckFile, "file"},
                                                          {referee::kCheckRank, "rank"},
                                                          {referee::kCheckLong, "long"},
                                                          {referee::kCheckShort, "short"},
                                                          {referee::kCheckKnight, "knight"}};
  std::vector<std::string> result;
  for (const auto& [direction, text] : all) {
    if ((check & direction) != 0) result.push_back(text);
  }
  std::sort(result.begin(), result.end());
  return result;
}

// What a try brings, square by square.
struct Outcome {
  Bitboard refused = 0;
  Bitboard stalemated = 0;
  Bitboard mated = 0;
  std::map<std::vector<std::string>, Bitboard> parts;  // by the check that is heard
  std::map<int, Bitboard> moves;                       // of the king, by its square
  std::map<int, Bitboard> captures;
  std::string men;  // the attacker's, afterwards
};

Outcome outcome_of(const naive::Board& men, Bitboard kings, const std::string& tried) {
  Outcome outcome;
  for (int king = 0; king < 64; ++king) {
    if ((kings & bit_of(king)) == 0) continue;
    const naive::Board board = *with_lone_king(men, king);
    if (!naive::legal(board, tried)) {
      outcome.refused |= bit_of(king);
      continue;
    }
    naive::Board after = naive::play(board, tried);
    const std::vector<std::string> check = naive::check_directions(after);
    outcome.parts[check] |= bit_of(king);
    const std::vector<std::string> replies = naive::legal_moves(after);
    if (replies.empty()) (check.empty() ? outcome.stalemated : outcome.mated) |= bit_of(king);
    outcome.moves[king] = 0;
    outcome.captures[king] = 0;
    for (const std::string& reply : replies) {
      const int to = naive::read_move(after, reply)->to;
      (naive::man_at(after, to) == '.' ? outcome.moves : outcome.captures)[king] |= bit_of(to);
    }
    after.men[static_cast<std::size_t>(king)] = '.';
    outcome.men = {after.men.begin(), after.men.end()};
  }
  return outcome;
}

std::string letters(const referee::OwnBoard& own) {
  const naive::Board board = naive_board(own);
  return {board.men.begin(), board.men.end()};
}

void expect_same(const Attempt& attempt, Bitboard kings, const Outcome& expected) {
  EXPECT_EQ(attempt.refused() & kings, expected.refused);
  std::map<std::vector<std::string>, Bitboard> parts;
  Bitboard stalemated = 0;
  Bitboard mated = 0;
  for (const Attempt::Part& part : attempt.parts(kings)) {
    EXPECT_NE(part.kings, 0U);
    EXPECT_TRUE(parts.emplace(names(part.check), part.kings).second) << "one announcement twice";
    if (part.check == 0) stalemated |= attempt.stuck(part.kings);
    if (part.check != 0) mated |= attempt.stuck(part.kings);
  }
  EXPECT_EQ(parts, expected.parts);
  EXPECT_EQ(stalemated, expected.stalemated);
  EXPECT_EQ(mated, expected.mated);
  for (const auto& [king, squares] : expected.moves) {
    EXPECT_EQ(next_to(bit_of(king)) & attempt.allowed(), squares) << naive::square_name(king);
    EXPECT_EQ(next_to(bit_of(king)) & attempt.capturable(), expected.captures.at(king)) << naive::square_name(king);
  }
  EXPECT_TRUE(expected.men.empty() || letters(attempt.after()) == expected.men);
}

TEST(LoneKing, AttemptsBringWhatTheNaiveRefereeSays) {
  Random random(1866);
  std::map<std::string, int> met;
  for (int i = 0; i < 600 && !testing::Test::HasFailure(); ++i) {
    const naive::Board men = random_men(random);
    const Bitboard kings = naive_possible_squares(men);
    if (kings == 0) continue;
    const std::string fen = naive::write_fen(*with_lone_king(men, chess::lowest(kings)));
    const referee::OwnBoard own = attacker(fen);
    SCOPED_TRACE("the men of " + fen);
    EXPECT_EQ(possible_squares(own), kings);
    std::set<std::string> tried;
    for (const chess::Move move : attempts(own)) {
      SCOPED_TRACE(chess::text(move));
      tried.insert(chess::text(move));
      const Outcome expected = outcome_of(men, kings, chess::text(move));
      const Attempt attempt(own, move);
      expect_same(attempt, kings, expected);
      const Bitboard some = kings & random.next();
      expect_same(attempt, some, outcome_of(men, some, chess::text(move)));
      met["refused"] += expected.refused != 0 ? 1 : 0;
      met["stalemated"] += expected.stalemated != 0 ? 1 : 0;
      met["mated"] += expected.mated != 0 ? 1 : 0;
      met["several checks"] += expected.parts.size() > 3 ? 1 : 0;
      met["promotion"] += move.promotion() != chess::Man::none ? 1 : 0;
      for (const auto& [check, part] : expected.parts) met["double check"] += check.size() > 1 ? 1 : 0;
      for (const auto& [king, squares] : expected.captures) met["capture"] += squares != 0 ? 1 : 0;
    }
    // No try is missing, and none is nonsense.
    const naive::Referee referee("berkeley", fen);
    const std::vector<std::string> askable = referee.askable();  // none where men that cannot mate end the game
    for (const std::string& move : tried) {
      EXPECT_TRUE(!referee.end().empty() || std::binary_search(askable.begin(), askable.end(), move)) << move;
    }
    for (const chess::Square king : chess::Squares(kings)) {
      for (const std::string& move : naive::legal_moves(*with_lone_king(men, king))) EXPECT_TRUE(tried.contains(move));
    }
  }
  for (const char* what : {"refused", "stalemated", "mated", "several checks", "promotion", "double check", "capture"})
    EXPECT_GT(met[what], 20) << what;
}

TEST(LoneKing, SafeSquaresAreThoseWithoutACapture) {
  Random random(1899);
  for (int i = 0; i < 2000; ++i) {
    const naive::Board men = random_men(random);
    const Bitboard kings = naive_possible_squares(men);
    if (kings == 0) continue;
    Bitboard expected = 0;
    for (const chess::Square king : chess::Squares(kings)) {
      naive::Board board = *with_lone_king(men, king);
      board.white_to_move = !board.white_to_move;  // as if the king could move now
      bool captures = false;
      for (const std::string& move : naive::legal_moves(board)) {
        captures |= naive::man_at(board, naive::read_move(board, move)->to) != '.';
      }
      if (!captures) expected |= chess::bit(king);
    }
    const std::string fen = naive::write_fen(*with_lone_king(men, chess::lowest(kings)));
    ASSERT_EQ(safe_squares(attacker(fen)), expected) << "the men of " << fen;
  }
}

TEST(LoneKing, BoardsAreMadeOfTheirMen) {
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const naive::Board men = random_men(random);
    if (men.size != 8) continue;
    std::array<Bitboard, 6> sets{};
    for (int square = 0; square < 64; ++square) {
      const char man = static_cast<char>(std::tolower(static_cast<unsigned char>(naive::man_at(men, square))));
      if (man != '.') sets[chess::index(chess::man_of_letter(man))] |= bit_of(square);
    }
    const referee::OwnBoard own = board_of(sets, men.white_to_move ? chess::Side::white : chess::Side::black);
    ASSERT_EQ(letters(own), std::string(men.men.begin(), men.men.end()));
    EXPECT_EQ(own.castling(), 0);
    for (const chess::Square lost : chess::Squares(own.men() & ~own.men(chess::Man::king))) {
      std::string left = letters(own);
      left[lost] = '.';
      EXPECT_EQ(letters(without(own, lost)), left);
    }
  }
}

}  // namespace
}  // namespace blindmate::endings
