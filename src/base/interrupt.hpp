// Ctrl-C as a flag: long work looks at it between two pieces, so that what is done stays complete.
#pragma once

#include <csignal>

namespace blindmate {

inline volatile std::sig_atomic_t g_interrupted = 0;

inline bool interrupted() { return g_interrupted != 0; }

// Without SA_RESTART, so that a read from a terminal or pipe returns too. A second Ctrl-C ends the program at once.
inline void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = [](int) { g_interrupted = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

}  // namespace blindmate
