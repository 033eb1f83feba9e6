// solve on problem files, and list algorithms, as their users run them.
#include <map>
#include <optional>

#include "solve.hpp"

namespace blindmate {
namespace {

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

// Excelsior by Samuel Loyd, 1861: who sees everything mates in five moves, who does not does not.
TEST_F(CliSolve, WhatIsSeenIsOrdinaryChess) {
  const std::string excelsior =
      problem(R"("ply":9,"expect":"no-mate","states":["n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1"])");
  const json::object seen = answer(excelsior, "--seen --all-keys");
  EXPECT_EQ(seen.at("verdict"), "mate");
  EXPECT_EQ(seen.at("length"), 9);
  EXPECT_EQ(seen.at("keys"), json::array{"b2b4"});
  EXPECT_EQ(seen.at("algorithm"), "seen");
  EXPECT_EQ(answer(excelsior, "--seen --ply 7").at("verdict"), "no-mate");
  EXPECT_EQ(answer(excelsior).at("verdict"), "no-mate");
  EXPECT_EQ(answer(excelsior, "--seen --states-limit 100", 3).at("limit"), "states");
  expect_bad(solve(kProbe, "--seen"), "probe: --seen is for problems of one position");
  expect_bad(solve(excelsior, "--seen --plan"), "there is none");
}

TEST_F(CliSolve, AReportIsForComposers) {
  const std::string corner = problem(R"("ply":3,"states":["6k1/8/6K1/8/8/8/8/R7 w - - 0 1"])");
  const Ran ran = solve(corner, "--report --page " + path("report.html"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "mate in 1 ply, shorter than 3; key a1a8")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "one key: sound")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "\nunder other rules\n  berkeley-any  mate in 1 ply; key a1a8\n")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "\nvariations\ntry Ra8\n")) << ran.out;
  const std::string page = contents(path("report.html"));
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_TRUE(contains(page, "<summary>try Ra8</summary>"));
  const json::object report = answer(corner, "--report");
  EXPECT_EQ(report.at("keys"), json::array{"a1a8"});
  EXPECT_EQ(report.at("one_key"), true);
  EXPECT_EQ(report.at("elsewhere").as_array().size(), 5U);
  expect_bad(solve(kProbe + std::string("\n") + kQuestion, "--report"), "choose it with --id");
  expect_bad(solve(corner, "--report --page " + path("no/where.html")), "no/where.html");
  EXPECT_EQ(solve(corner, "--page " + path("x.html")).code, 2) << "a page of what?";
  expect_bad(solve(corner, "--report --seen"), "not with --seen");
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
      {problem("\"ply\":1,\"material_wins\":1," + states), "material_wins: "},
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

TEST_F(CliSolve, SeveralAtOnceAreAnsweredAlikeAndInTheirOrder) {
  const auto with = [&](const std::string& options) {
    const Ran ran = run("solve " TESTS_FOLDER "/data/problems.jsonl --json --plan --all-keys --quiet " + options);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return without_times(json_lines(ran.out));
  };
  const std::vector<json::object> alone = with("");
  EXPECT_GT(alone.size(), 50U);
  EXPECT_EQ(with("--threads 3"), alone);
  const Ran ran = solve(fmt::format("{}\n{}\n{}", kProbe, kQuestion, kProbe), "--threads 2");
  EXPECT_TRUE(contains(ran.out, "3 problems: 3 mates, 0 without, 0 unknown")) << ran.out;
  expect_bad(solve(kProbe, "--threads 0"), "--threads");
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

}  // namespace
}  // namespace blindmate
