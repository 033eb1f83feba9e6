// vacuum and reproduce as their users run them.
#include <algorithm>
#include <map>

#include "blindmate/base/files.hpp"
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
    EXPECT_EQ(summary.at("states").to_number<double>(), static_cast<double>(states[2]));
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

class CliReproduce : public Cli {
 protected:
  // The mates of 7 ply in tests/data as a database.
  void write_database(const char* expect) const {
    std::string lines;
    for (json::object& line : json_lines(contents(TESTS_FOLDER "/data/problems.jsonl"))) {
      if (line.at("shortest") != 7) continue;
      line["ply"] = 7;
      line["expect"] = expect;
      lines += json::serialize(line) + '\n';
    }
    EXPECT_EQ(write_file(path("mates-7.jsonl.zst"), lines), std::nullopt);
  }
  // The measurements of a figure, without the comments and the header.
  std::vector<std::vector<std::string>> rows(const std::string& figure, const std::string& header) const {
    const std::string csv = contents(path("figures/" + figure + ".csv"));
    EXPECT_TRUE(csv.starts_with("# blindmate ")) << csv;
    EXPECT_TRUE(contains(csv, "\n" + header + "\n")) << csv;
    std::vector<std::vector<std::string>> result;
    for (const std::string_view line : split(csv, '\n')) {
      if (line.empty() || line.starts_with('#') || line == header) continue;
      const std::vector<std::string_view> fields = split(line, ',');
      result.emplace_back(fields.begin(), fields.end());
    }
    return result;
  }
  // One line for each problem and algorithm, none of which contradicts the problem.
  void expect_all_runs(const std::string& figure, const std::vector<std::string>& sets, const std::string& problems,
                       const std::vector<std::string>& algorithms) const {
    std::map<std::vector<std::string>, int> expected;
    for (const std::string& set : sets) {
      for (const json::object& line : json_lines(*read_file(fmt::format("{}/{}.jsonl.zst", problems, set)))) {
        for (const std::string& algorithm : algorithms)
          expected[{set, std::string(line.at("id").as_string()), algorithm}] = 1;
      }
    }
    const std::string header = "set,problem,positions,algorithm,verdict,limit,cpu_s,states,nodes,peak_bytes";
    std::map<std::vector<std::string>, int> found;
    std::size_t solved = 0;
    for (const std::vector<std::string>& row : rows(figure, header)) {
      ASSERT_EQ(row.size(), 10U);
      ++found[{row[0], row[1], row[3]}];
      EXPECT_TRUE(row[4] == "unknown" || row[4] == (row[0].starts_with("mates") ? "mate" : "no-mate")) << row[4];
      solved += row[4] == "unknown" ? 0U : 1U;
    }
    EXPECT_EQ(found, expected);
    EXPECT_GT(5 * solved, expected.size());
  }
};

// With a small database in a folder that all tests share.
class CliReproduceProblems : public CliReproduce {
 protected:
  static void SetUpTestSuite() {
    database() = std::filesystem::temp_directory_path() / fmt::format("blindmate_{}_database", getpid());
    const std::string command = fmt::format(
        "{} generate {} --games 30 --ply 5 --seed 6 --short-search 20000 --long-search 200000 --quiet > /dev/null",
        BLINDMATE_PROGRAM, database().string());
    ASSERT_EQ(std::system(command.c_str()), 0);
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(database()); }

  static std::filesystem::path& database() {
    static std::filesystem::path folder;
    return folder;
  }
  Ran reproduce(const std::string& figure, const std::string& options) const {
    return run(fmt::format("reproduce {} --problems {} --folder {} --quiet {}", figure, database().string(),
                           path("figures"), options));
  }
};

TEST_F(CliReproduceProblems, Figure4HasEveryProblemByEveryAlgorithm) {
  const std::string figure = "russell2005-figure4";
  const std::vector<std::string> algorithms = {"dfs",    "l-dfs", "gl-dfs", "pns",    "gx-dfs", "e-pns",
                                               "le-dfs", "l-dub", "l-dbu",  "gl-dbu", "ipns"};
  const Ran ran = reproduce(figure, "--states-limit 200000");
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const std::string& algorithm : algorithms) EXPECT_TRUE(contains(ran.out, "| " + algorithm + " |")) << algorithm;
  expect_all_runs(figure, {"mates-5", "near-misses-5"}, database().string(), algorithms);
  EXPECT_TRUE(contains(contents(path("figures/russell2005-figure4.svg")), "<svg"));
  EXPECT_TRUE(contains(contents(path("figures/russell2005-figure4.md")), "| gl-dbu |"));

  const std::string csv = contents(path("figures/russell2005-figure4.csv"));
  const std::string journal = contents(path("figures/russell2005-figure4.journal"));
  const Ran again = reproduce(figure, "--states-limit 200000");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, ran.out);
  EXPECT_EQ(contents(path("figures/russell2005-figure4.csv")), csv) << "times included, so nothing was run again";
  const std::string torn = journal.substr(0, journal.size() / 2);
  write("figures/russell2005-figure4.journal", torn);
  EXPECT_EQ(reproduce(figure, "--states-limit 200000").code, 0);
  expect_all_runs(figure, {"mates-5", "near-misses-5"}, database().string(), algorithms);
  EXPECT_TRUE(contents(path("figures/russell2005-figure4.journal")).starts_with(torn.substr(0, torn.rfind('\n') + 1)));

  const Ran other = reproduce(figure, "--states-limit 200001");
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(contains(other.err, "belongs to another task")) << other.err;
}

TEST_F(CliReproduceProblems, Figure9HasEveryGameBothWays) {
  const Ran ran = reproduce("russell2005-figure9", "");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "| mates |")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "| near misses |")) << ran.out;
  std::map<std::vector<std::string>, int> expected, found;
  for (const auto& [set, verdict] : {std::pair("mates-3", "mate"), std::pair("near-misses-3", "no-mate")}) {
    for (const json::object& line : json_lines(*read_file(fmt::format("{}/{}.jsonl.zst", database().string(), set)))) {
      for (const char* way : {"sequential", "interleaved"})
        expected[{set, std::string(line.at("id").as_string()), way, verdict}] = 1;
    }
  }
  for (const std::vector<std::string>& row :
       rows("russell2005-figure9", "kind,problem,way,verdict,limit,cpu_s,positions,states"))
    ++found[{row.at(0), row.at(1), row.at(2), row.at(3)}];
  EXPECT_EQ(found, expected);
  const std::string csv = contents(path("figures/russell2005-figure9.csv"));
  EXPECT_EQ(reproduce("russell2005-figure9", "").code, 0);
  EXPECT_EQ(contents(path("figures/russell2005-figure9.csv")), csv);

  std::filesystem::remove(path("figures/russell2005-figure9.journal"));
  EXPECT_EQ(reproduce("russell2005-figure9", "--sample 1").code, 0);
  EXPECT_EQ(rows("russell2005-figure9", "kind,problem,way,verdict,limit,cpu_s,positions,states").size(), 4U);
}

TEST_F(CliReproduce, Figure8HasEveryProblemByEveryAlgorithm) {
  write_database("mate");
  const std::string command = fmt::format("reproduce wolfe2007-figure8 --problems {} --folder {} --states-limit 200000",
                                          folder_.string(), path("figures"));
  const std::vector<std::string> algorithms = {"dfs-equal",  "dfs-subset", "dbu-equal",
                                               "dbu-subset", "gl-dbu",     "gl-dbu-subset"};
  const Ran ran = run(command + " --quiet");
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const std::string& algorithm : algorithms) EXPECT_TRUE(contains(ran.out, "| " + algorithm + " |")) << algorithm;
  EXPECT_TRUE(contains(ran.out, "to solve 50%")) << ran.out;
  expect_all_runs("wolfe2007-figure8", {"mates-7"}, folder_.string(), algorithms);
  const std::string csv = contents(path("figures/wolfe2007-figure8.csv"));
  EXPECT_EQ(run(command).code, 0);
  EXPECT_EQ(contents(path("figures/wolfe2007-figure8.csv")), csv);
}

TEST_F(CliReproduce, AnswersThatContradictTheDatabaseAreNamed) {
  write_database("no-mate");
  const Ran ran = run(fmt::format("reproduce wolfe2007-figure8 --problems {} --folder {} --states-limit 200000",
                                  folder_.string(), path("figures")));
  EXPECT_NE(ran.code, 0);
  EXPECT_TRUE(contains(ran.err, "says mate")) << ran.err;
}

TEST_F(CliReproduce, AMissingDatabaseIsNamed) {
  for (const char* figure : {"russell2005-figure4", "russell2005-figure9", "wolfe2007-figure8"}) {
    const Ran ran = run(fmt::format("reproduce {} --problems {} --folder {}", figure, path("none"), path("figures")));
    EXPECT_EQ(ran.code, 2) << figure;
    EXPECT_TRUE(contains(ran.err, path("none/"))) << ran.err;
    EXPECT_TRUE(contains(ran.err, "--problems")) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
}

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

TEST_F(CliReproduce, MatchesOfThePlayersHaveTablesPlotsAndSharedGames) {
  const std::string options = "--runs 2 --states-limit 1000 --folder " + path("figures");
  const Ran figure3 = run("reproduce parker2005-figure3 " + options);
  EXPECT_EQ(figure3.code, 0) << figure3.err;
  EXPECT_TRUE(contains(figure3.out, "| hs v aosp | 2 |")) << figure3.out;
  EXPECT_TRUE(contains(figure3.out, "| 13.3 +- 0.4 |")) << "the paper's number";
  const std::string csv = contents(path("figures/parker2005-figure3.csv"));
  EXPECT_TRUE(contains(csv, "\naosp,los,aosp,")) << csv;
  EXPECT_TRUE(contains(csv, "\naosp,los,los,")) << "colours are swapped";
  EXPECT_TRUE(contains(contents(path("figures/parker2005-figure3.svg")), "hs with Black"));
  const std::string journal = contents(path("figures/parker2005-hs-aosp.journal"));
  const Ran figure4 = run("reproduce parker2005-figure4 " + options);
  EXPECT_EQ(figure4.code, 0) << figure4.err;
  EXPECT_TRUE(contains(figure4.out, "2 games of HS against AOSP")) << figure4.out;
  EXPECT_EQ(contents(path("figures/parker2005-hs-aosp.journal")), journal) << "no game was played again";
}

TEST_F(CliReproduce, TheAnalysesAreMeasuredOnEachBoard) {
  const Ran ran = run("reproduce parker2005-analyses --runs 1 --folder " + path("figures"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  const std::string csv = contents(path("figures/parker2005-analyses.csv"));
  // Before the first move of the opponent there is one state, and every history of no moves fits.
  EXPECT_TRUE(contains(csv, "\n8x8,1,1,0,1,1\n")) << csv;
  EXPECT_TRUE(contains(csv, "\n5x5,1,1,0,1,1\n")) << csv;
  // With few men left, a good part of the boards that fit the last observation fit all.
  double most = 0;
  for (const std::vector<std::string>& row : rows("parker2005-analyses", "board,move,games,fit,accepted,states")) {
    if (row[0] == "rook ending" && !row[3].empty()) most = std::max(most, std::stod(row[3]));
  }
  EXPECT_GT(most, 0.2) << csv;
  EXPECT_TRUE(contains(contents(path("figures/parker2005-analyses.svg")), "random histories"));
}

TEST_F(CliReproduce, UnknownFiguresAndFoldersAreNamed) {
  const Ran unknown = run("reproduce figure9");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(contains(unknown.err, "known are all, parker2005-figure2")) << unknown.err;
  write("file", "");
  EXPECT_EQ(run("reproduce wolfe2007-figure7 --folder " + path("file")).code, 2);
  EXPECT_TRUE(contains(run("list figures").out, "wolfe2007-figure7"));
}

}  // namespace
}  // namespace blindmate
