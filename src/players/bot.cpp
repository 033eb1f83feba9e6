#include "blindmate/players/bot.hpp"

#include <algorithm>
#include <random>

#include "blindmate/players/game_clock.hpp"

namespace blindmate::players {

const Level* find_level(int level) {
  const auto found = std::find_if(kLevels.begin(), kLevels.end(), [&](const Level& l) { return l.level == level; });
  return found == kLevels.end() ? nullptr : &*found;
}

double TryBudget::for_try_s(double waited_s, double crowd) const {
  // Less than the share of the processors, or those who wait would never get fewer.
  const double share = seconds / std::max(1.0, 2 * crowd * crowd);
  if (!left_s) return share;
  return std::min(share, time_for_try_s(std::max(0.0, *left_s - waited_s), increment_s));
}

Expected<Choice> think(const Question& question, double crowd) {
  const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - question.asked;
  std::unique_ptr<Player>& player = *question.thinker;
  try {
    if (!player) {
      Expected<std::unique_ptr<Player>> made = make_player(question.player, std::random_device{}());
      if (!made) return made.error();
      player = std::move(*made);
    }
    const std::chrono::duration<double> time(question.budget.for_try_s(waited.count(), crowd));
    auto thinking = Thinking::for_time(time);
    Choice choice{player->choose(question.view, thinking)};
    const std::vector<Valued> valued = player->valued();
    if (!valued.empty()) choice.value = valued.front().value;
    return choice;
  } catch (const std::exception& error) {
    return Error{error.what()};
  }
}

bool accepts_draw(int plies, const std::optional<double>& value) {
  constexpr int kAtLeast = 40;
  return plies >= kAtLeast && value && *value <= 0;
}

}  // namespace blindmate::players
