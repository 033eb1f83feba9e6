// That retrograde analysis finds the shortest sure mates, against searches that know nothing of lone kings: the solver,
// which goes forward from single positions, and the naive one.
#include <gtest/gtest.h>

#include "blindmate/endings/retrograde.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "naive/solver.hpp"
#include "naive_ending.hpp"

namespace blindmate::endings {
namespace {

using chess::Bitboard;

struct Question {
  std::vector<std::string> fens;
  referee::OwnBoard own;
  Bitboard kings;
};

// Up to six squares for the king, in any frame; often those of a win that is not much longer than asked for, or these
// and one more.
Question random_question(const Table& table, int most_moves, Random& random) {
  const auto below = [&](std::size_t bound) { return random.below(static_cast<std::uint32_t>(bound)); };
  const std::vector<Frame> all_frames = frames(table.ending());
  const Frame& frame = all_frames[below(all_frames.size())];
  for (;;) {
    const std::size_t placement = below(table.placements().size());
    const naive::Board men = image(naive_board(table.placements().board(placement)), frame);
    const Bitboard possible = naive_possible_squares(men);
    const auto draw = [&](Bitboard from, unsigned number) {
      Bitboard drawn = 0;
      for (unsigned i = 0; i < number && from != 0; ++i) {
        Bitboard rest = from;
        for (unsigned skip = below(static_cast<std::size_t>(chess::count(from))); skip > 0; --skip) rest &= rest - 1;
        drawn |= rest & -rest;
        from &= ~drawn;
      }
      return drawn;
    };
    std::vector<Win> wins = table.wins(placement);
    std::erase_if(wins, [most_moves](const Win& win) { return win.moves > most_moves + 1; });
    const bool known = below(4) != 0;
    if (known && wins.empty()) continue;
    Bitboard kings =
        known ? draw(frame.of(wins[below(wins.size())].kings), 1 + below(5)) : draw(possible, 1 + below(6));
    if (known && below(2) == 0) kings |= draw(possible, 1);
    if (kings == 0) continue;
    std::vector<std::string> fens;
    for (const chess::Square king : chess::Squares(kings)) fens.push_back(naive::write_fen(*with_lone_king(men, king)));
    return {fens, attacker(fens.front()), kings};
  }
}

std::optional<int> moves(const Table& table, const Question& question) {
  const std::optional<Win> win = table.find(question.own, question.kings);
  return win ? std::optional<int>(win->moves) : std::nullopt;
}

std::string describe(const Question& question) {
  std::string result;
  for (const std::string& fen : question.fens) result += fen + "\n";
  return result;
}

// The moves of the shortest mate, by the solver.
std::optional<int> solved(const Question& question, int most_moves) {
  referee::Problem problem{.id = "random", .rules = &referee::kBerkeley};
  for (const std::string& fen : question.fens) problem.states.push_back(position(fen));
  const kriegspiel::Solution solution = kriegspiel::solve(problem, 2 * most_moves - 1, {.deepen = true});
  EXPECT_NE(solution.verdict, kriegspiel::Verdict::unknown);
  if (solution.verdict != kriegspiel::Verdict::mate) return std::nullopt;
  return (*solution.length + 1) / 2;
}

void compare_with_solver(const Table& table, int most_moves, int questions) {
  Random random(2009);
  std::vector<int> met(static_cast<std::size_t>(most_moves) + 1);  // by moves; no mate at 0
  for (int i = 0; i < questions; ++i) {
    const Question question = random_question(table, most_moves, random);
    const std::optional<int> expected = solved(question, most_moves);
    const std::optional<int> found = moves(table, question);
    ASSERT_EQ(found && *found <= most_moves ? found : std::nullopt, expected) << describe(question);
    ++met[static_cast<std::size_t>(expected.value_or(0))];
  }
  for (std::size_t n = 0; n < met.size(); ++n) EXPECT_GT(met[n], questions / 50) << "mates in " << n;
}

TEST(ShortestMate, OfAQueenIsTheSolvers) { compare_with_solver(retrograde(Ending("kqk"), {}), 3, 2000); }
TEST(ShortestMate, OfARookIsTheSolvers) { compare_with_solver(retrograde(Ending("krk"), {}), 3, 2000); }

TEST(ShortestMate, OfAPawnIsTheSolvers) {
  const RetrogradeOptions short_ones{.most_moves = 3};
  const Table queen = retrograde(Ending("kqk"), {}, short_ones);
  const Table rook = retrograde(Ending("krk"), {}, short_ones);
  compare_with_solver(retrograde(Ending("kpk"), {&queen, &rook}, short_ones), 3, 2000);
}

TEST(ShortestMate, OfTwoRooksIsTheSolvers) {
  const RetrogradeOptions short_ones{.most_moves = 2};
  const Table rook = retrograde(Ending("krk"), {}, short_ones);
  compare_with_solver(retrograde(Ending("krrk"), {&rook}, short_ones), 2, 2000);
}

// Wins that would be none if the king's taking a man were the end: the mate goes on with the other.
TEST(ShortestMate, MayLoseAMan) {
  const RetrogradeOptions short_ones{.most_moves = 2};
  const Table queen = retrograde(Ending("kqk"), {}, short_ones);
  const Table with = retrograde(Ending("kqqk"), {&queen}, short_ones);
  const Table without = retrograde(Ending("kqqk"), {}, short_ones);
  int met = 0;
  for (std::size_t placement = 0; placement < with.placements().size(); ++placement) {
    const referee::OwnBoard& own = with.placements().board(placement);
    for (const Win& win : with.wins(placement)) {
      if (without.find(own, win.kings) || ++met % 20 != 0) continue;
      Question question{.fens = {}, .own = own, .kings = win.kings};
      for (const chess::Square king : chess::Squares(win.kings))
        question.fens.push_back(naive::write_fen(*with_lone_king(naive_board(own), king)));
      ASSERT_EQ(solved(question, 2), win.moves) << describe(question);
    }
  }
  EXPECT_GT(met, 100);
}

TEST(ShortestMate, IsTheNaiveSolvers) {
  for (const char* name : {"kqk", "krk"}) {
    const Table table = retrograde(Ending(name), {}, {.most_moves = 2});
    Random random(1889);
    int mates = 0;
    int others = 0;
    for (int i = 0; i < 60; ++i) {
      const Question question = random_question(table, 2, random);
      std::optional<int> expected;
      for (const int n : {1, 2}) {
        naive::Problem problem;
        problem.rules = "berkeley";
        problem.ply = 2 * n - 1;
        problem.states = question.fens;
        const std::optional<bool> mate = naive::guaranteed_mate(problem, 1000000);
        ASSERT_TRUE(mate) << describe(question);
        if (*mate && !expected) expected = n;
      }
      ASSERT_EQ(moves(table, question), expected) << describe(question);
      ++(expected ? mates : others);
    }
    EXPECT_GT(mates, 10);
    EXPECT_GT(others, 10);
  }
}

}  // namespace
}  // namespace blindmate::endings
