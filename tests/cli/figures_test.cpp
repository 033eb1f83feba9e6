// The figures about the solver, made from a few problems of the database as their users make them.
#include <map>
#include <set>

#include "figures.hpp"

namespace blindmate {
namespace {

using Rows = std::vector<std::vector<std::string>>;

class CliSolverFigures : public CliFigures {
 protected:
  Ran reproduce(const std::string& figure, const std::string& options) const {
    return run(fmt::format("reproduce {} --problems {}/../data/problems --sample 2 --folder {} --quiet {}", figure,
                           TESTS_FOLDER, path("figures"), options));
  }
  // Made again from the journal, times included, with a plot.
  void expect_the_same_again(const std::string& figure, const std::string& options) const {
    const std::string csv = contents(path("figures/" + figure + ".csv"));
    EXPECT_EQ(reproduce(figure, options).code, 0);
    EXPECT_EQ(contents(path("figures/" + figure + ".csv")), csv);
    EXPECT_TRUE(contains(contents(path("figures/" + figure + ".svg")), "<svg"));
  }
  static std::string verdict(const std::string& set) { return set.starts_with("mates") ? "mate" : "no-mate"; }
};

TEST_F(CliSolverFigures, TheCostModelStandsBesideWhatIsMeasured) {
  const std::string options = "--states-limit 300000";
  const Ran ran = reproduce("russell2005-section6", options);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "| about 60 |")) << "the paper's number";
  EXPECT_TRUE(contains(ran.out, "| near-misses-5 | DBU (l-dbu) |")) << ran.out;
  const Rows all = rows("russell2005-section6",
                        "set,problem,positions,expand_nodes,size,u,m_w,m_b,p_w,p_b,lost,algorithm,nodes,node_states,"
                        "model_states,verdict,limit,states,peak_bytes,model_bytes");
  EXPECT_EQ(all.size(), 4U * 2U * 6U) << "sets, problems, algorithms";
  std::map<std::pair<std::string, std::string>, double> measured;
  for (const std::vector<std::string>& row : all) {
    EXPECT_TRUE(row.at(15) == "unknown" || row.at(15) == verdict(row[0])) << row[1] << ' ' << row[11];
    measured[{row[1], row[11]}] = std::stod(row.at(13));
    if (row[11] != "l-dbu" || row[12] == "0") continue;
    // Its model is one reply and White's moves.
    EXPECT_GT(std::stod(row.at(14)), 2) << row[1];
  }
  for (const auto& [of, states] : measured) {
    if (of.second != "l-dfs") continue;
    EXPECT_GE(states, (measured[{of.first, "le-dfs"}])) << "early termination saves states";
  }
  expect_the_same_again("russell2005-section6", options);
}

TEST_F(CliSolverFigures, TheCacheIsCountedAndTakenApart) {
  const std::string options = "--runs 2 --states-limit 100000";
  const Ran ran = reproduce("wolfe2007-cache", options);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "| vacuum 2x5 | dbu-subset |")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "the paper says about 1.25")) << ran.out;
  const Rows all = rows("wolfe2007-cache",
                        "set,problem,algorithm,memory,verdict,limit,cpu_s,states,peak_bytes,lookups,proofs,disproofs,"
                        "cycles,forgotten");
  EXPECT_EQ(all.size(), 4U * 2U * 4U * 4U) << "sets, problems, algorithms, kinds of memory";
  double cycles = 0;
  for (const std::vector<std::string>& row : all) {
    const std::string expected = row.at(0).starts_with("vacuum") ? "plan" : verdict(row[0]);
    EXPECT_TRUE(row.at(4) == "unknown" || row[4] == expected) << row[1] << ' ' << row[2];
    const double lookups = std::stod(row.at(9));
    EXPECT_GT(lookups, 0);
    EXPECT_LE(std::stod(row[10]) + std::stod(row[11]) + std::stod(row[12]), lookups);
    EXPECT_TRUE(row[3] != "without proofs" || row[10] == "0") << row[10];
    EXPECT_TRUE(row[3] != "without disproofs" || row[11] == "0") << row[11];
    EXPECT_TRUE(row[3] != "without cycles" || row[12] == "0") << row[12];
    if (row[0] == "vacuum 2x4" && row[3] == "all") cycles += std::stod(row[12]);
  }
  EXPECT_GT(cycles, 0) << "there are ways back in the vacuum world";
  expect_the_same_again("wolfe2007-cache", options);
}

TEST_F(CliSolverFigures, ClosureStandsBesideTheOthersAndWithoutItsParts) {
  const std::string options = "--states-limit 100000";
  const Ran ran = reproduce("closure", options);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const std::set<std::string> contenders = {"closure",
                                            "closure without bound",
                                            "closure without levels",
                                            "closure without history",
                                            "gl-dbu",
                                            "gl-dbu-subset",
                                            "dbu-subset"};
  for (const std::string& contender : contenders) EXPECT_TRUE(contains(ran.out, "| " + contender + " |")) << contender;
  std::map<std::string, std::size_t> of_set;
  std::map<std::pair<std::string, std::string>, double> states;
  for (const std::vector<std::string>& row :
       rows("closure", "set,problem,positions,algorithm,verdict,limit,cpu_s,states,nodes,peak_bytes")) {
    ++of_set[row.at(0)];
    EXPECT_TRUE(contenders.contains(row.at(3))) << row[3];
    EXPECT_TRUE(row.at(4) == "unknown" || row[4] == verdict(row[0])) << row[1] << ' ' << row[3];
    states[{row[1], row[3]}] = std::stod(row.at(7));
  }
  for (const char* set : {"mates-5", "near-misses-5", "mates-7", "near-misses-7", "mates-9", "near-misses-9"})
    EXPECT_EQ(of_set[set], 2 * contenders.size()) << set;
  bool bound_matters = false;
  for (const auto& [of, count] : states) {
    if (of.second == "closure without bound") bound_matters = bound_matters || count > states[{of.first, "closure"}];
  }
  EXPECT_TRUE(bound_matters) << "a part that is left out is left out";
  expect_the_same_again("closure", options);
}

}  // namespace
}  // namespace blindmate
