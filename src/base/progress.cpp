#include "blindmate/base/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <utility>

namespace blindmate {
namespace {

std::atomic<bool> g_is_shown = false;

}  // namespace

void wipe_progress() {
  if (g_is_shown.exchange(false)) fmt::print(stderr, "\r\x1b[K");
}

Progress::Progress(std::string label, std::uint64_t total, bool quiet)
    : label_(std::move(label)), total_(total), quiet_(quiet), on_terminal_(isatty(STDERR_FILENO) == 1) {
  if (!quiet_ && on_terminal_) draw(0);
}

Progress::~Progress() { wipe_progress(); }

void Progress::set(std::uint64_t done) {
  done_ = done;
  if (quiet_) return;
  const Clock::time_point now = Clock::now();
  if (now - drawn_ < (on_terminal_ ? std::chrono::milliseconds(100) : std::chrono::minutes(1))) return;
  drawn_ = now;
  draw(std::chrono::duration<double>(now - started_).count());
}

void Progress::resume(std::uint64_t done) {
  done_ = resumed_ = done;
  started_ = Clock::now();
}

void Progress::draw(double elapsed_s) const {
  constexpr int kWidth = 30;
  std::string bar;
  std::string left;  // as long as nothing is done, nobody knows
  if (total_ > 0) {
    const int filled = static_cast<int>(static_cast<double>(done_) / static_cast<double>(total_) * kWidth);
    bar = fmt::format(" [{:#<{}}{:.<{}}] {}/{}", "", filled, "", kWidth - filled, done_, total_);
  }
  if (estimates_ && done_ > resumed_) {
    left = fmt::format(", about {:.0f} s left",
                       elapsed_s * static_cast<double>(total_ - done_) / static_cast<double>(done_ - resumed_));
  }
  wipe_progress();
  fmt::print(stderr, "{}{}  {:.0f} s{}{}", label_, bar, elapsed_s, left, on_terminal_ ? "" : "\n");
  std::fflush(stderr);
  g_is_shown = on_terminal_;
}

}  // namespace blindmate
