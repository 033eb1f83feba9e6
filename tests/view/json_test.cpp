#include "blindmate/view/json.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <cmath>

#include "blindmate/base/random.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::referee {
namespace {

const Heard kSamples[] = {
    {},
    {.answer = Answer::no},
    {.answer = Answer::any_yes},
    {.capture = chess::square(3, 4), .check = kCheckFile | kCheckShort},
    {.capture = chess::square(3, 4), .captured_kind = CapturedKind::piece, .pawn_tries = {PawnTries::number, 3}},
    {.promotion = true, .pawn_tries = {PawnTries::squares, 0x10100}},
    {.pawn_tries = {PawnTries::squares, 0}},
    {.pawn_tries = {PawnTries::whether, 0}},
    {.capture = chess::square(0, 5), .en_passant = true},
    {.check = kCheckKnight, .end = End::checkmate},
};

TEST(HeardJson, HasTheFieldsOfTheContractInOrder) {
  EXPECT_EQ(boost::json::serialize(to_json(kSamples[4])),
            R"({"answer":"ok","capture":{"square":"d5","kind":"piece"},"check":[],"en_passant":false,)"
            R"("promotion":false,"pawn_tries":3,"end":null})");
  EXPECT_EQ(boost::json::serialize(to_json(kSamples[3])),
            R"({"answer":"ok","capture":{"square":"d5","kind":null},"check":["file","short"],"en_passant":false,)"
            R"("promotion":false,"pawn_tries":null,"end":null})");
}

TEST(HeardJson, MakesTheRoundTrip) {
  for (const Heard& heard : kSamples) {
    const Expected<boost::json::value> json = read_json(boost::json::serialize(to_json(heard)));
    ASSERT_TRUE(json);
    const Expected<Heard> read = heard_from_json(*json);
    ASSERT_TRUE(read) << read.error().reason;
    EXPECT_EQ(*read, heard);
  }
}

TEST(HeardJson, FieldsAtTheirDefaultMayBeLeftOut) {
  EXPECT_EQ(*heard_from_json(*read_json(R"({"check":["rank"]})")), (Heard{.check = kCheckRank}));
}

TEST(HeardJson, BadValuesAreNamed) {
  for (const auto& [text, reason] : {
           std::pair{R"([])", "not an object"},
           {R"({"chek":[]})", "\"chek\" is not a field"},
           {R"({"answer":"maybe"})", "\"answer\""},
           {R"({"answer":1})", "\"answer\""},
           {R"({"capture":"d5"})", "\"capture\" is not null or an object"},
           {R"({"capture":{}})", "\"capture\" has no square"},
           {R"({"capture":{"square":"d9"}})", "\"capture\" has a square that is none"},
           {R"({"capture":{"square":"d5","kind":"queen"}})", "\"capture\" has a kind"},
           {R"({"capture":{"square":"d5","man":"pawn"}})", "unknown field \"man\""},
           {R"({"check":"file"})", "\"check\" is not a list"},
           {R"({"check":["diagonal"]})", "\"check\" has something other"},
           {R"({"en_passant":1})", "\"en_passant\""},
           {R"({"pawn_tries":-1})", "\"pawn_tries\""},
           {R"({"pawn_tries":["z9"]})", "\"pawn_tries\""},
           {R"({"end":"resigned"})", "\"end\""},
       }) {
    const Expected<Heard> read = heard_from_json(*read_json(text));
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().reason.find(reason), std::string::npos) << text << ": " << read.error().reason;
  }
}

TEST(Json, NumbersAreWrittenAsPeopleWriteThem) {
  const std::pair<boost::json::value, const char*> rows[] = {{2157.0, "2157"},
                                                             {0.05, "0.05"},
                                                             {0.1, "0.1"},
                                                             {-1.5, "-1.5"},
                                                             {0.0, "0"},
                                                             {1e-7, "0.0000001"},
                                                             {12, "12"},
                                                             {123456789.125, "123456789.125"},
                                                             {1e20, "100000000000000000000"},
                                                             {1e21, "1e+21"},
                                                             {5e-8, "5e-08"},
                                                             {true, "true"},
                                                             {nullptr, "null"},
                                                             {"a\"\n", R"("a\"\n")"},
                                                             {boost::json::array{}, "[]"},
                                                             {boost::json::object{}, "{}"}};
  for (const auto& [value, text] : rows) EXPECT_EQ(json_text(value), text);
  EXPECT_EQ(json_text(boost::json::object{{"a", {1.0, 2.5, nullptr}}, {"b\"", boost::json::object{{"c", 1e3}}}}),
            R"({"a":[1,2.5,null],"b\"":{"c":1000}})");
}

TEST(Json, WrittenNumbersAreReadAgainExactly) {
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    const double number = std::ldexp(static_cast<double>(random.next()), static_cast<int>(random.below(300)) - 180);
    EXPECT_EQ(std::stod(json_text(boost::json::value(number))), number);
  }
}

TEST(Json, BadTextHasLineAndColumn) {
  const Expected<boost::json::value> read = read_json("{\"a\":1,\n \"b\":oops}");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().line, 2);
  EXPECT_EQ(read.error().column, 6);
}

}  // namespace
}  // namespace blindmate::referee
