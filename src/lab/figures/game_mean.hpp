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

  // "1.23 ± 0.04", and fields of a CSV: events, mean, reach. Empty where there is no event; one game has no spread.
  std::string text(int digits, double factor = 1) const {
    if (events_ == 0) return "";
    const std::string value = fmt::format("{:.{}f}", factor * mean(), digits);
    return games_.size() == 1 ? value : fmt::format("{} ± {:.{}f}", value, factor * reach(), digits);
  }
  std::string fields() const {
    if (events_ == 0) return ",,";
    return fmt::format("{},{:.4f},{}", events_, mean(), games_.size() == 1 ? "" : fmt::format("{:.4f}", reach()));
  }

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
