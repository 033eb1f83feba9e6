#include "blindmate/server/bots.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>

namespace blindmate::server {

namespace {

const players::PlayerEntry* find_player(std::string_view name) {
  const auto found = std::find_if(players::kPlayers.begin(), players::kPlayers.end(),
                                  [&](const players::PlayerEntry& entry) { return entry.name == name; });
  return found == players::kPlayers.end() ? nullptr : &*found;
}

}  // namespace

bool is_player(std::string_view name) { return find_player(name) != nullptr; }

std::string bot_name(const Bot& bot) {
  const players::PlayerEntry* player = find_player(bot.player);
  if (player != nullptr && !player->net.empty()) return bot.player + " (bot)";  // a name that no account can have
  const Level* level = find_level(bot.level);
  return level == nullptr ? bot.player : fmt::format("{}, {}", bot.player, level->name);
}

void BotPool::choose(const Bot& bot, Thinker thinker, referee::PlayerView view, Budget budget, Chosen chosen) {
  using Clock = std::chrono::steady_clock;
  ++metrics_.bots_thinking;
  boost::asio::post(threads_, [this, bot, thinker = std::move(thinker), view = std::move(view), budget,
                               asked = Clock::now(), chosen = std::move(chosen)]() mutable {
    const double waited_s = std::chrono::duration<double>(Clock::now() - asked).count();
    const double crowd = static_cast<double>(metrics_.bots_thinking) / number_;
    const Expected<Choice> choice =
        players::think(*thinker, *players::read_player(bot.player), view, budget.for_try_s(waited_s, crowd));
    if (!choice) spdlog::error("event=bot_failed player={} reason={:?}", bot.player, choice.error().reason);
    --metrics_.bots_thinking;
    boost::asio::post(network_, [chosen = std::move(chosen), made = choice ? std::optional(*choice) : std::nullopt] {
      chosen(made);
    });
  });
}

}  // namespace blindmate::server
