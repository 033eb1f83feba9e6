// Bots: our players at a table of the server. They think in a pool of threads, a try at a time, and see a copy of their
// view.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "blindmate/players/bot.hpp"
#include "blindmate/server/metrics.hpp"
#include "blindmate/server/records.hpp"

namespace blindmate::server {

using players::find_level;
using players::kLevels;
using players::Level;

bool is_player(std::string_view name);
std::string bot_name(const Bot& bot);  // "club, medium"; "novice (bot)" where time makes no difference

class BotPool {
 public:
  BotPool(unsigned threads, boost::asio::any_io_executor network, Metrics& metrics)
      : number_(threads), threads_(threads), network_(std::move(network)), metrics_(metrics) {}
  ~BotPool() { threads_.stop(); }
  BotPool(const BotPool&) = delete;
  BotPool& operator=(const BotPool&) = delete;

  // Someone who thinks: made in the pool when there is something to think about for the first time.
  using Thinker = std::shared_ptr<std::unique_ptr<players::Player>>;
  using Choice = players::Choice;
  using Budget = players::Budget;
  // Nothing when the player has failed, which is logged.
  using Chosen = std::function<void(std::optional<Choice>)>;
  void choose(const Bot& bot, Thinker thinker, referee::PlayerView view, Budget budget, Chosen chosen);

 private:
  unsigned number_;
  boost::asio::thread_pool threads_;
  boost::asio::any_io_executor network_;
  Metrics& metrics_;
};

}  // namespace blindmate::server
