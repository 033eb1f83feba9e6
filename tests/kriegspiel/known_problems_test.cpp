// Problems whose answers are known from elsewhere, by every algorithm; and the plan of the paper's first figure.
#include <gtest/gtest.h>

#include <algorithm>

#include "support.hpp"

namespace blindmate::kriegspiel {
namespace {

namespace json = boost::json;

constexpr std::uint64_t kStates = 400'000;  // for each problem; what takes longer is left out

class KnownProblems : public testing::TestWithParam<std::string_view> {};

// Every answer that is found is right, every plan good, and each algorithm finds most answers.
TEST_P(KnownProblems, AnswersAreRight) {
  int answered = 0;
  int asked = 0;
  for (const std::string file : {"problems.jsonl", "edge_problems.jsonl"}) {
    for (const auto& [problem, line] : known_problems(file)) {
      ++asked;
      const Solution solution = solve(
          problem, *problem.ply, {.algorithm = std::string(GetParam()), .plan = true, .budget = {.states = kStates}});
      if (solution.verdict == Verdict::unknown) continue;
      ++answered;
      EXPECT_EQ(solution.verdict == Verdict::mate, *problem.expect_mate) << problem.id;
      if (!solution.plan) continue;
      EXPECT_EQ(fault(problem, *problem.ply, to_json(*solution.plan)), "") << problem.id;
      EXPECT_LE(*solution.length, *problem.ply) << problem.id;
    }
  }
  const bool incremental = GetParam().find("db") != std::string_view::npos;
  EXPECT_GT(answered, incremental ? asked * 9 / 10 : asked * 6 / 10);
}

std::vector<std::string_view> algorithm_names() {
  std::vector<std::string_view> result;
  for (const auto& algorithm : search::kAlgorithms) result.push_back(algorithm.name);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Algorithms, KnownProblems, testing::ValuesIn(algorithm_names()),
                         [](const testing::TestParamInfo<std::string_view>& algorithm) {
                           std::string name(algorithm.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Deepening, FindsTheShortestMates) {
  for (const auto& [problem, line] : known_problems("problems.jsonl")) {
    if (!line.at("shortest").is_int64() || *problem.ply > 5) continue;
    const int shortest = static_cast<int>(line.at("shortest").as_int64());
    const Solution solution = solve(problem, *problem.ply, {.deepen = true, .plan = true});
    EXPECT_EQ(solution.verdict == Verdict::mate, shortest <= *problem.ply) << problem.id;
    if (solution.verdict != Verdict::mate) continue;
    EXPECT_EQ(*solution.length, shortest) << problem.id;
    EXPECT_EQ(fault(problem, shortest, to_json(*solution.plan)), "") << problem.id;
  }
}

TEST(EdgeProblems, HaveTheKeysOfBruteForce) {
  for (const auto& [problem, line] : known_problems("edge_problems.jsonl")) {
    const std::optional<std::vector<std::string>> expected = brute_force_keys(problem, 1'000'000);
    ASSERT_TRUE(expected) << problem.id;
    EXPECT_EQ(solve(problem, *problem.ply, {.all_keys = true}).keys, *expected) << problem.id;
  }
}

// Whatever order the choices are tried in. Greedy pruning by an answer of "Any?" would be wrong in some.
TEST(EdgeProblems, AreSolvedInEveryOrder) {
  for (const auto& [problem, line] : known_problems("edge_problems.jsonl")) {
    for (const auto& algorithm : search::kAlgorithms) {
      for (std::uint64_t seed = 0; seed < (algorithm.name.starts_with('g') ? 32U : 3U); ++seed) {
        const Solution solution =
            solve(problem, *problem.ply, {.algorithm = std::string(algorithm.name), .seed = seed});
        ASSERT_EQ(solution.verdict == Verdict::mate, *problem.expect_mate)
            << problem.id << " " << algorithm.name << " " << seed;
      }
    }
  }
}

// A capture that was refused before the question cannot be the try that pays off the duty of `english`.
TEST(EdgeProblems, ARefusedCaptureDoesNotPayTheDuty) {
  for (const auto& [known, line] : known_problems("edge_problems.jsonl")) {
    if (known.id != "edge-any-needed") continue;
    referee::Problem problem = known;
    for (const auto& algorithm : search::kAlgorithms) {
      problem.refused.clear();
      const Solution mate = solve(problem, 1, {.algorithm = std::string(algorithm.name), .plan = true});
      ASSERT_EQ(mate.verdict, Verdict::mate);
      EXPECT_EQ(fault(problem, 1, to_json(*mate.plan)), "");
      problem.refused = {*chess::parse_coordinates("e4f5")};
      EXPECT_NE(fault(problem, 1, to_json(*mate.plan)), "") << "the checker lets it pay";
      EXPECT_EQ(solve(problem, 1, {.algorithm = std::string(algorithm.name)}).verdict, Verdict::no_mate)
          << algorithm.name;
    }
    return;
  }
  FAIL() << "edge-any-needed is missing";
}

referee::Problem figure1() {
  for (const auto& [problem, line] : known_problems("problems.jsonl")) {
    if (problem.id == "p-fig1") return problem;
  }
  ADD_FAILURE() << "p-fig1 is missing";
  return {};
}

// The strategy that the text under figure 1 of Russell & Wolfe 2005 spells out.
constexpr std::string_view kPaperStrategy = R"({
  "try": "a1a4", "played": [{"announced": {"check": ["rank"]}, "mate": true}],
  "refused": {"try": "a1a3", "refused": null, "played": [
    {"announced": {"capture": {"square": "a3"}}, "replies": [
      {"announced": {"capture": {"square": "b2"}}, "plan": {"try": "a3b4", "refused": null, "played": [
        {"announced": {"check": ["long"]}, "mate": true}]}},
      {"announced": {"check": ["knight"]}, "plan": {"try": "a3c3", "refused": null, "played": [
        {"announced": {"capture": {"square": "c3"}, "check": ["long"]}, "mate": true}]}}]},
    {"announced": {"capture": {"square": "a3"}, "check": ["short"]}, "replies": [
      {"announced": {}, "plan": {"try": "a3b3", "refused": null, "played": [
        {"announced": {"check": ["long"]}, "mate": true}]}}]}]}})";

TEST(Figure1, ThePapersStrategyIsAGuaranteedMate) {
  const referee::Problem problem = figure1();
  const json::value strategy = json::parse(kPaperStrategy);
  EXPECT_EQ(fault(problem, 3, strategy), "");
  EXPECT_NE(fault(problem, 1, strategy), "");
}

// Qa4 is the only key, then comes Qa3, and the announcements are those of the figure.
TEST(Figure1, EveryAlgorithmFindsIt) {
  const referee::Problem problem = figure1();
  for (const auto& algorithm : search::kAlgorithms) {
    const Solution solution =
        solve(problem, 3, {.algorithm = std::string(algorithm.name), .deepen = true, .all_keys = true, .plan = true});
    ASSERT_EQ(solution.verdict, Verdict::mate) << algorithm.name;
    EXPECT_EQ(*solution.length, 3);
    EXPECT_EQ(solution.keys, std::vector<std::string>{"a1a4"});
    const json::value plan = to_json(*solution.plan);
    EXPECT_EQ(fault(problem, 3, plan), "") << algorithm.name;
    EXPECT_EQ(plan.at("try"), "a1a4");
    EXPECT_EQ(plan.at("played"), json::parse(R"([{"announced":{"check":["rank"]},"mate":true}])"));
    const json::object& then = plan.at("refused").as_object();
    EXPECT_EQ(then.at("try"), "a1a3") << algorithm.name;
    EXPECT_TRUE(then.at("refused").is_null());
    std::vector<std::size_t> replies;
    for (const json::value& branch : then.at("played").as_array()) {
      EXPECT_EQ(branch.at("announced").at("capture").at("square"), "a3");
      replies.push_back(branch.at("replies").as_array().size());
    }
    std::sort(replies.begin(), replies.end());
    EXPECT_EQ(replies, (std::vector<std::size_t>{1, 2})) << algorithm.name;
  }
}

}  // namespace
}  // namespace blindmate::kriegspiel
