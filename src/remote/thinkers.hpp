// Thinkers: the threads in which a bot thinks about its games, a try at a time.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <functional>
#include <memory>

#include "blindmate/players/bot.hpp"

namespace blindmate::remote {

class Thinkers {
 public:
  Thinkers(unsigned threads, boost::asio::any_io_executor network, players::PlayerSpec player)
      : number_(threads), threads_(threads), network_(std::move(network)), player_(std::move(player)) {}
  ~Thinkers() { threads_.stop(); }
  Thinkers(const Thinkers&) = delete;
  Thinkers& operator=(const Thinkers&) = delete;

  // One for each game, which must ask for one thing at a time.
  using Thinker = std::shared_ptr<std::unique_ptr<players::Player>>;
  using Chosen = std::function<void(const Expected<players::Choice>&)>;
  void choose(Thinker thinker, referee::PlayerView view, players::TryBudget budget, Chosen chosen) {
    using Clock = std::chrono::steady_clock;
    ++thinking_;
    boost::asio::post(threads_, [this, thinker = std::move(thinker), view = std::move(view), budget,
                                 asked = Clock::now(), chosen = std::move(chosen)] {
      const double waited_s = std::chrono::duration<double>(Clock::now() - asked).count();
      const double crowd = static_cast<double>(thinking_) / number_;
      Expected<players::Choice> choice = players::think(*thinker, player_, view, budget.for_try_s(waited_s, crowd));
      --thinking_;
      boost::asio::post(network_, [chosen, choice = std::move(choice)] { chosen(choice); });
    });
  }

 private:
  unsigned number_;
  std::atomic<std::uint64_t> thinking_ = 0;  // or waiting for a thread
  boost::asio::thread_pool threads_;
  boost::asio::any_io_executor network_;
  players::PlayerSpec player_;
};

}  // namespace blindmate::remote
