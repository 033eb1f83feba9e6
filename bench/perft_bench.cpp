// The claim: perft 6 from the start position is at least as fast as Debian's stockfish.
// Both run in turn, one thread each, and the ratio of the medians is printed. Stockfish's start is not counted.
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "blindmate/chess/perft.hpp"
#include "measure.hpp"

namespace {

using namespace blindmate;

constexpr int kDepth = 6;
constexpr const char* kDebianPath = "/usr/games/stockfish";

// The program over two pipes, one line at a time.
class Stockfish {
 public:
  Stockfish() {
    int to_child[2];
    int from_child[2];
    if (pipe(to_child) != 0 || pipe(from_child) != 0) fail("no pipes");
    child_ = fork();
    if (child_ < 0) fail("no process");
    if (child_ == 0) {
      dup2(to_child[0], STDIN_FILENO);
      dup2(from_child[1], STDOUT_FILENO);
      for (const int end : {to_child[0], to_child[1], from_child[0], from_child[1]}) close(end);
      execlp("stockfish", "stockfish", nullptr);
      execl(kDebianPath, "stockfish", nullptr);
      _exit(127);
    }
    close(to_child[0]);
    close(from_child[1]);
    in_ = fdopen(to_child[1], "w");
    out_ = fdopen(from_child[0], "r");
    send("setoption name Threads value 1\nisready");
    wait_for("readyok");
  }
  ~Stockfish() {
    send("quit");
    waitpid(child_, nullptr, 0);
  }
  Stockfish(const Stockfish&) = delete;
  Stockfish& operator=(const Stockfish&) = delete;

  std::uint64_t perft(int depth) {
    send(fmt::format("position startpos\ngo perft {}", depth));
    return std::stoull(wait_for("Nodes searched: "));
  }

 private:
  [[noreturn]] static void fail(const char* reason) {
    fmt::print(stderr, "perft_bench: stockfish: {}\n", reason);
    std::exit(2);
  }

  void send(const std::string& text) {
    fmt::print(in_, "{}\n", text);
    std::fflush(in_);
  }

  // The rest of the first line that starts so.
  std::string wait_for(const std::string& start) {
    char line[4096];
    while (std::fgets(line, sizeof line, out_) != nullptr) {
      const std::string text = line;
      if (text.starts_with(start)) return text.substr(start.size());
    }
    fail("not found, or it ended; on Debian: apt-get install stockfish");
  }

  pid_t child_ = 0;
  FILE* in_ = nullptr;
  FILE* out_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
  if (rounds < 3) {
    fmt::print(stderr, "usage: perft_bench [ROUNDS, at least 3]\n");
    return 2;
  }
  signal(SIGPIPE, SIG_IGN);
  Stockfish stockfish;
  std::vector<double> ours;
  std::vector<double> theirs;
  for (int round = 0; round < rounds; ++round) {
    std::uint64_t our_nodes = 0;
    std::uint64_t their_nodes = 0;
    ours.push_back(bench::seconds([&] { our_nodes = chess::perft(chess::Position::start(), kDepth); }));
    theirs.push_back(bench::seconds([&] { their_nodes = stockfish.perft(kDepth); }));
    fmt::print("round {}: blindmate {:.3f} s, stockfish {:.3f} s\n", round + 1, ours.back(), theirs.back());
    if (our_nodes != their_nodes) {
      fmt::print(stderr, "perft_bench: {} nodes, stockfish {}\n", our_nodes, their_nodes);
      return 1;
    }
  }
  fmt::print("perft {}: ratio of medians {:.2f} (stockfish's time over ours; claim: at least 1.0)\n", kDepth,
             bench::median(theirs) / bench::median(ours));
}
