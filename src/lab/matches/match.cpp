#include "blindmate/lab/matches/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>

#include "blindmate/base/check.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/experiment.hpp"
#include "blindmate/players/game_clock.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/tournament/cross_table.hpp"

namespace blindmate::lab {

namespace json = boost::json;
using chess::Side;
using players::Player;
using players::Thinking;

namespace {

constexpr std::string_view kPlyLimit = "ply-limit";
constexpr std::string_view kFlag = "time";

// The values of Parker, Nau & Subrahmanian 2005, figure 2.
int material(const chess::Position& position, Side side) {
  constexpr std::array kValues = {1, 3, 3, 5, 9, 0};
  int sum = 0;
  for (unsigned man = 0; man < 6; ++man)
    sum += kValues[man] * chess::count(position.men(side, static_cast<chess::Man>(man)));
  return sum;
}

class RunningGame {
 public:
  RunningGame(const Contestant& white, const Contestant& black, const MatchOptions& options, std::size_t game)
      : options_(options),
        played_{.number = game + 1, .players = {white.name, black.name}},
        game_(*options.rules, options.starts[game / (options.swap ? 2 : 1) % options.starts.size()]) {
    const std::uint64_t seed = seed_of_run(options.seed, game);
    for (const Contestant* contestant : {&white, &black}) {
      Expected<std::unique_ptr<Player>> player =
          players::make_player(contestant->spec, seed_of_run(seed, players_.size()));
      BLINDMATE_CHECK(player, "{}: {}", contestant->name, player.error().reason);
      players_.push_back(std::move(*player));
    }
    if (options.pace.clock_s) clock_.emplace(options.pace.clock_s->first, options.pace.clock_s->second);
  }

  std::optional<PlayedGame> play() {
    while (!game_.outcome() && !interrupted()) {
      if (game_.plies() >= options_.most_plies) {
        game_.conclude({std::string(kPlyLimit), std::nullopt});
      } else {
        ask(game_.position().turn());
      }
    }
    if (!game_.outcome()) return std::nullopt;
    played_.winner = game_.outcome()->winner;
    played_.reason = game_.outcome()->reason;
    played_.plies = game_.plies();
    played_.game = std::move(game_);
    return std::move(played_);
  }

 private:
  Thinking thinking(Side side) const {
    if (options_.pace.nodes) return Thinking::for_nodes(*options_.pace.nodes);
    const double seconds = clock_ ? clock_->for_try_s(side) : options_.pace.move_time_s.value_or(1);
    return Thinking::for_time(std::chrono::duration<double>(seconds));
  }

  void ask(Side side) {
    const std::size_t by = chess::index(side);
    const auto started = Thinking::Clock::now();
    Thinking given = thinking(side);
    const referee::Ask asked = players_[by]->choose(game_.view(side), given);
    const double took_s = std::chrono::duration<double>(Thinking::Clock::now() - started).count();
    played_.time_s[by] += took_s;
    played_.slowest_s[by] = std::max(played_.slowest_s[by], took_s);
    if (clock_) {
      clock_->spend(side, took_s);
      if (clock_->has_fallen(side)) {
        game_.conclude({std::string(kFlag), other(side)});
        return;
      }
    }
    if (const std::optional<double> share = players_[by]->last_observation_share())
      played_.last_observation_shares[by].emplace_back(game_.plies(), *share);
    const referee::Answer answer = game_.ask(asked).heard.answer;
    BLINDMATE_CHECK(answer != referee::Answer::nonsense, "{} asks nonsense: {}", played_.players[by],
                    referee::text(asked));
    if (answer == referee::Answer::no) ++played_.refused[by];
    if (answer != referee::Answer::ok) return;
    if (clock_) clock_->moved(side);
    played_.material.push_back({material(game_.position(), Side::white), material(game_.position(), Side::black)});
  }

  const MatchOptions& options_;
  PlayedGame played_;
  referee::Game game_;
  std::vector<std::unique_ptr<Player>> players_;
  std::optional<players::GameClock> clock_;
};

}  // namespace

std::optional<PlayedGame> play_game(const Contestant& first, const Contestant& second, const MatchOptions& options,
                                    std::size_t game) {
  const bool swapped = options.swap && game % 2 == 1;
  return RunningGame(swapped ? second : first, swapped ? first : second, options, game).play();
}

const char* result_text(const std::optional<Side>& winner) {
  if (!winner) return "1/2-1/2";
  return *winner == Side::white ? "1-0" : "0-1";
}

json::object to_json(const PlayedGame& game) {
  json::object line{{"game", game.number},
                    {"white", game.players[0]},
                    {"black", game.players[1]},
                    {"result", result_text(game.winner)},
                    {"reason", game.reason},
                    {"plies", game.plies},
                    {"refused", json::value_from(game.refused)},
                    {"time_s", json::value_from(game.time_s)},
                    {"slowest_s", json::value_from(game.slowest_s)},
                    {"material", json::value_from(game.material)}};
  const auto& shares = game.last_observation_shares;
  if (!shares[0].empty() || !shares[1].empty()) line["last_observation_share"] = json::value_from(shares);
  if (game.game) {
    line["pgn"] = referee::write_pgn(*game.game, {{"Event", "match"},
                                                  {"Round", std::to_string(game.number)},
                                                  {"White", game.players[0]},
                                                  {"Black", game.players[1]}});
  }
  return line;
}

PlayedGame read_played_game(const json::object& line) {
  const std::string_view result = line.at("result").as_string();
  PlayedGame game{.number = line.at("game").to_number<std::size_t>(),
                  .players = {std::string(line.at("white").as_string()), std::string(line.at("black").as_string())},
                  .reason = std::string(line.at("reason").as_string()),
                  .plies = line.at("plies").to_number<int>(),
                  .refused = json::value_to<std::array<int, 2>>(line.at("refused")),
                  .time_s = json::value_to<std::array<double, 2>>(line.at("time_s")),
                  .slowest_s = json::value_to<std::array<double, 2>>(line.at("slowest_s"))};
  for (const Side side : {Side::white, Side::black}) {
    if (result == result_text(side)) game.winner = side;
  }
  if (const json::value* material = line.if_contains("material"))
    game.material = json::value_to<std::vector<std::array<int, 2>>>(*material);
  if (const json::value* shares = line.if_contains("last_observation_share"))
    game.last_observation_shares = json::value_to<decltype(game.last_observation_shares)>(*shares);
  return game;
}

Part wilson(double part, int games) {
  constexpr double kZ = 1.96;
  const double n = games;
  const double centre = (part + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
  const double reach = kZ * std::sqrt(part * (1 - part) / n + kZ * kZ / (4 * n * n)) / (1 + kZ * kZ / n);
  return {std::max(0.0, centre - reach), std::min(1.0, centre + reach)};
}

void Score::add(const PlayedGame& game, std::string_view first) {
  const bool is_white = game.players[0] == first;
  if (!game.winner) {
    ++draws_;
    ++reasons_[game.reason];
  } else {
    ++((*game.winner == Side::white) == is_white ? wins_ : losses_);
  }
  plies_ += game.plies;
  for (std::size_t player = 0; player < 2; ++player) {
    const std::size_t side = (player == 0) == is_white ? 0 : 1;
    refused_[player] += game.refused[side];
    time_s_[player] += game.time_s[side];
    slowest_s_[player] = std::max(slowest_s_[player], game.slowest_s[side]);
    moves_[player] += side == 0 ? (game.plies + 1) / 2 : game.plies / 2;
  }
}

// The spread of the points of one game gives the error of their mean.
Part Score::points_95() const {
  const double n = games();
  const double mean = points() / n;
  const double variance =
      (wins_ * (1 - mean) * (1 - mean) + draws_ * (0.5 - mean) * (0.5 - mean) + losses_ * mean * mean) / n;
  const double reach = 1.96 * std::sqrt(variance / n);
  return variance > 0 ? Part{std::max(0.0, mean - reach), std::min(1.0, mean + reach)} : wilson(mean, games());
}

double Score::elo() const { return tournament::elo(points() / games()); }

Part Score::elo_95() const {
  const Part part = points_95();
  return {tournament::elo(part.low), tournament::elo(part.high)};
}

std::array<double, 2> Score::per_move(const std::array<double, 2>& sums) const {
  return {sums[0] / std::max(moves_[0], 1.0), sums[1] / std::max(moves_[1], 1.0)};
}

double Score::p_value() const {
  const int decided = wins_ + losses_;
  double tail = 0;  // of the heads of a fair coin
  for (int heads = std::max(wins_, losses_); heads <= decided; ++heads) {
    tail += std::exp(std::lgamma(decided + 1) - std::lgamma(heads + 1) - std::lgamma(decided - heads + 1) -
                     decided * std::log(2));
  }
  return std::min(1.0, 2 * tail);
}

std::string p_text(const Score& score) {
  return score.p_value() < 0.0001 ? "< 0.0001" : fmt::format("{:.2g}", score.p_value());
}

json::object Score::to_json() const {
  const auto pair = [](const Part& part) { return json::array{part.low, part.high}; };
  const auto interval = [&](int count) { return pair(wilson(static_cast<double>(count) / games(), games())); };
  return {{"games", games()},
          {"wins", wins_},
          {"draws", draws_},
          {"losses", losses_},
          {"wins_95", interval(wins_)},
          {"draws_95", interval(draws_)},
          {"losses_95", interval(losses_)},
          {"p_value", p_value()},
          {"elo", elo()},
          {"elo_95", pair(elo_95())},
          {"plies", plies()},
          {"refused_per_move", json::value_from(refused_per_move())},
          {"time_s_per_move", json::value_from(time_s_per_move())},
          {"slowest_s", json::value_from(slowest_s_)},
          {"draw_reasons", json::value_from(reasons_)}};
}

std::string Score::text() const {
  if (games() == 0) return "no games";
  const auto percent = [&](const char* name, int count) {
    const Part interval = wilson(static_cast<double>(count) / games(), games());
    return fmt::format("{} {:.1f}% ({:.1f} to {:.1f})", name, 100.0 * count / games(), 100 * interval.low,
                       100 * interval.high);
  };
  const auto pair = [](const std::array<double, 2>& values) {
    return fmt::format("{:.3g} and {:.3g}", values[0], values[1]);
  };
  std::string reasons;
  for (const auto& [reason, count] : reasons_)
    reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", reason, count);
  return fmt::format(
      "{} games: {}, {}, {}\nElo difference {:+.0f} ({:+.0f} to {:+.0f}); wins against losses: p {}\n{:.0f} plies a "
      "game; refused tries per move {}; seconds per move {}, slowest try {}\ndraws: {}\n",
      games(), percent("wins", wins_), percent("draws", draws_), percent("losses", losses_), elo(), elo_95().low,
      elo_95().high, p_text(*this), plies(), pair(refused_per_move()), pair(time_s_per_move()), pair(slowest_s_),
      reasons.empty() ? "none" : reasons);
}

}  // namespace blindmate::lab
