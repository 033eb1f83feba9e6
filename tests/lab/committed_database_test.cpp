// The database in data/problems keeps what its SOURCE.md and docs/formats.md promise.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <boost/json.hpp>
#include <map>
#include <set>

#include "blindmate/base/files.hpp"
#include "blindmate/belief/depth_first.hpp"
#include "blindmate/checker/checker.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/lab/problems/database.hpp"
#include "blindmate/referee/pgn.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

// A set of problems; the first of them were published before near misses had to have witnesses of their own length.
struct Set {
  Kind kind;
  int ply;
  std::size_t old_ones;
  const char* rules = "berkeley";
  std::size_t fewest = 100;

  std::string file(const std::string& extension) const {
    return std::string(TESTS_FOLDER) + "/../data/problems/" + file_name(kind, ply, rules) + extension + ".zst";
  }
};

std::vector<json::object> lines(const std::string& name) {
  std::vector<json::object> result;
  const Expected<std::vector<Line>> read = read_lines(name);
  EXPECT_TRUE(read) << name;
  if (!read) return result;
  for (const Line& line : *read) result.push_back(json::parse(line.text, {}, {.max_depth = 5000}).as_object());
  return result;
}

std::vector<referee::Problem> problems(const std::string& name) {
  std::vector<referee::Problem> result;
  const Expected<std::vector<referee::ProblemLine>> read = referee::read_problems(name);
  EXPECT_TRUE(read) << name;
  if (!read) return result;
  for (const referee::ProblemLine& line : *read) result.push_back(line.problem);
  return result;
}

// Without their clocks.
std::set<std::string> fens(const std::vector<chess::Position>& positions) {
  std::set<std::string> result;
  for (const chess::Position& position : positions) {
    const std::string fen = chess::fen(position);
    result.insert(fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1)));
  }
  return result;
}

class CommittedDatabase : public testing::TestWithParam<Set> {
 protected:
  Kind kind() const { return GetParam().kind; }
  int ply() const { return GetParam().ply; }
  std::string file(const std::string& extension) const { return GetParam().file(extension); }
};

TEST_P(CommittedDatabase, HasProblemsThatFitTheirHistories) {
  const std::vector<referee::Problem> all = problems(file(".jsonl"));
  const std::vector<json::object> written = lines(file(".jsonl"));
  const Expected<std::string> pgn = read_file(file(".pgn"));
  ASSERT_TRUE(pgn);
  const Expected<std::vector<referee::PgnGame>> games = referee::read_pgn(*pgn);
  ASSERT_TRUE(games) << games.error().text();
  ASSERT_EQ(games->size(), all.size());
  EXPECT_GE(all.size(), std::max(GetParam().old_ones, GetParam().fewest));
  std::set<std::string> ids;
  std::set<std::set<std::string>> belief_states;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string& id = all[i].id;
    EXPECT_TRUE(ids.insert(id).second) << id;
    EXPECT_TRUE(belief_states.insert(fens(all[i].states)).second) << id << ": there twice";
    EXPECT_EQ(all[i].ply, ply());
    EXPECT_EQ(all[i].expect_mate, kind() == Kind::mate);
    EXPECT_LE(all[i].states.size(), 100U);
    const chess::Position& first = all[i].states.front();
    const bool is_plain = all[i].states.size() == 2 || std::popcount(first.men(other(first.turn()))) == 1;
    EXPECT_TRUE(i < GetParam().old_ones || !is_plain) << id << ": two positions, or a bare king";
    const json::array& sizes = written[i].at("belief").as_array();
    EXPECT_EQ(sizes.back().to_number<std::size_t>(), all[i].states.size()) << id;
    for (const json::value& size : sizes) EXPECT_LE(size.to_number<std::size_t>(), 10000U);
    const auto& tags = (*games)[i].tags;
    EXPECT_TRUE(std::any_of(tags.begin(), tags.end(), [&](const referee::Tag& tag) { return tag.value == id; }));
    if (i % 10 != 0) continue;  // going through a history takes a while
    belief::DepthFirst walk(std::get<referee::PlayerView>((*games)[i].content));
    std::vector<chess::Position> possible;
    while (const auto state = walk.next()) possible.push_back(*state);
    EXPECT_EQ(fens(possible), fens(all[i].states)) << id;
  }
}

TEST_P(CommittedDatabase, HasPlansThatTheCheckerAccepts) {
  const bool mates = kind() == Kind::mate;
  std::map<std::string, referee::Problem> mated;
  for (const referee::Problem& problem : problems(file(mates ? ".jsonl" : ".witnesses.jsonl")))
    mated.emplace(problem.id, problem);
  const std::vector<json::object> plans = lines(file(".plans.jsonl"));
  EXPECT_EQ(plans.size(), mated.size());
  for (const json::object& line : plans) {
    const std::string id(line.at("id").as_string());
    ASSERT_TRUE(mated.contains(id));
    const Expected<checker::PlanPointer> plan = checker::read_plan(line.at("plan"));
    ASSERT_TRUE(plan) << id;
    checker::Checker<checker::Referee> checker(checker::Referee(*mated.at(id).rules), {});
    EXPECT_EQ(checker.fault(mated.at(id), ply(), **plan), std::nullopt) << id;
    EXPECT_EQ(checker.length(), line.at("length").as_int64());
    const bool is_old = std::stoul(id.substr(id.rfind('-') + 1)) <= GetParam().old_ones;
    EXPECT_TRUE((!mates && is_old) || checker.length() == ply()) << id << ": none shorter";
  }
}

// Longer ones take too long for a test.
class CommittedShortProblems : public CommittedDatabase {};

TEST_P(CommittedShortProblems, AreSolvedAlikeByAnotherAlgorithm) {
  for (const referee::Problem& problem : problems(file(".jsonl"))) {
    const kriegspiel::Solution solution =
        kriegspiel::solve(problem, ply(), {.algorithm = ply() == 3 ? "le-dfs" : "l-dbu"});
    EXPECT_EQ(name(solution.verdict), kind() == Kind::mate ? "mate" : "no-mate") << problem.id;
  }
}

class CommittedNearMisses : public CommittedDatabase {};

TEST_P(CommittedNearMisses, AreMatedInHalfOfTheirStates) {
  const std::vector<referee::Problem> all = problems(file(".jsonl"));
  const std::vector<referee::Problem> witnesses = problems(file(".witnesses.jsonl"));
  ASSERT_EQ(all.size(), witnesses.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].id, witnesses[i].id);
    const std::set<std::string> states = fens(all[i].states);
    const std::set<std::string> mated = fens(witnesses[i].states);
    EXPECT_TRUE(std::includes(states.begin(), states.end(), mated.begin(), mated.end())) << all[i].id;
    EXPECT_GE(2 * mated.size(), states.size()) << all[i].id;
    EXPECT_LT(mated.size(), states.size()) << all[i].id;
    if (i < GetParam().old_ones || i % 10 != 0) continue;
    EXPECT_EQ(kriegspiel::solve(witnesses[i], ply() - 2, {}).verdict, kriegspiel::Verdict::no_mate) << all[i].id;
  }
}

std::string name_of(const testing::TestParamInfo<Set>& info) {
  const Set& set = info.param;
  return std::string(set.rules) + (set.kind == Kind::mate ? "_mates_" : "_near_misses_") + std::to_string(set.ply);
}
const auto kShortMates = testing::Values(Set{Kind::mate, 3, 500}, Set{Kind::mate, 5, 500},
                                         Set{Kind::mate, 5, 0, "wild16"}, Set{Kind::mate, 5, 0, "rand"});
const auto kShortNearMisses = testing::Values(Set{Kind::near_miss, 3, 500}, Set{Kind::near_miss, 5, 500},
                                              Set{Kind::near_miss, 5, 0, "wild16"}, Set{Kind::near_miss, 5, 0, "rand"});
const auto kLongMates =
    testing::Values(Set{Kind::mate, 7, 339, "berkeley", 500}, Set{Kind::mate, 9, 118, "berkeley", 200},
                    Set{Kind::mate, 11, 0, "berkeley", 188});
const auto kLongNearMisses =
    testing::Values(Set{Kind::near_miss, 7, 500, "berkeley", 500}, Set{Kind::near_miss, 9, 138, "berkeley", 200},
                    Set{Kind::near_miss, 11, 0, "berkeley", 157});
INSTANTIATE_TEST_SUITE_P(ShortMates, CommittedDatabase, kShortMates, name_of);
INSTANTIATE_TEST_SUITE_P(ShortNearMisses, CommittedDatabase, kShortNearMisses, name_of);
INSTANTIATE_TEST_SUITE_P(LongMates, CommittedDatabase, kLongMates, name_of);
INSTANTIATE_TEST_SUITE_P(LongNearMisses, CommittedDatabase, kLongNearMisses, name_of);
INSTANTIATE_TEST_SUITE_P(Mates, CommittedShortProblems, kShortMates, name_of);
INSTANTIATE_TEST_SUITE_P(NearMisses, CommittedShortProblems, kShortNearMisses, name_of);
INSTANTIATE_TEST_SUITE_P(Short, CommittedNearMisses, kShortNearMisses, name_of);
INSTANTIATE_TEST_SUITE_P(Long, CommittedNearMisses, kLongNearMisses, name_of);

}  // namespace
}  // namespace blindmate::lab
