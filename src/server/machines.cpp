#include "blindmate/server/machines.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <map>

#include "blindmate/base/text.hpp"
#include "blindmate/server/embedded.hpp"

namespace blindmate::server {

namespace json = boost::json;

namespace {

constexpr double kTwoSided95 = 1.96;

double elo(double score) {
  const double inside = std::clamp(score, 0.001, 0.999);
  return -400 * std::log10(1 / inside - 1);
}

// How a player has done against all others.
struct Score {
  double games = 0;
  double points = 0;
  double squares = 0;    // of the points of each game
  double opponents = 0;  // the sum of their ratings, game by game

  void add(double won, double drawn, double lost, double opponent) {
    games += won + drawn + lost;
    points += won + drawn / 2;
    squares += won + drawn / 4;
    opponents += (won + drawn + lost) * opponent;
  }
  // The rating by which so many standard errors more would have been expected.
  double rating(double errors) const {
    const double mean = points / games;
    const double error = std::sqrt(std::max(0.0, squares / games - mean * mean) / games);
    return opponents / games + elo(mean + errors * error);
  }
};

json::object tournament(std::string_view lines) {
  json::object result;
  json::array pairs;
  std::map<std::string, double> ratings;
  for (const std::string_view line : split(lines, '\n')) {
    if (line.empty()) continue;
    const json::object read = json::parse(line).as_object();
    if (const json::value* summary = read.if_contains("summary")) {
      pairs.push_back({{"a", summary->at("first")},
                       {"b", summary->at("second")},
                       {"won", summary->at("wins")},
                       {"drawn", summary->at("draws")},
                       {"lost", summary->at("losses")}});
    } else if (const json::value* list = read.if_contains("ratings")) {
      for (const json::value& one : list->as_array())
        ratings[std::string(one.at("player").as_string())] = one.at("rating").to_number<double>();
    } else {
      result = read;
    }
  }
  std::map<std::string, Score> scores;
  for (const json::value& pair : pairs) {
    const auto number = [&](const char* field) { return pair.at(field).to_number<double>(); };
    const std::string a(pair.at("a").as_string());
    const std::string b(pair.at("b").as_string());
    scores[a].add(number("won"), number("drawn"), number("lost"), ratings[b]);
    scores[b].add(number("lost"), number("drawn"), number("won"), ratings[a]);
  }
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [name, rating] : ratings) order.emplace_back(-rating, name);
  std::sort(order.begin(), order.end());
  json::array players;
  for (const auto& [minus_rating, name] : order) {
    const Score& score = scores[name];
    players.push_back({{"name", name},
                       {"rating", -minus_rating},
                       {"low", score.rating(-kTwoSided95)},
                       {"high", score.rating(kTwoSided95)},
                       {"games", score.games},
                       {"score", score.points}});
  }
  result["players"] = std::move(players);
  result["pairs"] = std::move(pairs);
  return result;
}

}  // namespace

json::object machines_payload() {
  static const json::object payload{{"tournaments", json::array{tournament(embedded("round-robin.jsonl"))}}};
  return payload;
}

}  // namespace blindmate::server
