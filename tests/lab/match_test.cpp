#include "blindmate/lab/matches/match.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <cmath>

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
  const auto game = [](const char* white, const char* black, const char* result) {
    return json::object{{"white", white}, {"black", black},    {"result", result},      {"reason", "stalemate"},
                        {"plies", 11},    {"refused", {6, 5}}, {"time_s", {12.0, 1.0}}, {"slowest_s", {2.0, 0.5}}};
  };
  score.add(game("a", "b", "1-0"), "a");
  score.add(game("b", "a", "0-1"), "a");
  score.add(game("b", "a", "1-0"), "a");
  score.add(game("a", "b", "1/2-1/2"), "a");
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

// By hand, and by the tables of the binomial distribution.
TEST(SignTest, HasItsTextbookValues) {
  const auto p_value = [](int wins, int losses, int draws) {
    Score score;
    json::object game{{"white", "a"}, {"reason", "stalemate"}, {"plies", 1}};
    for (const char* field : {"refused", "time_s", "slowest_s"}) game[field] = {0, 0};
    for (const auto& [result, times] :
         {std::pair("1-0", wins), std::pair("0-1", losses), std::pair("1/2-1/2", draws)}) {
      game["result"] = result;
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
