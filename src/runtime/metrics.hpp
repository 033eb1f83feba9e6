// What the server counts of itself, in the text format of Prometheus. Counted on several threads.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

namespace blindmate::runtime {

// How often something took how long.
class Histogram {
 public:
  static constexpr std::array kBounds_s = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0};

  void add(std::chrono::duration<double> time);
  std::string text(const char* name, const char* help) const;

 private:
  std::array<std::atomic<std::uint64_t>, kBounds_s.size() + 1> counts_{};
  std::atomic<double> sum_s_ = 0;
};

// Counts somebody as long as he is there.
class Present {
 public:
  explicit Present(std::atomic<std::uint64_t>& number) : number_(number) { ++number_; }
  ~Present() { --number_; }
  Present(const Present&) = delete;
  Present& operator=(const Present&) = delete;

 private:
  std::atomic<std::uint64_t>& number_;
};

struct Metrics {
  using Counter = std::atomic<std::uint64_t>;

  std::array<Counter, 5> responses{};  // by the first digit of the status, from 1
  Counter connections = 0;             // of the moment
  Counter sockets = 0;                 // of the moment
  Counter live_games = 0;              // in memory, of the moment
  Counter games_created = 0;
  Counter games_ended = 0;
  Counter tries = 0;          // and questions, of people and bots
  Counter bots_thinking = 0;  // or waiting for a thread, of the moment
  Counter too_often = 0;      // requests and messages turned away
  Counter slow_readers = 0;   // connections closed
  Counter transactions = 0;
  std::atomic<bool> store_fails = false;
  Histogram answer_time{};  // from a try's arrival until its answer is on the way

  std::string text() const;
};

}  // namespace blindmate::runtime
