#include "server/house.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <sstream>

namespace blindmate::server {
namespace {

std::string contents(const std::string& path) {
  const std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Started with its output going there. It does not outlive us.
pid_t start_program(const std::vector<std::string>& arguments, int out, int err) {
  std::vector<std::string> all = {BLINDMATE_PROGRAM};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<char*> texts;
  for (std::string& argument : all) texts.push_back(argument.data());
  texts.push_back(nullptr);
  const pid_t process = fork();
  if (process != 0) return process;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  execv(BLINDMATE_PROGRAM, texts.data());
  _exit(127);
}

int file_for_output(const std::string& path) {
  return ::open(path.c_str(), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
}

// Up to the end of the line, or of the program.
std::string first_line(int pipe) {
  std::string line;
  for (char letter = '\0'; !line.ends_with('\n');) {
    pollfd ready{pipe, POLLIN, 0};
    if (::poll(&ready, 1, static_cast<int>(std::chrono::milliseconds(kPatience).count())) <= 0)
      throw WireError("the server does not open");
    if (::read(pipe, &letter, 1) != 1) break;
    line += letter;
  }
  return line;
}

int code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

}  // namespace

House::House(std::string folder, std::vector<std::string> options, std::string store)
    : folder_(std::move(folder)),
      options_(std::move(options)),
      store_(store.empty() ? folder_ + "/games.sqlite" : std::move(store)) {
  start();
}

House::~House() {
  if (process_ > 0) kill();
}

std::string House::log() const { return contents(folder_ + "/log"); }

void House::start() {
  std::vector<std::string> arguments = {"serve", "--port", "0", "--store", store()};
  arguments.insert(arguments.end(), options_.begin(), options_.end());
  std::array<int, 2> pipe{};
  if (pipe2(pipe.data(), O_CLOEXEC) != 0) throw WireError("no pipe");
  const int log_file = file_for_output(folder_ + "/log");
  process_ = start_program(arguments, pipe[1], log_file);
  ::close(log_file);
  ::close(pipe[1]);
  const std::string line = first_line(pipe[0]);
  ::close(pipe[0]);
  constexpr std::string_view kOpen = "open http://localhost:";
  if (!line.starts_with(kOpen)) throw WireError(fmt::format("it said \"{}\" and {}", line, log()));
  port_ = std::stoi(line.substr(kOpen.size()));
}

void House::signal(int number) const { ::kill(process_, number); }

void House::kill() {
  signal(SIGKILL);
  wait_for_end();
}

int House::close() {
  signal(SIGTERM);
  return wait_for_end();
}

int House::wait_for_end() {
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = -1;
  return code_of(status);
}

Ended run_program(const std::string& folder, const std::vector<std::string>& arguments) {
  const std::string out = folder + "/out";
  const std::string err = folder + "/err";
  std::filesystem::remove(out);
  std::filesystem::remove(err);
  const int out_file = file_for_output(out);
  const int err_file = file_for_output(err);
  int status = 0;
  waitpid(start_program(arguments, out_file, err_file), &status, 0);
  ::close(out_file);
  ::close(err_file);
  return {code_of(status), contents(out), contents(err)};
}

}  // namespace blindmate::server
