// The figures of our own, as users make them: belief states, refusals, White's advantage, mates.
#include <map>
#include <set>

#include "blindmate/view/rule_sets.hpp"
#include "figures.hpp"

namespace blindmate {
namespace {

class CliOwnFigures : public CliFigures {
 protected:
  Ran reproduce(const std::string& figure, const std::string& options) const {
    return run(fmt::format("reproduce {} --folder {} --quiet {}", figure, path("figures"), options));
  }
  std::string file(const std::string& name) const { return contents(path("figures/" + name)); }
};

std::set<std::string> rule_names() {
  std::set<std::string> names;
  for (const referee::RuleSet* rules : referee::kRuleSets) names.emplace(rules->name);
  return names;
}

TEST_F(CliOwnFigures, BeliefSizesAndRefusalsAreMeasuredInTheSameGames) {
  const Ran sizes = reproduce("belief-sizes", "--runs 2");
  EXPECT_EQ(sizes.code, 0) << sizes.err;
  std::set<std::string> found;
  for (const std::vector<std::string>& row : rows("belief-sizes")) {
    ASSERT_EQ(row.size(), 10U);
    found.insert(row[1]);
    if (row[0] == "size") continue;
    EXPECT_GE(std::stod(row[7]), 0) << "an announcement never adds positions: " << row[3] << ", " << row[4];
    EXPECT_TRUE(row[4] != "no pawn tries" || row[1] == "cincinnati" || row[1] == "wild16" || row[1] == "rand");
    EXPECT_TRUE(!row[4].starts_with("Any?") || row[1] == "berkeley-any" || row[1] == "english");
  }
  EXPECT_EQ(found, rule_names());
  // White knows the start; Black has 20 first moves to think of.
  EXPECT_TRUE(contains(file("belief-sizes.csv"), "\nsize,berkeley,all men,1,,2,1,20,20,0.0000\n"))
      << file("belief-sizes.csv");
  EXPECT_TRUE(contains(file("belief-sizes.svg"), "upper quartile"));
  ASSERT_EQ(journals("watched-games").size(), 1U);
  const std::string journal = contents(journals("watched-games")[0]);

  const Ran refusals = reproduce("refusal-information", "--runs 2 --states-limit 100");
  EXPECT_EQ(refusals.code, 0) << refusals.err;
  EXPECT_EQ(journals("watched-games").size(), 1U);
  EXPECT_EQ(contents(journals("watched-games")[0]), journal) << "no game was played again";
  found.clear();
  for (const std::vector<std::string>& row : rows("refusal-information")) {
    ASSERT_EQ(row.size(), 12U);
    found.insert(row[1]);
    if (row[2].starts_with("on a move") || row[6].empty() || row[9].empty()) continue;
    EXPECT_EQ(std::stoi(row[3]), std::stoi(row[6]) + std::stoi(row[9])) << "tries are refused or accepted";
  }
  EXPECT_EQ(found, rule_names());
  EXPECT_TRUE(contains(refusals.out, "| all men | berkeley | pawn advance |")) << refusals.out;
  EXPECT_TRUE(contains(refusals.out, "| policy | champion |")) << refusals.out;
}

TEST_F(CliOwnFigures, WhitesAdvantageHasAllGamesOfBothPlayersAndIsResumed) {
  const Ran ran = reproduce("white-advantage", "--runs 2 --states-limit 50");
  EXPECT_EQ(ran.code, 0) << ran.err;
  std::map<std::string, std::set<std::string>> found;  // rule sets by player
  for (const std::vector<std::string>& row : rows("white-advantage")) {
    ASSERT_EQ(row.size(), 11U);
    found[row[0].substr(0, row[0].find(':'))].insert(row[1]);
    const double won = std::stod(row[3]);
    const double drawn = std::stod(row[4]);
    EXPECT_EQ(won + drawn + std::stod(row[5]), 2);
    EXPECT_NEAR(std::stod(row[6]), 100 * (won + drawn / 2) / 2, 0.01);
  }
  EXPECT_EQ(found, (std::map<std::string, std::set<std::string>>{{"policy", rule_names()}, {"hs", rule_names()}}));
  const std::string csv = file("white-advantage.csv");
  ASSERT_EQ(journals("white-advantage-hs").size(), 1U);
  const std::string journal = contents(journals("white-advantage-hs")[0]);
  std::ofstream(journals("white-advantage-hs")[0]) << journal.substr(0, journal.size() / 2);
  EXPECT_EQ(reproduce("white-advantage", "--runs 2 --states-limit 50").code, 0);
  EXPECT_EQ(file("white-advantage.csv"), csv) << "a game depends on its number alone";
}

TEST_F(CliOwnFigures, MatesFoundAndMissedAreCountedByPlayerAndLength) {
  const Ran ran = reproduce("mates-found-and-missed", "--runs 4 --states-limit 1000");
  EXPECT_EQ(ran.code, 0) << ran.err;
  int turns = 0;
  for (const std::vector<std::string>& row : rows("mates-found-and-missed")) {
    ASSERT_EQ(row.size(), 8U);
    EXPECT_TRUE(row[1] == "1" || row[1] == "3" || row[1] == "5" || row[1] == "7") << row[1];
    turns += std::stoi(row[2]);
    const bool all_judged = row[2] == row[5];
    EXPECT_TRUE(row[1] != "1" || !all_judged || row[3] == row[6]) << "who mates at once has carried on";
  }
  EXPECT_GT(turns, 0);
  for (const char* player : {"random", "policy", "hs", "club", "champion"})
    EXPECT_TRUE(contains(ran.out, fmt::format("| {} | 4 |", player))) << ran.out;
}

}  // namespace
}  // namespace blindmate
