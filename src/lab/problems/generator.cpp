#include "blindmate/lab/problems/generator.hpp"

#include <fmt/format.h>

#include <bit>
#include <boost/json.hpp>
#include <filesystem>
#include <set>

#include "blindmate/base/cpu_time.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/experiment.hpp"
#include "blindmate/lab/figures/plot.hpp"
#include "blindmate/lab/pieces/pieces.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/lab/problems/statistics.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

constexpr int kVersion = 2;  // of what is found; to be raised whenever the same seed would give other problems
constexpr int kShallowPly = 5;
constexpr std::size_t kFewestStates = 3;

referee::Problem problem_of(const WhiteTurn& turn, bool material_wins) {
  referee::Problem problem{.id = "", .rules = &turn.view.rules(), .material_wins = material_wins};
  for (std::size_t i = 0; i < turn.belief.size(); ++i) problem.states.push_back(turn.belief.position(i));
  for (auto event = turn.view.log().rbegin(); event != turn.view.log().rend(); ++event) {
    if (event->by != turn.view.side() || event->heard.answer != referee::Answer::no) break;
    problem.refused.insert(problem.refused.begin(), std::get<chess::Move>(*event->ask));
  }
  return problem;
}

Entry entry_of(const FoundProblem& found, const WhiteTurn& turn) {
  Entry entry{.kind = *found.problem.expect_mate ? Kind::mate : Kind::near_miss,
              .ply = *found.problem.ply,
              .line = referee::to_json(found.problem),
              .pgn = referee::write_pgn(turn.view),
              .plan = found.proof.plan,
              .plan_length = found.proof.length,
              .plan_ply = found.proof.ply,
              .witness = found.witness};
  json::array sizes;
  for (const std::size_t size : turn.sizes) sizes.emplace_back(size);
  entry.line["belief"] = std::move(sizes);
  entry.line["searched"] = found.states;
  return entry;
}

// Not one of two positions, or of a bare king, of which there would be too many.
bool is_interesting(const belief::BeliefState& belief, const GeneratorOptions& options) {
  if (belief.size() < kFewestStates || belief.size() > options.largest) return false;
  const chess::Position any = belief.position(0);
  return std::popcount(any.men(other(any.turn()))) > 1;
}

// The problems of one game, of each kind and number of ply the first.
std::string play(const GeneratorOptions& options, std::size_t game) {
  const double started_s = thread_cpu_s();
  json::array problems;
  std::set<std::pair<Kind, int>> kinds;
  const std::uint64_t seed = seed_of_run(options.seed, game);
  FinderOptions finder = options.finder;
  if (game >= options.deep_games.value_or(options.games)) finder.most_ply = std::min(finder.most_ply, kShallowPly);
  // Most games are dropped, and looking through them takes far longer than playing: play it once for nothing.
  const bool kept = self_play(options.self_play, seed, [](const WhiteTurn&) {});
  const auto is_new = [&](bool mate, int ply) { return !kinds.contains({mate ? Kind::mate : Kind::near_miss, ply}); };
  const auto look = [&](const WhiteTurn& turn) {
    if (!is_interesting(turn.belief, options)) return;
    for (const FoundProblem& found : find_problems(problem_of(turn, options.material_wins), finder, is_new)) {
      const Entry entry = entry_of(found, turn);
      kinds.emplace(entry.kind, entry.ply);
      problems.emplace_back(to_json(entry));
    }
  };
  if (kept) self_play(options.self_play, seed, look);
  return referee::json_text(
      json::object{{"dropped", !kept}, {"cpu_s", thread_cpu_s() - started_s}, {"problems", std::move(problems)}});
}

// All that the problems depend on.
std::string task_of(const GeneratorOptions& options) {
  return referee::json_text(json::object{{"task", "generate"},
                                         {"version", kVersion},
                                         {"seed", options.seed},
                                         {"rules", json::string(options.self_play.rules->name)},
                                         {"few_men", options.self_play.few_men},
                                         {"material_wins", options.material_wins},
                                         {"least_ply", options.finder.least_ply},
                                         {"most_ply", options.finder.most_ply},
                                         {"deep_games", json::value_from(options.deep_games)},
                                         {"largest", options.largest},
                                         {"short_search", options.finder.short_search},
                                         {"long_search", options.finder.long_search},
                                         {"second_search", options.finder.second_search}});
}

// Takes the games in the order of their numbers, whatever the order in which they were played.
class Collection {
 public:
  explicit Collection(const GeneratorOptions& options)
      : database_({.rules = options.self_play.rules->name,
                   .material_wins = options.material_wins,
                   .least_ply = options.finder.least_ply,
                   .most_ply = options.finder.most_ply,
                   .count = options.count}) {}

  Database& database() { return database_; }
  std::size_t games() const { return games_; }
  std::size_t dropped() const { return dropped_; }

  bool take(std::size_t game, std::string_view result) {
    waiting_.emplace(game, result);
    while (!database_.full() && !waiting_.empty() && waiting_.begin()->first == games_) {
      const json::value read = json::parse(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      ++games_;
      if (read.at("dropped").as_bool()) ++dropped_;
      for (const json::value& problem : read.at("problems").as_array())
        database_.add(entry_from_json(problem.as_object()));
    }
    return !database_.full();
  }

 private:
  Database database_;
  std::map<std::size_t, std::string> waiting_;
  std::size_t games_ = 0;
  std::size_t dropped_ = 0;
};

}  // namespace

Expected<void> generate(const GeneratorOptions& options) {
  if (Ranks::is_first()) {
    std::error_code problem;
    std::filesystem::create_directories(options.folder, problem);
    if (problem) return Error{fmt::format("{}: {}", options.folder, problem.message())};
    if (const auto done = check_gnuplot(); !done) return done.error();
  }
  Collection collection(options);
  if (options.extend) {
    if (const auto done = collection.database().read(options.folder); !done) return done.error();
  }
  const Pieces pieces{.label = "games",
                      .quiet = options.quiet,
                      .count = options.games,
                      .work = [&](std::size_t game) { return play(options, game); },
                      .done = [&](std::size_t game, std::string_view result) { return collection.take(game, result); }};
  const std::string journal = (std::filesystem::path(options.folder) / "games.journal").string();
  if (const auto done = do_pieces(pieces, journal, task_of(options), options.threads); !done) return done.error();
  if (!Ranks::is_first()) return {};
  fmt::print("{} games, {} of them dropped\n", collection.games(), collection.dropped());
  for (int ply = options.finder.least_ply; ply <= options.finder.most_ply; ply += 2) {
    fmt::print("{} ply: {:>4} mates, {:>4} near misses\n", ply, collection.database().added(Kind::mate, ply),
               collection.database().added(Kind::near_miss, ply));
  }
  // What is added to must not depend on where a run was interrupted.
  if (options.extend && interrupted()) return {};
  if (const auto done = collection.database().write(options.folder); !done) return done.error();
  return write_statistics(collection.database(), options.folder);
}

}  // namespace blindmate::lab
