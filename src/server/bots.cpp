#include "blindmate/server/bots.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/post.hpp>

#include "blindmate/players/game_clock.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/server/tokens.hpp"

namespace blindmate::server {
namespace {

std::optional<BotPool::Choice> think(const Bot& bot, std::unique_ptr<players::Player>& player,
                                     const referee::PlayerView& view, double seconds) {
  try {
    if (!player) {
      Expected<std::unique_ptr<players::Player>> made =
          players::make_player(*players::read_player(bot.player), std::hash<std::string>{}(new_token()));
      if (!made) throw std::runtime_error(made.error().reason);
      player = std::move(*made);
    }
    auto thinking = players::Thinking::for_time(std::chrono::duration<double>(seconds));
    BotPool::Choice choice{player->choose(view, thinking)};
    const std::vector<players::Valued> valued = player->valued();
    if (!valued.empty()) choice.value = valued.front().value;
    return choice;
  } catch (const std::exception& error) {
    spdlog::error("event=bot_failed player={} reason={:?}", bot.player, error.what());
    return std::nullopt;
  }
}

}  // namespace

const Level* find_level(int level) {
  const auto found = std::find_if(kLevels.begin(), kLevels.end(), [&](const Level& l) { return l.level == level; });
  return found == kLevels.end() ? nullptr : &*found;
}

bool is_player(std::string_view name) {
  return std::any_of(players::kPlayers.begin(), players::kPlayers.end(),
                     [&](const players::PlayerEntry& entry) { return entry.name == name; });
}

std::string bot_name(const Bot& bot) {
  const Level* level = find_level(bot.level);
  return level == nullptr ? bot.player : fmt::format("{}, {}", bot.player, level->name);
}

double BotPool::seconds_for(const Budget& budget, std::chrono::steady_clock::time_point asked) const {
  const double share = std::max(1.0, static_cast<double>(metrics_.bots_thinking) / number_);
  const double seconds = budget.seconds / share;
  if (!budget.left_s) return seconds;
  const double waited = std::chrono::duration<double>(std::chrono::steady_clock::now() - asked).count();
  return std::min(seconds, players::time_for_try_s(std::max(0.0, *budget.left_s - waited), budget.increment_s));
}

void BotPool::choose(const Bot& bot, Thinker thinker, referee::PlayerView view, Budget budget, Chosen chosen) {
  ++metrics_.bots_thinking;
  boost::asio::post(threads_, [this, bot, thinker = std::move(thinker), view = std::move(view), budget,
                               asked = std::chrono::steady_clock::now(), chosen = std::move(chosen)]() mutable {
    std::optional<Choice> choice = think(bot, *thinker, view, seconds_for(budget, asked));
    --metrics_.bots_thinking;
    boost::asio::post(network_, [chosen = std::move(chosen), choice = std::move(choice)] { chosen(choice); });
  });
}

}  // namespace blindmate::server
