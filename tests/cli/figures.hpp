// What a figure of reproduce leaves behind.
#pragma once

#include <algorithm>
#include <filesystem>

#include "cli.hpp"

namespace blindmate {

class CliFigures : public Cli {
 protected:
  // The measurements of a figure, without the comments and the header.
  std::vector<std::vector<std::string>> rows(const std::string& figure) const {
    const std::string csv = contents(path("figures/" + figure + ".csv"));
    EXPECT_TRUE(csv.starts_with("# blindmate ")) << csv;
    std::vector<std::vector<std::string>> result;
    for (const std::string_view line : split(csv, '\n')) {
      if (line.empty() || line.starts_with('#')) continue;
      const std::vector<std::string_view> fields = split(line, ',');
      result.emplace_back(fields.begin(), fields.end());
    }
    result.erase(result.begin());
    return result;
  }
  std::vector<std::vector<std::string>> rows(const std::string& figure, const std::string& header) const {
    EXPECT_TRUE(contains(contents(path("figures/" + figure + ".csv")), "\n" + header + "\n"));
    return rows(figure);
  }
  // The journals of a figure, or of a part of its work; one for each set of options.
  std::vector<std::string> journals(const std::string& task) const {
    std::vector<std::string> result;
    for (const auto& file : std::filesystem::directory_iterator(path("figures"))) {
      const std::string name = file.path().filename().string();
      if (name.starts_with(task + '-') && name.ends_with(".journal")) result.push_back(file.path().string());
    }
    std::sort(result.begin(), result.end());
    return result;
  }
};

}  // namespace blindmate
