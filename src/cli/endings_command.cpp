// Sure mates against a lone king: the analysis of an ending, and what to do with given men.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <chrono>
#include <filesystem>
#include <memory>

#include "blindmate/base/files.hpp"
#include "blindmate/base/progress.hpp"
#include "blindmate/endings/lone_king.hpp"
#include "blindmate/endings/tables.hpp"
#include "blindmate/lab/matches/ending_games.hpp"
#include "blindmate/view/json_text.hpp"
#include "command.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

namespace json = boost::json;
using chess::Bitboard;
using endings::Table;
using referee::OwnBoard;

constexpr std::size_t kMostSets = 50;  // of endings without a recipe

// Of the placements that are won wherever the king is among these squares: how many, and the longest mate.
template <class SquaresOf>
std::pair<std::size_t, int> survey(const Table& table, const SquaresOf& squares_of) {
  std::size_t won = 0;
  int longest = 0;
  for (std::size_t i = 0; i < table.placements().size(); ++i) {
    const OwnBoard& own = table.placements().board(i);
    if (const auto win = table.find(own, squares_of(own))) {
      ++won;
      longest = std::max<int>(longest, win->moves);
    }
  }
  return {won, longest};
}

bool is_ending(std::string_view name) {
  if (name.size() < 3 || name.size() > 4 || name.front() != 'k' || name.back() != 'k') return false;
  return name.substr(1, name.size() - 2).find_first_not_of("pnbrq") == std::string_view::npos;
}

struct Options {
  std::vector<std::string> names;
  std::vector<std::string> men;
  std::string folder;
  std::optional<std::uint64_t> most_sets;
  std::optional<std::uint64_t> games;
  std::optional<std::uint64_t> seed;
  std::string defender = "random";
  bool sure = false;
  int threads = 1;
  bool json = false;
  bool quiet = false;
};

int play(const Options& options) {
  for (const std::string& name : options.names) {
    const lab::EndingGames games = lab::play_endings(
        endings::Ending(name), options.defender == "best" ? lab::Defender::best : lab::Defender::random,
        static_cast<int>(*options.games), options.sure, options.seed.value_or(1));
    const double mean = games.won == 0 ? 0 : games.moves / games.won;
    if (options.json) {
      fmt::print("{}\n", referee::json_text(json::object{{"ending", name},
                                                         {"defender", options.defender},
                                                         {"games", games.games},
                                                         {"won", games.won},
                                                         {"stalemates", games.stalemates},
                                                         {"men_lost", games.men_lost},
                                                         {"unfinished", games.unfinished},
                                                         {"moves", mean},
                                                         {"longest", games.longest}}));
    } else {
      fmt::print(
          "{}, {} defender: {} of {} won in {:.1f} moves, {} at most; {} stalemates, men lost in {}, {} unfinished\n",
          name, options.defender, games.won, games.games, mean, games.longest, games.stalemates, games.men_lost,
          games.unfinished);
    }
  }
  return kAnswered;
}

int analyse(const Options& options) {
  if (!options.folder.empty() && !std::filesystem::is_directory(options.folder))
    return bad_input(fmt::format("--write: {} is not a folder", options.folder));
  for (const std::string& name : options.names) {
    std::size_t most_sets = kMostSets;
    std::size_t starts = 4;
    std::vector<const Table*> smaller;
    for (std::size_t i = 0; i < endings::kRecipes.size(); ++i) {
      const endings::Recipe& recipe = endings::kRecipes[i];
      if (recipe.ending.name == name) {
        most_sets = recipe.most_sets;
        starts = recipe.starts;
      } else {
        smaller.push_back(&endings::tables()[i]);
      }
    }
    if (options.most_sets) most_sets = *options.most_sets;
    const auto started = std::chrono::steady_clock::now();
    const endings::Ending ending(name);
    Progress progress(name, 0, options.quiet);
    const Table all =
        endings::retrograde(ending, smaller,
                            {.most_sets = most_sets,
                             .threads = options.threads,
                             .progress = [&](int moves, std::size_t found, std::size_t) {
                               progress.label(fmt::format("{}: {} moves, {} new sets", name, moves, found));
                               progress.advance(0);
                             }});
    wipe_progress();
    const Table kept = endings::needed(all, starts);
    const auto [everywhere, longest] = survey(all, endings::possible_squares);
    const auto [safe, longest_safe] = survey(all, endings::safe_squares);
    std::size_t wins = 0;
    for (std::size_t i = 0; i < kept.placements().size(); ++i) wins += kept.wins(i).size();
    const double time_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    if (options.json) {
      fmt::print("{}\n", referee::json_text(json::object{{"ending", name},
                                                         {"placements", all.placements().size()},
                                                         {"won_everywhere", everywhere},
                                                         {"longest_everywhere", longest},
                                                         {"won_safe", safe},
                                                         {"longest_safe", longest_safe},
                                                         {"wins", wins},
                                                         {"time_s", time_s}}));
    } else {
      fmt::print(
          "{}: {} placements of the attacker's men\n  guaranteed wherever the king can be: {}, at most {} moves\n  "
          "guaranteed where it can capture nothing: {}, at most {} moves\n  {} wins in the table, {:.1f} s\n",
          name, all.placements().size(), everywhere, longest, safe, longest_safe, wins, time_s);
    }
    if (!options.folder.empty()) {
      const std::string file = (std::filesystem::path(options.folder) / (name + ".bin.zst")).string();
      if (const auto done = write_file(file, endings::to_bytes(kept)); !done) return bad_input(done.error().reason);
    }
  }
  return kAnswered;
}

// "Kb4": a man and its square.
int advise(const Options& options) {
  std::array<Bitboard, 6> men{};
  Bitboard all = 0;
  for (const std::string& man : options.men) {
    const auto square = chess::parse_square(std::string_view(man).substr(std::min<std::size_t>(1, man.size())));
    const chess::Man kind =
        man.empty() ? chess::Man::none : chess::man_of_letter(static_cast<char>(std::tolower(man.front())));
    if (!square || kind == chess::Man::none)
      return bad_input(fmt::format("--men: \"{}\" is not a man and a square, like Kb4 or Pa2", man));
    if (chess::contains(all, *square)) return bad_input(fmt::format("--men: two men on {}", chess::text(*square)));
    men[chess::index(kind)] |= chess::bit(*square);
    all |= chess::bit(*square);
  }
  if (chess::count(men[chess::index(chess::Man::king)]) != 1) return bad_input("--men: one king is needed");
  if ((men[chess::index(chess::Man::pawn)] & (chess::rank_mask(0) | chess::rank_mask(7))) != 0)
    return bad_input("--men: a pawn cannot stand there");
  const OwnBoard own = endings::board_of(men, chess::Side::white);
  for (const auto& [name, squares] : {std::pair("wherever the king can be", endings::possible_squares(own)),
                                      std::pair("where it can take nothing", endings::safe_squares(own))}) {
    const std::optional<endings::Win> win = endings::find_win(own, squares);
    if (options.json) {
      fmt::print("{}\n",
                 referee::json_text(json::object{{"kings", json::value_from(referee::square_names(squares))},
                                                 {"moves", win ? json::value(win->moves) : json::value()},
                                                 {"try", win ? json::value(chess::text(win->tried)) : json::value()}}));
    } else if (win) {
      fmt::print("{} ({} squares): a guaranteed mate in {} moves at most, beginning with {}\n", name,
                 chess::count(squares), win->moves, chess::text(win->tried));
    } else {
      fmt::print("{} ({} squares): no guaranteed mate is known\n", name, chess::count(squares));
    }
  }
  return kAnswered;
}

}  // namespace

Run declare_endings(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("ENDING", options->names,
                 "the ending to analyse: kqk, krk, kpk, krrk, kbbk, or any with one or two men");
  app.add_option("--men", options->men,
                 "the attacker's men, such as Kb4 Bb3 Bc3: shows how long the mate takes, and the first try")
      ->type_name("MAN...");
  app.add_option("--write", options->folder, "folder for the table of the ending")->type_name("FOLDER");
  add_number(app, "--most-sets", options->most_sets, 1,
             "keep so many sets of each placement; fewer is faster, but mates may be longer than necessary");
  add_number(app, "--games", options->games, 1, "play so many games from random placements instead of analysing");
  app.add_option("--defender", options->defender, "random moves, or one that sees the board and knows the tables")
      ->check(CLI::IsMember({"random", "best"}))
      ->capture_default_str();
  app.add_flag("--sure", options->sure, "only games from placements with a guaranteed mate");
  add_number(app, "--seed", options->seed, 0, "seed of the games (default 1)");
  add_threads(app, options->threads);
  app.add_flag("--json", options->json, "one JSON object a line");
  app.add_flag("--quiet", options->quiet, "no progress");
  app.footer(
      "Examples:\n  blindmate endings krk\n  blindmate endings --men Kb4 Bb3 Bc3\n"
      "  blindmate endings krk --games 200 --defender best --sure");
  return [options]() -> int {
    if (options->names.empty() == options->men.empty()) return bad_input("an ending, or --men, is needed");
    if (!options->men.empty()) return advise(*options);
    for (const std::string& name : options->names) {
      if (!is_ending(name)) return bad_input(fmt::format("\"{}\" is no ending; write it like kqk or kbnk", name));
    }
    return options->games ? play(*options) : analyse(*options);
  };
}

}  // namespace blindmate::cli
