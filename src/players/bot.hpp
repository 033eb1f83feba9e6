// Bots: what our players need to sit at a table by themselves, in the house or at another server: levels, the time for
// a try, and a choice that cannot fail loudly.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>

#include "blindmate/players/players.hpp"

namespace blindmate::players {

struct Level {
  int level;
  std::string_view name;
  double seconds;  // for a try, at most
};
inline constexpr std::array kLevels = {Level{1, "easy", 0.02}, Level{2, "medium", 0.2}, Level{3, "hard", 1.0},
                                       Level{4, "patient", 3.0}};
const Level* find_level(int level);

// For a try: at most so many seconds, less when many think, and less when the clock, if there is one, is short.
struct TryBudget {
  double seconds = 0;
  std::optional<double> left_s{};
  double increment_s = 0;

  // After waiting for a processor, where so many think or wait for each of them.
  double for_try_s(double waited_s, double crowd) const;
};

struct Choice {
  referee::Ask ask;
  std::optional<double> value{};  // hundredths of a pawn
};

// Someone who thinks about one thing at a time: made when there is something to think about for the first time, and no
// two alike.
using Thinker = std::shared_ptr<std::unique_ptr<Player>>;

struct Question {
  Thinker thinker;
  PlayerSpec player;
  referee::PlayerView view;
  TryBudget budget{};
  std::chrono::steady_clock::time_point asked = std::chrono::steady_clock::now();
};

// Where so many think or wait for each processor. The error is a failure of the player.
Expected<Choice> think(const Question& question, double crowd);

// Whether a bot that values its game so agrees to a draw after so many plies.
bool accepts_draw(int plies, const std::optional<double>& value);

}  // namespace blindmate::players
