// Problems that are found are what they claim to be: by known answers, by the naive solver, and by the naive checker.
#include "blindmate/lab/problems/problem_finder.hpp"

#include <set>

#include "kriegspiel/support.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;
using kriegspiel::known_problems;
using kriegspiel::KnownProblem;
using referee::Problem;

constexpr FinderOptions kOptions{
    .most_ply = 5, .short_search = 100'000, .long_search = 400'000, .second_search = 1'600'000};
constexpr long kNaiveMoves = 50'000;  // for each question to the naive solver

Problem part(const Problem& problem, const std::vector<std::size_t>& states) {
  Problem result = problem;
  result.states.clear();
  for (const std::size_t i : states) result.states.push_back(problem.states.at(i));
  return result;
}

// Empty when the plan is good.
std::string fault(const Problem& problem, const FoundProblem& found) {
  const int ply = *found.problem.ply;
  if (found.proof.length > ply) return "too long";
  return kriegspiel::fault(problem, ply, json::parse(found.proof.plan, {}, {.max_depth = 1000}));
}

std::optional<bool> naive_mate(Problem problem, int ply) {
  problem.ply = ply;
  return naive::guaranteed_mate(kriegspiel::plain(problem), kNaiveMoves);
}

class Found {
 public:
  Found(const Problem& asked, const FinderOptions& options) : all_(find_problems(asked, options)) {
    for (const FoundProblem& found : all_) {
      const Problem& problem = found.problem;
      EXPECT_EQ(problem.states, asked.states);
      EXPECT_EQ(problem.refused, asked.refused);
      EXPECT_EQ(problem.any_answer, asked.any_answer);
      EXPECT_EQ(problem.duty, asked.duty);
      EXPECT_TRUE(plies_.insert(*problem.ply).second) << "one of each number of ply";
      EXPECT_TRUE(*problem.ply % 2 == 1 && *problem.ply >= 3 && *problem.ply <= options.most_ply) << *problem.ply;
      if (*problem.expect_mate) {
        EXPECT_EQ(&found, &all_.back()) << "nothing after the mate";
        EXPECT_EQ(fault(asked, found), "");
      } else {
        expect_near_miss(asked, found);
      }
    }
  }

  std::optional<int> mate() const {
    return !all_.empty() && *all_.back().problem.expect_mate ? all_.back().problem.ply : std::nullopt;
  }
  const std::vector<FoundProblem>& all() const { return all_; }
  int refuted() const { return refuted_; }  // by the naive solver too, which gives up where it takes long

 private:
  void expect_near_miss(const Problem& asked, const FoundProblem& found) {
    const std::set<std::size_t> witness(found.witness.begin(), found.witness.end());
    EXPECT_EQ(witness.size(), found.witness.size()) << "each state once";
    EXPECT_LT(witness.size(), asked.states.size());
    EXPECT_GE(2 * witness.size(), asked.states.size());
    EXPECT_EQ(fault(part(asked, found.witness), found), "");
    EXPECT_EQ(found.proof.length, found.problem.ply) << "as long as it may be";
    if (*found.problem.ply != 3) return;
    EXPECT_NE(naive_mate(part(asked, found.witness), 1), true) << "and it must be";
    const std::optional<bool> mate = naive_mate(asked, 3);
    EXPECT_NE(mate, true);
    refuted_ += mate ? 1 : 0;
  }

  std::vector<FoundProblem> all_;
  std::set<int> plies_;
  int refuted_ = 0;
};

TEST(ProblemFinder, FindsTheKnownMatesAndNoOthers) {
  int mates = 0;
  int near_misses = 0;
  int refuted = 0;
  for (const auto& [problem, line] : known_problems("problems.jsonl")) {
    SCOPED_TRACE(problem.id);
    const Found found(problem, kOptions);
    const json::value& shortest = line.at("shortest");
    if (shortest == 3 || shortest == 5) {
      EXPECT_EQ(found.mate(), shortest.as_int64());
      ++mates;
    } else if (shortest == 1) {
      EXPECT_TRUE(found.all().empty());
    } else {
      EXPECT_GT(found.mate().value_or(99), shortest == 7 ? 7 : *problem.ply);
    }
    near_misses += static_cast<int>(found.all().size()) - (found.mate() ? 1 : 0);
    refuted += found.refuted();
  }
  EXPECT_EQ(mates, 68);
  EXPECT_GT(near_misses, 45);
  EXPECT_GT(refuted, 30);
}

// Small boards of all rule sets, where the naive solver can answer everything.
TEST(ProblemFinder, AgreesWithBruteForceInAllRuleSets) {
  FinderOptions options = kOptions;
  options.most_ply = 3;
  std::set<std::string> rules;
  int mates = 0;
  int near_misses = 0;
  for (const auto& [problem, line] : known_problems("edge_problems.jsonl")) {
    SCOPED_TRACE(problem.id);
    const std::optional<bool> in_1 = naive_mate(problem, 1);
    const std::optional<bool> in_3 = naive_mate(problem, 3);
    if (!in_1 || !in_3) continue;
    rules.insert(std::string(problem.rules->name));
    const Found found(problem, options);
    EXPECT_EQ(found.mate().has_value(), !*in_1 && *in_3);
    mates += found.mate() ? 1 : 0;
    near_misses += !found.all().empty() && !found.mate() ? 1 : 0;
  }
  EXPECT_EQ(rules.size(), 6U);
  EXPECT_GT(mates, 0);
  EXPECT_GT(near_misses, 0);
}

// With a known material win counted as a mate: plans pass both checkers, and a mate is found as soon, or sooner.
TEST(ProblemFinder, MaterialWinsMayCount) {
  int sooner = 0;
  for (auto [problem, line] : known_problems("problems.jsonl")) {
    SCOPED_TRACE(problem.id);
    problem.material_wins = true;
    const Found found(problem, kOptions);
    for (const FoundProblem& one : found.all()) EXPECT_TRUE(one.problem.material_wins);
    const json::value& shortest = line.at("shortest");
    if (!shortest.is_int64() || shortest.as_int64() > kOptions.most_ply) continue;
    EXPECT_LE(found.mate().value_or(1), shortest.as_int64());
    sooner += found.mate().value_or(1) < shortest.as_int64() ? 1 : 0;
  }
  EXPECT_GT(sooner, 0);
}

TEST(ProblemFinder, LimitsAreObeyed) {
  for (const auto& [problem, line] : known_problems("problems.jsonl")) {
    const std::vector<FoundProblem> none = find_problems(problem, {.most_ply = 5, .short_search = 1, .long_search = 1});
    EXPECT_TRUE(none.empty()) << problem.id;
    const std::vector<FoundProblem> shallow =
        find_problems(problem, {.most_ply = 3, .short_search = 5'000, .long_search = 5'000});
    EXPECT_LE(shallow.size(), 1U) << problem.id;
    for (const FoundProblem& found : shallow) {
      EXPECT_EQ(found.problem.ply, 3) << problem.id;
      EXPECT_LE(found.states, 5'000U) << problem.id;
    }
  }
}

}  // namespace
}  // namespace blindmate::lab
