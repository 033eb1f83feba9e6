// Random games over the wire with the naive referee beside them, which was written from the rules alone: each frame
// that each side receives says what he says, and there are no others.
#include <gtest/gtest.h>

#include <algorithm>

#include "blindmate/base/random.hpp"
#include "naive/referee.hpp"
#include "server/house.hpp"
#include "server/second_referee.hpp"

namespace blindmate::server {
namespace {

// A connection may say sixty things at once; what a game needs stays below it.
constexpr int kMostAsks = 55;

class ServeReferee : public Serve, public testing::WithParamInterface<const char*> {
 protected:
  static void expect_known(const Player& player, const SecondReferee& referee, std::string_view side) {
    ASSERT_EQ(without_phrases(player.log()), referee.log(side)) << side;
    const json::object& now = player.now();
    ASSERT_EQ(now.at("turn"), json::value(referee.turn()));
    ASSERT_EQ(now.at("board"), json::value(referee.own_board(side)));
    std::vector<std::string> askable = player.askable();
    std::sort(askable.begin(), askable.end());
    const bool is_his_turn = referee.turn() == side;
    ASSERT_EQ(askable, is_his_turn ? referee.askable() : std::vector<std::string>());
    ASSERT_EQ(now.at("may_ask_any").as_bool(), is_his_turn && referee.may_ask_any());
    ASSERT_EQ(player.end(), referee.end());
    json::object known;
    for (const char* field : {"check", "pawn_tries", "capture", "last_own_move", "refused"})
      known[field] = now.at(field);
    known["opponent_men"] = now.at("opponent_men").at("total");
    ASSERT_EQ(known, referee.known_to(side)) << side;
    const json::object& men = now.at("opponent_men").as_object();
    if (!men.at("pawns").is_null()) {
      ASSERT_EQ(men.at("pawns").as_int64() + men.at("pieces").as_int64(), men.at("total").as_int64());
    }
  }

  void play(const House& house, std::uint64_t seed) {
    Pair pair(house, {{"rules", GetParam()}});
    SecondReferee referee(GetParam());
    Random random(seed);
    int asks = 0;
    while (++asks < kMostAsks && referee.end().empty()) {
      const std::string mover_side = referee.turn();
      Player& mover = pair.mover();
      Player& listener = pair.listener();
      const std::string asked = random_ask(mover.askable(), random);
      const naive::Answer answer = referee.ask(asked);
      SCOPED_TRACE(referee.story());
      mover.say_ask(asked);
      if (referee.is_recorded(answer)) mover.hear("view");
      const json::object heard = mover.hear("answer");
      ASSERT_EQ(heard.at("ask"), json::value(asked));
      ASSERT_EQ(heard.at("heard"), heard_json(answer.mover));
      if (answer.opponent) listener.hear("view");
      expect_known(mover, referee, mover_side);
      if (HasFatalFailure()) return;
      expect_known(listener, referee, mover_side == "white" ? "black" : "white");
      if (HasFatalFailure()) return;
    }
    answers_ += asks;
    if (!referee.end().empty()) return;
    pair.black_player.say({{"type", "resign"}});
    pair.white_player.hear("view");
    EXPECT_EQ(pair.white_player.end(), "resignation") << "nothing else was on the way";
    pair.black_player.hear("view");
    EXPECT_EQ(pair.black_player.end(), "resignation") << "nothing else was on the way";
  }

  int answers_ = 0;
};

TEST_P(ServeReferee, EachSideIsSentWhatTheNaiveRefereeSays) {
  const House house = open();
  for (std::uint64_t seed = 0; seed < 6 && !HasFatalFailure(); ++seed) play(house, seed);
  EXPECT_GT(answers_, 200);
}

INSTANTIATE_TEST_SUITE_P(RuleSets, ServeReferee,
                         testing::Values("berkeley", "berkeley-any", "cincinnati", "wild16", "rand", "english"),
                         [](const testing::TestParamInfo<const char*>& rules) {
                           std::string name(rules.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace blindmate::server
