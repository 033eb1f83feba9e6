// A folder for one test, which is gone when the test ends; and files in it, byte by byte.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace blindmate {

class TemporaryFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    for (char& letter : name) letter = letter == '/' ? '_' : letter;
    folder_ = std::filesystem::temp_directory_path() / ("blindmate_" + std::to_string(getpid()) + "_" + name);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  void write_bytes(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }
  std::string bytes(const std::string& name) const {
    std::ifstream stream(path(name), std::ios::binary);
    EXPECT_TRUE(stream) << path(name);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  std::filesystem::path folder_;
};

}  // namespace blindmate
