// The laboratory's commands as ranks of MPI, several on one machine.
#include <algorithm>
#include <map>
#include <set>

#include "solve.hpp"

namespace blindmate {
namespace {

class CliRanks : public Cli {
 protected:
  // By the shell, with the program as $P and mpirun as $M.
  int shell(const std::string& script) const {
    write("script",
          "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1\n"
          "P=" BLINDMATE_PROGRAM "\nM='mpirun --oversubscribe'\n" +
              script);
    const int status = std::system(fmt::format("bash {} > {} 2> {}", path("script"), path("out"), path("err")).c_str());
    return WEXITSTATUS(status);
  }

  void expect_same_problems(const std::string& a, const std::string& b) const {
    std::set<std::string> names;
    for (const std::string& folder : {a, b}) {
      for (const auto& file : std::filesystem::directory_iterator(path(folder))) {
        if (file.path().extension() == ".zst") names.insert(file.path().filename().string());
      }
    }
    EXPECT_GE(names.size(), 6U);
    for (const std::string& name : names)
      EXPECT_EQ(contents(path(a + "/" + name)), contents(path(b + "/" + name))) << name;
  }
};

TEST_F(CliRanks, GenerateTheSameProblemsAsOneProcess) {
  ASSERT_EQ(shell(fmt::format("$M -n 4 $P generate {} --games 60 --ply 3", path("ranks"))), 0) << contents(path("err"));
  const std::string said = contents(path("out"));
  ASSERT_EQ(shell(fmt::format("$P generate {} --games 60 --ply 3", path("alone"))), 0);
  EXPECT_EQ(said, contents(path("out")));
  expect_same_problems("ranks", "alone");
}

TEST_F(CliRanks, SolveAndVerifyLikeOneProcess) {
  const std::string problems = TESTS_FOLDER "/data/edge_problems.jsonl";
  const auto solved = [&](const std::string& ranks) {
    EXPECT_EQ(shell(fmt::format("{} $P solve {} --json --plan", ranks, problems)), 0) << contents(path("err"));
    write("solved.jsonl", contents(path("out")));
    return without_times(json_lines(contents(path("out"))));
  };
  const auto verified = [&](const std::string& ranks) {
    EXPECT_EQ(shell(fmt::format("{} $P verify {} {}", ranks, problems, path("solved.jsonl"))), 0);
    return contents(path("out"));
  };
  const std::vector<json::object> alone = solved("");
  EXPECT_GT(alone.size(), 10U);
  EXPECT_EQ(solved("$M -n 3"), alone);
  EXPECT_EQ(verified("$M -n 3"), verified(""));
}

TEST_F(CliRanks, ALostRankLosesNothingThatWasFinished) {
  const std::string folder = path("lost");
  const int code = shell(fmt::format(R"sh(
      $M -n 3 $P generate {0} --games 100000 --ply 3 &
      while [ "$(cat {0}/games.journal 2> /dev/null | wc -l)" -lt 20 ]; do kill -0 $! || exit 99; done
      ranks=($(cat /proc/$!/task/*/children))
      kill -KILL ${{ranks[-1]}} || exit 98
      wait $!)sh",
                                     folder));
  EXPECT_EQ(code, 128 + 9) << "98: there are no ranks to kill; 99: they ended by themselves";
  const std::string journal = contents(folder + "/games.journal");
  ASSERT_EQ(shell(fmt::format("$M -n 3 $P generate {} --games 40 --ply 3", folder)), 0) << contents(path("err"));
  EXPECT_TRUE(contents(folder + "/games.journal").starts_with(journal.substr(0, journal.rfind('\n') + 1)));
  ASSERT_EQ(shell(fmt::format("$P generate {} --games 40 --ply 3", path("alone"))), 0);
  expect_same_problems("lost", "alone");
}

TEST_F(CliRanks, ReproduceTheSameCountsOfStates) {
  ASSERT_EQ(shell(fmt::format("$P generate {0} --games 60 --ply 3", path("problems"))), 0);
  const auto states = [&](const std::string& start, const std::string& folder) {
    EXPECT_EQ(shell(fmt::format("{} reproduce russell2005-figure9 --problems {} --folder {}", start, path("problems"),
                                path(folder))),
              0)
        << contents(path("err"));
    std::vector<std::string> result;
    const std::string csv = contents(path(folder + "/russell2005-figure9.csv"));
    for (const std::string_view line : split(csv, '\n')) {
      const auto fields = split(line, ',');
      if (fields.size() == 8) result.push_back(fmt::format("{} {} {} {}", fields[1], fields[2], fields[3], fields[7]));
    }
    return result;
  };
  const std::vector<std::string> alone = states("$P", "alone");
  EXPECT_GT(alone.size(), 10U);
  EXPECT_EQ(states("$M -n 3 $P", "ranks"), alone);
}

TEST_F(CliRanks, SeveralFiguresInOneRunDoNotMix) {
  const std::string database = std::string(TESTS_FOLDER) + "/../data/problems";
  ASSERT_EQ(shell(fmt::format("$M -n 4 $P reproduce all --problems {} --sample 3 --runs 1 --time-limit 0.05 "
                              "--states-limit 2000 --folder {}",
                              database, path("results"))),
            0)
      << contents(path("err"));
  std::map<std::string, std::ptrdiff_t> runs;  // by journal
  for (const auto& file : std::filesystem::directory_iterator(path("results"))) {
    const std::string name = file.path().filename().string();
    const std::string journal = contents(file.path().string());
    if (name.ends_with(".journal")) runs[name.substr(0, name.rfind('-'))] = std::ranges::count(journal, '\n') - 1;
  }
  EXPECT_EQ(runs["parker2005-los-random"], 1);
  EXPECT_EQ(runs["parker2005-hs-aosp"], 1);
  EXPECT_EQ(runs["parker2005-analyses"], 3);
  EXPECT_EQ(runs["russell2005-figure4"], 4 * 3 * 12);
  EXPECT_EQ(runs["russell2005-figure9"], 2 * 3);
  EXPECT_GE(runs["wolfe2007-figure7"], 6 * 3);
  EXPECT_EQ(runs["wolfe2007-figure8"], 3 * 6);
  // Each figure is given the options that it understands, and says which.
  const auto options = [&](const std::string& figure) {
    const std::string csv = contents(path("results/" + figure + ".csv"));
    return csv.substr(0, csv.find(" --seed"));
  };
  EXPECT_TRUE(options("parker2005-figure4").ends_with("parker2005-figure4 --runs 1 --states-limit 2000 --boards 350"));
  EXPECT_TRUE(options("parker2005-analyses").ends_with("parker2005-analyses --runs 1"));
  EXPECT_TRUE(
      options("russell2005-figure4")
          .ends_with("russell2005-figure4 --sample 3 --time-limit 0.05 --states-limit 2000 --memory-limit 2048"));
}

TEST_F(CliRanks, CommandsThatDoNotShareTheirWorkSaySo) {
  for (const std::string command : {"perft startpos 2", "vacuum --height 2", "bench", "list rules",
                                    "solve " TESTS_FOLDER "/data/problems.jsonl --report"}) {
    EXPECT_EQ(shell("$M -n 2 $P " + command), 2) << command;
    EXPECT_EQ(contents(path("out")), "") << command;
    const std::string said = contents(path("err"));
    EXPECT_NE(said.find("does not share its work among ranks"), std::string::npos) << said;
    EXPECT_EQ(said.find("does not share"), said.rfind("does not share")) << said;
  }
  EXPECT_EQ(shell("$M -n 1 $P perft startpos 2"), 0) << contents(path("err"));
}

TEST_F(CliRanks, BadInputIsToldOnce) {
  EXPECT_EQ(shell("$M -n 3 $P reproduce wolfe2007-figure8 --problems nowhere --folder " + path("results")), 2);
  const std::string said = contents(path("err"));
  const std::string reason = "nowhere/mates-7.jsonl.zst: cannot be read";
  EXPECT_NE(said.find(reason), std::string::npos) << said;
  EXPECT_EQ(said.find(reason), said.rfind(reason)) << said;
}

}  // namespace
}  // namespace blindmate
