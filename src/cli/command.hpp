// A command of the program: one file with a function that declares its options and returns what runs it.
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <functional>

namespace blindmate::cli {

enum ExitCode : int {
  kAnswered = 0,
  kInternalError = 1,
  kBadInput = 2,
  kLimitReached = 3,
  kFalseCertificate = 4,
  kContradicted = 5,  // by the answer that a problem expects
  kInterrupted = 130,
};

// The one to return where both apply.
inline ExitCode worse(ExitCode a, ExitCode b) {
  for (const ExitCode code : {kBadInput, kInternalError, kFalseCertificate, kContradicted, kLimitReached}) {
    if (a == code || b == code) return code;
  }
  return kAnswered;
}

using Run = std::function<int()>;

struct Command {
  const char* name;
  const char* summary;
  Run (*declare)(CLI::App& app);
  bool shares_work = false;  // among ranks of MPI
};

Run declare_bench(CLI::App& app);
Run declare_bot(CLI::App& app);
Run declare_endings(CLI::App& app);
Run declare_estimate(CLI::App& app);
Run declare_export(CLI::App& app);
Run declare_ladder(CLI::App& app);
Run declare_list(CLI::App& app);
Run declare_perft(CLI::App& app);
Run declare_play(CLI::App& app);
Run declare_pose(CLI::App& app);
Run declare_puzzle(CLI::App& app);
Run declare_referee(CLI::App& app);
Run declare_reproduce(CLI::App& app);
Run declare_review(CLI::App& app);
Run declare_serve(CLI::App& app);
Run declare_solve(CLI::App& app);
Run declare_vacuum(CLI::App& app);
Run declare_generate(CLI::App& app);
Run declare_match(CLI::App& app);
Run declare_verify(CLI::App& app);

inline constexpr std::array kCommands = {
    Command{"perft", "count the positions after a number of moves", declare_perft},
    Command{"referee", "answer tries on standard input as the referee", declare_referee},
    Command{"play", "play a game in the terminal", declare_play},
    Command{"estimate", "compute what a player can know: the belief state after each event of a game",
            declare_estimate},
    Command{"export", "print a game as PGN or JSON, complete or as one side heard it", declare_export},
    Command{"review", "show what both sides of a game could have known, and the guaranteed mates they had",
            declare_review},
    Command{"pose", "make a problem from men and squares, or from a moment of a game", declare_pose},
    Command{"solve", "prove or refute guaranteed checkmates, in problem files or games", declare_solve, true},
    Command{"verify", "check the plans in solve's output with independent code", declare_verify, true},
    Command{"puzzle", "find a guaranteed mate against the worst defender", declare_puzzle},
    Command{"endings", "guaranteed mates against an unseen lone king", declare_endings},
    Command{"generate", "find checkmate problems in self-play", declare_generate, true},
    Command{"match", "play matches between players, in parallel", declare_match, true},
    Command{"ladder", "show the ratings of a fixed set of players, or rate another one against them", declare_ladder,
            true},
    Command{"vacuum", "solve vacuum worlds", declare_vacuum},
    Command{"reproduce", "make a figure or table of the papers, or one of our own: table, CSV and plot",
            declare_reproduce, true},
    Command{"serve", "run the web application", declare_serve},
    Command{"bot", "let one of our players play on a server", declare_bot},
    Command{"bench", "run a fixed workload, whose number changes only when behaviour changes", declare_bench},
    Command{"list", "list the algorithms, rule sets, players or figures", declare_list},
};

}  // namespace blindmate::cli
