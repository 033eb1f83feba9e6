#include <fmt/format.h>

#include <boost/json.hpp>
#include <chrono>
#include <memory>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/progress.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/chess/perft.hpp"
#include "command.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

namespace json = boost::json;

constexpr int kDeepest = 20;

struct PerftOptions {
  chess::Position position = chess::Position::start();
  int depth = 1;
  bool divide = false;
  bool json = false;
  bool quiet = false;
};

// The count below one root move, in pieces small enough for progress and Ctrl-C.
std::uint64_t count_below(const chess::Position& after, int depth, Progress& progress) {
  if (depth == 0) return 1;
  std::uint64_t nodes = 0;
  for (const chess::Move reply : chess::legal_moves(after)) {
    if (interrupted()) break;
    nodes += chess::perft(after.after(reply), depth - 1);
    progress.advance();
  }
  return nodes;
}

int run_perft(const PerftOptions& options) {
  const auto started = std::chrono::steady_clock::now();
  std::uint64_t total = options.depth == 0 ? 1 : 0;
  if (options.depth > 0) {
    Progress progress("perft", chess::perft(options.position, 2), options.quiet);
    for (const chess::Move move : chess::legal_moves(options.position)) {
      const std::uint64_t nodes = count_below(options.position.after(move), options.depth - 1, progress);
      if (interrupted()) return kInterrupted;
      total += nodes;
      if (options.divide && options.json) {
        fmt::print("{}\n", json::serialize(json::object{{"move", chess::text(move)}, {"nodes", nodes}}));
      } else if (options.divide) {
        fmt::print("{}: {}\n", chess::text(move), nodes);
      }
    }
  }
  const double time_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  if (options.json) {
    fmt::print(
        "{}\n",
        json::serialize(json::object{
            {"fen", chess::fen(options.position)}, {"depth", options.depth}, {"nodes", total}, {"time_s", time_s}}));
  } else {
    fmt::print("{}{}\n", options.divide ? "\n" : "", total);
  }
  return kAnswered;
}

}  // namespace

Run declare_perft(CLI::App& app) {
  const auto options = std::make_shared<PerftOptions>();
  add_position(app, "FEN", options->position, "the position, or startpos");
  app.get_option("FEN")->required();
  app.add_option("DEPTH", options->depth, "how many moves deep")->required()->check(CLI::Range(0, kDeepest));
  app.add_flag("--divide", options->divide, "split by the first move");
  app.add_flag("--json", options->json, "one JSON object a line");
  app.add_flag("--quiet", options->quiet, "no progress bar");
  app.footer(
      "Examples:\n  blindmate perft startpos 5\n  blindmate perft '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' 4 "
      "--divide");
  return [options] { return run_perft(*options); };
}

}  // namespace blindmate::cli
