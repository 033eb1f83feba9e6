// Programs over pipes, played by small scripts: what they may do wrong is told, survived, or given up.
#include "blindmate/engines/uci.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "blindmate/chess/fen.hpp"
#include "blindmate/engines/engines.hpp"
#include "temporary_folder.hpp"

namespace blindmate::engines {
namespace {

class UciPrograms : public TemporaryFolder {
 protected:
  // A program that greets properly and then does `on_go` for each "go".
  UciOptions program(const std::string& on_go, const std::string& greeting = "echo uciok") const {
    const std::string script = path("program");
    std::ofstream(script) << "while read word rest; do case $word in\n  uci) " << greeting
                          << ";;\n  isready) echo readyok;;\n  go) echo run >> " << path("runs") << "; " << on_go
                          << ";;\nesac; done\n";
    return {.command = {"/bin/sh", script}, .counts_nodes = true, .patience = std::chrono::milliseconds(500)};
  }
  int runs() const {
    std::ifstream file(path("runs"));
    return static_cast<int>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
  }
  static Evaluation ask(const UciOptions& options) {
    auto program = UciProgram::start(options);
    EXPECT_TRUE(program) << program.error().reason;
    return (*program)->evaluate(chess::Position::start(), {.depth = 1});
  }
  static std::string failure(const UciOptions& options) {
    try {
      ask(options);
    } catch (const ProgramFailed& failed) {
      return failed.what();
    }
    return "no failure";
  }
};

TEST_F(UciPrograms, ScoresAreReadStrictly) {
  EXPECT_EQ(ask(program("echo info depth 1 score cp 35 nodes 20; echo bestmove e2e4")).value, 35);
  EXPECT_EQ(ask(program("echo info depth 1 score cp 35 nodes 20; echo bestmove e2e4")).nodes, 20U);
  EXPECT_EQ(ask(program("echo info score mate 2; echo bestmove e2e4")).value, kMate - 3);
  EXPECT_EQ(ask(program("echo info score mate -2; echo bestmove e2e4")).value, 4 - kMate);
  EXPECT_EQ(ask(program("echo info score cp 10; echo info score cp 99 lowerbound; echo bestmove e2e4")).value, 10);
  EXPECT_EQ(ask(program("echo info string score cp x; echo info score cp 7; echo bestmove e2e4")).value, 7);
}

TEST_F(UciPrograms, OnesThatFailAreStartedAgainAndThenGivenUp) {
  EXPECT_NE(failure(program("exit 1")).find("has ended, twice"), std::string::npos);
  EXPECT_EQ(runs(), 2);
  EXPECT_NE(failure(program(":")).find("does not answer, twice"), std::string::npos);
  EXPECT_NE(failure(program("echo bestmove e2e4")).find("without a score"), std::string::npos);
  // Dies once only.
  const std::string marker = path("died");
  EXPECT_EQ(ask(program("[ -e " + marker + " ] || { touch " + marker +
                        "; exit 1; }; echo info score cp 3; echo bestmove e2e4"))
                .value,
            3);
}

TEST_F(UciPrograms, OnesThatCannotBeUsedAreNamed) {
  const auto missing = borrow_engine("no-such-chess-program");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().reason, "no-such-chess-program: is not installed");
  const auto mute = UciProgram::start(program(":", ":"));
  ASSERT_FALSE(mute);
  EXPECT_NE(mute.error().reason.find("does not answer"), std::string::npos);
}

TEST_F(UciPrograms, AnEngineThatIsGivenBackIsUsedAgain) {
  const std::string script = path("engine");
  std::ofstream(script) << "#!/bin/sh\necho start >> " << path("runs")
                        << "\nwhile read word rest; do case $word in\n  uci) echo uciok;;\n  isready) echo readyok;;\n"
                           "  go) echo info score cp 1; echo bestmove e2e4;;\nesac; done\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  for (int i = 0; i < 3; ++i) {
    auto engine = borrow_engine(script);
    ASSERT_TRUE(engine) << engine.error().reason;
    EXPECT_EQ((*engine)->evaluate(chess::Position::start(), {.depth = 1}).value, 1);
  }
  EXPECT_EQ(runs(), 1);
  auto first = borrow_engine(script);
  auto second = borrow_engine(script);
  EXPECT_EQ(runs(), 2);
}

// Not installed by the build: apt-get install gnuchess.
TEST(GnuChess, EvaluatesBoards) {
  const auto engine = borrow_engine("gnuchess");
  if (!engine && engine.error().reason == "gnuchess: is not installed") GTEST_SKIP() << engine.error().reason;
  ASSERT_TRUE(engine) << engine.error().reason;
  const auto value = [&](const char* fen) {
    return (*engine)->evaluate(*chess::read_position(fen), {.depth = 1}).value;
  };
  EXPECT_GT(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), -100);
  EXPECT_LT(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 100);
  EXPECT_GT(value("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1"), 300);
  EXPECT_LT(value("4k3/8/8/8/8/8/4P3/R3K3 b - - 0 1"), -300);
  EXPECT_TRUE(is_mate(value("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")));
}

}  // namespace
}  // namespace blindmate::engines
