// Counts the move sequences from a position, as every chess program does to test its move generator.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <chrono>
#include <memory>
#include <optional>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/progress.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/chess/perft.hpp"
#include "blindmate/view/json_text.hpp"
#include "command.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

namespace json = boost::json;

constexpr int kDeepest = 20;

constexpr int kPiece = 5;  // perft of this depth is not interrupted

struct PerftOptions {
  chess::Position position = chess::Position::start();
  int depth = 1;
  bool divide = false;
  bool json = false;
  bool quiet = false;
  std::optional<double> time_limit_s;
};

// perft in pieces, for the sake of Ctrl-C, the time limit and the progress bar.
class Counter {
 public:
  explicit Counter(const PerftOptions& options)
      : options_(options),
        progress_("perft", chess::perft(options.position, std::min(options.depth, 2)), options.quiet) {}

  bool stopped() const { return interrupted() || out_of_time(); }
  bool out_of_time() const { return options_.time_limit_s && elapsed_s() > *options_.time_limit_s; }
  double elapsed_s() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  }

  // Not the whole count once it is stopped.
  std::uint64_t count(const chess::Position& position, int depth) {
    const int made = options_.depth - depth;
    std::uint64_t nodes = 0;
    if (depth <= kPiece && made >= 2) {
      nodes = chess::perft(position, depth);
    } else if (depth == 0) {
      nodes = 1;
    } else {
      for (const chess::Move move : chess::legal_moves(position)) {
        if (stopped()) break;
        nodes += count(position.after(move), depth - 1);
      }
    }
    if (made == std::min(options_.depth, 2)) progress_.advance();
    return nodes;
  }

 private:
  const PerftOptions& options_;
  Progress progress_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

void print_move(chess::Move move, std::uint64_t nodes, bool as_json) {
  wipe_progress();
  if (as_json) {
    fmt::print("{}\n", referee::json_text(json::object{{"move", chess::text(move)}, {"nodes", nodes}}));
  } else {
    fmt::print("{}: {}\n", chess::text(move), nodes);
  }
}

int run_perft(const PerftOptions& options) {
  std::optional<Counter> counter(options);
  std::uint64_t total = options.depth == 0 ? 1 : 0;
  if (options.depth > 0) {
    for (const chess::Move move : chess::legal_moves(options.position)) {
      const std::uint64_t nodes = counter->count(options.position.after(move), options.depth - 1);
      if (counter->stopped()) break;
      total += nodes;
      if (options.divide) print_move(move, nodes, options.json);
    }
  }
  if (interrupted()) return kInterrupted;
  const bool limit = counter->out_of_time();
  const double time_s = counter->elapsed_s();
  counter.reset();  // takes the progress bar away
  if (options.json) {
    fmt::print("{}\n", referee::json_text(json::object{{"fen", chess::fen(options.position)},
                                                       {"depth", options.depth},
                                                       {"nodes", limit ? json::value(nullptr) : json::value(total)},
                                                       {"limit", limit ? json::value("time") : json::value(nullptr)},
                                                       {"time_s", time_s}}));
  } else if (limit) {
    fmt::print("{}unknown: the time limit was reached\n", options.divide ? "\n" : "");
  } else {
    fmt::print("{}{}\n", options.divide ? "\n" : "", total);
  }
  return limit ? kLimitReached : kAnswered;
}

}  // namespace

Run declare_perft(CLI::App& app) {
  const auto options = std::make_shared<PerftOptions>();
  add_position(app, "FEN", options->position, "the position, or startpos");
  app.get_option("FEN")->required();
  app.add_option("DEPTH", options->depth, "how many moves deep")->required()->check(CLI::Range(0, kDeepest));
  app.add_flag("--divide", options->divide, "split by the first move");
  app.add_flag("--json", options->json, "one JSON object a line");
  add_time_limit(app, options->time_limit_s);
  app.add_flag("--quiet", options->quiet, "no progress bar");
  app.footer(
      "Examples:\n  blindmate perft startpos 5\n  blindmate perft '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' 4 "
      "--divide");
  return [options] { return run_perft(*options); };
}

}  // namespace blindmate::cli
