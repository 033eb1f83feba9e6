// What a figure of reproduce leaves behind.
#pragma once

#include "cli.hpp"

namespace blindmate {

class CliFigures : public Cli {
 protected:
  // The measurements of a figure, without the comments and the header.
  std::vector<std::vector<std::string>> rows(const std::string& figure, const std::string& header) const {
    const std::string csv = contents(path("figures/" + figure + ".csv"));
    EXPECT_TRUE(csv.starts_with("# blindmate ")) << csv;
    EXPECT_TRUE(contains(csv, "\n" + header + "\n")) << csv;
    std::vector<std::vector<std::string>> result;
    for (const std::string_view line : split(csv, '\n')) {
      if (line.empty() || line.starts_with('#') || line == header) continue;
      const std::vector<std::string_view> fields = split(line, ',');
      result.emplace_back(fields.begin(), fields.end());
    }
    return result;
  }
};

}  // namespace blindmate
