#include "blindmate/games/bots.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <chrono>

namespace blindmate::games {

void BotPool::choose(const store::Bot& bot, Thinker thinker, referee::PlayerView view, Budget budget, Chosen chosen) {
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

}  // namespace blindmate::games
