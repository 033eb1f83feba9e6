// What people see on a terminal: bars that make room for lines, no control characters of others, plain numbers.
#include <pty.h>

#include <regex>

#include "cli.hpp"

namespace blindmate {
namespace {

const std::string kEscape = "\x1b[31m";

class CliTerminal : public Cli {
 protected:
  // All that the program writes to a terminal.
  std::string shown(const std::string& arguments) const {
    int terminal = -1;
    const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) {
      execl("/bin/sh", "sh", "-c", (BLINDMATE_PROGRAM " " + arguments).c_str(), nullptr);
      _exit(127);
    }
    std::string result;
    char buffer[4096];
    for (ssize_t size = 0; (size = read(terminal, buffer, sizeof buffer)) > 0;)
      result.append(buffer, static_cast<std::size_t>(size));
    int status = 0;
    waitpid(child, &status, 0);
    close(terminal);
    EXPECT_EQ(WEXITSTATUS(status), 0) << result;
    return result;
  }

  // What is left of each line once it has been wiped and written over.
  static std::vector<std::string> lines(const std::string& shown) {
    std::vector<std::string> result;
    for (const std::string_view line : split(shown, '\n')) {
      std::string_view left = line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
      constexpr std::string_view kWipe = "\r\x1b[K";
      if (const std::size_t wiped = left.rfind(kWipe); wiped != std::string_view::npos)
        left.remove_prefix(wiped + kWipe.size());
      if (!left.empty()) result.emplace_back(left);
    }
    return result;
  }

  void expect_no_bars(const std::string& arguments, const std::string& bar, const std::string& line) const {
    const std::string all = shown(arguments);
    EXPECT_TRUE(contains(all, bar)) << "no bar was drawn: " << all;
    for (const std::string& one : lines(all)) EXPECT_TRUE(std::regex_match(one, std::regex(line))) << one;
  }
};

TEST_F(CliTerminal, BarsMakeRoomForLines) {
  expect_no_bars("perft startpos 6 --divide", "perft [", "[a-h][1-8][a-h][1-8]: [0-9]+|119060324");
  expect_no_bars("endings krk", " new sets", "krk: 518 placements .*|  .*");
  expect_no_bars("vacuum --height 6 --runs 12", "runs [", " *[0-9]+  plan of .* s|12 of 12 solved; .*");
  expect_no_bars("solve " TESTS_FOLDER "/data/problems.jsonl --algorithm gl-dbu-subset", "problems",
                 "[^ ]+ .* s|[0-9]+ problems: .*");
}

TEST_F(CliTerminal, ControlCharactersOfInputsAreSpeltOut) {
  write("p.jsonl", "{\"id\":\"x\\u001b[31m\",\"ply\":1,\"states\":[\"nonsense\\u001b[31m\"]}\n");
  write("broken.jsonl", "{\"id\":\"x" + kEscape + "\n");
  write("good.jsonl",
        "{\"id\":\"x\\u001b[31m\",\"ply\":1,\"expect\":\"no-mate\",\"states\":"
        "[\"6k1/8/6K1/8/8/8/8/R7 w - - 0 1\"]}\n");
  write("g.pgn", "[Event \"" + kEscape + "\"]\n[White \"" + kEscape + "\"]\n\n1. e4" + kEscape + " *\n");
  const std::string escaped = "'" + kEscape + "'";
  for (const std::string& command : {"solve " + path("p.jsonl"),
                                     "solve " + path("broken.jsonl"),
                                     "solve " + path("good.jsonl"),
                                     "solve " + path("good.jsonl") + " --id " + escaped,
                                     "solve " + path("good.jsonl") + " --algorithm " + escaped,
                                     "solve " + path("g.pgn") + " --ply 1",
                                     "review " + path("g.pgn"),
                                     "export " + path("g.pgn"),
                                     "perft " + escaped + " 1",
                                     "match " + escaped + " random",
                                     "play --against " + escaped,
                                     "play --rules " + escaped,
                                     "review " + escaped,
                                     "vacuum --start " + escaped,
                                     "vacuum --algorithm " + escaped,
                                     "vacuum --runs " + escaped,
                                     "list " + escaped,
                                     "reproduce " + escaped,
                                     "endings " + escaped,
                                     "pose --own " + escaped + " --man k@a8 --ply 1",
                                     "pose --own 8/8/1K6/8/8/8/8/7R --man " + escaped + " --ply 1",
                                     "bot " + escaped + " --token-file " + escaped,
                                     "serve --store " + escaped + "/nowhere",
                                     "solve " + escaped,
                                     escaped,
                                     "solve --" + escaped,
                                     "verify " + path("good.jsonl") + " " + path("broken.jsonl")}) {
    const Ran ran = run(command);
    EXPECT_NE(ran.code, 0) << command;
    EXPECT_EQ(ran.err.find('\x1b'), std::string::npos) << command << ": " << ran.err;
    EXPECT_EQ(ran.out.find('\x1b'), std::string::npos) << command << ": " << ran.out;
    EXPECT_NE(ran.err, "") << command;
  }
  EXPECT_TRUE(contains(run("solve " + path("good.jsonl")).out, "x\\x1b[31m"));
}

TEST_F(CliTerminal, NumbersInJsonAreWrittenPlainly) {
  const std::regex exponent("[:,\\[]-?[0-9.]+[eE]");
  for (const std::string& command :
       {std::string("vacuum --height 2 --runs 3 --json"), std::string("perft startpos 3 --json"),
        std::string("match random los --games 2 --nodes 50 --json"),
        std::string("solve " TESTS_FOLDER "/data/problems.jsonl --json")}) {
    const Ran ran = run(command);
    EXPECT_EQ(ran.code, 0) << ran.err;
    std::smatch found;
    EXPECT_FALSE(std::regex_search(ran.out, found, exponent)) << command << ": " << found.str() << " in " << ran.out;
  }
}

}  // namespace
}  // namespace blindmate
