#include "blindmate/lab/pieces/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "blindmate/view/json.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::lab {
namespace {

// A journal's task as we would write it: other versions may have written its numbers otherwise.
std::string rewritten(const std::string& task) {
  const Expected<boost::json::value> read = referee::read_json(task);
  return read ? referee::json_text(*read) : task;
}

}  // namespace

Journal::Journal(Journal&& from) noexcept
    : file_(std::move(from.file_)),
      descriptor_(std::exchange(from.descriptor_, -1)),
      results_(std::move(from.results_)) {}

Journal::~Journal() {
  if (descriptor_ != -1) close(descriptor_);
}

Expected<Journal> Journal::open(const std::string& file, const std::string& task) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor == -1) return Error{fmt::format("{}: {}", file, std::strerror(errno))};
  Journal journal(file, descriptor);
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    return Error{
        fmt::format("{}: {}", file, errno == EWOULDBLOCK ? "another process is at work on it" : std::strerror(errno))};
  if (const auto done = journal.read(task); !done) return Error{fmt::format("{}: {}", file, done.error().reason)};
  return journal;
}

Expected<void> Journal::read(const std::string& task) {
  std::ifstream stream(file_, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (stream.bad()) return Error{"cannot be read"};
  // A file of somebody else's is left as it is; a first line that was not written to its end is ours.
  const std::string first = text.substr(0, text.find('\n'));
  const bool torn = first.size() == text.size();
  if (torn ? !task.starts_with(first) : first != task && rewritten(first) != task)
    return Error{
        fmt::format("belongs to another task:\n  {}\nnot to\n  {}\nRemove it, or choose another place.", first, task)};
  text.resize(torn ? 0 : text.rfind('\n') + 1);
  if (ftruncate(descriptor_, static_cast<off_t>(text.size())) != 0) return Error{std::strerror(errno)};
  if (text.empty()) return write_line(task);
  int number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    if (++number == 1) continue;
    std::size_t piece = 0;
    const auto [after, problem] = std::from_chars(line.data(), line.data() + line.size(), piece);
    if (problem != std::errc() || after == line.data() + line.size() || *after != ' ')
      return Error{fmt::format("line {} is not a journal's", number)};
    results_.emplace(piece, std::string(after + 1, line.data() + line.size()));
  }
  return {};
}

Expected<void> Journal::add(std::size_t piece, std::string_view result) {
  return write_line(fmt::format("{} {}", piece, result));
}

Expected<void> Journal::write_line(const std::string& line) {
  const std::string text = line + '\n';
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t n = ::write(descriptor_, text.data() + written, text.size() - written);
    if (n == -1 && errno != EINTR) return Error{fmt::format("{}: {}", file_, std::strerror(errno))};
    if (n > 0) written += static_cast<std::size_t>(n);
  }
  return {};
}

}  // namespace blindmate::lab
