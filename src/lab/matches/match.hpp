// Matches between players: games as independent pieces of work, what each was like, and what they add up to.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "blindmate/players/players.hpp"
#include "blindmate/view/rule_set.hpp"

namespace blindmate::lab {

struct Contestant {
  std::string name;  // as it was given, "hs:k=50"
  players::PlayerSpec spec{};
};

// What the players may spend: one of the three.
struct Pace {
  std::optional<double> move_time_s{};                 // on each try
  std::optional<std::uint64_t> nodes{};                // on each try; then games are the same each time
  std::optional<std::pair<double, double>> clock_s{};  // on the whole game, and for each move
};

struct MatchOptions {
  const referee::RuleSet* rules = nullptr;
  Pace pace{};
  std::vector<chess::Position> starts{chess::Position::start()};  // taken in turn
  int most_plies = 400;                                           // then the game is a draw
  bool swap = false;                                              // colours, after each game
  std::uint64_t seed = 1;
};

// One game as docs/formats.md writes it.
boost::json::object play_game(const Contestant& first, const Contestant& second, const MatchOptions& options,
                              std::size_t game);

// The 95% interval of a part of so many games (Wilson's interval, which keeps its meaning at 0 and 1).
struct Part {
  double low;
  double high;
};
Part wilson(double part, int games);

// Of games between two, from the side of the first.
class Score {
 public:
  void add(const boost::json::object& game, const std::string& first);

  int games() const { return wins_ + draws_ + losses_; }
  int wins() const { return wins_; }
  int draws() const { return draws_; }
  int losses() const { return losses_; }
  double points() const { return wins_ + 0.5 * draws_; }
  Part points_95() const;  // the interval of a game's mean
  double p_value() const;  // that wins and losses differ so much by chance: a sign test on both sides

  boost::json::object to_json() const;
  std::string text() const;

 private:
  int wins_ = 0;
  int draws_ = 0;
  int losses_ = 0;
  double plies_ = 0;
  std::array<double, 2> refused_{};  // of the first, of the second
  std::array<double, 2> moves_{};
  std::array<double, 2> time_s_{};
  std::array<double, 2> slowest_s_{};   // try
  std::map<std::string, int> reasons_;  // of draws
};

// For a table: "0.058", or "< 0.0001".
std::string p_text(const Score& score);

}  // namespace blindmate::lab
