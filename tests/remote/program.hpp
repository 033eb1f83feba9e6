// A program that runs beside the test: what it says, a line at a time, and how it ends.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "server/wire.hpp"

namespace blindmate::remote {

class Program {
 public:
  // What it says on standard error goes to the file.
  Program(std::vector<std::string> command, std::string err) : err_(std::move(err)) {
    std::array<int, 2> pipe{};
    if (pipe2(pipe.data(), O_CLOEXEC) != 0) throw server::WireError("no pipe");
    const int err_file = ::open(err_.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
    std::vector<char*> texts;
    for (std::string& word : command) texts.push_back(word.data());
    texts.push_back(nullptr);
    process_ = fork();
    if (process_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      dup2(pipe[1], STDOUT_FILENO);
      dup2(err_file, STDERR_FILENO);
      execvp(texts.front(), texts.data());
      _exit(127);
    }
    ::close(pipe[1]);
    ::close(err_file);
    out_ = pipe[0];
  }
  ~Program() {
    if (process_ > 0) {
      signal(SIGKILL);
      waitpid(process_, nullptr, 0);
    }
    ::close(out_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // Throws when it ends without another one, or is silent for too long.
  std::string line() {
    for (std::string line; read_letter(line);) {
      if (line.back() == '\n') return line.substr(0, line.size() - 1);
    }
    throw server::WireError("it says nothing more, but " + err());
  }

  // The exit code, after all that it says.
  int end() {
    for (std::string rest; read_letter(rest);) continue;
    int status = 0;
    waitpid(std::exchange(process_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  void signal(int number) const { ::kill(process_, number); }

  std::string err() const {
    std::ifstream file(err_);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  bool read_letter(std::string& text) const {
    pollfd ready{out_, POLLIN, 0};
    if (::poll(&ready, 1, static_cast<int>(std::chrono::milliseconds(kPatience).count())) <= 0)
      throw server::WireError("it is silent for too long; " + err());
    char letter = '\0';
    if (::read(out_, &letter, 1) != 1) return false;
    text += letter;
    return true;
  }

  static constexpr std::chrono::seconds kPatience{300};  // for a whole game

  std::string err_;
  int out_ = -1;
  pid_t process_ = -1;
};

}  // namespace blindmate::remote
