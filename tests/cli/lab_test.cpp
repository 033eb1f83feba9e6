// vacuum and reproduce as their users run them.
#include <algorithm>
#include <array>
#include <map>

#include "blindmate/base/files.hpp"
#include "figures.hpp"

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

TEST_F(CliVacuum, PrintsWholeRunsOnlyWhenInterrupted) {
  write("script", fmt::format("{} vacuum --height 5 --algorithm dfs-equal --runs 1000 --json > {} &\n"
                              "until [ -s {} ]; do kill -0 $! || exit 99; done\nkill -INT $!\nwait $!\n",
                              BLINDMATE_PROGRAM, path("runs"), path("runs")));
  EXPECT_EQ(WEXITSTATUS(std::system(fmt::format("bash {} 2> {}", path("script"), path("err")).c_str())), 130);
  const std::vector<json::object> lines = json_lines(contents(path("runs")));
  EXPECT_GE(lines.size(), 1U);
  for (const json::object& line : lines) EXPECT_EQ(line.at("verdict"), "plan") << json::serialize(line);
}

class CliReproduce : public CliFigures {
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
    EXPECT_TRUE(write_file(path("mates-7.jsonl.zst"), lines));
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
  const std::vector<std::string> sets = {"mates-3", "near-misses-3", "mates-5", "near-misses-5"};
  const std::vector<std::string> algorithms = {"dfs",   "l-dfs",  "gl-dfs", "pns",   "l-pns",  "gx-dfs",
                                               "e-pns", "le-dfs", "l-dub",  "l-dbu", "gl-dbu", "ipns"};
  const Ran ran = reproduce(figure, "--states-limit 200000");
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const std::string& algorithm : algorithms) EXPECT_TRUE(contains(ran.out, "| " + algorithm + " |")) << algorithm;
  EXPECT_TRUE(contains(ran.out, "| l-dfs over gl-dbu |")) << ran.out;
  expect_all_runs(figure, sets, database().string(), algorithms);
  EXPECT_TRUE(contains(contents(path("figures/russell2005-figure4.svg")), "<svg"));
  EXPECT_TRUE(contains(contents(path("figures/russell2005-figure4.md")), "| gl-dbu |"));

  ASSERT_EQ(journals(figure).size(), 1U);
  const std::string csv = contents(path("figures/russell2005-figure4.csv"));
  const std::string journal = contents(journals(figure)[0]);
  const Ran again = reproduce(figure, "--states-limit 200000");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, ran.out);
  EXPECT_EQ(contents(path("figures/russell2005-figure4.csv")), csv) << "times included, so nothing was run again";
  const std::string torn = journal.substr(0, journal.size() / 2);
  std::ofstream(journals(figure)[0]) << torn;
  EXPECT_EQ(reproduce(figure, "--states-limit 200000").code, 0);
  expect_all_runs(figure, sets, database().string(), algorithms);
  EXPECT_TRUE(contents(journals(figure)[0]).starts_with(torn.substr(0, torn.rfind('\n') + 1)));
}

TEST_F(CliReproduceProblems, ChosenAlgorithmsAndSetsReuseWhatWasRun) {
  const std::string figure = "russell2005-figure4";
  const std::string header = "set,problem,positions,algorithm,verdict,limit,cpu_s,states,nodes,peak_bytes";
  const auto chosen = [&](const std::string& options) {
    const Ran ran = reproduce(figure, "--states-limit 50000 " + options);
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::string csv = contents(path("figures/russell2005-figure4.csv"));
    EXPECT_TRUE(contains(csv.substr(0, csv.find('\n')), options)) << csv;
    return rows(figure, header);
  };
  const auto few = chosen("--sets mates --ply 3 --algorithms gl-dbu --sample 1");
  ASSERT_EQ(few.size(), 1U);
  for (const std::vector<std::string>& row : few) EXPECT_EQ(row[0] + ' ' + row[3], "mates-3 gl-dbu");
  // Both kinds, more algorithms, one that is not the figure's, and all problems: times are the same, so nothing was run
  // again.
  const auto many = chosen("--sets mates,near-misses --ply 3 --algorithms closure,gl-dbu");
  for (const std::vector<std::string>& row : few) EXPECT_EQ(std::ranges::count(many, row), 1);
  EXPECT_TRUE(
      std::ranges::any_of(many, [](const auto& row) { return row[0] == "near-misses-3" && row[3] == "closure"; }));
  EXPECT_TRUE(std::ranges::none_of(many, [](const auto& row) { return row[0] == "mates-5"; }));
  EXPECT_EQ(journals(figure).size(), 1U);
  // Another limit is another measurement, in a journal of its own.
  EXPECT_EQ(reproduce(figure, "--states-limit 50001 --ply 3 --algorithms gl-dbu --sample 1").code, 0);
  EXPECT_EQ(journals(figure).size(), 2U);
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
  EXPECT_TRUE(contains(ran.out, "| dfs-equal over dbu-subset |")) << ran.out;
  expect_all_runs("wolfe2007-figure8", {"mates-7"}, folder_.string(), algorithms);
  const std::string csv = contents(path("figures/wolfe2007-figure8.csv"));
  EXPECT_EQ(run(command).code, 0);
  EXPECT_EQ(contents(path("figures/wolfe2007-figure8.csv")), csv);
}

TEST_F(CliReproduce, AnswersThatContradictTheDatabaseAreNamed) {
  write_database("no-mate");
  const Ran ran = run(fmt::format("reproduce wolfe2007-figure8 --problems {} --folder {} --states-limit 200000",
                                  folder_.string(), path("figures")));
  EXPECT_EQ(ran.code, 5);
  EXPECT_TRUE(contains(ran.err, "says mate")) << ran.err;
}

TEST_F(CliReproduce, AMissingDatabaseIsNamed) {
  for (const char* figure : {"closure", "russell2005-figure4", "russell2005-figure9", "russell2005-section6",
                             "wolfe2007-cache", "wolfe2007-figure8"}) {
    const Ran ran = run(fmt::format("reproduce {} --problems {} --folder {}", figure, path("none"), path("figures")));
    EXPECT_EQ(ran.code, 2) << figure;
    EXPECT_TRUE(contains(ran.err, path("none/"))) << ran.err;
    EXPECT_TRUE(contains(ran.err, "--problems")) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
}

TEST_F(CliReproduce, Figure7HasATableAndAPlot) {
  const std::string command = "reproduce wolfe2007-figure7 --runs 5 --states-limit 20000 --folder " + path("figures");
  const Ran ran = run(command + " --threads 3");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "| DBU-subset | 4 |")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "| 257 |")) << "the paper's number";
  EXPECT_TRUE(contains(contents(path("figures/wolfe2007-figure7.svg")), "<svg"));
  const std::string header =
      "algorithm,height,runs,median_cpu_s,median_states,low_states,high_states,limit,paper_time_s,paper_states";
  const auto table = [&] {
    std::map<std::pair<std::string, int>, std::vector<std::string>> result;  // without times
    for (std::vector<std::string>& row : rows("wolfe2007-figure7", header)) {
      row[3] = row[3] == "inf" ? "inf" : "";
      result[{row[0], std::stoi(row[1])}] = row;
    }
    return result;
  };
  const auto all = table();
  EXPECT_EQ(all.at({"dfs", 3})[4], "inf");
  EXPECT_EQ(all.at({"dfs", 3})[2], "3") << "the others cannot change the median";
  EXPECT_FALSE(all.contains({"dfs", 4}));
  // The vacuum command makes the same runs.
  for (const auto& [algorithm, height] : {std::pair("dfs-equal", 3), std::pair("dbu-subset", 4), std::pair("dbu", 2)}) {
    const Ran alone = run(fmt::format("vacuum --height {} --algorithm {} --runs 5 --seed 1 --json", height, algorithm));
    EXPECT_EQ(std::stod(all.at({algorithm, height})[4]),
              json_lines(alone.out).back().at("summary").at("states").to_number<double>());
  }
  // In pieces that do not depend on who does them, or on what an earlier run has left.
  const std::string journal = contents(journals("wolfe2007-figure7").at(0));
  EXPECT_GT(std::ranges::count(journal, '\n'), 100);
  std::ofstream(journals("wolfe2007-figure7")[0]) << journal.substr(0, journal.size() / 3);
  EXPECT_EQ(run(command + " --threads 1").code, 0);
  EXPECT_EQ(table(), all);
  EXPECT_EQ(run(command + " --algorithms dbu-subset,gl-dbu-subset").code, 0);
  EXPECT_EQ(table().at({"dbu-subset", 4}), all.at({"dbu-subset", 4}));
  EXPECT_TRUE(table().contains({"gl-dbu-subset", 4}));
  EXPECT_FALSE(table().contains({"dfs", 1}));
}

TEST_F(CliReproduce, TheProgressBarIsThereAtOnce) {
  const std::string command = fmt::format("{} reproduce wolfe2007-figure7 --runs 1 --states-limit 1000 --folder {}",
                                          BLINDMATE_PROGRAM, path("figures"));
  ASSERT_EQ(std::system(fmt::format("script -qec '{}' {} > {}", command, path("terminal"), path("out")).c_str()), 0);
  EXPECT_TRUE(contains(contents(path("terminal")), "wolfe2007-figure7 [..............................] 0/42"));
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
  const std::string journal = contents(journals("parker2005-hs-aosp").at(0));
  const Ran figure4 = run("reproduce parker2005-figure4 " + options);
  EXPECT_EQ(figure4.code, 0) << figure4.err;
  EXPECT_TRUE(contains(figure4.out, "2 games of HS against AOSP")) << figure4.out;
  EXPECT_EQ(journals("parker2005-hs-aosp").size(), 1U);
  EXPECT_EQ(contents(journals("parker2005-hs-aosp")[0]), journal) << "no game was played again";

  EXPECT_EQ(run("reproduce parker2005-figure4 --runs 3 --states-limit 1000 --folder " + path("figures")).code, 0);
  const std::string longer = contents(journals("parker2005-hs-aosp").at(0));
  EXPECT_TRUE(longer.starts_with(journal)) << "more games go on with those that are there";
  EXPECT_EQ(std::ranges::count(longer, '\n'), 4);
  EXPECT_EQ(run("reproduce parker2005-figure3 " + options).out, figure3.out) << "a part of them can be drawn as well";
  EXPECT_EQ(contents(journals("parker2005-hs-aosp").at(0)), longer);
}

// The second set's engine takes every position for equal, and a thousand nodes for it.
TEST_F(CliReproduce, ASecondSetHasItsOwnConditionsAndFiles) {
  const std::string first = "reproduce parker2005-figure3 --runs 1 --states-limit 1000 --folder " + path("figures");
  ASSERT_EQ(run(first).code, 0);
  std::map<std::string, std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(path("figures")))
    files[file.path()] = contents(file.path());
  write("engine",
        "#!/bin/sh\nwhile read word rest; do case $word in\n  uci) echo uciok;;\n  isready) echo readyok;;\n"
        "  go) echo info score cp 0 nodes 1000; echo bestmove e2e4;;\nesac; done\n");
  std::filesystem::permissions(path("engine"), std::filesystem::perms::owner_all);
  const std::string second =
      fmt::format("{} --engine {} --boards 2 --pairing hs-los --name equal", first, path("engine"));
  const Ran ran = run(second);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, fmt::format("Engine {}, 1000 nodes a try", path("engine")))) << ran.out;
  EXPECT_TRUE(contains(ran.out, "at most 2 boards a try")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "| hs v los | 1 |") && !contains(ran.out, "aosp")) << ran.out;
  const std::string csv = contents(path("figures/parker2005-figure3-equal.csv"));
  EXPECT_TRUE(contains(csv, fmt::format("--engine {} --boards 2 --pairing hs-los --name equal", path("engine"))))
      << csv;
  EXPECT_TRUE(contains(contents(path("figures/parker2005-figure3-equal.md")), "(parker2005-figure3-equal.png)"));
  for (const auto& [file, text] : files) EXPECT_EQ(contents(file), text) << file;

  const Ran timed =
      run("reproduce parker2005-figure2 --runs 1 --move-time 0.001 --name timed --pairing los-random "
          "--folder " +
          path("figures"));
  EXPECT_EQ(timed.code, 0) << timed.err;
  EXPECT_TRUE(contains(timed.out, "Engine built-in, 0.001 s a try")) << timed.out;
}

TEST_F(CliReproduce, BadConditionsOfGamesAreNamed) {
  for (const auto& [options, reason] :
       {std::pair("--engine no-such-program", "no-such-program: is not installed"),
        std::pair("--pairing hs-random", "--pairing: parker2005-figure3 has aosp-los, hs-los, hs-aosp"),
        std::pair("--move-time 1 --states-limit 5", "one of --move-time and --states-limit only"),
        std::pair("--move-time 0", "--move-time"), std::pair("--boards 0", "--boards"),
        std::pair("--name a/b", "--name"), std::pair("--name ''", "--name")}) {
    const Ran ran = run(fmt::format("reproduce parker2005-figure3 {} --folder {}", options, path("figures")));
    EXPECT_EQ(ran.code, 2) << options;
    EXPECT_TRUE(contains(ran.err, reason)) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
}

TEST_F(CliReproduce, StrengthIsMeasuredByBoards) {
  const Ran ran =
      run("reproduce parker2005-boards --runs 3 --boards 5 --states-limit 1000 --folder " + path("figures"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  std::vector<std::string> boards;
  for (const std::vector<std::string>& row : rows("parker2005-boards", "boards,games,won,lost,drawn,score,low,high")) {
    boards.push_back(row.at(0));
    const double won = std::stod(row[2]), lost = std::stod(row[3]), drawn = std::stod(row[4]);
    EXPECT_EQ(won + lost + drawn, 3);
    EXPECT_NEAR(std::stod(row[5]), 100 * (won + drawn / 2) / 3, 0.01);
    EXPECT_LE(std::stod(row[6]), std::stod(row[5]));
    EXPECT_LE(std::stod(row[5]), std::stod(row[7]));
  }
  EXPECT_EQ(boards, (std::vector<std::string>{"1", "3"})) << "up to --boards";
  EXPECT_TRUE(contains(contents(path("figures/parker2005-boards.svg")), "hs v hs with 10 boards"));
}

TEST_F(CliReproduce, TheAnalysesAreMeasuredOnEachBoard) {
  const Ran ran = run("reproduce parker2005-analyses --runs 1 --folder " + path("figures"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  const std::string journal = contents(path("figures/parker2005-analyses.journal"));
  EXPECT_EQ(run("reproduce parker2005-analyses --runs 2 --folder " + path("figures")).code, 0);
  EXPECT_TRUE(contents(path("figures/parker2005-analyses.journal")).starts_with(journal)) << "more go on with those";
  EXPECT_EQ(run("reproduce parker2005-analyses --runs 1 --folder " + path("figures")).out, ran.out);
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

TEST_F(CliReproduce, RefusesOptionsThatMeanNothingToAFigure) {
  const std::array<const char*, 3> rows[] = {
      {"parker2005-figure4", "--time-limit 1", "parker2005-figure4 has no --time-limit"},
      {"parker2005-figure2", "--memory-limit 1", "no --memory-limit"},
      {"parker2005-figure3", "--algorithms dfs", "no --algorithms"},
      {"parker2005-analyses", "--states-limit 1", "no --states-limit"},
      {"russell2005-figure9", "--ply 3", "no --ply"},
      {"russell2005-figure9", "--runs 3", "no --runs"},
      {"wolfe2007-figure7", "--sets mates", "no --sets"},
      {"wolfe2007-figure7", "--problems .", "no --problems"},
      {"wolfe2007-figure7", "--runs 1000000000000", "--runs: at most"},
      {"wolfe2007-figure8", "--runs 3", "no --runs"},
      {"wolfe2007-figure8", "--algorithms dfs,best", "--algorithms: \"best\" is not an algorithm"},
      {"wolfe2007-figure8", "--algorithms dfs,", "--algorithms: \"\""},
      {"wolfe2007-figure8", "--sets mates,wins", "--sets: \"wins\" is not mates or near-misses"},
      {"wolfe2007-figure8", "--ply 3,4", "--ply: \"4\" is not an odd number"},
      {"wolfe2007-figure8", "--ply 33", "mates-33.jsonl.zst"},
  };
  for (const auto& [figure, option, reason] : rows) {
    const Ran ran = run(fmt::format("reproduce {} {} --folder {}", figure, option, path("figures")));
    EXPECT_EQ(ran.code, 2) << figure << ' ' << option;
    EXPECT_TRUE(contains(ran.err, reason)) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_FALSE(std::filesystem::exists(path("figures") + '/' + figure + ".csv"));
  }
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
