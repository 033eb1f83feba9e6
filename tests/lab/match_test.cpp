#include "blindmate/lab/matches/match.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <cmath>

#include "blindmate/view/rule_sets.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

TEST(Wilson, HasItsTextbookValues) {
  const Part half = wilson(0.5, 100);
  EXPECT_NEAR(half.low, 0.4038, 1e-3);
  EXPECT_NEAR(half.high, 0.5962, 1e-3);
  const Part none = wilson(0, 20);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.1611, 1e-3);
}

TEST(Scores, AreOfTheFirstPlayerWhateverTheColour) {
  Score score;
  const auto game = [](const char* white, const char* black, std::optional<chess::Side> winner) {
    return PlayedGame{.players = {white, black},
                      .winner = winner,
                      .reason = "stalemate",
                      .plies = 11,
                      .refused = {6, 5},
                      .time_s = {12.0, 1.0},
                      .slowest_s = {2.0, 0.5}};
  };
  score.add(game("a", "b", chess::Side::white), "a");
  score.add(game("b", "a", chess::Side::black), "a");
  score.add(game("b", "a", chess::Side::white), "a");
  score.add(game("a", "b", std::nullopt), "a");
  EXPECT_EQ(score.wins(), 2);
  EXPECT_EQ(score.losses(), 1);
  EXPECT_EQ(score.draws(), 1);
  const json::object summary = score.to_json();
  EXPECT_NEAR(summary.at("elo").as_double(), 400 * std::log10(2.5 / 1.5), 1e-9);
  EXPECT_EQ(summary.at("draw_reasons"), (json::object{{"stalemate", 1}}));
  // Two games with White (6 moves, 6 refusals, 12 s) and two with Black (5 moves, 5 refusals, 1 s).
  EXPECT_NEAR(summary.at("refused_per_move").at(0).as_double(), 22.0 / 22, 1e-9);
  EXPECT_NEAR(summary.at("time_s_per_move").at(0).as_double(), 26.0 / 22, 1e-9);
  EXPECT_EQ(summary.at("slowest_s"), (json::array{2.0, 2.0}));
}

TEST(PlayedGames, AreReadAsTheyWereWritten) {
  const Contestant hs{"hs", *players::read_player("hs")};
  const Contestant random{"random", *players::read_player("random")};
  const MatchOptions options{.rules = &referee::kBerkeley, .pace = {.nodes = 100}, .most_plies = 20, .swap = true};
  const std::optional<PlayedGame> played = play_game(random, hs, options, 1);
  ASSERT_TRUE(played);
  EXPECT_EQ(played->players, (std::array<std::string, 2>{"hs", "random"}));
  EXPECT_EQ(played->material.size(), static_cast<std::size_t>(played->plies));
  EXPECT_FALSE(played->last_observation_shares[0].empty());
  json::object line = to_json(*played);
  EXPECT_TRUE(line.contains("pgn"));
  line.erase("pgn");
  EXPECT_EQ(to_json(read_played_game(line)), line);
}

// By hand, and by the tables of the binomial distribution.
TEST(SignTest, HasItsTextbookValues) {
  const auto p_value = [](int wins, int losses, int draws) {
    Score score;
    PlayedGame game{.players = {"a", "b"}, .plies = 1};
    for (const auto& [winner, times] : {std::pair<std::optional<chess::Side>, int>(chess::Side::white, wins),
                                        {chess::Side::black, losses},
                                        {std::nullopt, draws}}) {
      game.winner = winner;
      for (int i = 0; i < times; ++i) score.add(game, "a");
    }
    return score.p_value();
  };
  EXPECT_NEAR(p_value(10, 0, 0), 2.0 / 1024, 1e-9);
  EXPECT_NEAR(p_value(0, 10, 99), 2.0 / 1024, 1e-9) << "draws say nothing";
  EXPECT_NEAR(p_value(8, 2, 0), 2.0 * (45 + 10 + 1) / 1024, 1e-9);
  EXPECT_NEAR(p_value(93, 68, 39), 0.058, 1e-3);
  EXPECT_EQ(p_value(5, 5, 0), 1);
  EXPECT_EQ(p_value(0, 0, 7), 1);
}

}  // namespace
}  // namespace blindmate::lab
