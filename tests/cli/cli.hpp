// Runs the program as its users do, each test in a folder of its own.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "blindmate/base/text.hpp"

namespace blindmate {

struct Ran {
  int code = -1;
  std::string out;  // standard output
  std::string err;  // standard error
};

inline std::string contents(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class Cli : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              fmt::format("blindmate_{}_{}", getpid(), testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }

  // In a shell that has done `before`: "ulimit -f 1", say, under which a longer file cannot be written, as if the disk
  // were full.
  Ran run(const std::string& arguments, const std::string& input = "", const std::string& before = "") const {
    write("in", input);
    const std::string command = fmt::format("{}\n{} {} < {} > {} 2> {}", before, BLINDMATE_PROGRAM, arguments,
                                            path("in"), path("out"), path("err"));
    const int status = std::system(command.c_str());
    return {WEXITSTATUS(status), contents(path("out")), contents(path("err"))};
  }

  std::filesystem::path folder_;
};

// Fails on a line that is not a JSON object.
inline std::vector<boost::json::object> json_lines(const std::string& text) {
  std::vector<boost::json::object> result;
  for (const std::string_view line : split(text, '\n')) {
    if (!line.empty())
      result.push_back(boost::json::parse(boost::json::string_view(line), {}, {.max_depth = 1000}).as_object());
  }
  return result;
}

inline bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace blindmate
