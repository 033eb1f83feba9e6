// Journal: the results of pieces of work, one a line, behind a line that names the task. A line that was not written to
// its end is as if it were not there.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "blindmate/base/expected.hpp"

namespace blindmate::lab {

class Journal {
 public:
  // Opens a journal of this task, or begins one. Nobody else can have it open.
  static Expected<Journal> open(const std::string& file, const std::string& task);
  Journal(Journal&& from) noexcept;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  const std::map<std::size_t, std::string>& results() const { return results_; }  // at the time of opening, by piece

  Expected<void> add(std::size_t piece, std::string_view result);

 private:
  Journal(std::string file, int descriptor) : file_(std::move(file)), descriptor_(descriptor) {}
  Expected<void> read(const std::string& task);
  Expected<void> write_line(const std::string& line);

  std::string file_;
  int descriptor_;
  std::map<std::size_t, std::string> results_;
};

}  // namespace blindmate::lab
