// UciProgram: any chess program that speaks the Universal Chess Interface, as a child process over pipes. What it says
// is read strictly; one that dies, hangs or talks nonsense is started again and asked once more, and then given up.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/engines/engine.hpp"

namespace blindmate::engines {

struct UciOptions {
  std::vector<std::string> command;           // the program and its arguments
  bool counts_nodes = true;                   // understands "go nodes"
  std::chrono::milliseconds patience{10000};  // beyond the time of a search, before it counts as hanging
};

// Thrown when a program failed twice in a row.
struct ProgramFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class UciProgram : public Engine {
 public:
  // The error says why the program cannot be used: missing, or not speaking UCI.
  static Expected<std::unique_ptr<UciProgram>> start(const UciOptions& options);
  ~UciProgram() override;

  // Boards of 8x8 only.
  Evaluation evaluate(const chess::Position& position, const Effort& effort) override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Failure {
    std::string reason;
  };

  explicit UciProgram(const UciOptions& options) : options_(options) {}
  void launch();  // throws Failure, as do all below
  void end();
  void say(const std::string& line);
  std::string hear(Clock::time_point until);
  void hear_until(const std::string& word, Clock::time_point until);
  Evaluation ask(const chess::Position& position, const Effort& effort);
  std::string name() const { return options_.command.front(); }

  UciOptions options_;
  pid_t child_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string unread_;
};

}  // namespace blindmate::engines
