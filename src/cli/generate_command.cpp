// Makes checkmate problems from self-play, or adds to those that a folder has.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/problems/generator.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "command.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

constexpr std::uint64_t kMostStates = 1'000'000'000'000'000;

}  // namespace

Run declare_generate(CLI::App& app) {
  struct Options {
    lab::GeneratorOptions generator;
    std::optional<int> most_ply;
    std::optional<std::uint64_t> games, deep_games, count, seed, least_ply, short_search, long_search, second_search;
  };
  const auto options = std::make_shared<Options>();
  options->generator.self_play.rules = &referee::kBerkeley;
  app.add_option("FOLDER", options->generator.folder, "folder for the problems; an interrupted run resumes there")
      ->required();
  add_number(app, "--games", options->games, 1, "play at most so many games (default 1000)");
  add_number(app, "--count", options->count, 1,
             "find at most so many problems of each kind and number of ply (default 500)");
  add_number(app, "--deep-games", options->deep_games, 1,
             "look for problems of more than 5 ply, which take most of the time, only in the first N games");
  add_rules(app, options->generator.self_play.rules);
  app.add_flag(
      "--few-men", options->generator.self_play.few_men,
      "begin games with few men on random squares: two or three of White and one or two of Black, and the kings");
  app.add_flag("--material-wins", options->generator.material_wins,
               "problems in which a known material win counts as a mate, as with solve --material-wins");
  add_ply(app, options->most_ply, "length of the longest problems (default 9)");
  add_number(app, "--least-ply", options->least_ply, 3, "length of the shortest problems (default 3)");
  add_number(app, "--seed", options->seed, 0, "seed of the games (default 1)");
  add_number(app, "--short-search", options->short_search, 1,
             "states that the search of any belief state may construct (default 1000000)");
  add_number(app, "--long-search", options->long_search, 1,
             "the same after a near miss of two ply less (default 200000000)");
  add_number(app, "--second-search", options->second_search, 1,
             "states that a second algorithm may construct to refute a near miss (default 100000000)");
  app.add_flag("--extend", options->generator.extend,
               "keep the problems that FOLDER has, with their ids, and add new ones");
  add_threads(app, options->generator.threads);
  app.add_flag("--quiet", options->generator.quiet, "no progress bar");
  app.footer("Example:\n  blindmate generate problems --games 200 --ply 5 --threads 2");
  return [options]() -> int {
    lab::GeneratorOptions& given = options->generator;
    if (options->games) given.games = *options->games;
    if (options->deep_games) given.deep_games = *options->deep_games;
    if (options->count) given.count = *options->count;
    if (options->seed) given.seed = *options->seed;
    if (options->most_ply) given.finder.most_ply = *options->most_ply;
    if (options->short_search) given.finder.short_search = *options->short_search;
    if (options->long_search) given.finder.long_search = *options->long_search;
    if (options->second_search) given.finder.second_search = *options->second_search;
    if (options->least_ply) given.finder.least_ply = static_cast<int>(std::min<std::uint64_t>(*options->least_ply, 99));
    if (given.finder.least_ply % 2 == 0 || given.finder.least_ply > given.finder.most_ply)
      return bad_input("--least-ply: an odd number is needed, at most that of --ply");
    if (std::max({given.finder.long_search, given.finder.short_search, given.finder.second_search}) > kMostStates)
      return bad_input(fmt::format("a search of more than {} states will not end", kMostStates));
    if (given.finder.most_ply < 3) return bad_input("--ply: 3 at least, for a mate in one needs no search");
    if (const auto done = lab::generate(given); !done) return bad_input(done.error().reason);
    return interrupted() ? kInterrupted : kAnswered;
  };
}

}  // namespace blindmate::cli
