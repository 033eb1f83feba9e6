// The settings of a new game: what is accepted, and what is said of all else.
#include "blindmate/server/settings.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "blindmate/view/rule_sets.hpp"

namespace blindmate::server {
namespace {

namespace json = boost::json;

using chess::Side;

// Settings that are right, with one field put in its place; a null pointer takes it away.
json::value with(const char* field, const char* text) {
  json::value settings =
      json::parse(R"({"rules":"berkeley","colour":"white","clock":null,"opponent":{"player":"club","level":2}})");
  if (text == nullptr) {
    settings.as_object().erase(field);
  } else {
    settings.as_object()[field] = json::parse(text);
  }
  return settings;
}

struct Bad {
  const char* field;
  const char* text;
};

TEST(Settings, EveryMistakeIsNamed) {
  const Bad bad[] = {
      {"rules", nullptr},
      {"rules", R"("chess")"},
      {"rules", R"("")"},
      {"rules", "7"},
      {"rules", "null"},
      {"rules", R"({"name":"berkeley"})"},
      {"colour", nullptr},
      {"colour", R"("red")"},
      {"colour", R"("White")"},
      {"colour", "null"},
      {"colour", "0"},
      {"clock", nullptr},
      {"clock", R"("5+3")"},
      {"clock", "5"},
      {"clock", "[]"},
      {"clock", "{}"},
      {"clock", R"({"minutes":5})"},
      {"clock", R"({"increment":3})"},
      {"clock", R"({"minutes":"5","increment":3})"},
      {"clock", R"({"minutes":0,"increment":3})"},
      {"clock", R"({"minutes":0.09,"increment":3})"},
      {"clock", R"({"minutes":-5,"increment":3})"},
      {"clock", R"({"minutes":181,"increment":3})"},
      {"clock", R"({"minutes":1e308,"increment":3})"},
      {"clock", R"({"minutes":5,"increment":-1})"},
      {"clock", R"({"minutes":5,"increment":61})"},
      {"clock", R"({"minutes":5,"increment":null})"},
      {"opponent", nullptr},
      {"opponent", "null"},
      {"opponent", R"("bot")"},
      {"opponent", R"("club")"},
      {"opponent", "[]"},
      {"opponent", "{}"},
      {"opponent", R"({"player":"club"})"},
      {"opponent", R"({"level":2})"},
      {"opponent", R"({"player":"nobody","level":2})"},
      {"opponent", R"({"player":7,"level":2})"},
      {"opponent", R"({"player":"hs:engine=/bin/sh","level":2})"},
      {"opponent", R"({"player":"mate:hs","level":2})"},
      {"opponent", R"({"player":"club","level":0})"},
      {"opponent", R"({"player":"club","level":5})"},
      {"opponent", R"({"player":"club","level":-1})"},
      {"opponent", R"({"player":"club","level":4294967298})"},
      {"opponent", R"({"player":"club","level":"2"})"},
      {"opponent", R"({"player":"club","level":2.0})"},
      {"opponent", R"("Anyone")"},
      {"opponent", R"({"name":7})"},
      {"opponent", R"({"name":null})"},
      {"rated", "true"},
      {"rated", "null"},
      {"rated", "1"},
      {"rated", R"("true")"},
      {"wanted", R"("anna")"},
      {"in_lobby", "true"},
      {"Rules", R"("berkeley")"},
  };
  for (const Bad& one : bad) {
    const Expected<store::GameRecord> read = read_settings(with(one.field, one.text), 1, 0);
    const std::string text = one.text == nullptr ? "left out" : one.text;
    ASSERT_FALSE(read) << one.field << ": " << text;
    EXPECT_NE(read.error().reason.find(one.field), std::string::npos)
        << one.field << ": " << text << " was answered with " << read.error().reason;
  }
}

TEST(Settings, AreAnObject) {
  for (const char* text : {"null", "[]", "7", R"("berkeley")"}) EXPECT_FALSE(read_settings(json::parse(text), 1, 0));
}

TEST(Settings, OfAGameWithABotThatBeginsAtOnce) {
  const auto game = read_settings(with("colour", R"("black")"), 42, 1234);
  ASSERT_TRUE(game);
  EXPECT_EQ(game->created, 1234);
  EXPECT_EQ(game->seats[0], (store::Seat{store::Bot{"club", 2}, {}}));
  EXPECT_EQ(game->seats[1], (store::Seat{std::nullopt, {42}}));
  EXPECT_EQ(game->events, (std::vector<store::TableEvent>{{store::TableEvent::Kind::started, 1234}}));
  EXPECT_FALSE(game->time);
}

TEST(Settings, OfAGameThatWaitsForAPerson) {
  const auto game = read_settings(with("opponent", R"("person")"), 42, 1234);
  ASSERT_TRUE(game);
  EXPECT_EQ(game->seats[0], (store::Seat{std::nullopt, {42}}));
  EXPECT_FALSE(game->seats[1].is_taken());
  EXPECT_TRUE(game->events.empty());
}

TEST(Settings, OfAChallengeToAnyone) {
  const auto game = read_settings(with("opponent", R"("anyone")"), 42, 1234);
  ASSERT_TRUE(game);
  EXPECT_TRUE(game->in_lobby);
  EXPECT_FALSE(game->wanted);
  EXPECT_FALSE(game->rated) << "unless it is asked for";
  EXPECT_EQ(game->seats[0], (store::Seat{std::nullopt, {42}}));
  EXPECT_FALSE(game->seats[1].is_taken());
  EXPECT_TRUE(game->events.empty());
}

TEST(Settings, OfAChallengeToSomebody) {
  const auto game = read_settings(with("opponent", R"({"name":"anna"})"), 42, 1234);
  ASSERT_TRUE(game);
  EXPECT_TRUE(game->in_lobby);
  ASSERT_TRUE(game->wanted);
  EXPECT_EQ(game->wanted->name, "anna");
  EXPECT_TRUE(game->events.empty());
}

TEST(Settings, OnlyChallengesAreInTheLobby) {
  EXPECT_FALSE(read_settings(with("opponent", R"("person")"), 1, 0)->in_lobby);
  EXPECT_FALSE(read_settings(with("colour", R"("white")"), 1, 0)->in_lobby);
}

// A rated game needs a clock, and an opponent other than "person".
TEST(Settings, OfARatedGame) {
  const auto rated = [](const char* opponent, const char* clock) {
    json::value settings = with("opponent", opponent);
    settings.as_object()["clock"] = json::parse(clock);
    settings.as_object()["rated"] = true;
    return read_settings(settings, 1, 0);
  };
  const char* const clock = R"({"minutes":5,"increment":3})";
  for (const char* opponent : {R"("anyone")", R"({"name":"anna"})", R"({"player":"club","level":2})"}) {
    const auto game = rated(opponent, clock);
    ASSERT_TRUE(game) << opponent;
    EXPECT_TRUE(game->rated);
    EXPECT_FALSE(rated(opponent, "null")) << opponent;
  }
  EXPECT_FALSE(rated(R"("person")", clock));
  EXPECT_FALSE(read_settings(with("rated", "false"), 1, 0)->rated);
}

TEST(Settings, KnowEveryRuleSet) {
  for (const referee::RuleSet* rules : referee::kRuleSets) {
    const auto game = read_settings(with("rules", json::serialize(json::string(rules->name)).c_str()), 1, 0);
    ASSERT_TRUE(game) << rules->name;
    EXPECT_EQ(game->rules, rules->name);
  }
}

TEST(Settings, ClockMayHaveFractions) {
  const auto time = [](const char* text) { return read_settings(with("clock", text), 1, 0)->time; };
  EXPECT_EQ(time(R"({"minutes":5,"increment":3})"), (store::TimeControl{300'000, 3000}));
  EXPECT_EQ(time(R"({"minutes":0.5,"increment":0})"), (store::TimeControl{30'000, 0}));
  EXPECT_EQ(time(R"({"minutes":0.1,"increment":0})"), (store::TimeControl{6000, 0}));
  EXPECT_EQ(time(R"({"minutes":180,"increment":60})"), (store::TimeControl{10'800'000, 60'000}));
}

// An unfair coin would be seen: fewer than 30 of 200 happens once in 10^24 runs.
TEST(Settings, RandomColourIsBoth) {
  int white = 0;
  for (int i = 0; i < 200; ++i) {
    const auto game = read_settings(with("colour", R"("random")"), 42, 0);
    ASSERT_TRUE(game);
    const bool is_white = !game->seats[0].guests.empty();
    ASSERT_NE(is_white, !game->seats[1].guests.empty());
    white += is_white ? 1 : 0;
  }
  EXPECT_GT(white, 30);
  EXPECT_LT(white, 170);
}

}  // namespace
}  // namespace blindmate::server
