// Ctrl-C as a flag: long work looks at it between two pieces, so that what is done stays complete. Work of one thread
// can be stopped alone by a flag of its own.
#pragma once

#include <atomic>
#include <csignal>

namespace blindmate {

inline volatile std::sig_atomic_t g_interrupted = 0;

inline thread_local const std::atomic<bool>* t_stop = nullptr;

inline bool interrupted() {
  return g_interrupted != 0 || (t_stop != nullptr && t_stop->load(std::memory_order_relaxed));
}

// As long as it lives, the work of this thread stops when the flag is set.
class Stoppable {
 public:
  explicit Stoppable(const std::atomic<bool>& stop) { t_stop = &stop; }
  ~Stoppable() { t_stop = nullptr; }
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;
};

// Without SA_RESTART, so that a read from a terminal or pipe returns too. A second Ctrl-C ends the program at once.
inline void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = [](int) { g_interrupted = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

}  // namespace blindmate
