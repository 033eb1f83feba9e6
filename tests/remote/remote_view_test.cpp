// Views that are made again from what a server says: those that the referee's own player has, or none.
#include "blindmate/remote/remote_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "blindmate/view/json.hpp"
#include "remote/told_game.hpp"

namespace blindmate::remote {
namespace {

using chess::Side;

void expect_same(const referee::PlayerView& made, const referee::PlayerView& own, const std::string& story) {
  ASSERT_EQ(made.log(), own.log()) << story;
  ASSERT_EQ(made.own_board(), own.own_board()) << story;
  ASSERT_EQ(made.turn(), own.turn()) << story;
  ASSERT_EQ(made.check(), own.check()) << story;
  ASSERT_EQ(made.pawn_tries(), own.pawn_tries()) << story;
  ASSERT_EQ(made.capture_duty(), own.capture_duty()) << story;
  ASSERT_EQ(made.may_ask_any(), own.may_ask_any()) << story;
  ASSERT_TRUE(std::ranges::equal(made.askable_tries(), own.askable_tries())) << story;
  ASSERT_EQ(made.outcome(), own.outcome()) << story;
}

// Hears all of a game, sometimes over a new connection, sometimes something again.
class Listener {
 public:
  Listener(const ToldGame& game, Side side) : game_(game), side_(side) {}

  void listen(Random& random) {
    const std::size_t known = game_.known_to(side_);
    const bool connects = !has_heard_ || random.below(10) == 0;
    std::size_t from = has_heard_ && heard_.known() > 0 ? heard_.known() - 1 : 0;
    if (connects) from = 0;
    if (random.below(10) == 0 && known > 0) from = random.below(static_cast<unsigned>(std::min(from, known) + 1));
    const Expected<void> heard = heard_.hear(game_.message(side_, from, connects));
    ASSERT_TRUE(heard) << heard.error().reason << game_.story();
    has_heard_ = true;
    expect_same(heard_.view(), game_.view(side_), game_.story());
    ASSERT_EQ(heard_.plies(), game_.game().plies());
    ASSERT_EQ(heard_.known(), known);
  }

  const RemoteView& heard() const { return heard_; }

 private:
  const ToldGame& game_;
  Side side_;
  RemoteView heard_{};
  bool has_heard_ = false;
};

class RemoteViews : public testing::TestWithParam<const referee::RuleSet*> {};

TEST_P(RemoteViews, AreThoseOfTheReferee) {
  constexpr int kGames = 40;
  constexpr int kMostPlies = 150;
  Random random(GetParam()->name.size() * 100 + 3);
  for (int i = 0; i < kGames && !HasFatalFailure(); ++i) {
    ToldGame game(*GetParam());
    std::array<Listener, 2> listeners = {Listener(game, Side::white), Listener(game, Side::black)};
    for (Listener& listener : listeners) listener.listen(random);
    while (!game.has_ended() && game.game().plies() < kMostPlies && !HasFatalFailure()) {
      game.ask_at_random(random);
      for (Listener& listener : listeners) {
        if (random.below(4) != 0) listener.listen(random);
      }
    }
    if (!game.has_ended()) game.resign(Side::white);
    for (Listener& listener : listeners) {
      listener.listen(random);
      EXPECT_EQ(listener.heard().status(), RemoteView::Status::ended);
      EXPECT_EQ(listener.heard().end_phrase(), "It is over.");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(RuleSets, RemoteViews, testing::ValuesIn(referee::kRuleSets),
                         [](const testing::TestParamInfo<const referee::RuleSet*>& rules) {
                           std::string name(rules.param->name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(RemoteView, KnowsWhatAPlayerNeeds) {
  ToldGame game(referee::kBerkeley);
  game.ask("e2e4");
  RemoteView black;
  json::object message = game.message(Side::black, 0, true);
  message.at("now").as_object()["draw_offer"] = "opponent";
  message.at("now").as_object()["claim_in_ms"] = 42'000;
  ASSERT_TRUE(black.hear(message));
  EXPECT_EQ(black.about().rules, &referee::kBerkeley);
  EXPECT_EQ(black.about().side, Side::black);
  EXPECT_TRUE(black.about().rated);
  EXPECT_EQ(black.about().increment_s, 2.5);
  EXPECT_EQ(black.opponent(), "anna");
  EXPECT_TRUE(black.is_own_turn());
  EXPECT_EQ(black.left_s(), 62.5);
  EXPECT_TRUE(black.draw_is_offered());
  EXPECT_EQ(black.claim_in_s(), 42.0);
}

// Other messages, each with something in it that cannot be.
class Misunderstanding {
 public:
  explicit Misunderstanding(const referee::RuleSet& rules = referee::kBerkeley) : game_(rules) {
    for (const char* ask : {"e2e4", "d7d5", "e4f5", "e4d5", "d8d5"}) game_.ask(ask);
  }

  template <class Change>
  std::string after(const Change& change, Side side = Side::white) const {
    RemoteView view;
    json::object message = game_.message(side, 0, true);
    change(message);
    const Expected<void> heard = view.hear(message);
    return heard ? "" : heard.error().reason;
  }

 private:
  ToldGame game_;
};

json::object& now(json::object& message) { return message.at("now").as_object(); }
json::object& about(json::object& message) { return message.at("game").as_object(); }
json::object& entry(json::object& message, std::size_t i) { return message.at("log").as_array().at(i).as_object(); }

TEST(RemoteView, SaysWhatIsWrongWithAGame) {
  const Misunderstanding misunderstanding;
  const auto after = [&](const auto& change) { return misunderstanding.after(change); };
  EXPECT_EQ(after([](json::object&) {}), "");
  EXPECT_EQ(after([](json::object& m) { m.erase("game"); }), "\"game\" is missing");
  EXPECT_EQ(after([](json::object& m) { m["game"] = 7; }), "\"game\" is not an object");
  EXPECT_EQ(after([](json::object& m) { about(m)["rules"] = {{"name", "chess"}}; }), "unknown rule set \"chess\"");
  EXPECT_EQ(after([](json::object& m) { about(m)["rules"] = "berkeley"; }), "\"rules\" is not an object");
  EXPECT_EQ(after([](json::object& m) { about(m)["side"] = "red"; }), "\"side\" is neither white nor black");
  EXPECT_EQ(after([](json::object& m) { about(m)["clock"] = {{"minutes", 3}}; }), "\"increment\" is missing");
  EXPECT_NE(after([](json::object& m) { about(m)["start"] = "8/8 w"; }).find("\"start\": "), std::string::npos);
}

TEST(RemoteView, SaysWhatIsWrongWithNow) {
  const Misunderstanding misunderstanding;
  const auto after = [&](const auto& change) { return misunderstanding.after(change); };
  EXPECT_EQ(after([](json::object& m) { m.erase("now"); }), "\"now\" is missing");
  EXPECT_EQ(after([](json::object& m) { now(m)["status"] = "asleep"; }), "\"status\" is an unknown one");
  EXPECT_EQ(after([](json::object& m) { now(m)["status"] = "ended"; }), "\"end\" does not fit \"status\"");
  EXPECT_EQ(after([](json::object& m) { now(m)["turn"] = "black"; }), "it is the other side's turn");
  EXPECT_EQ(after([](json::object& m) { now(m)["board"] = "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR"; }),
            "the board 8/8/8/8/8/8/PPPPPPPP/RNBQKBNR, not 8/8/8/8/8/8/PPPP1PPP/RNBQKBNR");
  EXPECT_EQ(after([](json::object& m) { now(m).at("askable").as_array().pop_back(); }), "other tries can be asked");
  EXPECT_EQ(after([](json::object& m) { now(m).at("askable").as_array().push_back(3); }),
            "\"askable\" has something that is not a text");
  EXPECT_EQ(after([](json::object& m) { now(m)["may_ask_any"] = true; }), "the question can be asked at other times");
  EXPECT_EQ(after([](json::object& m) { now(m)["clock"] = {{"black_ms", 1}}; }), "\"white_ms\" is missing");
  EXPECT_EQ(after([](json::object& m) { now(m)["draw_offer"] = 1; }), "\"draw_offer\" is not a text");
  // In another order they are the same tries.
  EXPECT_EQ(after([](json::object& m) {
              json::array& askable = now(m).at("askable").as_array();
              std::reverse(askable.begin(), askable.end());
            }),
            "");
}

TEST(RemoteView, SaysWhatIsWrongWithTheLog) {
  const Misunderstanding berkeley;
  const Misunderstanding english(referee::kEnglish);
  const auto after = [&](const auto& change, Side side = Side::white) { return berkeley.after(change, side); };
  EXPECT_EQ(after([](json::object& m) { m["from"] = 1; }), "a part of the log is missing");
  EXPECT_EQ(after([](json::object& m) { m["from"] = -1; }), "\"from\" is not a number from 0");
  EXPECT_EQ(after([](json::object& m) { m["log"] = 3; }), "\"log\" is not a list");
  EXPECT_EQ(after([](json::object& m) { entry(m, 0)["by"] = "black"; }), "entry 0 of the log: an answer out of turn");
  EXPECT_EQ(after([](json::object& m) { entry(m, 0)["ask"] = nullptr; }),
            "entry 0 of the log: an own answer without what was asked");
  EXPECT_EQ(after([](json::object& m) { entry(m, 0)["ask"] = "e9"; }), "\"e9\" is not a try");
  EXPECT_EQ(after([](json::object& m) { entry(m, 0)["ask"] = "any"; }),
            "entry 0 of the log: an answer to something else");
  EXPECT_EQ(after([](json::object& m) { entry(m, 0)["ask"] = "e2e5"; }),
            "entry 0 of the log: a move that cannot be asked for");
  EXPECT_EQ(after([](json::object& m) { entry(m, 1)["ask"] = "d7d5"; }), "entry 1 of the log: a try of the opponent");
  EXPECT_EQ(after([](json::object& m) { entry(m, 2)["ask"] = "e2e5"; }), "entry 2 of the log: a refusal of nonsense");
  EXPECT_EQ(after([](json::object& m) { entry(m, 2)["heard"] = {{"answer", "any-yes"}}; }),
            "entry 2 of the log: an answer to something else");
  EXPECT_EQ(after([](json::object& m) {
              entry(m, 2)["heard"] = {{"answer", "any-yes"}};
              entry(m, 2)["ask"] = "any";
            }),
            "entry 2 of the log: a question that could not be asked");
  EXPECT_EQ(after([](json::object& m) { entry(m, 2)["heard"] = {{"answer", "nonsense"}}; }),
            "entry 2 of the log: a try that is no nonsense");
  EXPECT_EQ(after([](json::object& m) { entry(m, 2)["times"] = 0; }), "\"times\" is not within 1 and a million");
  EXPECT_EQ(after([](json::object& m) { entry(m, 3)["heard"] = json::object(); }),
            "entry 3 of the log: a pawn's diagonal move without a capture");
  EXPECT_EQ(after([](json::object& m) { entry(m, 3)["heard"] = {{"answer", "perhaps"}}; }),
            "\"answer\" is not ok, no, nonsense, any-yes or any-no");
  EXPECT_EQ(after([](json::object& m) { entry(m, 4)["heard"] = {{"capture", {{"square", "e5"}}}}; }),
            "entry 4 of the log: a capture on e5, where no own man can be captured");
  EXPECT_EQ(after([](json::object& m) { entry(m, 4)["heard"] = {{"pawn_tries", 2}}; }),
            "entry 4 of the log: pawn tries of another rule set");
  EXPECT_EQ(after([](json::object& m) { entry(m, 1)["heard"] = {{"end", "stalemate"}}; }),
            "entry 2 of the log: something after the end");
  EXPECT_EQ(after([](json::object& m) { entry(m, 4)["heard"] = {{"end", "stalemate"}}; }),
            "the game goes on after stalemate");
  // There, nonsense sounds like a refusal.
  EXPECT_EQ(english.after([](json::object& m) { entry(m, 2)["ask"] = "e2e5"; }), "");
}

TEST(RemoteView, KnowsEndsFromTheLogAndFromOutside) {
  ToldGame mate(referee::kBerkeley);
  for (const char* ask : {"f2f3", "e7e5", "g2g4", "d8h4"}) mate.ask(ask);
  RemoteView white;
  json::object message = mate.message(Side::white, 0, true);
  ASSERT_TRUE(white.hear(message));
  EXPECT_EQ(white.view().outcome(), (referee::Outcome{"checkmate", Side::black}));
  EXPECT_FALSE(white.is_own_turn());
  EXPECT_TRUE(white.hear(mate.message(Side::white, 2, false))) << "something else has changed";
  now(message)["end"].as_object()["winner"] = nullptr;
  EXPECT_EQ(white.hear(message).error().reason, "the game had another end");

  ToldGame resigned(referee::kBerkeley);
  RemoteView black;
  ASSERT_TRUE(black.hear(resigned.message(Side::black, 0, true)));
  resigned.resign(Side::black);
  ASSERT_TRUE(black.hear(resigned.message(Side::black, 0, false)));
  EXPECT_EQ(black.view().outcome(), (referee::Outcome{"resignation", Side::white}));
}

TEST(RemoteView, IsNotToldOfAnotherGame) {
  ToldGame game(referee::kBerkeley);
  RemoteView view;
  ASSERT_TRUE(view.hear(game.message(Side::white, 0, true)));
  EXPECT_EQ(view.hear(game.message(Side::black, 0, true)).error().reason, "another game than before");
}

// --- anything at all

void damage(json::value& value, Random& random);

template <class Children>
void damage_one(Children& children, Random& random) {
  if (children.empty()) return;
  auto child = children.begin();
  std::advance(child, random.below(static_cast<unsigned>(children.size())));
  if constexpr (std::is_same_v<Children, json::object>) {
    damage(child->value(), random);
  } else {
    damage(*child, random);
  }
}

// Something else, there or in one of its parts.
void damage(json::value& value, Random& random) {
  const bool is_leaf = !value.is_object() && !value.is_array();
  if (is_leaf || random.below(8) == 0) {
    static const std::vector<json::value> kOthers = {nullptr,
                                                     true,
                                                     -1,
                                                     0,
                                                     3,
                                                     1e300,
                                                     json::array(),
                                                     json::object(),
                                                     "",
                                                     "white",
                                                     "black",
                                                     "e2e4",
                                                     "e7e8q",
                                                     "any",
                                                     "playing",
                                                     "ended",
                                                     "no",
                                                     "ok",
                                                     "any-yes",
                                                     "d5",
                                                     "file",
                                                     "checkmate",
                                                     {{"square", "e1"}, {"kind", "pawn"}}};
    value = kOthers[random.below(static_cast<unsigned>(kOthers.size()))];
  } else if (json::object* object = value.if_object()) {
    if (!object->empty() && random.below(8) == 0) {
      object->erase(object->begin());
    } else {
      damage_one(*object, random);
    }
  } else {
    json::array& list = value.get_array();
    if (!list.empty() && random.below(4) == 0) {
      list.push_back(list.at(random.below(static_cast<unsigned>(list.size()))));
    } else {
      damage_one(list, random);
    }
  }
}

// Whatever a server says, the answer is an objection or a view that can be used.
TEST(RemoteView, SurvivesDamagedMessages) {
  Random random(5);
  int objections = 0;
  constexpr int kRounds = 4000;
  for (int round = 0; round < kRounds; ++round) {
    ToldGame game(*referee::kRuleSets[random.below(referee::kRuleSets.size())]);
    for (std::uint32_t asks = random.below(30); asks > 0 && !game.has_ended(); --asks) game.ask_at_random(random);
    const Side side = random.below(2) == 0 ? Side::white : Side::black;
    json::value message = game.message(side, 0, true);
    for (std::uint32_t times = 1 + random.below(3); times > 0; --times) damage(message, random);
    RemoteView view;
    const Expected<void> heard = view.hear(message.is_object() ? message.get_object() : json::object());
    objections += heard ? 0 : 1;
    if (heard && view.is_own_turn()) {
      ASSERT_FALSE(view.view().askable_tries().empty());
    }
  }
  EXPECT_GT(objections, kRounds / 2);
}

}  // namespace
}  // namespace blindmate::remote
