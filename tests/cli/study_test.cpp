// pose, puzzle and export: problems from men and squares or from a game, mates to be found, games as they were heard.
#include "cli.hpp"

namespace blindmate {
namespace {

namespace json = boost::json;

TEST_F(Cli, PoseMakesAProblemThatCanBeSolved) {
  const Ran posed = run("pose --own 8/8/1K6/8/8/8/8/7R --man k@a8,b8,a7 --ply 1 --id corner");
  EXPECT_EQ(posed.code, 0) << posed.err;
  EXPECT_TRUE(contains(posed.err, "1 combinations are impossible"));
  EXPECT_EQ(json_lines(posed.out).at(0), json::parse(R"({"id":"corner","rules":"berkeley","ply":1,
      "states":["k7/8/1K6/8/8/8/8/7R w - - 0 1","1k6/8/1K6/8/8/8/8/7R w - - 0 1"]})"));
  write("posed.jsonl", posed.out);
  const Ran solved = run("solve --json --all-keys " + folder_.string() + "/posed.jsonl");
  EXPECT_EQ(json_lines(solved.out).at(0).at("keys"), json::array{"h1h8"});
}

TEST_F(Cli, PoseTakesAMomentOfAGame) {
  write("game.pgn", "[Variant \"berkeley\"]\n\n1. e4 {:exd3} d5 {:} 2. exd5 {d5:exf5} Qxd5 {d5:} *\n");
  const std::string game = folder_.string() + "/game.pgn";
  const auto states = [&](const std::string& moment) {
    const Ran ran = run("pose " + game + " --side white" + moment);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return json_lines(ran.out).at(0).at("states").as_array().size();
  };
  // As estimate counts them.
  EXPECT_EQ(states(" --moves 0"), 1U);
  EXPECT_EQ(states(" --moves 0 --asked 1"), 1U);
  EXPECT_EQ(states(" --moves 2"), 20U);
  EXPECT_EQ(states(" --moves 2 --asked 1"), 19U);
  EXPECT_EQ(states(""), 1U) << "at the end";
  EXPECT_TRUE(contains(run("pose " + game + " --side white --game 2").err, "there is no game 2; the file has 1"));
  EXPECT_TRUE(
      contains(run("pose " + game + " --side white --moves 3").err, "there is no such moment in a turn of White"));
  EXPECT_TRUE(contains(run("pose " + game + " --side white --moves 2 --states-limit 5").err,
                       "more than 5 positions are possible"));
}

TEST_F(Cli, ExportsWhatIsHeard) {
  const std::string text =
      "[White \"Anna\"]\n[Variant \"berkeley\"]\n\n1. e4 {:exd3} d5 {:} 2. exd5 {d5:exf5} Qxd5 {d5:} *\n";
  write("game.pgn", text);
  const std::string game = folder_.string() + "/game.pgn";
  const Ran whole = run("export " + game);
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_TRUE(contains(whole.out, "Anna"));
  write("again.pgn", whole.out);
  EXPECT_EQ(run("export " + folder_.string() + "/again.pgn").out, whole.out);
  const Ran heard = run("export --side black " + game);
  EXPECT_TRUE(contains(heard.out, "[Filtered \"Black\"]"));
  EXPECT_TRUE(contains(heard.out, "Qxd5"));
  EXPECT_FALSE(contains(heard.out, "exf5")) << "what White has tried";
  write("heard.pgn", heard.out);
  EXPECT_EQ(run("export " + folder_.string() + "/heard.pgn").out, heard.out);
  EXPECT_EQ(run("export --side white " + folder_.string() + "/heard.pgn").code, 2);
  const json::object events = json_lines(run("export --json " + game).out).at(0);
  EXPECT_EQ(events.at("events").as_array().size(), 6U) << "four moves, two refusals";
  EXPECT_EQ(events.at("events").at(5).at("fen"), "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3");
  const json::object view = json_lines(run("export --json --side black " + game).out).at(0);
  EXPECT_EQ(view.at("own_board"), "rnb1kbnr/ppp1pppp/8/3q4/8/8/8/8");
  EXPECT_TRUE(view.at("log").at(0).at("ask").is_null());
  EXPECT_EQ(run("export " + game + " --game 2").code, 2);
}

TEST_F(Cli, PoseSaysWhatIsWrong) {
  const struct {
    const char* arguments;
    const char* reason;
  } cases[] = {
      {"pose", "a game, or --own with --man, is needed"},
      {"pose --own 8/8/8/8/8/8/8/8 --man k@a1", "--own: one king is needed"},
      {"pose --own 8/8/8/8/8/8/8/K7 --man z@a1", "--man z@a1: 'z' is not one of pnbrqk-"},
      {"pose --own 8/8/8/8/8/8/8/K7 --man k", "--man k: is not like kq@a8,b8"},
      {"pose --own 8/8/8/8/8/8/8/K7 --man k@a8 --ply 2", "ply: 2 is even"},
      {"pose nothing.pgn --side white", "nothing.pgn"},
  };
  for (const auto& [arguments, reason] : cases) {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.code, 2) << arguments;
    EXPECT_TRUE(contains(ran.err, reason)) << arguments << ": " << ran.err;
    EXPECT_EQ(ran.out, "") << arguments;
  }
}

TEST_F(Cli, APuzzleIsSolvedFailedAndGivenUp) {
  const Ran solved = run("puzzle --id mate3-0242", "any\nnonsense\nh6e3\nc4g8\n");
  EXPECT_EQ(solved.code, 0);
  EXPECT_TRUE(contains(solved.out, "any cannot be asked here"));
  EXPECT_TRUE(contains(solved.out, "\"nonsense\" is not understood"));
  EXPECT_TRUE(contains(solved.out, "1 ply left, 2 positions are possible"));
  EXPECT_TRUE(contains(solved.out, "Checkmate!\nsolved\n"));
  EXPECT_FALSE(contains(solved.out, "the plan"));
  const Ran failed = run("puzzle --id mate3-0242 --letters", "states\ne2e4\n");
  EXPECT_EQ(failed.code, 0);
  EXPECT_TRUE(contains(failed.out, "8/p1p5/1kP4B/8/2Q5/1N6/1P2P2P/4KBNR w - - 0 1\n"));
  EXPECT_TRUE(contains(failed.out, "lost (no-mate-left), for example here: "));
  EXPECT_TRUE(contains(failed.out, "the plan:\ntry Be3\n"));
  EXPECT_TRUE(contains(run("puzzle --id mate3-0242", "give-up\n").out, "the plan:"));
  EXPECT_TRUE(contains(run("puzzle", "").out, "mates in 3 ply"));
  EXPECT_TRUE(contains(run("puzzle --id mate3-0242", "Be3\nQg8\n").out, "solved\n")) << "in SAN too";
  EXPECT_EQ(run("puzzle --seed 7", "").out, run("puzzle --seed 7", "").out);
}

TEST_F(Cli, APuzzleSaysWhatIsWrong) {
  EXPECT_TRUE(contains(run("puzzle --id none").err, "--id: there is no puzzle none"));
  EXPECT_TRUE(contains(run("puzzle --ply 4").err, "--ply: there is no puzzle of 4 ply"));
  EXPECT_EQ(run("puzzle nothing.jsonl").code, 2);
  write("no-mate.jsonl", R"({"id":"x","rules":"berkeley","ply":1,"states":["k7/8/8/8/8/8/8/K6R w - - 0 1"]})");
  const Ran none = run("puzzle --id x " + folder_.string() + "/no-mate.jsonl", "give-up\n");
  EXPECT_EQ(none.code, 2);
  EXPECT_TRUE(contains(none.err, "x: there is no guaranteed mate"));
}

}  // namespace
}  // namespace blindmate
