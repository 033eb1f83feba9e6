// The sources of boards for players that sample: last-observation boards and pools.
#include <gtest/gtest.h>

#include <array>

#include "belief/random_game.hpp"
#include "blindmate/belief/belief_state.hpp"
#include "blindmate/belief/depth_first.hpp"
#include "blindmate/belief/last_observation.hpp"
#include "blindmate/belief/pool.hpp"
#include "blindmate/view/announce.hpp"

namespace blindmate::belief {
namespace {

using chess::Man;
using chess::Position;
using chess::Side;
using referee::Game;

// The opponent's men by kind.
std::array<int, 6> counts(const Position& p, Side side) {
  std::array<int, 6> result{};
  for (unsigned i = 0; i < 6; ++i) result[i] = chess::count(p.men(side, static_cast<Man>(i)));
  return result;
}

void expect_plausible(const Position& board, const Game& game) {
  const Side side = game.position().turn();
  const Expected<Position> valid = chess::read_position(chess::fen(board));
  ASSERT_TRUE(valid) << chess::fen(board) << ": " << valid.error().reason;
  EXPECT_EQ(valid->hash(), board.hash());
  for (unsigned i = 0; i < 6; ++i) {
    EXPECT_EQ(board.men(side, static_cast<Man>(i)), game.position().men(side, static_cast<Man>(i)));
  }
  EXPECT_EQ(chess::count(board.men(other(side))), chess::count(game.position().men(other(side))));
  const std::array<int, 6> now = counts(board, other(side));
  const std::array<int, 6> start = counts(game.start(), other(side));
  int promoted = 0;
  for (unsigned i = 1; i < 5; ++i) promoted += std::max(0, now[i] - start[i]);
  EXPECT_LE(now[0] + promoted, start[0]) << chess::fen(board) << ": more men than promotions allow";
}

TEST(LastObservation, BoardsFitTheLatestObservation) {
  Random random(51);
  int boards = 0;
  int samplers = 0;
  for (const referee::RuleSet* rules : referee::kRuleSets) {
    for (int i = 0; i < 40; ++i) {
      Game game(*rules);
      for (int k = 0; k < 20 + 3 * i && !game.outcome(); ++k) ask_at_random(game, random);
      if (game.outcome()) continue;
      const referee::PlayerView& view = game.view(game.position().turn());
      LastObservation source(view, static_cast<std::uint64_t>(i));
      EXPECT_TRUE(source.fits(game.position()))
          << rules->name << ": the true position fits, " << chess::fen(game.position());
      ++samplers;
      for (int k = 0; k < 5; ++k) {
        const std::optional<Position> board = source.sample(3000);
        if (!board) continue;
        ++boards;
        expect_plausible(*board, game);
        const referee::Heard announced = referee::announce_start(*board, *rules);
        EXPECT_EQ(announced.check, view.check());
        EXPECT_EQ(announced.pawn_tries, view.pawn_tries());
        for (const chess::Move tried : view.own_board().tries()) {
          const bool refused = !view.askable(tried) && view.log().back().by == view.side() &&
                               view.log().back().ask == referee::Ask(tried) &&
                               view.log().back().heard.answer == referee::Answer::no;
          if (refused) {
            EXPECT_FALSE(board->is_legal(tried));
          }
        }
      }
    }
  }
  EXPECT_GT(boards, samplers * 4) << "nearly every request finds a board";
}

TEST(LastObservation, KnowsTheKindsThatWereCaptured) {
  // cincinnati tells that a pawn was taken: fifteen men with seven pawns (or fewer, promoted).
  Game game(referee::kCincinnati);
  for (const char* tried : {"e2e4", "d7d5", "e4d5", "g8f6"}) game.ask(*chess::parse_coordinates(tried));
  LastObservation source(game.view(Side::white), 1);
  for (int i = 0; i < 100; ++i) {
    const std::optional<Position> board = source.sample();
    ASSERT_TRUE(board);
    EXPECT_EQ(counts(*board, Side::black), (std::array<int, 6>{7, 2, 2, 2, 1, 1}));
  }
}

TEST(LastObservation, PutsTheCapturingManOnItsSquare) {
  Game game(referee::kBerkeley);
  for (const char* tried : {"e2e4", "d7d5", "b1c3", "d5e4"}) game.ask(*chess::parse_coordinates(tried));
  LastObservation source(game.view(Side::white), 2);
  for (int i = 0; i < 50; ++i) {
    const std::optional<Position> board = source.sample();
    ASSERT_TRUE(board);
    EXPECT_TRUE(chess::contains(board->men(Side::black), *chess::parse_square("e4")));
  }
}

// Starts other than the usual one, in which promotions come early; men that were promoted stand where they can.
TEST(LastObservation, KnowsEarlyPromotions) {
  Game quiet(referee::kBerkeley, position("4k3/8/8/8/8/8/p7/4K3 b - - 0 1"));
  quiet.ask(*chess::parse_coordinates("a2a1q"));
  EXPECT_TRUE(LastObservation(quiet.view(Side::white), 1).sample(5000)) << "a check on the rank by a queen or rook";

  Game told(referee::kRand, position("4k3/8/8/8/8/8/p6P/7K b - - 0 1"));
  told.ask(*chess::parse_coordinates("a2a1n"));
  LastObservation source(told.view(Side::white), 2);
  EXPECT_TRUE(source.fits(told.position()));
  for (int i = 0; i < 50; ++i) {
    const std::optional<Position> board = source.sample(5000);
    ASSERT_TRUE(board);
    const chess::Bitboard promoted = board->men(Side::black) & ~board->men(Man::king) & chess::rank_mask(0);
    EXPECT_NE(promoted, 0U) << chess::fen(*board);
  }
}

TEST(LastObservation, WorksOnBoardsOfAllSizes) {
  Random random(53);
  int asked = 0;
  int found = 0;
  for (int i = 0; i < 200; ++i) {
    const referee::RuleSet& rules = *referee::kRuleSets[static_cast<std::size_t>(i) % referee::kRuleSets.size()];
    Game game(rules, random_position(chess::kSmallestBoard + i % 5, random));
    for (int k = 0; k < 8 && !game.outcome(); ++k) ask_at_random(game, random);
    if (game.outcome()) continue;
    LastObservation source(game.view(game.position().turn()), static_cast<std::uint64_t>(i));
    EXPECT_TRUE(source.fits(game.position())) << rules.name << " " << chess::fen(game.position());
    ++asked;
    if (const std::optional<Position> board = source.sample(5000)) {
      ++found;
      expect_plausible(*board, game);
    }
  }
  EXPECT_GT(asked, 80);
  EXPECT_GT(found, asked * 8 / 10);
}

TEST(Pool, HoldsConsistentStatesAndIsThinned) {
  Random random(52);
  for (const referee::RuleSet* rules : referee::kRuleSets) {
    Game game(*rules);
    BeliefState exact(game.start(), Side::black, *rules);
    Pool pool(game.start(), Side::black, *rules, {.most = 300, .thinned = 100, .seed = 3});
    std::size_t done = 0;
    bool thinned = false;
    while (!game.outcome() && exact.size() < 20000) {
      ask_at_random(game, random);
      const std::vector<Observation> all = observations(game.view(Side::black));
      for (; done < all.size(); ++done) {
        const OpponentTurn* turn = std::get_if<OpponentTurn>(&all[done]);
        if (turn != nullptr && !turn->moved) break;
        exact.hear(all[done]);
        pool.hear(all[done]);
        EXPECT_LE(pool.states().size(), 300U);
        thinned |= pool.states().size() < exact.size();
        for (std::size_t i = 0; i < pool.states().size(); ++i) {
          ASSERT_TRUE(exact.contains(pool.states().position(i))) << rules->name;
        }
        if (!thinned) {
          EXPECT_EQ(pool.states().size(), exact.size());
        }
      }
    }
    EXPECT_TRUE(thinned) << rules->name;
  }
}

TEST(Pool, TakesStatesFromAnotherSourceEvenWhenEmpty) {
  Game game(referee::kBerkeley);
  for (const char* tried : {"e2e4", "d7d5", "e4d5", "d8d5", "b1c3"}) game.ask(*chess::parse_coordinates(tried));
  const std::vector<Observation> all = observations(game.view(Side::white));
  Pool pool(game.start(), Side::white, referee::kBerkeley, {.most = 1, .thinned = 1, .seed = 1});
  for (const Observation& observation : all) pool.hear(observation);
  EXPECT_EQ(pool.states().size(), 0U) << "the one state that was kept did not survive";
  EXPECT_EQ(pool.states().turn(), Side::black);
  DepthFirst source(game.view(Side::white), random_order(5));
  const std::optional<Position> consistent = source.next();
  ASSERT_TRUE(consistent);
  pool.add(*consistent);
  pool.add(*consistent);
  EXPECT_EQ(pool.states().size(), 1U);
}

}  // namespace
}  // namespace blindmate::belief
