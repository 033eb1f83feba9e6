// The lessons on the page of rules: each can be done, and does what its text says.
#include "blindmate/study_service/lessons.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>

namespace blindmate::study_service {
namespace {

namespace json = boost::json;

json::object lesson(int number, const std::string& asked = "") {
  const Expected<json::object> payload = lesson_payload(std::to_string(number), asked);
  EXPECT_TRUE(payload) << number << "?" << asked << ": " << (payload ? "" : payload.error().reason);
  return payload ? *payload : json::object();
}

std::vector<std::string> answers(const json::object& lesson) {
  std::vector<std::string> result;
  for (const json::value& entry : lesson.at("log").as_array())
    result.emplace_back(entry.at("heard").at("answer").as_string());
  return result;
}

using Answers = std::vector<std::string>;

int number_of_lessons() { return static_cast<int>(lessons_payload().at("lessons").as_array().size()); }

TEST(Lessons, HaveATitleATextAndSomethingToSayWhenDone) {
  ASSERT_EQ(number_of_lessons(), 5) << "a new lesson needs a test here";
  const json::object payload = lessons_payload();
  for (const json::value& one : payload.at("lessons").as_array()) {
    for (const char* field : {"title", "text", "done"}) EXPECT_FALSE(one.at(field).as_string().empty()) << field;
  }
}

// White learns; he is never told where a black man is.
TEST(Lessons, BeginWithWhiteToMoveAndHisMenOnly) {
  for (int i = 0; i < number_of_lessons(); ++i) {
    const json::object payload = lesson(i);
    const json::object& now = payload.at("now").as_object();
    EXPECT_EQ(now.at("turn"), "white");
    EXPECT_EQ(now.at("status"), "playing");
    EXPECT_FALSE(now.at("askable").as_array().empty());
    const std::string board(now.at("board").as_string());
    EXPECT_TRUE(std::none_of(board.begin(), board.end(), [](char c) { return c >= 'a' && c <= 'z'; })) << board;
  }
}

TEST(Lessons, ARefusedTryCostsNothing) {
  const json::object done = lesson(0, "e2e4,e2e3");
  EXPECT_EQ(answers(done), (Answers{"no", "ok"}));
  EXPECT_EQ(lesson(0, "e2e4").at("now").at("refused"), json::parse(R"(["e2e4"])"));
  EXPECT_EQ(done.at("now").at("turn"), "black");
}

TEST(Lessons, PawnsFeelTheirWay) {
  const json::object done = lesson(1, "e4f5,e4d5");
  EXPECT_EQ(answers(done), (Answers{"no", "ok"}));
  EXPECT_EQ(done.at("log").at(1).at("heard").at("capture").at("square"), "d5");
  EXPECT_TRUE(done.at("log").at(1).at("heard").at("capture").at("kind").is_null()) << "never what it was";
}

TEST(Lessons, CheckIsAnnounced) {
  const json::object done = lesson(2, "a1a8");
  EXPECT_EQ(answers(done), Answers{"ok"});
  EXPECT_EQ(done.at("log").at(0).at("heard").at("check"), json::parse(R"(["rank"])"));
  EXPECT_EQ(lesson(2, "a1e1").at("log").at(0).at("heard").at("check"), json::parse(R"(["file"])"));
}

TEST(Lessons, AnyIsAnsweredAndBringsADuty) {
  const json::object asked = lesson(3, "any");
  EXPECT_EQ(answers(asked), Answers{"any-yes"});
  EXPECT_EQ(asked.at("now").at("capture_duty"), true);
  EXPECT_EQ(answers(lesson(3, "any,e4d5")), (Answers{"any-yes", "ok"}));
}

TEST(Lessons, MateEndsTheGame) {
  const json::object done = lesson(4, "d1d8");
  EXPECT_EQ(done.at("now").at("status"), "ended");
  EXPECT_EQ(done.at("now").at("end").at("reason"), "checkmate");
  EXPECT_EQ(done.at("now").at("end").at("winner"), "white");
}

TEST(Lessons, BadNumbersAndTriesHaveAReason) {
  const std::pair<const char*, std::string> bad[] = {{"", ""},
                                                     {"5", ""},
                                                     {"-1", ""},
                                                     {"1x", ""},
                                                     {"99999999999999999999", ""},
                                                     {"0", "e2"},
                                                     {"0", "e2e9"},
                                                     {"0", "Any"},
                                                     {"0", ","},
                                                     {"0", "e2e4,"},
                                                     {"0", "e2e3,e7e6"},
                                                     {"4", "d1d8,a8a7"},
                                                     {"0", std::string(5000, 'e')}};
  for (const auto& [number, asked] : bad) {
    const Expected<json::object> payload = lesson_payload(number, asked);
    ASSERT_FALSE(payload) << number << "?" << asked;
    EXPECT_FALSE(payload.error().reason.empty());
  }
}

TEST(Lessons, DoNotListenForEver) {
  std::string asked = "e2d3";
  for (int i = 1; i < 100; ++i) asked += ",e2d3";
  EXPECT_TRUE(lesson_payload("0", asked));
  EXPECT_FALSE(lesson_payload("0", asked + ",e2d3"));
}

}  // namespace
}  // namespace blindmate::study_service
