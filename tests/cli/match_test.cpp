// match as its users run it.
#include "cli.hpp"

namespace blindmate {
namespace {

namespace json = boost::json;

class CliMatch : public Cli {
 protected:
  // The same but for time.
  static std::string timeless(const std::string& out) {
    std::string result;
    for (json::object& line : json_lines(out)) {
      line.erase("time_s");
      line.erase("slowest_s");
      if (json::value* summary = line.if_contains("summary")) {
        summary->as_object().erase("time_s_per_move");
        summary->as_object().erase("slowest_s");
      }
      result += json::serialize(line) + '\n';
    }
    return result;
  }
};

TEST_F(CliMatch, GamesAreRepeatableByNodesWhateverTheThreads) {
  const std::string command = "match hs:k=5 random --games 4 --swap --nodes 2000 --max-plies 60 --json ";
  const Ran one = run(command + "--threads 1");
  ASSERT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(timeless(run(command + "--threads 2").out), timeless(one.out));
  EXPECT_NE(timeless(run(command + "--seed 2").out), timeless(one.out));
  const std::vector<json::object> lines = json_lines(one.out);
  ASSERT_EQ(lines.size(), 5U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(lines[i].at("game"), i + 1);
    EXPECT_EQ(lines[i].at("white"), i % 2 == 0 ? "hs:k=5" : "random");
    EXPECT_EQ(lines[i].at("material").as_array().size(), lines[i].at("plies").to_number<std::size_t>());
  }
  const json::object& summary = lines[4].at("summary").as_object();
  EXPECT_EQ(summary.at("games"), 4);
  EXPECT_EQ(summary.at("wins").to_number<int>() + summary.at("draws").to_number<int>() +
                summary.at("losses").to_number<int>(),
            4);
}

TEST_F(CliMatch, GamesCanBeReadAndTellTheirEnd) {
  const Ran ran = run("match random los:k=1 --games 3 --nodes 300 --max-plies 30 --rules cincinnati --json");
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const json::object& line : json_lines(ran.out)) {
    if (line.contains("summary")) continue;
    write("game.pgn", std::string(line.at("pgn").as_string()));
    EXPECT_EQ(run("estimate " + path("game.pgn") + " --side white --limit 1 --json").code, 3) << "it was read";
    EXPECT_LE(line.at("plies").to_number<int>(), 30);
    EXPECT_TRUE(line.at("reason") != "ply-limit" || line.at("result") == "1/2-1/2");
  }
}

TEST_F(CliMatch, AnEngineThatFailsIsNamed) {
  write("engine",
        "#!/bin/sh\nwhile read word rest; do case $word in\n  uci) echo uciok;;\n  isready) echo readyok;;\n"
        "  go) exit;;\nesac; done\n");
  std::filesystem::permissions(path("engine"), std::filesystem::perms::owner_all);
  for (const char* threads : {"1", "2"}) {
    const Ran ran = run(
        fmt::format("match hs:engine={} random --games 4 --nodes 100 --json --threads {}", path("engine"), threads));
    EXPECT_EQ(ran.code, 1);
    EXPECT_TRUE(contains(ran.err, path("engine") + ": has ended, twice")) << ran.err;
  }
}

TEST_F(CliMatch, AJournalResumes) {
  const std::string command =
      "match random aosp:k=2 --games 6 --nodes 500 --max-plies 20 --json --journal " + path("journal");
  const Ran whole = run(command);
  ASSERT_EQ(whole.code, 0) << whole.err;
  const std::string journal = contents(path("journal"));
  write("journal", journal.substr(0, journal.size() / 2));
  EXPECT_EQ(timeless(run(command).out), timeless(whole.out));
  const Ran again = run(command);
  EXPECT_EQ(again.out, run(command).out) << "nothing was played anew";
  const Ran other = run(command + " --seed 7");
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(contains(other.err, "another task")) << other.err;
}

TEST_F(CliMatch, ARoundRobinHasACrossTable) {
  const Ran ran = run("match --round-robin random los:k=2 hs:k=2 --games 2 --swap --nodes 500 --max-plies 40");
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* text : {"random against los:k=2", "random against hs:k=2", "los:k=2 against hs:k=2", "rating"})
    EXPECT_TRUE(contains(ran.out, text)) << ran.out;
}

TEST_F(CliMatch, StartsAndClocks) {
  write("starts", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\n");
  const Ran ran = run("match hs:k=5 random --games 2 --nodes 5000 --json --starts " + path("starts"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(json_lines(ran.out)[0].at("reason"), "checkmate");
  EXPECT_EQ(json_lines(ran.out)[0].at("plies"), 1);
  EXPECT_EQ(run("match random los:k=1 --games 1 --clock 1+0 --max-plies 10 --json").code, 0);
}

TEST_F(CliMatch, AnyPlayerCanMateOnSight) {
  const Ran ran = run("match mate:los random --games 2 --nodes 2000 --max-plies 40");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "mate:los against random")) << ran.out;
  write("starts", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\n");
  const Ran mated = run("match mate:random random --games 1 --nodes 5000 --json --starts " + path("starts"));
  ASSERT_EQ(mated.code, 0) << mated.err;
  EXPECT_EQ(json_lines(mated.out)[0].at("white"), "mate:random");
  EXPECT_EQ(json_lines(mated.out)[0].at("reason"), "checkmate");
  EXPECT_EQ(json_lines(mated.out)[0].at("plies"), 1);
  EXPECT_TRUE(contains(run("list players").out, "club"));
}

TEST_F(CliMatch, BadInputIsNamed) {
  write("starts", "not a position\n");
  const std::pair<std::string, const char*> rows[] = {
      {"match hs", "two players are needed"},
      {"match hs nobody", "unknown player \"nobody\""},
      {"match mate:nobody hs", "unknown player \"nobody\""},
      {"match hs hs", "hs is given twice"},
      {"match hs random:k=3", "unknown option \"k\""},
      {"match random hs:engine=no-such-program", "no-such-program: is not installed"},
      {"match hs random --clock x", "--clock"},
      {"match hs random --clock 1+0 --nodes 5", "only"},
      {"match hs random --starts " + path("starts"), "starts:1"},
      {"match hs random --games 0", "--games"},
  };
  for (const auto& [command, reason] : rows) {
    const Ran ran = run(command);
    EXPECT_EQ(ran.code, 2) << command;
    EXPECT_TRUE(contains(ran.err, reason)) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
}

TEST_F(CliMatch, TheLadderTakesNewPlayersAndRatesThem) {
  write("ladder.jsonl", "{\"ladder\":{\"rules\":\"wild16\",\"nodes\":300,\"games\":4}}\n");
  const std::string ladder = path("ladder.jsonl");
  ASSERT_EQ(run("ladder " + ladder + " --add random --quiet").code, 0);
  const Ran second = run("ladder " + ladder + " --add policy --name \"the net\" --quiet");
  ASSERT_EQ(second.code, 0) << second.err;
  EXPECT_TRUE(contains(second.out, "wild16, 300 nodes a try, 4 games a pair")) << second.out;
  EXPECT_LT(second.out.find("the net"), second.out.find("random")) << second.out;
  const std::vector<json::object> lines = json_lines(contents(ladder));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[2].at("player"), "policy");
  EXPECT_EQ(lines[3].at("first"), "the net");
  EXPECT_EQ(lines[3].at("wins").as_int64() + lines[3].at("draws").as_int64() + lines[3].at("losses").as_int64(), 4);
  EXPECT_EQ(run("ladder " + ladder).out, second.out) << "nothing new, nothing changed";

  const std::string before = contents(ladder);
  for (const auto& [command, reason] :
       {std::pair("--add random", "random is on the ladder already"), std::pair("--add nobody", "unknown player"),
        std::pair("--add policy:net=nothing.net --name other", "nothing.net")}) {
    const Ran wrong = run("ladder " + ladder + " " + command + " --quiet");
    EXPECT_EQ(wrong.code, 2) << command;
    EXPECT_TRUE(contains(wrong.err, reason)) << wrong.err;
  }
  EXPECT_EQ(contents(ladder), before);
  for (const auto& [text, reason] :
       {std::pair("", "settings are missing"),
        std::pair("{\"ladder\":{\"rules\":\"mine\"}}\n", "bad.jsonl:1: unknown rules \"mine\""),
        std::pair("{\"first\":\"a\"}\n", "bad.jsonl:1: there is no rung \"a\"")}) {
    write("bad.jsonl", text);
    const Ran wrong = run("ladder " + path("bad.jsonl"));
    EXPECT_EQ(wrong.code, 2);
    EXPECT_TRUE(contains(wrong.err, reason)) << wrong.err;
  }
}

}  // namespace
}  // namespace blindmate
