// The program as its users run it: output, exit codes, messages.
#include <fmt/format.h>
#include <sys/resource.h>

#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "cli.hpp"

namespace blindmate {
namespace {

namespace json = boost::json;

TEST_F(Cli, PerftCounts) {
  EXPECT_EQ(run("perft startpos 4").out, "197281\n");
  EXPECT_EQ(run("perft 'k3/4/4/3K w - - 0 1' 0").out, "1\n");
  const Ran divided = run("perft 'k3/4/4/3K w - - 0 1' 1 --divide");
  EXPECT_EQ(divided.out, "d1c1: 1\nd1c2: 1\nd1d2: 1\n\n3\n");
  const std::vector<json::object> lines = json_lines(run("perft startpos 2 --divide --json").out);
  ASSERT_EQ(lines.size(), 21U);
  EXPECT_EQ(lines[20].at("nodes"), 400);
  EXPECT_EQ(lines[0].at("nodes"), 20);
}

TEST_F(Cli, RefereeAnswersInJson) {
  const Ran ran = run("referee --json --rules wild16", "e2d3\ne2e4\nany\nd7d5\ne4d5\n");
  EXPECT_EQ(ran.code, 0);
  const std::vector<json::object> lines = json_lines(ran.out);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0].at("mover").at("answer"), "no");
  EXPECT_TRUE(lines[0].at("opponent").is_null());
  EXPECT_EQ(lines[1].at("by"), "white");
  EXPECT_EQ(lines[1].at("turn"), "black");
  EXPECT_EQ(lines[1].at("mover"), lines[1].at("opponent"));
  EXPECT_EQ(lines[2].at("ask"), "any");
  EXPECT_EQ(lines[2].at("mover").at("answer"), "nonsense");
  EXPECT_EQ(lines[3].at("mover").at("pawn_tries"), 1);
  EXPECT_EQ(lines[4].at("mover").at("capture"), (json::value{{"square", "d5"}, {"kind", "pawn"}}));
  EXPECT_EQ(lines[4].at("fen"), "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
  EXPECT_TRUE(lines[4].at("end").is_null());
}

TEST_F(Cli, RefereeEndsTheGame) {
  const Ran ran = run("referee --json", "f2f3\ne7e5\ng2g4\nd8h4\na2a3\n");
  const std::vector<json::object> lines = json_lines(ran.out);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[3].at("mover").at("end"), "checkmate");
  EXPECT_EQ(lines[3].at("mover").at("check"), json::array{"short"});
  EXPECT_EQ(lines[3].at("winner"), "black");
  EXPECT_EQ(lines[4].at("mover").at("answer"), "nonsense");
  EXPECT_TRUE(lines[4].at("mover").at("end").is_null());
  EXPECT_TRUE(lines[4].at("opponent").is_null());
  EXPECT_EQ(lines[4].at("end"), "checkmate");
  EXPECT_TRUE(
      contains(run("referee", "f2f3\ne7e5\ng2g4\nd8h4\n").out, "Check on the short diagonal. Checkmate! Black wins"));
}

TEST_F(Cli, BadInputIsExitCodeTwoWithAReason) {
  const struct {
    const char* arguments;
    const char* input;
    const char* reason;
  } rows[] = {
      {"", "", "a command is needed"},
      {"nonsense", "", "unknown command \"nonsense\"; known are perft, referee"},
      {"perft", "", "FEN is required"},
      {"perft startpos x", "", "DEPTH"},
      {"perft startpos -1", "", "DEPTH"},
      {"perft startpos 99", "", "DEPTH"},
      {"perft '8/8/8/8/8/8/8/8 w - - 0 1' 1", "", "White has no king; Black has no king"},
      {"referee --rules berkley", "", "unknown rule set \"berkley\"; known are berkeley, berkeley-any"},
      {"referee --fen nothing", "", "1 fields"},
      {"referee", "e2e4\nhello\n", "standard input:2: \"hello\" is neither"},
      {"referee", "e2e4\n\n", "standard input:2: \"\" is neither"},
      {"referee", "e7e8k\n", "standard input:1:"},
      {"referee", "e2e4 e7e5\n", "standard input:1:"},
      {"list everything", "", "TABLE"},
      {"play --opponent nobody", "", "unknown player \"nobody\""},
      {"play --side red", "", "--side"},
      {"play --save no/such/folder/game.pgn", "", "no/such/folder/game.pgn: cannot be written"},
      {"bench --hurry", "", "--hurry"},
  };
  for (const auto& row : rows) {
    const Ran ran = run(row.arguments, row.input);
    EXPECT_EQ(ran.code, 2) << row.arguments << ": " << ran.err;
    EXPECT_TRUE(contains(ran.err, row.reason)) << row.arguments << ": " << ran.err;
  }
  // What was answered before the bad line is complete.
  EXPECT_EQ(json_lines(run("referee --json", "e2e4\nhello\n").out).size(), 1U);
}

TEST_F(Cli, LimitsAreExitCodeThree) {
  const Ran ran = run("perft startpos 12 --time-limit 0.05 --json");
  EXPECT_EQ(ran.code, 3);
  const json::object line = json_lines(ran.out).at(0);
  EXPECT_TRUE(line.at("nodes").is_null());
  EXPECT_EQ(line.at("limit"), "time");
}

TEST_F(Cli, OutputThatCannotBeWrittenIsNotASuccess) {
  for (const char* command : {"list rules", "perft startpos 3", "referee --json"}) {
    std::ofstream(path("in")) << "e2e4\n";
    const std::string line =
        fmt::format("{} {} < {} > /dev/full 2> {}", BLINDMATE_PROGRAM, command, path("in"), path("err"));
    EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 1) << command;
    EXPECT_TRUE(contains(contents(path("err")), "standard output cannot be written")) << command;
  }
  const Ran save = run("play --save /dev/full", "e4\nquit\n");
  EXPECT_EQ(save.code, 1);
  EXPECT_TRUE(contains(save.err, "/dev/full: cannot be written")) << save.err;
}

// Input without end: only Ctrl-C stops it.
TEST_F(Cli, InterruptsAreExitCode130) {
  for (const char* command : {"perft startpos 15", "referee", "play"}) {
    const std::string line =
        fmt::format("yes e2e4 | timeout --preserve-status -s INT 0.3 {} {} > {} 2>&1; exit ${{PIPESTATUS[1]}}",
                    BLINDMATE_PROGRAM, command, path("out"));
    EXPECT_EQ(WEXITSTATUS(std::system(fmt::format("bash -c '{}'", line).c_str())), 130) << command;
  }
}

TEST_F(Cli, PlayTellsWhatIsAnnouncedBeforeTheFirstMove) {
  const Ran ran = run("play --rules rand --fen '4r2k/8/8/3p4/2P5/8/8/R3K3 w - - 0 1'", "log\nquit\n");
  EXPECT_TRUE(contains(ran.out, "White is in check. Check on the file. White has no pawn tries.")) << ran.out;
}

TEST_F(Cli, HelpAndVersionAreEverywhere) {
  for (const char* command : {"", "perft", "referee", "play", "estimate", "solve", "verify", "bench", "list"}) {
    const Ran help = run(fmt::format("{} --help", command));
    EXPECT_EQ(help.code, 0);
    EXPECT_TRUE(contains(help.out, *command == '\0' ? "A first game" : "Example")) << help.out;
    const Ran version = run(fmt::format("{} --version", command));
    EXPECT_EQ(version.code, 0);
    EXPECT_TRUE(version.out.starts_with("blindmate ")) << version.out;
  }
}

TEST_F(Cli, ListShowsTheTables) {
  const std::vector<json::object> rules = json_lines(run("list rules --json").out);
  ASSERT_EQ(rules.size(), referee::kRuleSets.size());
  EXPECT_EQ(rules[0].at("name"), "berkeley");
  EXPECT_TRUE(contains(run("list players").out, "random"));
}

TEST_F(Cli, BenchPrintsTheSameNumbersEachTime) {
  const Ran text = run("bench");
  EXPECT_EQ(text.code, 0);
  std::vector<std::string> lines;
  std::string again;
  for (const json::object& line : json_lines(run("bench --json").out)) {
    if (const json::value* part = line.if_contains("part")) {
      lines.emplace_back(part->as_string());
      again += fmt::format("{:<10} {}\n", lines.back(), line.at("number").to_number<std::uint64_t>());
    } else {
      again += fmt::format("{}\n", line.at("bench").to_number<std::uint64_t>());
    }
  }
  EXPECT_EQ(text.out, again);
  EXPECT_EQ(lines, (std::vector<std::string>{"perft", "referee", "solver", "belief", "random", "los", "aos", "aosp",
                                             "hs", "attacker", "defender", "club", "endings", "review"}));
}

TEST_F(Cli, PlayAgainstTheRandomPlayer) {
  const Ran ran = run("play --against random --seed 3 --letters", "help\ne4\nlog\ntries\nrubbish\na2a5\nresign\n");
  EXPECT_EQ(ran.code, 0);
  for (const char* part :
       {"You have White, against random. Rules: berkeley.", "  1  R N B Q K B N R\n     a b c d e f g h",
        "  4  . . . . P . . .", "White has moved.", "Black has moved.", "e2e4  White has moved.", "exd5",
        "\"rubbish\" is not a move", "White tries: nonsense.", "Black wins (resignation).", "The true position:"}) {
    EXPECT_TRUE(contains(ran.out, part)) << part << " in\n" << ran.out;
  }
  EXPECT_TRUE(contains(run("play --against random --seed 3 --letters --side black", "quit\n").out,
                       "  8  r n b k q b n r\n     h g f e d c b a"));
}

TEST_F(Cli, PlayShowsFiguresWhereTheTerminalCan) {
  const std::string figures = "♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖";
  EXPECT_FALSE(contains(run("play --letters", "quit\n").out, figures));
  ASSERT_EQ(setenv("LC_ALL", "C.UTF-8", 1), 0);
  EXPECT_TRUE(contains(run("play", "quit\n").out, figures));
  ASSERT_EQ(setenv("LC_ALL", "C", 1), 0);
  EXPECT_FALSE(contains(run("play", "quit\n").out, figures));
}

TEST_F(Cli, PlayAsksForThePromotionAndForAny) {
  const std::string arguments = "play --letters --rules english --fen '7k/P7/8/8/8/8/8/K7 w - - 0 1'";
  const Ran asked = run(arguments, "any\na7a8\nr\nquit\n");
  EXPECT_TRUE(contains(asked.out, "White asks \"Any?\": no pawn can capture.")) << asked.out;
  EXPECT_TRUE(contains(asked.out, "promote to q, r, b or n?")) << asked.out;
  EXPECT_TRUE(contains(asked.out, "Check on the rank.")) << asked.out;
  EXPECT_TRUE(contains(run(arguments, "a8\nq\nquit\n").out, "Check on the rank."));
  const Ran refused = run(arguments, "a7a8\nx\nlog\nquit\n");
  EXPECT_TRUE(contains(refused.out, "No move was tried.")) << refused.out;
  EXPECT_FALSE(contains(refused.out, "White tries")) << refused.out;
  EXPECT_TRUE(contains(run(arguments, "a8=R\nquit\n").out, "Check on the rank."));
}

class Estimate : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    write("game.pgn", "[Variant \"berkeley\"]\n\n1. e4 {:exd3} d5 {:} 2. exd5 {d5:exf5} Qxd5 {d5:} *\n");
    write("english.pgn",
          "[Variant \"english\"]\n[Filtered \"White\"]\n\n1. e4 {:Any?=no} ?? {:3} 2. exd5 {d5:Any?=yes} *\n");
    write("impossible.pgn", "[Filtered \"White\"]\n\n1. e4 {:} ?? {:} 2. a3 {:} ?? {F:} *\n");
  }
  Ran estimate(const std::string& arguments) const { return run("estimate " + folder_.string() + "/" + arguments); }
};

TEST_F(Estimate, CountsTheStatesAfterEachEvent) {
  for (const char* method : {"breadth", "depth"}) {
    const Ran ran = estimate(fmt::format("game.pgn --side white --json --method {}", method));
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::vector<json::object> lines = json_lines(ran.out);
    ASSERT_EQ(lines.size(), 6U);
    EXPECT_EQ(lines[0].at("refused"), true);
    EXPECT_EQ(lines[0].at("ply"), 0);
    EXPECT_EQ(lines[1].at("by"), "white");
    EXPECT_EQ(lines[2].at("by"), "black");
    EXPECT_EQ(lines[2].at("ply"), 2);
    EXPECT_EQ(lines[2].at("states"), 20);
    EXPECT_EQ(lines[3].at("states"), 19) << "not f7f5";
    EXPECT_EQ(lines[4].at("announced"), "d5");
    EXPECT_EQ(lines[4].at("states"), 1);
    EXPECT_EQ(lines[5].at("states"), 1) << "only the queen can take";
  }
  EXPECT_TRUE(contains(estimate("game.pgn --side black").out, "What Black can know"));
}

TEST_F(Estimate, TellsQuestionsListsAndMaps) {
  const std::vector<json::object> lines = json_lines(estimate("english.pgn --json --list --map").out);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0].at("any"), "no");
  EXPECT_EQ(lines[3].at("any"), "yes");
  EXPECT_EQ(lines[3].at("list").as_array().size(), lines[3].at("states").to_number<std::size_t>());
  EXPECT_TRUE(std::string_view(lines[3].at("list").at(0).as_string()).starts_with("rnb"));
  EXPECT_EQ(lines[3].at("map").at("k").at("e8"), 1);
  EXPECT_EQ(lines[3].at("map").at("p").at("f5"), 0.5);
}

TEST_F(Estimate, ReviewTellsBothSides) {
  const std::string game = folder_.string() + "/game.pgn";
  const Ran ran = run("review --json " + game);
  EXPECT_EQ(ran.code, 0) << ran.err;
  // White's moments but the first are estimate's events.
  const std::vector<json::object> events = json_lines(estimate("game.pgn --side white --json").out);
  std::vector<json::object> white;
  for (const json::object& moment : json_lines(ran.out)) {
    if (moment.at("side") == "white") white.push_back(moment);
  }
  ASSERT_EQ(white.size(), events.size() + 1);
  EXPECT_EQ(white[0].at("states"), 1);
  for (std::size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(white[i + 1].at("states"), events[i].at("states")) << i;
    EXPECT_EQ(white[i + 1].at("ply"), events[i].at("ply")) << i;
  }
  EXPECT_TRUE(contains(run("review " + game).out, "Black can know"));
  EXPECT_EQ(run("review " + folder_.string() + "/english.pgn").code, 2) << "which is filtered";
}

TEST_F(Estimate, DrawsItsPlot) {
  for (const char* name : {"knowledge.svg", "knowledge.png"}) {
    EXPECT_EQ(estimate(fmt::format("game.pgn --side white --plot {}", path(name))).code, 0);
    const std::string picture = contents(path(name));
    EXPECT_TRUE(contains(picture, std::string_view(name).ends_with("svg") ? "<svg" : "PNG"));
    EXPECT_GT(picture.size(), 1000U);
  }
}

// Ends that need a history: the positions need not agree on what would have been told.
TEST_F(Estimate, BothMethodsFollowGamesToTheirEnd) {
  std::string moves = "{/tries=0:} ";
  for (const char* move : {"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"})
    moves += fmt::format("{} {{/tries=0:}} ", move);
  write("repetition.pgn", "[Variant \"wild16\"][Termination \"repetition\"]\n" + moves + "Ng8 {:} 1/2-1/2\n");
  std::vector<json::value> sizes;
  for (const char* method : {"breadth", "depth"}) {
    const Ran ran = estimate(fmt::format("repetition.pgn --side white --json --method {}", method));
    EXPECT_EQ(ran.code, 0) << ran.err;
    sizes.push_back(json_lines(ran.out).back().at("states"));
  }
  EXPECT_EQ(sizes[0], sizes[1]);
}

TEST_F(Estimate, MemoryStaysBelowTheLimit) {
  std::string moves;
  for (int i = 1; i <= 9; ++i) moves += fmt::format("{}. {} {{:}} ?? {{:}} ", i, i % 2 == 1 ? "Nf3" : "Ng1");
  write("long.pgn", "[Filtered \"White\"]\n" + moves + "*\n");
  for (const char* method : {"breadth", "depth"}) {
    const Ran ran = estimate(fmt::format("long.pgn --json --memory-limit 100 --method {}", method));
    EXPECT_EQ(ran.code, 3) << ran.err;
    const json::object last = json_lines(ran.out).back();
    EXPECT_EQ(last.at("limit"), "memory");
    EXPECT_LT(last.at("bytes").to_number<std::uint64_t>(), method[0] == 'b' ? 100U << 20 : 130U << 20);
  }
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  // Sanitizers take memory of their own.
  EXPECT_LT(usage.ru_maxrss, (BLINDMATE_SANITIZED ? 2000 : 200) * 1024) << "KiB, the program itself included";
}

// Where nobody gives a limit, half of the memory is one.
TEST_F(Estimate, MemoryHasALimitByDefault) {
  std::string moves;
  for (int i = 1; i <= 9; ++i) moves += fmt::format("{}. {} {{:}} ?? {{:}} ", i, i % 2 == 1 ? "Nf3" : "Ng1");
  write("long.pgn", "[Filtered \"White\"]\n" + moves + "*\n");
  const Ran ran = run("estimate --json " + path("long.pgn"), "", "ulimit -v 400000");
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_EQ(json_lines(ran.out).back().at("limit"), "memory");
}

TEST_F(Estimate, APlotThatCannotBeWrittenIsNotASuccess) {
  const Ran ran = run(fmt::format("estimate {} --side white --plot {}", path("game.pgn"), path("plot.svg")), "",
                      "trap '' XFSZ; ulimit -f 8");
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(contains(ran.err, "plot.svg: cannot be written")) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(path("plot.svg")));
  EXPECT_FALSE(std::filesystem::exists(path("plot.svg.part")));
}

TEST_F(Estimate, LimitsSayHowFarItCame) {
  const Ran ran = estimate("game.pgn --side white --json --limit 10");
  EXPECT_EQ(ran.code, 3);
  const std::vector<json::object> lines = json_lines(ran.out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_TRUE(lines[2].at("states").is_null());
  EXPECT_EQ(lines[2].at("limit"), "states");
  EXPECT_TRUE(contains(ran.err, "the limit of states was reached in event 3 (black, moves); before it 1 states"))
      << ran.err;
  EXPECT_EQ(estimate("game.pgn --side white --time-limit 0.0000001").code, 3);
  EXPECT_EQ(estimate("game.pgn --side white --limit 10 --method depth").code, 3);
}

TEST_F(Estimate, BadInputIsNamed) {
  const struct {
    const char* arguments;
    const char* reason;
  } rows[] = {
      {"none.pgn", "none.pgn: cannot be read"},
      {"game.pgn", "say whose knowledge is meant with --side"},
      {"game.pgn --side white --game 2", "there is no game 2; the file has 1"},
      {"english.pgn --side black", "the game is filtered for White"},
      {"game.pgn --side red", "--side"},
      {"game.pgn --side white --method sideways", "--method"},
      {"game.pgn --side white --plot knowledge.pdf", "an .svg or a .png file"},
      {"game.pgn --side white --limit 0", "--limit"},
      {"game.pgn --side white --plot no/such/folder/plot.svg", "no/such/folder/plot.svg: cannot be written"},
      {"game.pgn --side white --time-limit nan", "--time-limit"},
      {"game.pgn --side white --time-limit 1e10", "--time-limit"},
      {"game.pgn --side white --memory-limit 17592186044416", "--memory-limit"},
      {"impossible.pgn", "event 4 (black, moves): no position fits all that was heard up to here"},
      {"impossible.pgn --method depth", "event 4 (black, moves): no position fits"},
  };
  for (const auto& row : rows) {
    const Ran ran = estimate(row.arguments);
    EXPECT_EQ(ran.code, 2) << row.arguments;
    EXPECT_TRUE(contains(ran.err, row.reason)) << row.arguments << ": " << ran.err;
  }
  write("damaged.pgn", "1. e4 {:}\ne5 *\n");
  EXPECT_TRUE(contains(estimate("damaged.pgn --side white").err,
                       "damaged.pgn:2:4: the referee's comment after \"e5\" is missing"));
}

// A finished game is saved whole; an unfinished one holds nothing that its player does not know.
TEST_F(Cli, PlaySavesTheGame) {
  const std::string save = fmt::format("play --seed 1 --save {}", path("games.pgn"));
  EXPECT_EQ(run(save, "e4\nresign\n").code, 0);
  EXPECT_EQ(run(save, "e4\nquit\n").code, 0);
  const Expected<std::vector<referee::PgnGame>> games = referee::read_pgn(contents(path("games.pgn")));
  ASSERT_TRUE(games) << games.error().text();
  ASSERT_EQ(games->size(), 2U);
  EXPECT_EQ(std::get<referee::Game>((*games)[0].content).plies(), 2);
  EXPECT_EQ(std::get<referee::PlayerView>((*games)[1].content).log().size(), 2U);
}

}  // namespace
}  // namespace blindmate
