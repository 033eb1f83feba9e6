// The claim: of the 60 tactical positions under tests/data, which Debian's stockfish has judged, the built-in engine
// solves at least 90% at one second each.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include "blindmate/engines/alpha_beta.hpp"
#include "engines/tactics.hpp"

int main(int argc, char** argv) {
  using namespace blindmate;
  const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
  if (seconds <= 0) {
    fmt::print(stderr, "usage: tactics_bench [SECONDS for each position]\n");
    return 2;
  }
  const std::vector<engines::Tactic> tactics = engines::read_tactics(BENCH_TACTICS);
  int solved = 0;
  double depths = 0;
  double nodes = 0;
  for (const engines::Tactic& tactic : tactics) {
    engines::AlphaBeta engine;
    const auto deadline =
        std::chrono::steady_clock::now() +
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
    const engines::Best best = engine.search(tactic.position, {.deadline = deadline});
    depths += best.depth;
    nodes += static_cast<double>(best.nodes);
    if (best.move == tactic.winner) {
      ++solved;
    } else {
      fmt::print("missed {}: {} at depth {} instead of {}, in {}\n", tactic.name,
                 chess::san(tactic.position, best.move), best.depth, chess::san(tactic.position, tactic.winner),
                 chess::fen(tactic.position));
    }
  }
  const double count = static_cast<double>(tactics.size());
  fmt::print("{} of {} solved at {} s each (claim: at least 90%), mean depth {:.1f}, {:.0f} nodes\n", solved,
             tactics.size(), seconds, depths / count, nodes / count);
}
