// GameMean: the mean of events that come in games. Events of one game resemble each other, so the 95% interval is
// taken from the spread between games (the ratio estimator of a sample of clusters).
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <string>

namespace blindmate::lab {

class GameMean {
 public:
  void add(std::size_t game, double sum, std::size_t events = 1) {
    games_[game].events += events;
    games_[game].sum += sum;
    events_ += events;
    sum_ += sum;
  }

  std::size_t events() const { return events_; }
  double mean() const { return sum_ / static_cast<double>(events_); }

  // Half the width of the interval.
  double reach() const {
    double squares = 0;
    for (const auto& [number, game] : games_) {
      const double off = game.sum - mean() * static_cast<double>(game.events);
      squares += off * off;
    }
    return 1.96 * std::sqrt(squares) / static_cast<double>(events_);
  }

  // "1.23 ± 0.04", and fields of a CSV: events, mean, reach; empty where there is no event.
  std::string text(int digits, double factor = 1) const {
    return events_ == 0 ? "" : fmt::format("{:.{}f} ± {:.{}f}", factor * mean(), digits, factor * reach(), digits);
  }
  std::string fields() const { return events_ == 0 ? ",," : fmt::format("{},{:.4f},{:.4f}", events_, mean(), reach()); }

 private:
  struct Game {
    std::size_t events = 0;
    double sum = 0;
  };
  std::map<std::size_t, Game> games_;
  std::size_t events_ = 0;
  double sum_ = 0;
};

}  // namespace blindmate::lab
