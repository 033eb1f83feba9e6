// Matches between players: games as independent pieces of work, what each was like, and what they add up to.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "blindmate/players/players.hpp"
#include "blindmate/referee/game.hpp"
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

// What a game was like; arrays are by side.
struct PlayedGame {
  std::size_t number = 0;  // from 1
  std::array<std::string, 2> players{};
  std::optional<chess::Side> winner{};
  std::string reason{};
  int plies = 0;
  std::array<int, 2> refused{};
  std::array<double, 2> time_s{};
  std::array<double, 2> slowest_s{};                                             // try
  std::vector<std::array<int, 2>> material{};                                    // after each ply
  std::array<std::vector<std::pair<int, double>>, 2> last_observation_shares{};  // with the ply, of those that mix
  std::optional<referee::Game> game{};                                           // not in those that were read
};

// Nothing when interrupted.
std::optional<PlayedGame> play_game(const Contestant& first, const Contestant& second, const MatchOptions& options,
                                    std::size_t game);

const char* result_text(const std::optional<chess::Side>& winner);  // 1-0, 0-1, 1/2-1/2

// A game as docs/formats.md writes it, in outputs and journals. What cannot be read throws.
boost::json::object to_json(const PlayedGame& game);
PlayedGame read_played_game(const boost::json::object& line);

// The 95% interval of a part of so many games (Wilson's interval, which keeps its meaning at 0 and 1).
struct Part {
  double low;
  double high;
};
Part wilson(double part, int games);

// Of games between two, from the side of the first.
class Score {
 public:
  void add(const PlayedGame& game, std::string_view first);

  int games() const { return wins_ + draws_ + losses_; }
  int wins() const { return wins_; }
  int draws() const { return draws_; }
  int losses() const { return losses_; }
  double points() const { return wins_ + 0.5 * draws_; }
  Part points_95() const;  // the interval of a game's mean
  double elo() const;
  Part elo_95() const;
  double p_value() const;  // that wins and losses differ so much by chance: a sign test on both sides
  double plies() const { return plies_ / games(); }  // of a game, in the mean
  // In the mean, of the first and of the second.
  std::array<double, 2> refused_per_move() const { return per_move(refused_); }
  std::array<double, 2> time_s_per_move() const { return per_move(time_s_); }

  boost::json::object to_json() const;
  std::string text() const;

 private:
  std::array<double, 2> per_move(const std::array<double, 2>& sums) const;

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
