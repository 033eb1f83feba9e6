#include "blindmate/engines/uci.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "blindmate/base/check.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/movegen.hpp"

extern char** environ;

namespace blindmate::engines {
namespace {

constexpr std::size_t kLongestLine = 1 << 16;
const std::string kDebianGames = "/usr/games/";  // where Debian has chess programs; not on root's path

// A whole number and nothing else.
std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Of a line "info ... nodes 1234 ...".
std::optional<int> number_after(std::string_view word, std::string_view line) {
  const std::vector<std::string_view> parts = words(line);
  if (parts.empty() || parts[0] != "info") return std::nullopt;
  const auto found = std::find(parts.begin(), parts.end(), word);
  return parts.end() - found < 2 ? std::nullopt : whole_number(found[1]);
}

// Of a line "info ... score cp 13 ..." or "... score mate -3 ...", where it has an exact score.
std::optional<int> score_of(std::string_view line) {
  const std::vector<std::string_view> parts = words(line);
  if (parts.empty() || parts[0] != "info") return std::nullopt;
  const auto score = std::find(parts.begin(), parts.end(), "score");
  if (parts.end() - score < 3) return std::nullopt;
  if (parts.end() - score > 3 && (score[3] == "lowerbound" || score[3] == "upperbound")) return std::nullopt;
  const std::optional<int> number = whole_number(score[2]);
  if (!number) return std::nullopt;
  if (score[1] == "cp") return std::clamp(*number, kLongestMate - kMate, kMate - kLongestMate);
  if (score[1] != "mate") return std::nullopt;
  const int plies = std::min(2 * std::abs(*number), kLongestMate - 1);
  return *number > 0 ? kMate - plies + 1 : plies - kMate;
}

}  // namespace

Expected<std::unique_ptr<UciProgram>> UciProgram::start(const UciOptions& options) {
  BLINDMATE_CHECK(!options.command.empty(), "a program is needed");
  std::unique_ptr<UciProgram> program(new UciProgram(options));
  try {
    program->launch();
  } catch (const Failure& failure) {
    return Error{fmt::format("{}: {}", program->name(), failure.reason)};
  }
  return program;
}

UciProgram::~UciProgram() { end(); }

void UciProgram::launch() {
  end();
  std::array<int, 2> down{};
  std::array<int, 2> up{};
  if (pipe2(down.data(), O_CLOEXEC) != 0) throw Failure{std::strerror(errno)};
  if (pipe2(up.data(), O_CLOEXEC) != 0) {
    close(down[0]);
    close(down[1]);
    throw Failure{std::strerror(errno)};
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, down[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, up[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (std::string& argument : options_.command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  int problem = posix_spawnp(&child_, arguments[0], &actions, nullptr, arguments.data(), environ);
  if (problem == ENOENT)
    problem = posix_spawnp(&child_, (kDebianGames + name()).c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(down[0]);
  close(up[1]);
  to_ = down[1];
  from_ = up[0];
  if (problem != 0) {
    child_ = -1;
    end();
    throw Failure{problem == ENOENT ? "is not installed" : std::strerror(problem)};
  }
  const auto until = Clock::now() + options_.patience;
  say("uci");
  hear_until("uciok", until);
  say("isready");
  hear_until("readyok", until);
}

void UciProgram::end() {
  for (int* descriptor : {&to_, &from_}) {
    if (*descriptor != -1) close(*descriptor);
    *descriptor = -1;
  }
  if (child_ != -1) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  child_ = -1;
  unread_.clear();
}

void UciProgram::say(const std::string& line) {
  const std::string text = line + '\n';
  // A dead program must not end us.
  struct sigaction ignore = {};
  struct sigaction before = {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t n = write(to_, text.data() + written, text.size() - written);
    if (n == -1 && errno == EINTR) continue;
    if (n <= 0) break;
    written += static_cast<std::size_t>(n);
  }
  sigaction(SIGPIPE, &before, nullptr);
  if (written < text.size()) throw Failure{"has ended"};
}

std::string UciProgram::hear(Clock::time_point until) {
  for (;;) {
    if (const std::size_t end = unread_.find('\n'); end != std::string::npos) {
      const std::string line(trimmed(std::string_view(unread_).substr(0, end)));
      unread_.erase(0, end + 1);
      return line;
    }
    if (unread_.size() > kLongestLine) throw Failure{"says a line that does not end"};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) throw Failure{"does not answer"};
    pollfd wait{.fd = from_, .events = POLLIN, .revents = 0};
    if (poll(&wait, 1, static_cast<int>(std::min<long>(left, 1000))) <= 0) continue;
    std::array<char, 4096> buffer;
    const ssize_t n = read(from_, buffer.data(), buffer.size());
    if (n == 0) throw Failure{"has ended"};
    if (n > 0) unread_.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

void UciProgram::hear_until(const std::string& word, Clock::time_point until) {
  while (hear(until) != word) {
  }
}

Evaluation UciProgram::ask(const chess::Position& position, const Effort& effort) {
  std::string go = "go";
  if (effort.depth < Effort{}.depth) go += fmt::format(" depth {}", effort.depth);
  if (effort.nodes != Effort{}.nodes && options_.counts_nodes) go += fmt::format(" nodes {}", effort.nodes);
  Clock::time_point until = Clock::now() + options_.patience;
  if (effort.deadline) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(*effort.deadline - Clock::now());
    go += fmt::format(" movetime {}", std::max<long>(left.count(), 1));
    until += std::max(left, std::chrono::milliseconds(0));
  }
  if (go == "go") go += " depth 1";
  say(fmt::format("position fen {}", chess::fen(position)));
  say(go);
  std::optional<int> score;
  std::uint64_t nodes = 0;
  for (;;) {
    const std::string line = hear(until);
    if (const std::optional<int> found = score_of(line)) score = found;
    if (const std::optional<int> found = number_after("nodes", line)) nodes = static_cast<std::uint64_t>(*found);
    if (line == "bestmove" || line.starts_with("bestmove ")) break;
  }
  if (!score) throw Failure{"gives a move without a score"};
  return {*score, nodes};
}

Evaluation UciProgram::evaluate(const chess::Position& position, const Effort& effort) {
  BLINDMATE_CHECK(position.size() == chess::kLargestBoard, "{} plays on 8x8 only", name());
  if (!chess::has_legal_move(position)) return {position.checkers() != 0 ? -kMate : 0, 1};
  std::string reason;
  for (int attempt = 0; attempt < 2; ++attempt) {
    try {
      if (child_ == -1) launch();
      return ask(position, effort);
    } catch (const Failure& failure) {
      reason = failure.reason;
      end();
    }
  }
  throw ProgramFailed(fmt::format("{}: {}, twice", name(), reason));
}

}  // namespace blindmate::engines
