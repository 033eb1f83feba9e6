// endings as its users run it.
#include "blindmate/base/files.hpp"
#include "cli.hpp"

namespace blindmate {
namespace {

namespace json = boost::json;

class CliEndings : public Cli {
 protected:
  // Each in vain, and why is told.
  void expect_refused(const std::string& arguments, std::string_view reason) const {
    const Ran ran = run("endings " + arguments);
    EXPECT_EQ(ran.code, 2) << arguments;
    EXPECT_TRUE(contains(ran.err, reason)) << arguments << ": " << ran.err;
    EXPECT_EQ(ran.out, "") << arguments;
  }
};

TEST_F(CliEndings, ARookMatesFromMostPlacements) {
  const Ran ran = run("endings krk --json --quiet");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const std::vector<json::object> lines = json_lines(ran.out);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].at("ending"), "krk");
  EXPECT_EQ(lines[0].at("placements"), 518);
  EXPECT_EQ(lines[0].at("won_everywhere"), 315);
  EXPECT_EQ(lines[0].at("longest_everywhere"), 33);
  EXPECT_EQ(lines[0].at("won_safe"), 424);
  EXPECT_EQ(lines[0].at("longest_safe"), 34);
}

TEST_F(CliEndings, AQueenMatesFromAll) {
  const Ran ran = run("endings kqk --json --quiet");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::vector<json::object> lines = json_lines(ran.out);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].at("placements"), 518);
  EXPECT_EQ(lines[0].at("won_everywhere"), 518);
  EXPECT_EQ(lines[0].at("longest_everywhere"), 18);
  EXPECT_EQ(lines[0].at("won_safe"), 518);
  EXPECT_EQ(lines[0].at("longest_safe"), 18);
}

TEST_F(CliEndings, ThreadsChangeNothing) {
  const auto numbers = [&](const std::string& options) {
    json::object line = json_lines(run("endings krk --json --quiet " + options).out).at(0);
    line.erase("time_s");
    return line;
  };
  EXPECT_EQ(numbers("--threads 2"), numbers("--threads 1"));
}

TEST_F(CliEndings, FewerSetsProveLess) {
  const auto won = [&](const std::string& options) {
    return json_lines(run("endings krk --json --quiet " + options).out).at(0).at("won_safe").to_number<int>();
  };
  EXPECT_LT(won("--most-sets 1"), 424);
}

TEST_F(CliEndings, TellsPeopleTheSame) {
  const Ran ran = run("endings krk");
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* text : {"518 placements", "315, at most 33 moves", "424, at most 34 moves"})
    EXPECT_TRUE(contains(ran.out, text)) << ran.out;
}

// The pattern from which the literature mates in 32.
TEST_F(CliEndings, TwoBishopsSideBySideMateInTime) {
  const Ran ran = run("endings --men Kb4 Bb3 Bc3 --json");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::vector<json::object> lines = json_lines(ran.out);
  ASSERT_EQ(lines.size(), 2U);
  for (const json::object& line : lines) {
    ASSERT_TRUE(line.at("moves").is_number()) << ran.out;
    EXPECT_LE(line.at("moves").to_number<int>(), 32);
    EXPECT_EQ(line.at("try").as_string().size(), 4U);
    EXPECT_EQ(line.at("kings").as_array().size(), 39U);
  }
  const Ran told = run("endings --men Kb4 Bb3 Bc3");
  EXPECT_TRUE(contains(
      told.out, fmt::format("wherever the king can be (39 squares): a guaranteed mate in {} moves at most, "
                            "beginning with {}",
                            lines[0].at("moves").to_number<int>(), std::string_view(lines[0].at("try").as_string()))))
      << told.out;
}

TEST_F(CliEndings, MenThatCannotMateSurely) {
  for (const char* men : {"Kb4 Bb3", "Kb4", "Ka1 Bc1 Be1", "Ka1 Rh8 Nb5"}) {
    const Ran ran = run(fmt::format("endings --men {} --json", men));
    ASSERT_EQ(ran.code, 0) << ran.err;
    for (const json::object& line : json_lines(ran.out)) {
      EXPECT_TRUE(line.at("moves").is_null()) << men;
      EXPECT_TRUE(line.at("try").is_null()) << men;
    }
    EXPECT_TRUE(contains(run(fmt::format("endings --men {}", men)).out, "no guaranteed mate is known")) << men;
  }
}

TEST_F(CliEndings, BadInputIsNamed) {
  for (const char* name : {"kxk", "krnbk", "kk", "krr", "KRK", "rook"}) {
    expect_refused(name, fmt::format("\"{}\" is no ending", name));
    expect_refused(fmt::format("krk {}", name), fmt::format("\"{}\" is no ending", name));
  }
  for (const char* man : {"Xb4", "K", "Kb9", "Kj1", "b4", "Kb44", "''"})
    expect_refused(fmt::format("--men Kc1 {}", man), "is not a man and a square");
  expect_refused("--men Kb4 Bb3 Rb3", "two men on b3");
  expect_refused("--men Kb4 Kb4", "two men on b4");
  expect_refused("--men Bb3 Bc3", "one king is needed");
  expect_refused("--men Kb4 Kb6", "one king is needed");
  expect_refused("--men Kb4 Pa1", "a pawn cannot stand there");
  expect_refused("--men Kb4 Pa8", "a pawn cannot stand there");
  expect_refused("", "an ending, or --men, is needed");
  expect_refused("krk --men Kb4", "an ending, or --men, is needed");
  expect_refused("krk --most-sets 0", "--most-sets");
}

TEST_F(CliEndings, WritesTheTableThatIsBuiltIn) {
  const Ran ran = run("endings krk --quiet --write " + folder_.string());
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Expected<std::string> written = read_file(path("krk.bin.zst"));
  ASSERT_TRUE(written) << written.error().reason;
  const Expected<std::string> built_in = read_file(TESTS_FOLDER "/../data/endings/krk.bin.zst");
  ASSERT_TRUE(built_in) << built_in.error().reason;
  EXPECT_TRUE(*written == *built_in) << written->size() << " and " << built_in->size() << " bytes";
}

TEST_F(CliEndings, AMissingFolderIsNamed) {
  const Ran ran = run("endings krk --quiet --write " + path("missing"));
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(contains(ran.err, path("missing"))) << ran.err;
}

}  // namespace
}  // namespace blindmate
