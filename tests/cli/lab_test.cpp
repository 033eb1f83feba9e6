// vacuum and reproduce as their users run them.
#include <map>

#include "cli.hpp"

namespace blindmate {
namespace {

namespace json = boost::json;

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
  EXPECT_TRUE(contains(ran.out, "| DBU-subset | 4 |")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "| 257 |")) << "the paper's number";
  const std::string csv = contents(path("figures/wolfe2007-figure7.csv"));
  EXPECT_TRUE(csv.starts_with("# blindmate "));
  EXPECT_TRUE(contains(csv, "\nalgorithm,height,runs,"));
  EXPECT_TRUE(contains(csv, "\ndbu-subset,5,1,"));
  EXPECT_TRUE(contains(contents(path("figures/wolfe2007-figure7.svg")), "<svg"));
}

TEST_F(CliReproduce, UnknownFiguresAndFoldersAreNamed) {
  const Ran unknown = run("reproduce figure9");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(contains(unknown.err, "known are all, russell2005-figure4")) << unknown.err;
  write("file", "");
  EXPECT_EQ(run("reproduce wolfe2007-figure7 --folder " + path("file")).code, 2);
  EXPECT_TRUE(contains(run("list figures").out, "wolfe2007-figure7"));
}

}  // namespace
}  // namespace blindmate
