// Ctrl-C as a flag: long work looks at it between two pieces, so that what is done stays complete. Work of one thread
// can be stopped alone, by a token.
#pragma once

#include <csignal>
#include <stop_token>
#include <utility>

namespace blindmate {

inline volatile std::sig_atomic_t g_interrupted = 0;

inline thread_local const std::stop_token* t_stop = nullptr;

inline bool interrupted() { return g_interrupted != 0 || (t_stop != nullptr && t_stop->stop_requested()); }

// As long as it lives, the work of this thread stops when the token says so.
class Stoppable {
 public:
  explicit Stoppable(std::stop_token stop) : stop_(std::move(stop)) { t_stop = &stop_; }
  ~Stoppable() { t_stop = nullptr; }
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;

 private:
  std::stop_token stop_;
};

// Without SA_RESTART, so that a read from a terminal or pipe returns too. A second Ctrl-C ends the program at once.
inline void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = [](int) { g_interrupted = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

}  // namespace blindmate
