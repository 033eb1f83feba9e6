// ChessClock: time for a whole game with an increment for each move. It is told the time and never looks at one, so
// that a game that is replayed from its events has the same clock.
#pragma once

#include <array>
#include <optional>

#include "blindmate/store/records.hpp"

namespace blindmate::games {

class ChessClock {
 public:
  explicit ChessClock(const store::TimeControl& time) : left_{time.initial, time.initial}, increment_(time.increment) {}

  void start(chess::Side side, store::Milliseconds now) {
    running_ = side;
    since_ = now;
  }
  // The running side has moved.
  void moved(store::Milliseconds now) {
    left_[chess::index(*running_)] -= now - since_;
    left_[chess::index(*running_)] += increment_;
    start(other(*running_), now);
  }
  void stop(store::Milliseconds now) {
    if (!running_) return;
    left_[chess::index(*running_)] = left(*running_, now);
    running_.reset();
  }
  // What lies between does not count.
  void leave_out(store::Milliseconds from, store::Milliseconds to) { since_ += to - std::max(from, since_); }

  const std::optional<chess::Side>& running() const { return running_; }
  store::Milliseconds increment() const { return increment_; }
  store::Milliseconds left(chess::Side side, store::Milliseconds now) const {
    return left_[chess::index(side)] - (running_ == side ? now - since_ : 0);
  }

 private:
  std::array<store::Milliseconds, 2> left_;
  store::Milliseconds increment_;
  std::optional<chess::Side> running_;
  store::Milliseconds since_ = 0;
};

}  // namespace blindmate::games
