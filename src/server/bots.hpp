// Bots: our players at a table of the server. They think in a pool of threads, a try at a time, and see a copy of their
// view.
#pragma once

#include <array>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "blindmate/players/player.hpp"
#include "blindmate/server/metrics.hpp"
#include "blindmate/server/records.hpp"

namespace blindmate::server {

struct Level {
  int level;
  std::string_view name;
  double seconds;  // for a try, at most
};
inline constexpr std::array kLevels = {Level{1, "easy", 0.02}, Level{2, "medium", 0.2}, Level{3, "hard", 1.0},
                                       Level{4, "patient", 3.0}};
const Level* find_level(int level);

bool is_player(std::string_view name);
std::string bot_name(const Bot& bot);  // "club, medium"

class BotPool {
 public:
  BotPool(unsigned threads, boost::asio::any_io_executor network, Metrics& metrics)
      : number_(threads), threads_(threads), network_(std::move(network)), metrics_(metrics) {}
  ~BotPool() { threads_.stop(); }
  BotPool(const BotPool&) = delete;
  BotPool& operator=(const BotPool&) = delete;

  // Someone who thinks: made in the pool when there is something to think about for the first time.
  using Thinker = std::shared_ptr<std::unique_ptr<players::Player>>;
  struct Choice {
    referee::Ask ask;
    std::optional<double> value{};  // hundredths of a pawn
  };
  // For a try: at most so many seconds, less when many wait, and less when the clock, if there is one, is short.
  struct Budget {
    double seconds = 0;
    std::optional<double> left_s{};
    double increment_s = 0;
  };
  // Nothing when the player has failed, which is logged.
  using Chosen = std::function<void(std::optional<Choice>)>;
  void choose(const Bot& bot, Thinker thinker, referee::PlayerView view, Budget budget, Chosen chosen);

 private:
  double seconds_for(const Budget& budget, std::chrono::steady_clock::time_point asked) const;

  unsigned number_;
  boost::asio::thread_pool threads_;
  boost::asio::any_io_executor network_;
  Metrics& metrics_;
};

}  // namespace blindmate::server
