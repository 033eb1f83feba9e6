// solve, verify and list algorithms as their users run them.
#include <map>
#include <optional>

#include "cli.hpp"

namespace blindmate {
namespace {

namespace json = boost::json;

constexpr const char* kMateIn1 = R"("6k1/8/6K1/8/8/8/8/R7 w - - 0 1")";  // Ra8
// Rb8 mates in the first and is refused in the second, where then Ra8 mates.
constexpr const char* kProbe =
    R"({"id":"probe","ply":1,"states":["6k1/8/6K1/3b4/8/8/8/RR6 w - - 0 1","6k1/1p6/6K1/8/8/8/8/RR6 w - - 0 1"]})";
constexpr const char* kMateIn3 =
    R"({"id":"three","ply":3,"states":["7k/p7/5K2/8/8/8/8/1R6 w - - 0 1","7k/8/p4K2/8/8/8/8/1R6 w - - 0 1"]})";
constexpr const char* kNoMate = R"({"id":"none","ply":1,"states":["k7/8/8/8/8/8/8/K6R w - - 0 1"]})";
constexpr const char* kQuestion =
    R"({"id":"question","rules":"english","ply":1,"states":["6k1/8/6KQ/8/4P3/2b5/8/R7 w - - 0 1",)"
    R"("6k1/8/6KQ/3b4/4P3/8/8/R7 w - - 0 1"]})";

// A problem line with these fields besides the id.
std::string problem(const std::string& fields) { return fmt::format("{{\"id\":\"x\",{}}}", fields); }

// As lines that two runs must have in common.
std::vector<json::object> without_times(std::vector<json::object> lines) {
  for (json::object& line : lines) line.erase("time_s");
  return lines;
}

class CliSolve : public Cli {
 protected:
  Ran solve(const std::string& lines, const std::string& options = "") const {
    write("p.jsonl", lines);
    return run(fmt::format("solve {} {}", path("p.jsonl"), options));
  }
  // The answer to a single problem.
  json::object answer(const std::string& line, const std::string& options = "", int code = 0) const {
    return only_line(solve(line, options + " --json"), code);
  }
  Ran solve_game(const std::string& tags, const std::string& moves, const std::string& options) const {
    write("g.pgn", tags + "\n\n" + moves + "\n");
    return run(fmt::format("solve {} --json {}", path("g.pgn"), options));
  }
  static json::object only_line(const Ran& ran, int code = 0) {
    EXPECT_EQ(ran.code, code) << ran.err;
    const std::vector<json::object> lines = json_lines(ran.out);
    EXPECT_EQ(lines.size(), 1U) << ran.out;
    return lines.size() == 1 ? lines[0] : json::object();
  }

  void expect_bad(const Ran& ran, const std::string& reason) const {
    EXPECT_EQ(ran.code, 2) << reason;
    EXPECT_TRUE(contains(ran.err, reason)) << "\"" << reason << "\" in " << ran.err;
    EXPECT_EQ(ran.out, "") << reason;
  }
};

TEST_F(CliSolve, AnswersHaveAllFieldsOfTheContract) {
  json::object line = answer(kProbe);
  EXPECT_EQ(line.at("id"), "probe");
  EXPECT_EQ(line.at("verdict"), "mate");
  EXPECT_EQ(line.at("ply"), 1);
  EXPECT_EQ(line.at("length"), 1);
  EXPECT_TRUE(line.at("algorithm").is_string());
  EXPECT_GT(line.at("states").to_number<std::uint64_t>(), 0U);
  EXPECT_GT(line.at("nodes").to_number<std::uint64_t>(), 0U);
  EXPECT_GT(line.at("peak_bytes").to_number<std::uint64_t>(), 0U);
  EXPECT_GE(line.at("time_s").to_number<double>(), 0);
  EXPECT_TRUE(line.at("limit").is_null());
  EXPECT_EQ(line.at("positions"), 2);
  EXPECT_FALSE(line.contains("plan"));
  EXPECT_FALSE(line.contains("keys"));
  line = answer(kNoMate);
  EXPECT_EQ(line.at("verdict"), "no-mate");
  EXPECT_TRUE(line.at("length").is_null());
  EXPECT_TRUE(line.at("limit").is_null());
}

TEST_F(CliSolve, PlansAndKeysAreThereWhenAskedFor) {
  EXPECT_EQ(answer(kProbe, "--plan").at("plan"), json::parse(R"({"try":"b1b8",
    "refused":{"try":"a1a8","refused":null,"played":[{"announced":{"check":["rank"]},"mate":true}]},
    "played":[{"announced":{"check":["rank"]},"mate":true}]})"));
  EXPECT_EQ(answer(kProbe, "--all-keys").at("keys"), json::array{"b1b8"});
  EXPECT_EQ(answer(kMateIn3, "--all-keys").at("keys"), (json::array{"f6f7", "f6g6"}));
  EXPECT_EQ(answer(kQuestion, "--all-keys").at("keys"), json::array{"any"});
  EXPECT_EQ(answer(kNoMate, "--all-keys").at("keys"), json::array());
  EXPECT_TRUE(answer(kNoMate, "--plan").at("plan").is_null());
}

TEST_F(CliSolve, AskingIsAPlanToo) {
  const json::value plan = answer(kQuestion, "--plan").at("plan");
  EXPECT_EQ(plan.at("ask"), "any");
  EXPECT_EQ(plan.at("no").at("try"), "a1a8");
  EXPECT_EQ(plan.at("yes").at("try"), "e4f5") << "pays the duty";
  EXPECT_EQ(plan.at("yes").at("played"), json::array());
  EXPECT_EQ(plan.at("yes").at("refused").at("try"), "h6g7");
}

TEST_F(CliSolve, TextIsForPeople) {
  const Ran ran = solve(fmt::format("{}\n{}\n{}\n", kProbe, kQuestion, kNoMate), "--plan --all-keys");
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* part :
       {"probe", "mate in 1 ply", "2 possible", "keys: b1b8", "try Rb8\n  \"White has moved. Check on the rank.",
        "if refused:\n    try Ra8", "ask: Any?", "if yes:\n    try exf5", "no mate within 1 ply",
        "3 problems: 2 mates, 1 without, 0 unknown"}) {
    EXPECT_TRUE(contains(ran.out, part)) << part << " in\n" << ran.out;
  }
  EXPECT_TRUE(contains(solve(kProbe, "--states-limit 1").out, "unknown, limit: states"));
}

TEST_F(CliSolve, EveryAlgorithmOfTheTableIsKnown) {
  std::vector<std::string> names = {"udb", "l-udb"};
  for (const json::object& line : json_lines(run("list algorithms --json").out)) {
    EXPECT_FALSE(line.at("summary").as_string().empty());
    names.emplace_back(line.at("name").as_string());
  }
  EXPECT_GT(names.size(), 10U);
  const std::string lines = fmt::format("{}\n{}\n{}\n{}\n", kProbe, kMateIn3, kQuestion, kNoMate);
  const std::string table = run("list algorithms").out;
  for (const std::string& name : names) {
    EXPECT_TRUE(contains(table, name)) << name;
    const Ran ran = solve(lines, "--json --algorithm " + name);
    EXPECT_EQ(ran.code, 0) << name << ran.err;
    const std::vector<json::object> answers = json_lines(ran.out);
    ASSERT_EQ(answers.size(), 4U) << name;
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(answers[i].at("verdict"), "mate") << name << i;
    EXPECT_EQ(answers[3].at("verdict"), "no-mate") << name;
  }
  expect_bad(solve(kProbe, "--algorithm magic"), "unknown algorithm \"magic\"; known are dfs, ");
}

TEST_F(CliSolve, BadLinesAreNamedWithTheirPlace) {
  const std::string states = fmt::format("\"states\":[{}]", kMateIn1);
  const std::string yes = R"("ply":1,"states":["6k1/8/6KQ/3b4/4P3/8/8/R7 w - - 0 1"])";
  const struct {
    std::string line;
    const char* reason;
  } rows[] = {
      {"not JSON", "JSON"},
      {"{\"id\":\"x\"", "JSON"},
      {"[1]", "not a JSON object"},
      {fmt::format("{{\"ply\":1,{}}}", states), "id: "},
      {fmt::format("{{\"id\":7,\"ply\":1,{}}}", states), "id: "},
      {fmt::format("{{\"id\":\"\",\"ply\":1,{}}}", states), "id: "},
      {problem("\"ply\":2," + states), "ply: 2 is even"},
      {problem("\"ply\":0," + states), "ply: 0"},
      {problem("\"ply\":-1," + states), "ply: -1"},
      {problem("\"ply\":99999999999," + states), "ply: "},
      {problem("\"ply\":1.5," + states), "ply: "},
      {problem("\"ply\":\"3\"," + states), "ply: "},
      {problem(states), "ply: is missing"},
      {problem("\"ply\":1,\"rules\":\"golf\"," + states), "rules: "},
      {problem("\"ply\":1,\"rules\":1," + states), "rules: "},
      {problem("\"ply\":1,\"expect\":\"win\"," + states), "expect: "},
      {problem("\"ply\":1"), "states: "},
      {problem("\"ply\":1,\"states\":[]"), "states: "},
      {problem(fmt::format("\"ply\":1,\"states\":{}", kMateIn1)), "states: "},
      {problem(fmt::format("\"ply\":1,\"states\":[{},7]", kMateIn1)), "states[1]: "},
      {problem(fmt::format("\"ply\":1,\"states\":[{},\"8/8 w - -\"]", kMateIn1)), "states[1]: "},
      {problem(fmt::format("\"ply\":1,\"states\":[{},\"6k1/8/6K1/8/8/8/8/1R6 w - - 0 1\"]", kMateIn1)),
       "states[1]: the men"},
      {problem(fmt::format("\"ply\":1,\"states\":[{},\"6k1/8/6K1/8/8/8/8/R7 b - - 0 1\"]", kMateIn1)), "states[1]: "},
      {problem(fmt::format("\"ply\":1,\"states\":[{},\"2k1/4/1K2/R3 w - - 0 1\"]", kMateIn1)), "states[1]: "},
      {problem(R"("ply":1,"states":["4k3/8/8/8/8/8/8/4K2R w K - 0 1","4k3/8/8/8/8/8/8/4K2R w - - 0 1"])"),
       "states[1]: the men or castling rights"},
      {problem("\"ply\":1,\"any\":\"no\"," + states), "any: berkeley does not have the question"},
      {problem("\"ply\":1,\"rules\":\"rand\",\"any\":\"no\"," + states), "any: rand does not have the question"},
      {problem("\"ply\":1,\"duty\":true," + states), "duty: "},
      {problem("\"rules\":\"english\",\"any\":\"no\"," + yes), "any: not the answer"},
      {problem("\"rules\":\"english\",\"any\":true," + yes), "any: "},
      {problem("\"rules\":\"english\",\"duty\":true," + yes), "duty: there is one only after the answer yes"},
      {problem("\"rules\":\"english\",\"any\":\"yes\",\"duty\":1," + yes), "duty: "},
      {problem("\"rules\":\"english\",\"any\":\"no\",\"duty\":true,\"ply\":1," + states), "duty: "},
      {problem("\"rules\":\"berkeley-any\",\"any\":\"yes\",\"duty\":false," + yes), "duty: "},
      {problem("\"ply\":1,\"heard\":{\"check\":[\"file\"]}," + states), "heard: not what berkeley announces"},
      {problem("\"ply\":1,\"heard\":{\"noise\":1}," + states), "heard: "},
      {problem("\"ply\":1,\"heard\":\"file\"," + states), "heard: "},
      {problem("\"ply\":1,\"rules\":\"wild16\",\"heard\":{\"pawn_tries\":1}," + states), "heard: not what wild16"},
  };
  for (const auto& row : rows) {
    const Ran ran = solve(fmt::format("{}\n\n{}\n{}\n", kProbe, row.line, kProbe), "--json");
    SCOPED_TRACE(row.line);
    expect_bad(ran, "p.jsonl:3:");
    expect_bad(ran, row.reason);
  }
}

TEST_F(CliSolve, WhatIsAnnouncedBeforeATurnHasToBeTheSameInAllStates) {
  const std::string check = R"("ply":1,"states":["k7/8/8/8/8/8/8/K6R w - - 0 1","k7/8/8/8/r7/8/8/K6R w - - 0 1"])";
  const std::string tries = R"("ply":1,"states":["k7/8/8/3p4/4P3/8/8/K6R w - - 0 1","k7/8/8/8/4P3/8/8/K6R w - - 0 1"])";
  for (const std::string& states : {check, tries}) {
    for (const char* rules : {"cincinnati", "wild16", "rand"})
      expect_bad(solve(problem(fmt::format("\"rules\":\"{}\",{}", rules, states))),
                 fmt::format("p.jsonl:1: states: {}", rules));
    for (const char* rules : {"berkeley", "berkeley-any", "english"})
      EXPECT_EQ(answer(problem(fmt::format("\"rules\":\"{}\",{}", rules, states))).at("positions"), 2);
  }
}

TEST_F(CliSolve, WhatWasHeardMayBeSaid) {
  const std::string states = fmt::format("\"ply\":1,\"states\":[{}]", kMateIn1);
  EXPECT_EQ(answer(problem("\"heard\":{}," + states)).at("verdict"), "mate");
  EXPECT_EQ(answer(problem("\"rules\":\"wild16\",\"heard\":{\"pawn_tries\":0}," + states)).at("verdict"), "mate");
  const std::string in_check = R"("heard":{"check":["long"]},"states":["7k/6q1/7P/8/8/6Q1/8/K7 w - - 0 1"])";
  EXPECT_EQ(answer(problem("\"ply\":1," + in_check)).at("verdict"), "mate");
}

TEST_F(CliSolve, TheMiddleOfATurnCanBeAsked) {
  const std::string states = R"("ply":1,"states":["6k1/8/6KQ/3b4/4P3/8/8/R7 w - - 0 1"])";
  const auto verdict = [&](const char* turn) { return answer(problem(turn + states)).at("verdict"); };
  EXPECT_EQ(verdict(R"("rules":"english","any":"yes","duty":true,)"), "mate");
  EXPECT_EQ(verdict(R"("rules":"english","any":"yes","duty":false,)"), "mate");
  EXPECT_EQ(verdict(R"("rules":"berkeley-any","any":"yes","duty":true,)"), "no-mate");
  EXPECT_EQ(verdict(R"("rules":"berkeley-any","any":"yes",)"), "no-mate");
}

TEST_F(CliSolve, StatesAreNormalised) {
  const std::string twice =
      fmt::format(R"("ply":1,"states":[{},{},"6k1/8/6K1/8/8/8/8/R7 w - - 9 30"])", kMateIn1, kMateIn1);
  EXPECT_EQ(answer(problem(twice)).at("positions"), 1);
  const std::string nobody_captures =
      R"("ply":1,"states":["4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1","4k3/8/8/4p3/8/8/8/4K3 w - - 0 1"])";
  EXPECT_EQ(answer(problem(nobody_captures)).at("positions"), 1);
  const std::string pinned =
      R"("ply":1,"states":["k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1","k3r3/8/8/3pP3/8/8/8/4K3 w - - 0 1"])";
  EXPECT_EQ(answer(problem(pinned)).at("positions"), 1);
  const std::string somebody_captures =
      R"("ply":1,"states":["4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1","4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1"])";
  EXPECT_EQ(answer(problem(somebody_captures)).at("positions"), 2);
}

TEST_F(CliSolve, UnknownFieldsAndBlankLinesArePassedOver) {
  const std::string line = problem(fmt::format(R"("ply":1,"note":"n","shade":[1,{{}}],"states":[{}])", kMateIn1));
  const Ran ran = solve("\n" + line + "\r\n  \t\n\n" + line, "--json");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(json_lines(ran.out).size(), 2U);
}

TEST_F(CliSolve, BlackAttacksAndBoardsAreSmall) {
  const std::string black = problem(R"("ply":1,"states":["r7/8/8/8/8/6k1/8/6K1 b - - 0 1"])");
  EXPECT_EQ(answer(black, "--plan").at("plan").at("try"), "a8a1");
  const json::object small =
      answer(problem(R"("rules":"rand","ply":3,"states":["R1K1/p2p/1QP1/3k w - - 0 1"])"), "--plan");
  EXPECT_EQ(small.at("verdict"), "mate");
  EXPECT_EQ(small.at("length"), 3);
  EXPECT_EQ(small.at("plan").at("try"), "a4a3");
}

TEST_F(CliSolve, TheBoundOfTheCommandLineComesFirst) {
  const std::string line = problem(
      R"("ply":1,"expect":"no-mate","states":["7k/p7/5K2/8/8/8/8/1R6 w - - 0 1","7k/8/p4K2/8/8/8/8/1R6 w - - 0 1"])");
  EXPECT_EQ(answer(line).at("verdict"), "no-mate");
  const Ran ran = solve(line, "--json --ply 3");
  const json::object longer = only_line(ran);
  EXPECT_EQ(longer.at("ply"), 3);
  EXPECT_EQ(longer.at("verdict"), "mate") << "and nothing is said of what was expected";
  EXPECT_EQ(answer(problem(fmt::format("\"states\":[{}]", kMateIn1)), "--ply 1").at("ply"), 1);
  for (const char* ply : {"2", "0", "-1", "x", "1.5", "99999999999"})
    expect_bad(solve(kProbe, fmt::format("--ply {}", ply)), "--ply");
}

TEST_F(CliSolve, ContradictedExpectationsAreExitCodeFive) {
  const std::string wrong = problem(fmt::format(R"("ply":1,"expect":"no-mate","states":[{}])", kMateIn1));
  const Ran ran = solve(wrong, "--json");
  EXPECT_EQ(only_line(ran, 5).at("verdict"), "mate");
  EXPECT_TRUE(contains(ran.err, "p.jsonl:1: x: mate, but no-mate was expected")) << ran.err;
  EXPECT_EQ(solve(problem(R"("ply":1,"expect":"mate","states":["k7/8/8/8/8/8/8/K6R w - - 0 1"])")).code, 5);
  // The limit stops the second problem only; of the two codes 5 is the one to tell.
  const Ran both = solve(wrong + "\n" + kMateIn3, "--json --states-limit 50");
  EXPECT_EQ(both.code, 5) << both.out;
  EXPECT_EQ(json_lines(both.out).at(1).at("verdict"), "unknown");
  EXPECT_EQ(solve(std::string(kMateIn3) + "\n" + wrong, "--json --states-limit 50").code, 5);
  // What is not known contradicts nothing.
  EXPECT_EQ(solve(wrong, "--states-limit 1").code, 3);
}

TEST_F(CliSolve, LimitsLeaveTheAnswerUnknown) {
  const std::string lines = fmt::format("{}\n{}\n", kMateIn3, kProbe);
  const Ran first = solve(lines, "--json --states-limit 60");
  EXPECT_EQ(first.code, 3) << first.err;
  const std::vector<json::object> answers = without_times(json_lines(first.out));
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0].at("verdict"), "unknown");
  EXPECT_EQ(answers[0].at("limit"), "states");
  EXPECT_TRUE(answers[0].at("length").is_null());
  EXPECT_EQ(answers[1].at("verdict"), "mate") << "a limit is for each problem";
  EXPECT_EQ(without_times(json_lines(solve(lines, "--json --states-limit 60").out)), answers);
}

TEST_F(CliSolve, MemoryAndTimeHaveLimits) {
  const std::string start =
      problem(R"("ply":99,"states":["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])");
  const json::object memory = answer(start, "--algorithm pns --memory-limit 1", 3);
  EXPECT_EQ(memory.at("verdict"), "unknown");
  EXPECT_EQ(memory.at("limit"), "memory");
  EXPECT_LT(memory.at("peak_bytes").to_number<std::uint64_t>(), 2U << 20);
  const json::object time = answer(start, "--time-limit 0.01", 3);
  EXPECT_EQ(time.at("limit"), "time");
  for (const char* limit : {"--memory-limit 0", "--memory-limit x", "--time-limit nan", "--time-limit 0",
                            "--states-limit 0", "--states-limit -5", "--states-limit x"}) {
    expect_bad(solve(kProbe, limit), std::string(limit).substr(0, 7));
  }
}

// The mate was proved before the limit: what is missing is the list of keys.
TEST_F(CliSolve, ALimitWhileKeysAreSoughtLeavesNoHalfAnswer) {
  const json::object line = answer(kProbe, "--all-keys --plan --states-limit 50", 3);
  EXPECT_EQ(line.at("limit"), "states");
  EXPECT_EQ(line.at("verdict") == "unknown", line.at("length").is_null()) << json::serialize(line);
  EXPECT_EQ(line.at("verdict") == "unknown", line.at("plan").is_null()) << json::serialize(line);
}

TEST_F(CliSolve, InterruptsAreExitCode130) {
  write("p.jsonl",
        problem(R"("ply":99,"states":["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])") + "\n" + kProbe);
  const std::string line = fmt::format("timeout --preserve-status -s INT 0.3 {} solve {} --json > {} 2> {}",
                                       BLINDMATE_PROGRAM, path("p.jsonl"), path("out"), path("err"));
  EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 130);
  for (const json::object& answer : json_lines(contents(path("out")))) EXPECT_EQ(answer.at("verdict"), "unknown");
}

TEST_F(CliSolve, FilesThatCannotBeReadAreNamed) {
  expect_bad(run("solve"), "FILE");
  expect_bad(run("solve " + path("none.jsonl")), "none.jsonl: cannot be read");
  expect_bad(run("solve --ply 1 " + path("none.pgn")), "none.pgn: cannot be read");
  std::filesystem::create_directory(path("folder.jsonl"));
  std::filesystem::create_directory(path("folder.pgn"));
  expect_bad(run("solve " + path("folder.jsonl")), "folder.jsonl: cannot be read");
  expect_bad(run("solve --ply 1 " + path("folder.pgn")), "folder.pgn: cannot be read");
}

TEST_F(CliSolve, NothingIsAnsweredBeforeEverythingIsRead) {
  write("good.jsonl", kProbe);
  write("bad.jsonl", std::string(kProbe) + "\nrubbish\n");
  write("bad.pgn", "1. e4 {:} e5 *\n");
  write("early.pgn", "[Filtered \"White\"]\n\n1. e4 {:} *\n");
  const std::string good = "solve --json " + path("good.jsonl") + " ";
  expect_bad(run(good + path("bad.jsonl")), "bad.jsonl:2:");
  expect_bad(run(good + path("none.jsonl")), "none.jsonl: ");
  expect_bad(run(good + "--ply 1 " + path("bad.pgn")), "bad.pgn:1:");
  expect_bad(run(good + path("early.pgn")), "early.pgn");
  expect_bad(run(good + "--ply 1 " + path("early.pgn")), "early.pgn#1: it is not White's turn");
  const Ran two = run(good + path("good.jsonl"));
  EXPECT_EQ(json_lines(two.out).size(), 2U);
}

TEST_F(CliSolve, DeepeningFindsTheShortestMate) {
  const std::string file = std::string(TESTS_FOLDER) + "/data/problems.jsonl";
  std::map<std::string, json::object> problems;
  std::string shallow;
  for (const json::object& line : json_lines(contents(file))) {
    if (line.at("ply").as_int64() > 5) continue;
    problems.emplace(std::string(line.at("id").as_string()), line);
    shallow += json::serialize(line) + "\n";
  }
  const Ran ran = solve(shallow, "--json --quiet --deepen --ply 5");
  EXPECT_EQ(ran.code, 0) << ran.err;
  const std::vector<json::object> answers = json_lines(ran.out);
  EXPECT_EQ(answers.size(), problems.size());
  for (const json::object& answer : answers) {
    const json::value* shortest = problems.at(std::string(answer.at("id").as_string())).if_contains("shortest");
    if (shortest == nullptr || !shortest->is_int64()) continue;
    if (shortest->get_int64() > 5) {
      EXPECT_EQ(answer.at("verdict"), "no-mate") << answer.at("id");
    } else {
      EXPECT_EQ(answer.at("length"), *shortest) << answer.at("id");
    }
  }
}

TEST_F(CliSolve, SeedsChangeNoVerdict) {
  const std::string lines = fmt::format("{}\n{}\n{}\n{}\n", kProbe, kMateIn3, kQuestion, kNoMate);
  const std::vector<json::object> plain = json_lines(solve(lines, "--json").out);
  for (const char* algorithm : {"gl-dbu", "le-dfs", "pns"}) {
    for (int seed = 0; seed < 5; ++seed) {
      const std::string options = fmt::format("--json --plan --seed {} --algorithm {}", seed, algorithm);
      const Ran ran = solve(lines, options);
      const std::vector<json::object> seeded = without_times(json_lines(ran.out));
      ASSERT_EQ(seeded.size(), plain.size()) << ran.err;
      for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_EQ(seeded[i].at("verdict"), plain[i].at("verdict"));
      EXPECT_EQ(without_times(json_lines(solve(lines, options).out)), seeded);
    }
  }
}

// Games end in the turn that is asked about. Black had Kg8 or h5, and Ra8 mates either way.
constexpr const char* kTwoReplies = R"([Filtered "White"][SetUp "1"][FEN "7k/8/5KPp/8/8/8/8/R6R b - - 0 1"])";
// Of the bishop's silent moves only d5 lets the pawn capture.
constexpr const char* kAnyGame =
    R"([Variant "english"][Filtered "White"][SetUp "1"][FEN "6k1/8/4b1KQ/8/4P3/8/8/R7 b - - 0 1"])";

TEST_F(CliSolve, GamesAreEstimatedFirst) {
  const json::object line = only_line(solve_game(kTwoReplies, "1... ?? {:} *", "--ply 1 --plan"));
  EXPECT_EQ(std::string(line.at("id").as_string()), path("g.pgn") + "#1");
  EXPECT_EQ(line.at("verdict"), "mate");
  EXPECT_EQ(line.at("positions"), 2);
  EXPECT_EQ(line.at("plan").at("try"), "a1a8");
  const json::object refused = only_line(solve_game(kTwoReplies, "1... ?? {:} 2. -- {:Rh6} *", "--ply 1 --plan"));
  EXPECT_EQ(refused.at("positions"), 1) << "Black has played h5";
  EXPECT_EQ(refused.at("verdict"), "mate");
}

TEST_F(CliSolve, GamesRememberWhatWasAskedInTheTurn) {
  const auto verdict = [&](const char* asked) {
    return only_line(solve_game(kAnyGame, fmt::format("1... ?? {{:}} 2. -- {{:{}}} *", asked), "--ply 1"))
        .at("verdict");
  };
  EXPECT_EQ(verdict("Any?=yes"), "mate") << "exf5 pays the duty, Qg7 mates";
  EXPECT_EQ(verdict("Any?=yes,exf5"), "mate");
  EXPECT_EQ(verdict("exf5,Any?=yes"), "no-mate") << "exd5 is all that is left";
}

// A game's problem, saved, says the same: what was refused cannot pay the duty there either.
TEST_F(CliSolve, GamesCanBeSavedAsProblems) {
  for (const char* asked : {"Any?=yes", "exf5,Any?=yes"}) {
    const std::string options = "--ply 1 --plan --save-problems " + path("saved.jsonl");
    const Ran game = solve_game(kAnyGame, fmt::format("1... ?? {{:}} 2. -- {{:{}}} *", asked), options);
    const json::object line = only_line(game);
    EXPECT_EQ(json_lines(run("solve --json " + path("saved.jsonl")).out).at(0).at("verdict"), line.at("verdict"));
    write("results.jsonl", game.out);
    EXPECT_EQ(run(fmt::format("verify {} {}", path("saved.jsonl"), path("results.jsonl"))).code, 0);
  }
  expect_bad(solve_game(kAnyGame, "1... ?? {:} *", "--ply 1 --save-problems " + path("no/where")), "cannot be written");
  write("kept", "mine");
  expect_bad(solve(kProbe, "--save-problems " + path("kept")), "--save-problems is for games");
  expect_bad(solve_game(kAnyGame, "1... ?? {:} *", "--ply 1 --interleave --save-problems " + path("kept")),
             "needs all");
  EXPECT_EQ(contents(path("kept")), "mine");
}

TEST_F(CliSolve, RefusedTriesOfAProblemMustBeIllegal) {
  const std::string mate = fmt::format("\"ply\":1,\"states\":[{}]", kMateIn1);
  expect_bad(solve(problem(mate + R"(,"refused":["a1a9"])")), "refused: not moves in coordinates");
  expect_bad(solve(problem(mate + R"(,"refused":["a1a8"])")), "refused: a1a8 is legal in");
  EXPECT_EQ(answer(problem(mate + R"(,"refused":["a1b3"])")).at("verdict"), "mate");
}

TEST_F(CliSolve, InterleavingChangesNoVerdict) {
  const struct {
    const char* tags;
    const char* moves;
    int ply;
  } games[] = {
      {kTwoReplies, "1... ?? {:} *", 1},
      {kTwoReplies, "1... ?? {:} 2. -- {:Rh6} *", 3},
      {kAnyGame, "1... ?? {:} *", 1},
      {kAnyGame, "1... ?? {:} 2. -- {:Any?=yes} *", 1},
      {kAnyGame, "1... ?? {:} 2. -- {:exf5,Any?=yes} *", 1},
      {kAnyGame, "1... ?? {:} 2. -- {:Any?=no} *", 3},
      {"[Filtered \"White\"]", "1. e4 {:} ?? {:} *", 3},
      {"[Filtered \"Black\"]", "1. ?? {:} e5 {:} 2. ?? {:} *", 1},
      {"[Filtered \"White\"]", "1. e4 {:} ?? {:} 2. Qh5 {:} ?? {:} 3. Bc4 {:} ?? {:} 4. -- {:Bg8} *", 1},
      {"[Variant \"rand\"][Filtered \"White\"][SetUp \"1\"][FEN \"7k/8/5K2/8/8/8/8/1R6 w - - 0 1\"]",
       "{/from=:} 1. Kf7 {/from=:} ?? {/from=:} *", 1},
  };
  for (const auto& game : games) {
    SCOPED_TRACE(game.moves);
    for (const char* algorithm : {"dbu", "l-dbu", "gl-dbu"}) {
      const std::string options = fmt::format("--ply {} --algorithm {}", game.ply, algorithm);
      const json::object plain = only_line(solve_game(game.tags, game.moves, options));
      ASSERT_TRUE(plain.contains("verdict"));
      for (const char* more : {" --interleave", " --interleave --deepen", " --interleave --seed 2"}) {
        const json::object interleaved = only_line(solve_game(game.tags, game.moves, options + more));
        ASSERT_TRUE(interleaved.contains("verdict"));
        EXPECT_EQ(interleaved.at("verdict"), plain.at("verdict")) << more;
      }
    }
  }
}

TEST_F(CliSolve, BadGamesAreNamed) {
  const char* mate = "[Filtered \"White\"][SetUp \"1\"][FEN \"7k/8/5K2/8/8/8/8/1R6 w - - 0 1\"]";
  expect_bad(solve_game(kTwoReplies, "1... ?? {:} *", ""), "g.pgn: a game has no number of ply; say it with --ply");
  for (const char* way : {"--ply 1", "--ply 1 --interleave"}) {
    expect_bad(solve_game(mate, "1. Kf7 {:} *", way), "g.pgn#1: it is not White's turn");
    expect_bad(solve_game(mate, "1. Kf7 {:} ?? {:} 2. Rh1 {F:} 1-0", way), "g.pgn#1: the game has ended");
    expect_bad(solve_game("", "1. e4 {:} e5 {:} *", way), "g.pgn#1: the game is not filtered");
    expect_bad(solve_game("[Filtered \"White\"]", "1. e4 {:} ?? {:} 2. a3 {:} ?? {F:} *", way), "no position fits");
  }
  expect_bad(solve_game(kTwoReplies, "1... ?? {:} *", "--ply 1 --side black"), "filtered for White");
  expect_bad(solve_game(kTwoReplies, "1... ?? {:} *", "--ply 1 --interleave --algorithm le-dfs"), "le-dfs");
  expect_bad(solve_game(kTwoReplies, "1... ?? {:} *", "--ply 1 --interleave --all-keys"), "keys");
  expect_bad(solve(kProbe, "--interleave"), "p.jsonl: --interleave");
  EXPECT_EQ(only_line(solve_game("", "1. e4 {:} e5 {:} *", "--ply 1 --side white")).at("positions"), 20);
}

TEST_F(CliSolve, EstimationKeepsTheLimitsToo) {
  const json::object line = only_line(
      solve_game("[Filtered \"White\"]", "1. e4 {:} ?? {:} 2. Nf3 {:} ?? {:} *", "--ply 1 --states-limit 100"), 3);
  EXPECT_EQ(line.at("verdict"), "unknown");
  EXPECT_EQ(line.at("limit"), "states");
}

class CliVerify : public CliSolve {
 protected:
  Ran verify(const std::string& problems, const std::string& results, const std::string& options = "") const {
    write("problems.jsonl", problems);
    write("results.jsonl", results);
    return run(fmt::format("verify {} {} {}", path("problems.jsonl"), path("results.jsonl"), options));
  }
  // The reason why the plan of a result, changed like this, is false.
  template <class Change>
  std::string reason(const char* problem, const Change& change) const {
    json::value result = answer(problem, "--plan");
    EXPECT_EQ(verify(problem, json::serialize(result)).code, 0);
    change(result);
    const json::object line = only_line(verify(problem, json::serialize(result), "--json"), 4);
    EXPECT_EQ(line.at("valid"), false);
    return std::string(line.at("reason").as_string());
  }
  // A result of kProbe with this plan.
  static std::string result(const std::string& plan) {
    return fmt::format(R"({{"id":"probe","verdict":"mate","ply":1,"length":1,"plan":{}}})", plan);
  }
};

// The bound is the problem's, whatever a line claims, unless --ply says otherwise.
TEST_F(CliVerify, ALineCannotClaimMorePlyThanItsProblem) {
  const std::string in_one = R"({"id":"three","ply":1,"states":["7k/p7/5K2/8/8/8/8/1R6 w - - 0 1"]})";
  write("p.jsonl", in_one);
  write("results.jsonl", run("solve --ply 3 --json --plan " + path("p.jsonl")).out);
  EXPECT_EQ(run(fmt::format("verify {} {}", path("p.jsonl"), path("results.jsonl"))).code, 4);
  EXPECT_EQ(run(fmt::format("verify --ply 3 {} {}", path("p.jsonl"), path("results.jsonl"))).code, 0);
}

TEST_F(CliVerify, TimeCanRunOut) {
  write("p.jsonl", kProbe);
  write("results.jsonl", run("solve --json --plan " + path("p.jsonl")).out);
  const Ran ran = run(fmt::format("verify --json --time-limit 1e-9 {} {}", path("p.jsonl"), path("results.jsonl")));
  EXPECT_EQ(ran.code, 3);
  EXPECT_EQ(json_lines(ran.out).at(0),
            json::parse(R"({"id":"probe","valid":null,"reason":"the time limit was reached"})"));
}

TEST_F(CliVerify, PlansOfSolveAreValid) {
  for (const char* name : {"problems.jsonl", "edge_problems.jsonl"}) {
    const std::string file = fmt::format("{}/data/{}", TESTS_FOLDER, name);
    const std::pair<const char*, const char*> ways[] = {
        {"", ""}, {"--algorithm e-dfs", "--ply 1"}, {"--seed 7", "--ply 3"}};
    for (const auto& [options, ply] : ways) {
      const Ran solved = run(fmt::format("solve {} --json --plan --quiet {} {}", file, options, ply));
      EXPECT_EQ(solved.code, 0) << solved.err;
      write("results.jsonl", solved.out);
      const Ran ran = run(fmt::format("verify {} {} --json --quiet {}", file, path("results.jsonl"), ply));
      EXPECT_EQ(ran.code, 0) << ran.out;
      std::size_t mates = 0;
      for (const json::object& line : json_lines(solved.out)) {
        if (line.at("verdict") == "mate") ++mates;
      }
      const std::vector<json::object> lines = json_lines(ran.out);
      EXPECT_EQ(lines.size(), mates) << "lines without a mate are passed over";
      for (const json::object& line : lines) {
        EXPECT_EQ(line.at("valid"), true);
        EXPECT_TRUE(line.at("reason").is_null()) << line.at("reason");
      }
    }
  }
}

TEST_F(CliVerify, TextIsForPeople) {
  const std::string problems = fmt::format("{}\n{}\n", kProbe, kNoMate);
  const Ran good = verify(problems, solve(problems, "--json --plan").out);
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_TRUE(contains(good.out, "probe")) << good.out;
  EXPECT_TRUE(contains(good.out, "1 plans: 1 valid, 0 false")) << good.out;
  const Ran bad = verify(problems, result(R"({"try":"a1a8"})"));
  EXPECT_EQ(bad.code, 4);
  EXPECT_TRUE(contains(bad.out, "FALSE: ")) << bad.out;
}

TEST_F(CliVerify, DamagedPlansAreFalse) {
  const auto plan = [](json::value& result) -> json::object& { return result.at("plan").as_object(); };
  EXPECT_NE(reason(kProbe, [&](json::value& r) { plan(r)["refused"] = nullptr; }), "");
  EXPECT_NE(reason(kProbe, [&](json::value& r) { plan(r).erase("refused"); }), "");
  EXPECT_NE(reason(kProbe, [&](json::value& r) { plan(r)["played"].as_array().clear(); }), "");
  EXPECT_NE(reason(kProbe, [&](json::value& r) { plan(r)["try"] = "a1a8"; }), "");
  EXPECT_NE(reason(kProbe, [&](json::value& r) { plan(r)["try"] = "c1c2"; }), "") << "no man of White's";
  EXPECT_NE(reason(kProbe, [&](json::value& r) { plan(r)["try"] = "d5a2"; }), "") << "a man of Black's";
  EXPECT_NE(reason(kProbe, [&](json::value& r) { plan(r)["try"] = "b1b8q"; }), "");
  EXPECT_NE(reason(kProbe, [&](json::value& r) { plan(r)["refused"].at("try") = "b1b8"; }), "") << "asked twice";
  EXPECT_NE(reason(kProbe, [&](json::value& r) { plan(r)["played"].at(0).at("announced") = json::object(); }), "");
  EXPECT_NE(reason(kProbe, [&](json::value& r) { plan(r) = {{"ask", "any"}, {"no", plan(r)}}; }), "");
  EXPECT_NE(reason(kQuestion, [&](json::value& r) { plan(r)["yes"] = nullptr; }), "");
  EXPECT_NE(reason(kQuestion, [&](json::value& r) { plan(r)["no"] = nullptr; }), "");
  EXPECT_NE(reason(kQuestion, [&](json::value& r) { plan(r)["yes"] = plan(r)["yes"].at("refused"); }), "")
      << "the duty";
  EXPECT_NE(reason(kMateIn3, [&](json::value& r) { plan(r)["played"].at(0).at("replies").as_array().clear(); }), "");
  EXPECT_NE(reason(kMateIn3,
                   [&](json::value& r) {
                     plan(r)["played"].at(0) = {{"announced", json::object()}, {"mate", true}};
                   }),
            "");
}

TEST_F(CliVerify, ClaimsThatSayMoreThanThePlanAreFalse) {
  EXPECT_NE(reason(kMateIn3, [](json::value& r) { r.at("ply") = 1; }), "");
  EXPECT_NE(reason(kMateIn3, [](json::value& r) { r.at("length") = 1; }), "");
  EXPECT_NE(reason(kMateIn3, [](json::value& r) { r.at("length") = 5; }), "");
  EXPECT_NE(reason(kMateIn3, [](json::value& r) { r.at("length") = 4294967299; }), "");
}

TEST_F(CliVerify, PlansOfAnotherProblemAreFalse) {
  const std::string both = R"({"id":"probe","ply":1,"states":["6k1/8/6K1/3b4/8/8/8/RR6 w - - 0 1"]})";
  EXPECT_EQ(verify(both, json::serialize(answer(kProbe, "--plan"))).code, 0) << "one state less needs less";
  EXPECT_EQ(verify(kProbe, json::serialize(answer(both, "--plan"))).code, 4);
}

TEST_F(CliVerify, BadInputIsNamed) {
  const std::string good = json::serialize(answer(kProbe, "--plan"));
  const struct {
    std::string line;
    const char* reason;
  } rows[] = {
      {"rubbish", "JSON"},
      {"[]", "not a JSON object"},
      {R"({"verdict":"no-mate"})", "id: "},
      {R"({"id":"nobody","verdict":"no-mate"})", "id: there is no problem nobody"},
      {R"({"id":"nobody","verdict":"mate"})", "id: there is no problem nobody"},
      {R"({"id":"probe"})", "verdict: "},
      {R"({"id":"probe","verdict":"win"})", "verdict: "},
      {R"({"id":"probe","verdict":"mate","plan":{"try":"b1b8"}})", "ply: "},
      {R"({"id":"probe","verdict":"mate","ply":2,"plan":{"try":"b1b8"}})", "ply: "},
      {R"({"id":"probe","verdict":"mate","ply":1,"length":1})", "plan: a mate without its plan"},
      {result("null"), "plan: a mate without its plan"},
      {result("7"), "plan: "},
      {result("{}"), "plan: try: is missing"},
      {result(R"({"try":"Rb8"})"), "plan: try: not a move"},
      {result(R"({"try":7})"), "plan: try: not a move"},
      {result(R"({"try":"b1b8","then":1})"), "plan: then: not a known field"},
      {result(R"({"try":"b1b8","played":{}})"), "plan: played: not a list"},
      {result(R"({"try":"b1b8","refused":{"try":"?"}})"), "plan: refused.try: not a move"},
      {result(R"({"try":"b1b8","played":[{"announced":{}}]})"), "plan: played[0]: needs"},
      {result(R"({"try":"b1b8","played":[{"announced":{},"mate":false}]})"), "plan: played[0].mate: "},
      {result(R"({"try":"b1b8","played":[{"announced":{"check":["up"]},"mate":true}]})"),
       "plan: played[0].announced: "},
      {result(R"({"try":"b1b8","played":[{"announced":{"end":"checkmate"},"mate":true}]})"),
       "plan: played[0].announced: "},
      {result(R"({"try":"b1b8","played":[{"announced":{},"won":"luck"}]})"), "plan: played[0].won: "},
      {result(R"({"try":"b1b8","played":[{"announced":{},"replies":[{"announced":{},"plan":{"try":"b1"}}]}]})"),
       "plan: played[0].replies[0].plan.try: not a move"},
      {result(R"({"try":"b1b8","played":[{"announced":{},"replies":[{"announced":{}}]}]})"),
       "plan: played[0].replies[0].plan: is missing"},
      {result(R"({"ask":"me"})"), "plan: ask: not any"},
      {result(R"({"ask":"any","yes":1})"), "plan: yes: not an object"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.line);
    const Ran ran = verify(kProbe, good + "\n\n" + row.line + "\n", "--json");
    expect_bad(ran, "results.jsonl:3:");
    expect_bad(ran, row.reason);
  }
}

TEST_F(CliVerify, BadProblemsAreNamed) {
  expect_bad(verify(fmt::format("{}\n{}\n", kProbe, kProbe), ""), "problems.jsonl:2: id: probe is there twice");
  expect_bad(verify("rubbish", ""), "problems.jsonl:1:");
  write("good.jsonl", kProbe);
  expect_bad(run("verify " + path("good.jsonl")), "RESULTS");
  expect_bad(run(fmt::format("verify {} {}", path("none"), path("good.jsonl"))), "none: cannot be read");
  expect_bad(run(fmt::format("verify {} {}", path("good.jsonl"), path("none"))), "none: cannot be read");
  std::filesystem::create_directory(path("folder"));
  expect_bad(run(fmt::format("verify {} {}", path("folder"), path("good.jsonl"))), "folder: cannot be read");
  expect_bad(run(fmt::format("verify {} {}", path("good.jsonl"), path("folder"))), "folder: cannot be read");
}

TEST_F(CliVerify, NestedPlansHaveALimit) {
  const auto nested = [](int levels) {
    std::string plan;
    for (int i = 0; i < levels; ++i) plan += R"({"try":"a1a8","refused":)";
    return result(plan + "null" + std::string(static_cast<std::size_t>(levels), '}'));
  };
  EXPECT_EQ(verify(kProbe, nested(2000)).code, 4);
  expect_bad(verify(kProbe, nested(100000)), "results.jsonl:1:");
}

TEST_F(CliVerify, OtherVerdictsClaimNothing) {
  const Ran ran = verify(kProbe,
                         R"({"id":"probe","verdict":"no-mate"})"
                         "\n"
                         R"({"id":"probe","verdict":"unknown"})",
                         "--json");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "");
}

TEST_F(CliVerify, MaterialHasToBeAcceptedAsAWin) {
  const std::string rook = problem(R"("ply":1,"states":["8/8/8/3k4/8/1K6/8/R7 w - - 0 1"])");
  const std::string bishops = problem(R"("ply":1,"states":["8/8/8/3k4/8/1K6/8/B2B4 w - - 0 1"])");
  const struct {
    std::string problem;
    const char* option;
    const char* other;
  } rows[] = {{rook, "--material-wins", "--likely-wins"}, {bishops, "--likely-wins", "--material-wins"}};
  for (const auto& row : rows) {
    EXPECT_EQ(answer(row.problem).at("verdict"), "no-mate");
    const json::object won = answer(row.problem, fmt::format("--plan {}", row.option));
    EXPECT_EQ(won.at("verdict"), "mate");
    EXPECT_EQ(won.at("plan").at("played").at(0).at("won"), "material");
    EXPECT_EQ(verify(row.problem, json::serialize(won)).code, 4);
    EXPECT_EQ(verify(row.problem, json::serialize(won), row.option).code, 0);
    EXPECT_EQ(verify(row.problem, json::serialize(won), fmt::format("{} {}", row.option, row.other)).code, 0);
    EXPECT_EQ(verify(bishops, json::serialize(won), "--material-wins").code, 4);
  }
}

class CliVacuum : public Cli {};

TEST_F(CliVacuum, RunsAndMedians) {
  const std::string command = "vacuum --width 2 --height 3 --runs 5 --seed 1 --json --algorithm ";
  for (const char* algorithm : {"dbu", "dfs-equal", "dbu-subset"}) {
    const Ran ran = run(command + algorithm + " --threads 2");
    EXPECT_EQ(ran.code, 0) << ran.err;
    std::vector<json::object> lines = json_lines(ran.out);
    ASSERT_EQ(lines.size(), 6U);
    std::vector<std::int64_t> states;
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(lines[i].at("run"), i + 1);
      EXPECT_EQ(lines[i].at("verdict"), "plan");
      states.push_back(lines[i].at("states").as_int64());
    }
    std::sort(states.begin(), states.end());
    const json::object& summary = lines[5].at("summary").as_object();
    EXPECT_EQ(summary.at("runs"), 5);
    EXPECT_EQ(summary.at("solved"), 5);
    EXPECT_EQ(summary.at("states").as_double(), static_cast<double>(states[2]));
    std::vector<json::object> again = json_lines(run(command + algorithm).out);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(again[i].at("states"), lines[i].at("states"));
  }
}

TEST_F(CliVacuum, WorldsAndLimits) {
  const auto verdict = [&](const std::string& options, int code = 0) {
    const Ran ran = run("vacuum --json " + options);
    EXPECT_EQ(ran.code, code) << ran.err;
    return json_lines(ran.out).at(0).at("verdict");
  };
  EXPECT_EQ(verdict("--height 2 --depth 6"), "no-plan");
  EXPECT_EQ(verdict("--height 2 --depth 7"), "plan");
  EXPECT_EQ(verdict("--width 1 --height 1 --depth 1"), "plan");
  EXPECT_EQ(verdict("--width 3 --height 1 --start 3,1 --dirt 3,1 1,1 --depth 4"), "plan");
  EXPECT_EQ(verdict("--width 3 --height 1 --start 3,1 --dirt 3,1 1,1 --depth 3"), "no-plan");
  EXPECT_EQ(verdict("--height 2 --depth 7 --blind --without proofs,cycles"), "plan");
  EXPECT_EQ(verdict("--height 4 --states-limit 100", 3), "unknown");
  const Ran limited = run("vacuum --json --height 4 --states-limit 100");
  EXPECT_TRUE(json_lines(limited.out).at(1).at("summary").at("states").is_null()) << "infinite";
}

TEST_F(CliVacuum, BadOptionsAreNamed) {
  const std::pair<const char*, const char*> rows[] = {
      {"--width 3", "--depth is needed"},
      {"--width 8 --height 8 --depth 3", "at most 56 squares"},
      {"--start 3,1", "--start: 3,1"},
      {"--dirt 1,9", "--dirt: 1,9"},
      {"--algorithm best", "unknown algorithm"},
      {"--without memory", "--without"},
      {"--runs 0", "--runs"},
      {"--runs 1000000000000", "--runs: at most"},
      {"--depth 4294967297", "--depth: at most"},
      {"--depth x", "--depth"},
  };
  for (const auto& [options, reason] : rows) {
    const Ran ran = run(std::string("vacuum ") + options);
    EXPECT_EQ(ran.code, 2) << options;
    EXPECT_TRUE(contains(ran.err, reason)) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
}

class CliReproduce : public Cli {};

TEST_F(CliReproduce, Figure7HasATableAndAPlot) {
  const Ran ran =
      run(fmt::format("reproduce wolfe2007-figure7 --runs 1 --states-limit 20000 --folder {}", path("figures")));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "DBU-subset   4")) << ran.out;
  EXPECT_TRUE(contains(ran.out, " 257")) << "the paper's number";
  const std::string csv = contents(path("figures/wolfe2007-figure7.csv"));
  EXPECT_TRUE(csv.starts_with("algorithm,height,runs,"));
  EXPECT_TRUE(contains(csv, "\ndbu-subset,5,1,"));
  EXPECT_TRUE(contains(contents(path("figures/wolfe2007-figure7.svg")), "<svg"));
}

TEST_F(CliReproduce, UnknownFiguresAndFoldersAreNamed) {
  const Ran unknown = run("reproduce figure9");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(contains(unknown.err, "known are wolfe2007-figure7")) << unknown.err;
  write("file", "");
  EXPECT_EQ(run("reproduce wolfe2007-figure7 --folder " + path("file")).code, 2);
  EXPECT_TRUE(contains(run("list figures").out, "wolfe2007-figure7"));
}

}  // namespace
}  // namespace blindmate
