// A game in the terminal: the own board, the referee's words, and a prompt.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <random>
#include <string>

#include "belief_map.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/belief/belief_state.hpp"
#include "blindmate/chess/san.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/announce.hpp"
#include "blindmate/view/phrases.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "board_picture.hpp"
#include "command.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

using chess::Side;
using referee::Answer;
using referee::Ask;

constexpr std::string_view kHelp = R"(  e4, Nf3, exd5, O-O, e8=Q   a try, in short notation
  e2e4, e1g1, e7e8q          a try, in coordinates
  any                        ask "Any?", if the rules have it
  board, log, tries          show your board, what was said, what you can try
  hint                       the three tries that your opponent would prefer in your place
  belief                     how many positions are possible, and where the opponent's men can be
  resign, quit               resign, or leave the game unfinished
  help                       this
)";

struct PlayOptions {
  const referee::RuleSet* rules = &referee::kBerkeley;
  chess::Position start = chess::Position::start();
  std::string opponent_name = "champion";
  players::PlayerSpec opponent;
  double move_time_s = 1;
  std::string side = "white";
  std::optional<std::uint64_t> seed;
  bool letters = false;
  bool unicode = false;
  std::string save;
};

class TerminalGame {
 public:
  TerminalGame(const PlayOptions& options, Side side, std::unique_ptr<players::Player> opponent,
               std::unique_ptr<players::Player> adviser)
      : options_(options),
        side_(side),
        picture_{.unicode = options.unicode || (!options.letters && terminal_shows_unicode()), .seen_by = side},
        opponent_(std::move(opponent)),
        adviser_(std::move(adviser)),
        game_(*options.rules, options.start) {}

  void run() {
    fmt::print("You have {}, against {}. Rules: {}. Type help for the commands.\n\n", title(side_),
               options_.opponent_name, options_.rules->name);
    show_board();
    if (const std::string start = start_phrase(); !start.empty()) fmt::print("  {}\n\n", start);
    while (!game_.outcome()) {
      if (game_.position().turn() != side_) {
        opponent_turn();
      } else if (!own_turn()) {
        fmt::print("\nThe game is left unfinished.\n");
        return;
      }
    }
    fmt::print("\n{} The true position:\n\n", referee::phrase(*game_.outcome()));
    show_true_board();
  }

  // All of a finished game, but only the own side's knowledge of an unfinished one.
  std::string pgn() const {
    const referee::Tags tags = {{side_ == Side::white ? "White" : "Black", "you"},
                                {side_ == Side::white ? "Black" : "White", options_.opponent_name}};
    return game_.outcome() ? referee::write_pgn(game_, tags) : referee::write_pgn(view(), tags);
  }

 private:
  const referee::PlayerView& view() const { return game_.view(side_); }

  void opponent_turn() {
    const std::size_t heard_before = view().log().size();
    for (Answer answer = Answer::no; answer != Answer::ok;) {
      answer = game_.ask(choose(*opponent_, other(side_))).heard.answer;
    }
    for (std::size_t i = heard_before; i < view().log().size(); ++i) {
      fmt::print("  {}\n", phrase(view().log()[i]));
    }
    fmt::print("\n");
    show_board();
  }

  Ask choose(players::Player& player, Side side) const {
    auto thinking = players::Thinking::for_time(std::chrono::duration<double>(options_.move_time_s));
    return player.choose(game_.view(side), thinking);
  }

  // One line of input; false at "quit" and at the end of input.
  bool own_turn() {
    fmt::print("{}> ", name(side_));
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line) || interrupted()) return false;
    const std::string_view input = trimmed(line);
    if (input == "quit" || input == "exit") return false;
    if (input == "help" || input == "?") {
      fmt::print("{}", kHelp);
    } else if (input == "board") {
      show_board();
    } else if (input == "log") {
      show_log();
    } else if (input == "tries") {
      show_tries();
    } else if (input == "hint") {
      show_hint();
    } else if (input == "belief") {
      show_belief();
    } else if (input == "resign") {
      game_.conclude({"resignation", other(side_)});
    } else if (input == "any") {
      answer(referee::AnyAsked{});
    } else if (!input.empty()) {
      try_move(std::string(input));
    }
    return true;
  }

  void try_move(const std::string& input) {
    Expected<chess::Move> move = read(input);
    if (!move) {
      if (const std::optional<chess::Move> promoting = read_promotion(input)) {
        const chess::Man man = ask_promotion();
        if (man == chess::Man::none) return;
        move = chess::Move(promoting->from(), promoting->to(), man);
      } else if (const std::optional<chess::Move> coordinates = chess::parse_coordinates(input)) {
        move = *coordinates;  // How the referee answers nonsense is part of the rules.
      }
    }
    if (!move) {
      fmt::print("  {}. Type tries to see what is.\n", move.error().reason);
      return;
    }
    answer(*move);
  }

  Expected<chess::Move> read(const std::string& text) const {
    const referee::OwnBoard& own = view().own_board();
    return chess::read_san(text, view().askable_tries(), [&](chess::Square s) { return own.man_at(s); });
  }

  // A pawn's move to the last rank that lacks nothing but the promotion.
  std::optional<chess::Move> read_promotion(const std::string& text) const {
    for (const char* promotion : {"q", "=Q"}) {
      if (const Expected<chess::Move> move = read(text + promotion)) return *move;
    }
    return std::nullopt;
  }

  static chess::Man ask_promotion() {
    fmt::print("  promote to q, r, b or n? ");
    std::fflush(stdout);
    std::string line;
    std::getline(std::cin, line);
    const std::string_view input = trimmed(line);
    const chess::Man man = input.size() == 1 ? chess::man_of_letter(input[0]) : chess::Man::none;
    if (std::find(chess::kPromotions.begin(), chess::kPromotions.end(), man) != chess::kPromotions.end()) return man;
    fmt::print("  No move was tried.\n");
    return chess::Man::none;
  }

  void answer(const Ask& ask) {
    const referee::Heard heard = game_.ask(ask).heard;
    fmt::print("  {}\n", referee::phrase(side_, heard));
    if (heard.answer == Answer::ok) fmt::print("\n");
  }

  void show_board() const {
    const referee::OwnBoard& own = view().own_board();
    fmt::print("{}\n", board_picture(own, picture_.unicode));
  }

  void show_true_board() const {
    const chess::Position& position = game_.position();
    const auto letter_at = [&](chess::Square s) {
      const bool white = chess::contains(position.men(Side::white), s);
      return chess::letter(position.man_at(s), white ? Side::white : Side::black);
    };
    fmt::print("{}\n", board_picture(position.size(), letter_at, picture_));
  }

  // What counts as announced before the first move.
  std::string start_phrase() const {
    return referee::start_phrase(game_.start().turn(), referee::announce_start(game_.start(), game_.rules()));
  }

  void show_log() const {
    if (const std::string start = start_phrase(); !start.empty()) fmt::print("        {}\n", start);
    for (const referee::Event& event : view().log()) {
      fmt::print("  {:6}{}\n", event.ask ? referee::text(*event.ask) : "", phrase(event));
    }
  }

  void show_tries() const {
    const referee::OwnBoard& own = view().own_board();
    std::vector<std::string> texts;
    for (const chess::Move tried : view().askable_tries()) {
      texts.push_back(own.san(tried));
    }
    if (view().may_ask_any()) texts.emplace_back("any");
    fmt::print("  {}\n", fmt::join(texts, " "));
  }

  void show_hint() {
    choose(*adviser_, side_);
    const std::vector<players::Valued> valued = adviser_->valued();
    if (valued.empty()) fmt::print("  No advice.\n");
    const referee::OwnBoard& own = view().own_board();
    for (std::size_t i = 0; i < std::min<std::size_t>(3, valued.size()); ++i) {
      fmt::print("  {:<8} {:+.2f}\n", own.san(std::get<chess::Move>(valued[i].ask)), valued[i].value / 100);
    }
  }

  void show_belief() const {
    constexpr std::uint64_t kMostStates = 5'000'000;
    belief::BeliefState states(game_.start(), side_, game_.rules());
    for (const belief::Observation& observation : belief::observations(view())) {
      if (states.hear(observation, {.states = kMostStates}) != belief::Stop::none) {
        fmt::print("  More than {} million positions are possible.\n", kMostStates / 1'000'000);
        return;
      }
    }
    fmt::print("  {} position{} possible.\n", states.size(), states.size() == 1 ? " is" : "s are");
    print_map(states);
  }

  static std::string phrase(const referee::Event& event) {
    const std::string said = referee::phrase(event.by, event.heard);
    return event.times == 1 ? said : fmt::format("{} ({} times)", said, event.times);
  }

  const PlayOptions& options_;
  Side side_;
  Picture picture_;
  std::unique_ptr<players::Player> opponent_;
  std::unique_ptr<players::Player> adviser_;  // the same in the place of the person
  referee::Game game_;
};

int run_play(const PlayOptions& options) {
  // Opened before the game, so that nobody plays for nothing.
  std::ofstream file;
  if (!options.save.empty()) {
    file.open(options.save, std::ios::app);
    if (!file) return bad_input(fmt::format("{}: cannot be written", options.save));
  }
  const std::uint64_t seed = options.seed ? *options.seed : std::random_device{}();
  Side side = options.side == "black" ? Side::black : Side::white;
  if (options.side == "random") side = seed % 2 == 0 ? Side::white : Side::black;

  if (const auto checked = players::check_board(options.opponent, options.start.size()); !checked)
    return bad_input(checked.error().reason);
  Expected<std::unique_ptr<players::Player>> opponent = players::make_player(options.opponent, seed);
  if (!opponent) return bad_input(opponent.error().reason);
  Expected<std::unique_ptr<players::Player>> adviser = players::make_player(options.opponent, seed + 1);
  if (!adviser) return bad_input(adviser.error().reason);
  TerminalGame game(options, side, std::move(*opponent), std::move(*adviser));
  game.run();
  if (file.is_open()) {
    file << game.pgn() << "\n" << std::flush;
    if (!file) {
      complain(options.save + ": cannot be written");
      return kInternalError;
    }
    fmt::print("Saved in {}.\n", options.save);
  }
  return interrupted() ? kInterrupted : kAnswered;
}

}  // namespace

Run declare_play(CLI::App& app) {
  const auto options = std::make_shared<PlayOptions>();
  options->opponent = *players::read_player(options->opponent_name);
  add_rules(app, options->rules);
  add_position(app, "--fen", options->start, "the start of the game");
  app.add_option("--side,--color", options->side, "your side")
      ->check(CLI::IsMember({"white", "black", "random"}))
      ->capture_default_str();
  app.add_option_function<std::string>(
         "--against,--opponent",
         [options](const std::string& name) {
           const Expected<players::PlayerSpec> spec = players::read_player(name);
           if (!spec) throw CLI::ValidationError("--against", spec.error().reason);
           options->opponent_name = name;
           options->opponent = *spec;
         },
         "your opponent (see: blindmate list players)")
      ->type_name("PLAYER")
      ->default_str(options->opponent_name);
  app.add_option("--move-time", options->move_time_s, "seconds that the opponent may think about each try")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.001, 3600.0))
      ->capture_default_str();
  app.add_option("--seed", options->seed, "makes the opponent's game repeatable");
  CLI::Option* letters = app.add_flag("--letters", options->letters, "men as letters");
  app.add_flag("--unicode", options->unicode, "men as Unicode figures, whatever the locale says")->excludes(letters);
  app.add_option("--save", options->save, "append the game to a PGN file")->type_name("FILE");
  app.footer(
      "Examples:\n  blindmate play\n  blindmate play --against hs:k=50 --rules wild16 --color white\n"
      "  blindmate play --rules english --side black --move-time 0.2 --save games.pgn");
  return [options] { return run_play(*options); };
}

}  // namespace blindmate::cli
