// solve on games, as its users run it.
#include "solve.hpp"

namespace blindmate {
namespace {

// Games end in the turn that is asked about. Black had Kg8 or h5, and Ra8 mates either way.
constexpr const char* kTwoReplies = R"([Filtered "White"][SetUp "1"][FEN "7k/8/5KPp/8/8/8/8/R6R b - - 0 1"])";
// Of the bishop's silent moves only d5 lets the pawn capture.
constexpr const char* kAnyGame =
    R"([Variant "english"][Filtered "White"][SetUp "1"][FEN "6k1/8/4b1KQ/8/4P3/8/8/R7 b - - 0 1"])";

TEST_F(CliSolve, GamesAreEstimatedFirst) {
  const json::object line = only_line(solve_game(kTwoReplies, "1... ?? {:} *", "--ply 1 --plan"));
  EXPECT_EQ(std::string(line.at("id").as_string()), path("g.pgn") + "#1");
  EXPECT_EQ(line.at("verdict"), "mate");
  EXPECT_EQ(line.at("positions"), 2);
  EXPECT_EQ(line.at("plan").at("try"), "a1a8");
  const json::object refused = only_line(solve_game(kTwoReplies, "1... ?? {:} 2. -- {:Rh6} *", "--ply 1 --plan"));
  EXPECT_EQ(refused.at("positions"), 1) << "Black has played h5";
  EXPECT_EQ(refused.at("verdict"), "mate");
}

TEST_F(CliSolve, GamesRememberWhatWasAskedInTheTurn) {
  const auto verdict = [&](const char* asked) {
    return only_line(solve_game(kAnyGame, fmt::format("1... ?? {{:}} 2. -- {{:{}}} *", asked), "--ply 1"))
        .at("verdict");
  };
  EXPECT_EQ(verdict("Any?=yes"), "mate") << "exf5 pays the duty, Qg7 mates";
  EXPECT_EQ(verdict("Any?=yes,exf5"), "mate");
  EXPECT_EQ(verdict("exf5,Any?=yes"), "no-mate") << "exd5 is all that is left";
}

// A game's problem, saved, says the same: what was refused cannot pay the duty there either.
TEST_F(CliSolve, GamesCanBeSavedAsProblems) {
  for (const char* asked : {"Any?=yes", "exf5,Any?=yes"}) {
    const std::string options = "--ply 1 --plan --save-problems " + path("saved.jsonl");
    const Ran game = solve_game(kAnyGame, fmt::format("1... ?? {{:}} 2. -- {{:{}}} *", asked), options);
    const json::object line = only_line(game);
    EXPECT_EQ(json_lines(run("solve --json " + path("saved.jsonl")).out).at(0).at("verdict"), line.at("verdict"));
    write("results.jsonl", game.out);
    EXPECT_EQ(run(fmt::format("verify {} {}", path("saved.jsonl"), path("results.jsonl"))).code, 0);
  }
  expect_bad(solve_game(kAnyGame, "1... ?? {:} *", "--ply 1 --save-problems " + path("no/where")), "cannot be written");
  const Ran full = solve_game(kAnyGame, "1... ?? {:} *", "--ply 1 --save-problems /dev/full");
  EXPECT_EQ(full.code, 1);
  EXPECT_TRUE(contains(full.err, "/dev/full: cannot be written")) << full.err;
  write("kept", "mine");
  expect_bad(solve(kProbe, "--save-problems " + path("kept")), "--save-problems is for games");
  expect_bad(solve_game(kAnyGame, "1... ?? {:} *", "--ply 1 --interleave --save-problems " + path("kept")),
             "needs all");
  EXPECT_EQ(contents(path("kept")), "mine");
}

TEST_F(CliSolve, RefusedTriesOfAProblemMustBeIllegal) {
  const std::string mate = fmt::format("\"ply\":1,\"states\":[{}]", kMateIn1);
  expect_bad(solve(problem(mate + R"(,"refused":["a1a9"])")), "refused: not moves in coordinates");
  expect_bad(solve(problem(mate + R"(,"refused":["a1a8"])")), "refused: a1a8 is legal in");
  EXPECT_EQ(answer(problem(mate + R"(,"refused":["a1b3"])")).at("verdict"), "mate");
}

TEST_F(CliSolve, InterleavingChangesNoVerdict) {
  const struct {
    const char* tags;
    const char* moves;
    int ply;
  } games[] = {
      {kTwoReplies, "1... ?? {:} *", 1},
      {kTwoReplies, "1... ?? {:} 2. -- {:Rh6} *", 3},
      {kAnyGame, "1... ?? {:} *", 1},
      {kAnyGame, "1... ?? {:} 2. -- {:Any?=yes} *", 1},
      {kAnyGame, "1... ?? {:} 2. -- {:exf5,Any?=yes} *", 1},
      {kAnyGame, "1... ?? {:} 2. -- {:Any?=no} *", 3},
      {"[Filtered \"White\"]", "1. e4 {:} ?? {:} *", 3},
      {"[Filtered \"Black\"]", "1. ?? {:} e5 {:} 2. ?? {:} *", 1},
      {"[Filtered \"White\"]", "1. e4 {:} ?? {:} 2. Qh5 {:} ?? {:} 3. Bc4 {:} ?? {:} 4. -- {:Bg8} *", 1},
      {"[Variant \"rand\"][Filtered \"White\"][SetUp \"1\"][FEN \"7k/8/5K2/8/8/8/8/1R6 w - - 0 1\"]",
       "{/from=:} 1. Kf7 {/from=:} ?? {/from=:} *", 1},
  };
  for (const auto& game : games) {
    SCOPED_TRACE(game.moves);
    for (const char* algorithm : {"dbu", "l-dbu", "gl-dbu", "closure"}) {
      const std::string options = fmt::format("--ply {} --algorithm {}", game.ply, algorithm);
      const json::object plain = only_line(solve_game(game.tags, game.moves, options));
      ASSERT_TRUE(plain.contains("verdict"));
      for (const char* more : {" --interleave", " --interleave --deepen", " --interleave --seed 2"}) {
        const json::object interleaved = only_line(solve_game(game.tags, game.moves, options + more));
        ASSERT_TRUE(interleaved.contains("verdict"));
        EXPECT_EQ(interleaved.at("verdict"), plain.at("verdict")) << more;
      }
    }
  }
}

TEST_F(CliSolve, BadGamesAreNamed) {
  const char* mate = "[Filtered \"White\"][SetUp \"1\"][FEN \"7k/8/5K2/8/8/8/8/1R6 w - - 0 1\"]";
  expect_bad(solve_game(kTwoReplies, "1... ?? {:} *", ""), "g.pgn: a game has no number of ply; say it with --ply");
  for (const char* way : {"--ply 1", "--ply 1 --interleave"}) {
    expect_bad(solve_game(mate, "1. Kf7 {:} *", way), "g.pgn#1: it is not White's turn");
    expect_bad(solve_game(mate, "1. Kf7 {:} ?? {:} 2. Rh1 {F:} 1-0", way), "g.pgn#1: the game has ended");
    expect_bad(solve_game("", "1. e4 {:} e5 {:} *", way), "g.pgn#1: the game is not filtered");
    expect_bad(solve_game("[Filtered \"White\"]", "1. e4 {:} ?? {:} 2. a3 {:} ?? {F:} *", way), "no position fits");
  }
  expect_bad(solve_game(kTwoReplies, "1... ?? {:} *", "--ply 1 --side black"), "filtered for White");
  expect_bad(solve_game(kTwoReplies, "1... ?? {:} *", "--ply 1 --interleave --all-keys"), "keys");
  expect_bad(solve(kProbe, "--interleave"), "p.jsonl: --interleave");
  EXPECT_EQ(only_line(solve_game("", "1. e4 {:} e5 {:} *", "--ply 1 --side white")).at("positions"), 20);
}

TEST_F(CliSolve, EstimationKeepsTheLimitsToo) {
  const json::object line = only_line(
      solve_game("[Filtered \"White\"]", "1. e4 {:} ?? {:} 2. Nf3 {:} ?? {:} *", "--ply 1 --states-limit 100"), 3);
  EXPECT_EQ(line.at("verdict"), "unknown");
  EXPECT_EQ(line.at("limit"), "states");
}

}  // namespace
}  // namespace blindmate
