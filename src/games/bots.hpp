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
#include "blindmate/runtime/metrics.hpp"
#include "blindmate/store/records.hpp"

namespace blindmate::games {

class BotPool {
 public:
  BotPool(unsigned threads, boost::asio::any_io_executor network, runtime::Metrics& metrics)
      : number_(threads), threads_(threads), network_(std::move(network)), metrics_(metrics) {}
  ~BotPool() { threads_.stop(); }
  BotPool(const BotPool&) = delete;
  BotPool& operator=(const BotPool&) = delete;

  // Someone who thinks: made in the pool when there is something to think about for the first time.
  using Thinker = std::shared_ptr<std::unique_ptr<players::Player>>;
  using Choice = players::Choice;
  using Budget = players::TryBudget;
  // Nothing when the player has failed, which is logged.
  using Chosen = std::function<void(std::optional<Choice>)>;
  void choose(const store::Bot& bot, Thinker thinker, referee::PlayerView view, Budget budget, Chosen chosen);

 private:
  unsigned number_;
  boost::asio::thread_pool threads_;
  boost::asio::any_io_executor network_;
  runtime::Metrics& metrics_;
};

}  // namespace blindmate::games
