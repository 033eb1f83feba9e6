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
using tournament::elo;

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

// A game under way.
class Table {
 public:
  Table(const Contestant& white, const Contestant& black, const MatchOptions& options, std::size_t game)
      : options_(options),
        names_{white.name, black.name},
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

  json::object play(std::size_t number) {
    while (!game_.outcome() && !interrupted()) {
      if (game_.plies() >= options_.most_plies) {
        game_.conclude({std::string(kPlyLimit), std::nullopt});
      } else {
        ask(game_.position().turn());
      }
    }
    return result(number);
  }

 private:
  Thinking thinking(Side side) const {
    if (options_.pace.nodes) return Thinking::for_nodes(*options_.pace.nodes);
    const double seconds = clock_ ? clock_->for_try_s(side) : options_.pace.move_time_s.value_or(1);
    return Thinking::for_time(std::chrono::duration<double>(seconds));
  }

  void ask(Side side) {
    const auto started = Thinking::Clock::now();
    Thinking given = thinking(side);
    const referee::Ask asked = players_[chess::index(side)]->choose(game_.view(side), given);
    const double took_s = std::chrono::duration<double>(Thinking::Clock::now() - started).count();
    time_s_[chess::index(side)] += took_s;
    slowest_s_[chess::index(side)] = std::max(slowest_s_[chess::index(side)], took_s);
    if (clock_) {
      clock_->spend(side, took_s);
      if (clock_->has_fallen(side)) {
        game_.conclude({std::string(kFlag), other(side)});
        return;
      }
    }
    if (const std::optional<double> share = players_[chess::index(side)]->last_observation_share())
      shares_[chess::index(side)].emplace_back(std::pair(game_.plies(), *share));
    const referee::Answer answer = game_.ask(asked).heard.answer;
    BLINDMATE_CHECK(answer != referee::Answer::nonsense, "{} asks nonsense: {}", names_[chess::index(side)],
                    referee::text(asked));
    if (answer == referee::Answer::no) ++refused_[chess::index(side)];
    if (answer != referee::Answer::ok) return;
    if (clock_) clock_->moved(side);
    material_.push_back(json::array{material(game_.position(), Side::white), material(game_.position(), Side::black)});
  }

  json::object result(std::size_t number) const {
    if (!game_.outcome()) return {};  // interrupted
    const auto& winner = game_.outcome()->winner;
    json::object line{{"game", number + 1},
                      {"white", names_[0]},
                      {"black", names_[1]},
                      {"result", !winner                  ? "1/2-1/2"
                                 : *winner == Side::white ? "1-0"
                                                          : "0-1"},
                      {"reason", game_.outcome()->reason},
                      {"plies", game_.plies()},
                      {"refused", json::value_from(refused_)},
                      {"time_s", json::value_from(time_s_)},
                      {"slowest_s", json::value_from(slowest_s_)},
                      {"material", material_}};
    if (!shares_[0].empty() || !shares_[1].empty()) {
      json::array shares;
      for (const auto& side : shares_) {
        json::array list;
        for (const auto& [ply, share] : side) list.push_back(json::array{ply, share});
        shares.push_back(std::move(list));
      }
      line["last_observation_share"] = std::move(shares);
    }
    line["pgn"] = referee::write_pgn(
        game_, {{"Event", "match"}, {"Round", std::to_string(number + 1)}, {"White", names_[0]}, {"Black", names_[1]}});
    return line;
  }

  const MatchOptions& options_;
  std::array<std::string, 2> names_;  // by side, as all below
  referee::Game game_;
  std::vector<std::unique_ptr<Player>> players_;
  std::optional<players::GameClock> clock_;
  std::array<int, 2> refused_{};
  std::array<double, 2> time_s_{};
  std::array<double, 2> slowest_s_{};  // try
  std::array<std::vector<std::pair<int, double>>, 2> shares_;
  json::array material_;  // after each ply
};

}  // namespace

json::object play_game(const Contestant& first, const Contestant& second, const MatchOptions& options,
                       std::size_t game) {
  const bool swapped = options.swap && game % 2 == 1;
  return Table(swapped ? second : first, swapped ? first : second, options, game).play(game);
}

Part wilson(double part, int games) {
  constexpr double kZ = 1.96;
  const double n = games;
  const double centre = (part + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
  const double reach = kZ * std::sqrt(part * (1 - part) / n + kZ * kZ / (4 * n * n)) / (1 + kZ * kZ / n);
  return {std::max(0.0, centre - reach), std::min(1.0, centre + reach)};
}

void Score::add(const json::object& game, const std::string& first) {
  const bool is_white = game.at("white").as_string() == first;
  const std::string_view result = game.at("result").as_string();
  if (result == "1/2-1/2") {
    ++draws_;
    ++reasons_[std::string(game.at("reason").as_string())];
  } else {
    ++((result == "1-0") == is_white ? wins_ : losses_);
  }
  const auto plies = game.at("plies").to_number<double>();
  plies_ += plies;
  for (std::size_t player = 0; player < 2; ++player) {
    const std::size_t side = (player == 0) == is_white ? 0 : 1;
    refused_[player] += game.at("refused").at(side).to_number<double>();
    time_s_[player] += game.at("time_s").at(side).to_number<double>();
    slowest_s_[player] = std::max(slowest_s_[player], game.at("slowest_s").at(side).to_number<double>());
    moves_[player] += side == 0 ? std::ceil(plies / 2) : std::floor(plies / 2);
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
  const double n = games();
  const auto interval = [&](int count) {
    const Part part = wilson(count / n, games());
    return json::array{part.low, part.high};
  };
  const Part of_points = points_95();
  const auto each = [](const std::array<double, 2>& sums, const std::array<double, 2>& counts) {
    return json::array{sums[0] / std::max(counts[0], 1.0), sums[1] / std::max(counts[1], 1.0)};
  };
  json::object reasons;
  for (const auto& [reason, count] : reasons_) reasons[reason] = count;
  return {{"games", games()},
          {"wins", wins_},
          {"draws", draws_},
          {"losses", losses_},
          {"wins_95", interval(wins_)},
          {"draws_95", interval(draws_)},
          {"losses_95", interval(losses_)},
          {"p_value", p_value()},
          {"elo", elo(points() / n)},
          {"elo_95", json::array{elo(of_points.low), elo(of_points.high)}},
          {"plies", plies_ / n},
          {"refused_per_move", each(refused_, moves_)},
          {"time_s_per_move", each(time_s_, moves_)},
          {"slowest_s", json::value_from(slowest_s_)},
          {"draw_reasons", std::move(reasons)}};
}

std::string Score::text() const {
  if (games() == 0) return "no games";
  const json::object json = to_json();
  const auto percent = [&](const char* name, int count) {
    const json::array& interval = json.at(fmt::format("{}_95", name)).as_array();
    return fmt::format("{} {:.1f}% ({:.1f} to {:.1f})", name, 100.0 * count / games(), 100 * interval[0].as_double(),
                       100 * interval[1].as_double());
  };
  const auto pair = [&](const char* name) {
    const json::array& values = json.at(name).as_array();
    return fmt::format("{:.3g} and {:.3g}", values[0].as_double(), values[1].as_double());
  };
  std::string reasons;
  for (const auto& [reason, count] : reasons_)
    reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", reason, count);
  return fmt::format(
      "{} games: {}, {}, {}\nElo difference {:+.0f} ({:+.0f} to {:+.0f}); wins against losses: p {}\n{:.0f} plies a "
      "game; refused tries per move "
      "{}; "
      "seconds per move {}, slowest try {}\ndraws: {}\n",
      games(), percent("wins", wins_), percent("draws", draws_), percent("losses", losses_), json.at("elo").as_double(),
      json.at("elo_95").at(0).as_double(), json.at("elo_95").at(1).as_double(), p_text(*this),
      json.at("plies").as_double(), pair("refused_per_move"), pair("time_s_per_move"), pair("slowest_s"),
      reasons.empty() ? "none" : reasons);
}

}  // namespace blindmate::lab
