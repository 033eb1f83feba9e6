// What the two analyses of Parker, Nau & Subrahmanian 2005, section 2, predict, measured: how many of the boards that
// fit the last observation fit all of them, and how many random histories do, by move. The exact belief state tells; so
// games are followed while it is small enough: from the start of chess for some moves; on 5x5 and in a rook ending, to
// their end.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <map>
#include <utility>

#include "blindmate/base/check.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/belief/belief_state.hpp"
#include "blindmate/belief/last_observation.hpp"
#include "blindmate/belief/random_history.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/lab/experiment.hpp"
#include "blindmate/lab/figures/by_move.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/pieces/pieces.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/json_text.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

constexpr std::string_view kName = "parker2005-analyses";
constexpr std::size_t kGames = 60;          // on each board
constexpr std::uint64_t kNodes = 2000;      // for a try of the players
constexpr std::uint64_t kStates = 2000000;  // of an exact belief state, at most
constexpr int kBoards = 200;                // that fit the last observation, on each move
constexpr int kHistories = 20000;           // drawn on each move
constexpr int kMostPlies = 160;

struct Board {
  std::string_view name;
  std::string_view start;
};
constexpr std::array kStarts = {
    Board{"8x8", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    Board{"5x5", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"},
    Board{"rook ending", "r3k3/p7/8/8/8/8/P7/R3K3 w - - 0 1"},
};

// Rights that no one can see do not count: a board is where the men stand.
belief::State without_rights(belief::State state) {
  constexpr std::uint64_t kKinds = (std::uint64_t{1} << 48) - 1;
  state.kinds &= kKinds;
  return state;
}

// How many of the boards are in the belief state.
std::size_t fitting(const std::vector<chess::Position>& boards, const belief::BeliefState& belief) {
  std::map<belief::State, std::size_t> counts;
  for (const chess::Position& board : boards) ++counts[without_rights(belief.frame().state(board))];
  std::size_t fit = 0;
  for (const belief::State& state : belief.states()) {
    const auto found = counts.find(without_rights(state));
    if (found != counts.end()) fit += std::exchange(found->second, 0);
  }
  return fit;
}

// A game of HS against itself, and what one side could know at each of its turns.
class Watched {
 public:
  Watched(const Board& board, std::size_t number, std::uint64_t seed)
      : game_(referee::kBerkeley, *chess::read_position(board.start)),
        watcher_(number % 2 == 0 ? chess::Side::white : chess::Side::black),
        belief_(game_.position(), watcher_, referee::kBerkeley),
        random_(seed_of_run(seed, number)) {
    for (std::size_t side = 0; side < 2; ++side)
      players_.push_back(std::move(*players::make_player(*players::read_player("hs"), random_.next())));
  }

  json::array play() {
    while (!game_.outcome() && game_.plies() < kMostPlies && (exact_ || accepted_) && !interrupted()) {
      const chess::Side side = game_.position().turn();
      if (side == watcher_ && game_.plies() != measured_) measure();
      players::Thinking thinking = players::Thinking::for_nodes(kNodes);
      game_.ask(players_[chess::index(side)]->choose(game_.view(side), thinking));
    }
    return std::move(lines_);
  }

 private:
  void measure() {
    measured_ = game_.plies();
    const referee::PlayerView& view = game_.view(watcher_);
    json::object line{{"move", game_.plies() / 2 + 1}};
    const std::vector<belief::Observation>& observations = observations_.follow(view);
    for (; exact_ && heard_ < observations.size(); ++heard_)
      exact_ = belief_.hear(observations[heard_], {.states = kStates}) == belief::Stop::none;
    if (exact_) {
      BLINDMATE_CHECK(belief_.contains(game_.position()), "the exact belief state misses the game");
      belief::LastObservation last(view, random_.next());
      std::vector<chess::Position> boards;
      for (int i = 0; i < kBoards; ++i) {
        if (const std::optional<chess::Position> board = last.sample()) boards.push_back(*board);
      }
      line["states"] = belief_.size();
      if (!boards.empty())
        line["fit"] = static_cast<double>(fitting(boards, belief_)) / static_cast<double>(boards.size());
    }
    if (accepted_) {
      belief::RandomHistory histories(view, observations, random_.next());
      int accepted = 0;
      for (int i = 0; i < kHistories; ++i) accepted += histories.draw() ? 1 : 0;
      accepted_ = accepted > 0;
      line["accepted"] = static_cast<double>(accepted) / kHistories;
    }
    lines_.push_back(std::move(line));
  }

  referee::Game game_;
  chess::Side watcher_;
  belief::BeliefState belief_;
  Random random_;
  std::vector<std::unique_ptr<players::Player>> players_;
  json::array lines_;
  belief::Observations observations_;
  std::size_t heard_ = 0;
  int measured_ = -1;
  bool exact_ = true;
  bool accepted_ = true;  // a random history, on the last move
};

}  // namespace

Expected<void> parker2005_analyses(const FigureOptions& given) {
  FigureOptions options = given;
  options.runs = given.runs.value_or(kGames);  // for the report
  if (const auto done = check_report(kName, options); !done) return done.error();
  const std::size_t games = *options.runs;
  std::array<std::array<ByMove, 3>, kStarts.size()> measured;  // fit, accepted, states
  constexpr std::array kMeasures = {"fit", "accepted", "states"};
  std::vector<json::array> lines(games * kStarts.size());
  const Pieces pieces{.label = std::string(kName),
                      .quiet = options.quiet,
                      .count = lines.size(),
                      .work =
                          [&](std::size_t piece) {
                            return referee::json_text(
                                Watched(kStarts[piece % kStarts.size()], piece / kStarts.size(), options.seed).play());
                          },
                      .done =
                          [&](std::size_t piece, std::string_view result) {
                            lines[piece] = json::parse({result.data(), result.size()}).as_array();
                            return true;
                          }};
  if (const auto done = do_pieces(pieces, task_of(kName, options), options); !done) return done.error();
  if (interrupted() || !Ranks::is_first()) return {};
  for (std::size_t piece = 0; piece < lines.size(); ++piece) {
    for (const json::value& line : lines[piece]) {
      for (std::size_t measure = 0; measure < kMeasures.size(); ++measure) {
        if (const json::value* value = line.as_object().if_contains(kMeasures[measure]))
          measured[piece % kStarts.size()][measure].add(line.at("move").to_number<std::size_t>(),
                                                        value->to_number<double>());
      }
    }
  }
  Report report{.csv = "board,move,games,fit,accepted,states\n",
                .markdown = fmt::format(
                    "## Parker, Nau & Subrahmanian 2005, section 2: what the analyses predict, measured\n\n{} games of "
                    "HS against itself on each board, followed while the exact belief state has at most {} states; "
                    "means by move. Fit: boards that fit the last observation and fit all. Accepted: random "
                    "histories that fit all observations, of {}.\n\n| board | move | games | fit | accepted | states "
                    "|\n|---|---|---|---|---|---|\n",
                    games, kStates, kHistories),
                .sheet = {.plots = {{.title = "boards that fit the last observation: how many fit all",
                                     .x_label = "move",
                                     .y_label = "percent",
                                     .series = {}},
                                    {.title = "random histories that fit all observations",
                                     .x_label = "move",
                                     .y_label = "part",
                                     .log_y = true,
                                     .series = {}}}}};
  const std::size_t fewest = std::max<std::size_t>(1, games / 20);
  for (std::size_t board = 0; board < kStarts.size(); ++board) {
    const auto& [fit, accepted, states] = measured[board];
    report.sheet.plots[0].series.push_back(fit.series(std::string(kStarts[board].name), fewest, 100));
    report.sheet.plots[1].series.push_back(accepted.series(std::string(kStarts[board].name), fewest));
    for (std::size_t move = 1; move <= std::max(fit.moves(), accepted.moves()); ++move) {
      const auto text = [&](const ByMove& by, const char* format) {
        return by.games(move) == 0 ? "" : fmt::format(fmt::runtime(format), by.mean(move));
      };
      report.csv += fmt::format("{},{},{},{},{},{}\n", kStarts[board].name, move, fit.games(move), text(fit, "{}"),
                                text(accepted, "{}"), text(states, "{}"));
      if (move <= 12 || move % 10 == 0) {
        report.markdown += fmt::format("| {} | {} | {} | {} | {} | {} |\n", kStarts[board].name, move, fit.games(move),
                                       text(fit, "{:.3f}"), text(accepted, "{:.2g}"), text(states, "{:.3g}"));
      }
    }
  }
  return write_report(report, kName, options);
}

}  // namespace blindmate::lab
