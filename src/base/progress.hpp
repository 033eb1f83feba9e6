// A progress bar on standard error: there at once, redrawn at most ten times a second and wiped when done; where there
// is no terminal, a line every minute. A total of 0 is not known: the label stands alone then. The time that is left is
// a guess by the steps that are done, as if those to come were of the same kind.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace blindmate {

// Before something else is printed: takes away the bar that stands on the terminal, if there is one.
void wipe_progress();

class Progress {
 public:
  Progress(std::string label, std::uint64_t total, bool quiet = false);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance(std::uint64_t steps = 1) { set(done_ + steps); }
  void set(std::uint64_t done);
  void label(std::string text) { label_ = std::move(text); }
  void drop(std::uint64_t steps = 1) { total_ -= steps; }  // that turn out not to be needed
  void give_no_estimate() { estimates_ = false; }          // where nobody can know what is left
  void resume(std::uint64_t done);  // from an earlier run, which says nothing about the time that is left

 private:
  using Clock = std::chrono::steady_clock;
  void draw(double elapsed_s) const;

  std::string label_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  std::uint64_t resumed_ = 0;
  bool estimates_ = true;
  bool quiet_;
  bool on_terminal_;
  Clock::time_point started_ = Clock::now();
  Clock::time_point drawn_ = started_;
};

}  // namespace blindmate
