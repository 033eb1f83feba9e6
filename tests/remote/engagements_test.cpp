// What a bot says in the lobby, and which games it plays.
#include "blindmate/remote/engagements.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

namespace blindmate::remote {
namespace {

namespace json = boost::json;

json::object challenge(const char* game, const json::value& to = nullptr, bool yours = false) {
  return {{"game", game}, {"by", {{"name", "anna"}}}, {"rules", "berkeley"}, {"to", to}, {"yours", yours}};
}

json::object lobby(const json::array& challenges) {
  return {{"type", "lobby"}, {"challenges", challenges}, {"players", json::array()}};
}

json::object about(const char* type, const char* game) { return {{"type", type}, {"game", game}}; }
json::object error(const char* code) { return {{"type", "error"}, {"code", code}, {"message", "no"}}; }

// "accept a, challenge"
std::string said(const std::vector<json::object>& messages) {
  std::string result;
  for (const json::object& message : messages) {
    if (!result.empty()) result += ", ";
    result += message.at("type").as_string();
    if (message.contains("game")) result += " " + std::string(message.at("game").as_string());
  }
  return result;
}

Engagements in_lobby(const Engagements::Wishes& wishes, const json::array& challenges = {},
                     const json::array& games = {}) {
  Engagements bot("robot", wishes);
  bot.enter();
  EXPECT_FALSE(bot.needs_list());
  bot.hear(lobby(challenges));
  EXPECT_TRUE(bot.needs_list());
  EXPECT_EQ(said(bot.messages()), "") << "it does not know its games";
  bot.hear_list(games);
  EXPECT_FALSE(bot.needs_list());
  return bot;
}

using Ids = std::vector<std::string>;
const Engagements::Wishes kChallenger{.challenge = json::object{{"rules", "berkeley"}}};

TEST(Engagements, AcceptsWhatIsMeantForIt) {
  const json::array challenges = {challenge("a", "robot"), challenge("b"), challenge("c", "ben"),
                                  challenge("d", "robot", true)};
  Engagements bot = in_lobby({}, challenges);
  EXPECT_EQ(said(bot.messages()), "accept a");
  EXPECT_EQ(said(bot.messages()), "") << "once";
  bot.hear(about("accepted", "a"));
  EXPECT_EQ(bot.begun(), Ids{"a"});
  EXPECT_EQ(bot.begun(), Ids{}) << "once";
  bot.hear(lobby(challenges));
  EXPECT_EQ(said(bot.messages()), "") << "it is playing that one";
}

TEST(Engagements, AcceptsAnyIfItMay) {
  Engagements bot = in_lobby({.accept_any = true}, {challenge("a", "robot"), challenge("b"), challenge("c", "ben")});
  EXPECT_EQ(said(bot.messages()), "accept a, accept b");
}

TEST(Engagements, AcceptsNoRulesThatItDoesNotKnow) {
  json::object other_rules = challenge("a", "robot");
  other_rules["rules"] = "seventh";
  Engagements bot = in_lobby({}, {other_rules, challenge("b", "robot")});
  EXPECT_EQ(said(bot.messages()), "accept b");
}

TEST(Engagements, HasNotTooManyAtOnce) {
  const json::array challenges = {challenge("a", "robot"), challenge("b", "robot"), challenge("c", "robot")};
  Engagements bot = in_lobby({.most_at_once = 2}, challenges);
  EXPECT_EQ(said(bot.messages()), "accept a, accept b");
  bot.hear(about("accepted", "a"));
  bot.hear(error("refused"));  // somebody else has b
  EXPECT_EQ(said(bot.messages()), "accept c");
  bot.hear(about("accepted", "c"));
  EXPECT_EQ(bot.begun(), (Ids{"a", "c"}));
  bot.hear(lobby({challenge("b", "robot"), challenge("d", "robot")}));
  EXPECT_EQ(said(bot.messages()), "");
  bot.end("a", true);
  EXPECT_EQ(said(bot.messages()), "accept d") << "and not b, which was refused";
}

TEST(Engagements, KeepsOneChallengeOpen) {
  Engagements bot = in_lobby(kChallenger);
  const std::vector<json::object> messages = bot.messages();
  EXPECT_EQ(said(messages), "challenge");
  EXPECT_EQ(messages.at(0).at("settings"), *kChallenger.challenge);
  EXPECT_EQ(said(bot.messages()), "");
  bot.hear(lobby({}));  // that of a moment before
  EXPECT_EQ(said(bot.messages()), "");
  bot.hear(about("made", "a"));
  bot.hear(lobby({challenge("a", nullptr, true)}));
  EXPECT_EQ(said(bot.messages()), "");
  EXPECT_EQ(said(bot.farewell()), "cancel a");
  bot.hear(lobby({}));
  EXPECT_EQ(said(bot.messages()), "") << "what has become of it is told next";
  bot.hear(about("started", "a"));
  EXPECT_EQ(bot.begun(), Ids{"a"});
  EXPECT_EQ(said(bot.farewell()), "");
  EXPECT_EQ(said(bot.messages()), "challenge");
}

TEST(Engagements, MayHearOfTheStartBeforeItHearsThatTheChallengeIsMade) {
  Engagements bot = in_lobby(kChallenger);
  bot.messages();
  bot.hear(about("started", "a"));
  bot.hear(about("made", "a"));
  EXPECT_EQ(bot.begun(), Ids{"a"});
  EXPECT_EQ(said(bot.farewell()), "");
}

TEST(Engagements, EndsAfterSoManyGames) {
  Engagements::Wishes wishes = kChallenger;
  wishes.games = 2;
  Engagements bot = in_lobby(wishes, {challenge("b", "robot"), challenge("c", "robot")});
  EXPECT_EQ(said(bot.messages()), "accept b, accept c") << "no room for a third";
  bot.hear(about("accepted", "b"));
  bot.hear(error("refused"));
  EXPECT_EQ(said(bot.messages()), "challenge");
  bot.hear(about("made", "a"));
  bot.hear(about("started", "a"));
  bot.begun();
  bot.end("b", true);
  EXPECT_FALSE(bot.is_done());
  EXPECT_EQ(said(bot.messages()), "");
  bot.end("a", false);
  EXPECT_FALSE(bot.is_done()) << "a was not played";
  EXPECT_EQ(said(bot.messages()), "challenge");
  bot.hear(about("made", "d"));
  bot.hear(about("started", "d"));
  bot.end("d", true);
  EXPECT_TRUE(bot.is_done());
}

TEST(Engagements, IsSilentForAWhileAfterARefusal) {
  Engagements bot = in_lobby(kChallenger, {challenge("a", "robot")});
  EXPECT_EQ(said(bot.messages()), "accept a, challenge");
  EXPECT_EQ(bot.hear(error("too-often")), "no");
  EXPECT_EQ(bot.hear(error("refused")), "no");
  EXPECT_TRUE(bot.is_silent());
  EXPECT_EQ(said(bot.messages()), "");
  bot.go_on();
  EXPECT_EQ(said(bot.messages()), "accept a, challenge");
  EXPECT_EQ(bot.hear(error("refused")), "no");
  bot.hear(about("made", "b"));
  EXPECT_EQ(said(bot.messages()), "");
}

// The list tells what has happened while nobody listened.
TEST(Engagements, GoesOnAfterANewConnection) {
  Engagements bot = in_lobby(kChallenger, {challenge("a", "robot")});
  bot.messages();
  bot.hear(about("accepted", "a"));
  EXPECT_EQ(bot.begun(), Ids{"a"});
  bot.enter();  // what became of its challenge it did not hear
  bot.hear(lobby({}));
  bot.hear_list(
      {{{"id", "b"}, {"status", "playing"}}, {{"id", "a"}, {"status", "playing"}}, {{"id", "c"}, {"status", "ended"}}});
  EXPECT_EQ(bot.begun(), Ids{"b"});
  EXPECT_EQ(said(bot.messages()), "challenge");
  bot.enter();
  bot.hear(lobby({challenge("d", nullptr, true)}));
  bot.hear_list({{{"id", "d"}, {"status", "waiting"}}});
  EXPECT_EQ(said(bot.messages()), "") << "d is open";
  bot.end("a", true);
  bot.hear_list({{{"id", "a"}, {"status", "playing"}}});
  EXPECT_EQ(bot.begun(), Ids{}) << "once left is left";
}

TEST(Engagements, ReadsOverWhatItDoesNotKnow) {
  Engagements bot = in_lobby({}, {7, json::object(), challenge("a", 3), challenge("b", "robot")}, {7, json::object()});
  EXPECT_EQ(said(bot.messages()), "accept b");
  EXPECT_FALSE(bot.hear({{"type", "weather"}}));
  EXPECT_FALSE(bot.hear({{"kind", 7}}));
  EXPECT_FALSE(bot.hear({{"type", "lobby"}, {"challenges", 7}}));
  EXPECT_FALSE(bot.hear(about("accepted", "b")));
  EXPECT_EQ(bot.begun(), Ids{"b"});
  EXPECT_FALSE(bot.hear(error("refused"))) << "of nothing";
}

}  // namespace
}  // namespace blindmate::remote
