#include "blindmate/lab/figures/watched_games.hpp"

#include <array>
#include <boost/json.hpp>

#include "blindmate/base/check.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/experiment.hpp"
#include "blindmate/lab/figures/figure_games.hpp"
#include "blindmate/lab/figures/information.hpp"
#include "blindmate/lab/problems/self_play.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;
using chess::Side;

constexpr std::size_t kGames = 300;  // of each rule set
constexpr int kRandomPlies = 4;
constexpr int kMostPlies = 200;

// What one side knows.
class Listener {
 public:
  Listener(const referee::Game& game, Side side) : game_(game), belief_(game.position(), side, game.rules()) {}

  // At the beginning of each of its turns.
  void listen() {
    ++turns_;
    const std::vector<belief::Observation>& observations = observations_.follow(game_.view(belief_.side()));
    for (; is_exact_ && heard_ < observations.size(); ++heard_) hear(observations[heard_]);
    if (!is_exact_) return;
    BLINDMATE_CHECK(belief_.contains(game_.position()), "the exact belief state misses the game");
    sizes_.push_back(belief_.size());
  }

  json::object to_json() const { return {{"turns", turns_}, {"sizes", sizes_}, {"told", told_}}; }

 private:
  void hear(const belief::Observation& observation) {
    if (belief_.size() <= kMeasuredStates) {
      // The tries of a turn are known at the beginning of the next.
      const bool of_last_turn = !std::holds_alternative<belief::OpponentTurn>(observation);
      for (const Told& told : told_by(observation, belief_)) {
        told_.push_back(
            json::array{of_last_turn ? turns_ - 1 : turns_, json::string(told.by), json::string(told.what), told.bits});
      }
    }
    is_exact_ = belief_.hear(observation, {.states = kWatchedStates}) == belief::Stop::none;
  }

  const referee::Game& game_;
  belief::BeliefState belief_;
  bool is_exact_ = true;
  belief::Observations observations_;
  std::size_t heard_ = 0;
  int turns_ = 0;
  json::array sizes_;
  json::array told_;
};

json::object watch(const referee::RuleSet& rules, bool few_men, std::uint64_t seed) {
  Random random(seed);
  referee::Game game(rules, few_men ? few_men_start(random) : chess::Position::start());
  std::array<Listener, 2> listeners = {Listener(game, Side::white), Listener(game, Side::black)};
  const auto make_players = [&](std::string_view name) {
    std::vector<std::unique_ptr<players::Player>> players;
    for (std::size_t side = 0; side < 2; ++side)
      players.push_back(std::move(*players::make_player(*players::read_player(name), random.next())));
    return players;
  };
  const auto beginners = make_players("random");
  const auto players = make_players(kWatchedPlayer);
  const int random_plies = few_men ? 0 : kRandomPlies;
  std::array<int, 2> refused{};
  int listened = -1;  // ply
  while (!game.outcome() && game.plies() < kMostPlies && !interrupted()) {
    const Side side = game.position().turn();
    if (listened != game.plies()) listeners[chess::index(side)].listen();
    listened = game.plies();
    players::Thinking thinking = players::Thinking::for_nodes(1);
    const auto& playing = game.plies() < random_plies ? beginners : players;
    const referee::Ask ask = playing[chess::index(side)]->choose(game.view(side), thinking);
    if (game.ask(ask).heard.answer == referee::Answer::no) ++refused[chess::index(side)];
  }
  return {{"plies", game.plies()},
          {"refused", json::value_from(refused)},
          {"sides", json::array{listeners[0].to_json(), listeners[1].to_json()}}};
}

}  // namespace

std::size_t watched_games_each(const FigureOptions& options) { return options.runs.value_or(kGames); }

Expected<void> watch_games(const FigureOptions& given, std::vector<json::object>& games) {
  FigureOptions options = given;
  options.budget = {};  // has no effect on these games, which two figures share
  const std::size_t each = watched_games_each(options);
  const auto play = [&](std::size_t game) {
    return watch(*referee::kRuleSets[game / each], watched_start(game % each) == 1, seed_of_run(options.seed, game));
  };
  return play_all({.name = "watched-games",
                   .depends_on = {{"each", each}},
                   .count = each * referee::kRuleSets.size(),
                   .play = play},
                  options, games);
}

}  // namespace blindmate::lab
