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
    Command{"perft", "counts the positions after a number of moves", declare_perft},
    Command{"referee", "a referee on standard input: one try a line, one answer a line", declare_referee},
    Command{"play", "a game in the terminal against a player", declare_play},
    Command{"estimate", "what a player can know: the belief state after each event of a game", declare_estimate},
    Command{"export", "a game as PGN or JSON, whole or as one side has heard it", declare_export},
    Command{"review", "what both sides of a game could have known, and the mates they had", declare_review},
    Command{"pose", "a problem from men and squares, or from a moment of a game", declare_pose},
    Command{"solve", "guaranteed checkmates: problem files or games", declare_solve, true},
    Command{"verify", "checks the plans in solve's output with independent code", declare_verify, true},
    Command{"puzzle", "a guaranteed mate to be found against the worst defender", declare_puzzle},
    Command{"endings", "sure mates against a lone king that is not seen", declare_endings},
    Command{"generate", "makes checkmate problems from self-play", declare_generate, true},
    Command{"match", "plays matches between players, in parallel, and reports", declare_match, true},
    Command{"ladder", "ratings of frozen players, and of who comes new", declare_ladder, true},
    Command{"vacuum", "solves vacuum-world problems", declare_vacuum},
    Command{"reproduce", "makes a figure or table of the papers again: CSV, plot, the paper's numbers beside ours",
            declare_reproduce, true},
    Command{"serve", "the web application", declare_serve},
    Command{"bot", "one of our players on another server", declare_bot},
    Command{"bench", "a fixed workload, whose number changes only when behaviour changes", declare_bench},
    Command{"list", "the tables: algorithms, rules, players, figures", declare_list},
};

}  // namespace blindmate::cli
