// verify as its users run it.
#include <map>
#include <optional>

#include "solve.hpp"

namespace blindmate {
namespace {

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
                   [&](json::value& r) { plan(r)["played"].at(0) = {{"announced", json::object()}, {"mate", true}}; }),
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
  // Or the problem accepts it, and is then none for those who want a mate.
  const std::string accepts = problem(R"("ply":1,"material_wins":true,"states":["8/8/8/3k4/8/1K6/8/R7 w - - 0 1"])");
  const json::object won = answer(accepts, "--plan");
  EXPECT_EQ(won.at("verdict"), "mate");
  EXPECT_EQ(verify(accepts, json::serialize(won)).code, 0);
  EXPECT_EQ(verify(rook, json::serialize(won)).code, 4);
  EXPECT_EQ(solve(accepts, "--report").code, 2);
  write("accepts.jsonl", accepts);
  const Ran puzzle = run("puzzle " + path("accepts.jsonl") + " --ply 1");
  EXPECT_EQ(puzzle.code, 2);
  EXPECT_TRUE(contains(puzzle.err, "material_wins")) << puzzle.err;
}

}  // namespace
}  // namespace blindmate
