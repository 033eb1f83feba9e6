// The domain of docs/add-a-domain.md works, and the page shows it as it is.
#include "corridor.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "blindmate/search/solve.hpp"

namespace blindmate::search {
namespace {

TEST(Corridor, IsSolvedByEveryAlgorithm) {
  const Corridor corridor{.rooms = 4};
  for (const auto& algorithm : kAlgorithms) {
    for (const int depth : {2, 3}) {
      Meter meter;
      Shuffle shuffle;
      const auto outcome =
          solve<Corridor>({corridor, meter, shuffle}, {.states = {{0}, {1}, {2}}, .depth = depth}, algorithm);
      EXPECT_EQ(outcome.verdict, depth == 3 ? Verdict::proved : Verdict::disproved) << algorithm.name;
    }
  }
}

TEST(Corridor, IsOnThePage) {
  const auto text = [](const std::string& path) {
    std::ifstream file(path);
    std::stringstream all;
    all << file.rdbuf();
    return all.str();
  };
  const std::string page = text(TESTS_FOLDER "/../docs/add-a-domain.md");
  const std::string code = text(TESTS_FOLDER "/search/corridor.hpp");
  const std::size_t begin = page.find("```cpp\n// A dark corridor");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t first = begin + std::string("```cpp\n").size();
  EXPECT_NE(code.find(page.substr(first, page.find("```", first) - first)), std::string::npos);
}

}  // namespace
}  // namespace blindmate::search
