// Problems and a fixture for the tests of solve and verify.
#pragma once

#include <string>
#include <vector>

#include "cli.hpp"

namespace blindmate {

namespace json = boost::json;

inline constexpr const char* kMateIn1 = R"("6k1/8/6K1/8/8/8/8/R7 w - - 0 1")";  // Ra8
// Rb8 mates in the first and is refused in the second, where then Ra8 mates.
inline constexpr const char* kProbe =
    R"({"id":"probe","ply":1,"states":["6k1/8/6K1/3b4/8/8/8/RR6 w - - 0 1","6k1/1p6/6K1/8/8/8/8/RR6 w - - 0 1"]})";
inline constexpr const char* kMateIn3 =
    R"({"id":"three","ply":3,"states":["7k/p7/5K2/8/8/8/8/1R6 w - - 0 1","7k/8/p4K2/8/8/8/8/1R6 w - - 0 1"]})";
inline constexpr const char* kNoMate = R"({"id":"none","ply":1,"states":["k7/8/8/8/8/8/8/K6R w - - 0 1"]})";
inline constexpr const char* kQuestion =
    R"({"id":"question","rules":"english","ply":1,"states":["6k1/8/6KQ/8/4P3/2b5/8/R7 w - - 0 1",)"
    R"("6k1/8/6KQ/3b4/4P3/8/8/R7 w - - 0 1"]})";

// A problem line with these fields besides the id.
inline std::string problem(const std::string& fields) { return fmt::format("{{\"id\":\"x\",{}}}", fields); }

// As lines that two runs must have in common.
inline std::vector<json::object> without_times(std::vector<json::object> lines) {
  for (json::object& line : lines) line.erase("time_s");
  return lines;
}

class CliSolve : public Cli {
 protected:
  Ran solve(const std::string& lines, const std::string& options = "") const {
    write("p.jsonl", lines);
    return run(fmt::format("solve {} {}", path("p.jsonl"), options));
  }
  // The answer to a single problem.
  json::object answer(const std::string& line, const std::string& options = "", int code = 0) const {
    return only_line(solve(line, options + " --json"), code);
  }
  Ran solve_game(const std::string& tags, const std::string& moves, const std::string& options) const {
    write("g.pgn", tags + "\n\n" + moves + "\n");
    return run(fmt::format("solve {} --json {}", path("g.pgn"), options));
  }
  static json::object only_line(const Ran& ran, int code = 0) {
    EXPECT_EQ(ran.code, code) << ran.err;
    const std::vector<json::object> lines = json_lines(ran.out);
    EXPECT_EQ(lines.size(), 1U) << ran.out;
    return lines.size() == 1 ? lines[0] : json::object();
  }

  void expect_bad(const Ran& ran, const std::string& reason) const {
    EXPECT_EQ(ran.code, 2) << reason;
    EXPECT_TRUE(contains(ran.err, reason)) << "\"" << reason << "\" in " << ran.err;
    EXPECT_EQ(ran.out, "") << reason;
  }
};

}  // namespace blindmate
