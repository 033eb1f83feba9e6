// Limits of memory mean what the process takes, not what an allocator was asked for.
#include <sys/resource.h>

#include "cli.hpp"

namespace blindmate {
namespace {

namespace json = boost::json;

constexpr std::int64_t kMebibyte = 1024 * 1024;
constexpr std::int64_t kRoom = 6 * kMebibyte;  // for what has nothing to do with the limit

class CliMemory : public Cli {
 protected:
  struct Grown {
    std::int64_t most = 0;      // that the process has held
    std::int64_t reported = 0;  // as the peak
    std::string limit;
  };

  Grown grown(const std::string& arguments) const {
    write("in", "");
    const pid_t child = fork();
    if (child == 0) {
      execl("/bin/sh", "sh", "-c",
            fmt::format("exec {} {} --json --quiet > {} 2> {}", BLINDMATE_PROGRAM, arguments, path("out"), path("err"))
                .c_str(),
            nullptr);
      _exit(127);
    }
    int status = 0;
    rusage used{};
    wait4(child, &status, 0, &used);
    const std::vector<json::object> lines = json_lines(contents(path("out")));
    EXPECT_FALSE(lines.empty()) << contents(path("err"));
    if (lines.empty()) return {};
    const json::value& limit = lines[0].at("limit");
    return {.most = used.ru_maxrss * 1024,
            .reported = lines[0].at("peak_bytes").to_number<std::int64_t>(),
            .limit = limit.is_null() ? "" : std::string(limit.as_string())};
  }

  void expect_kept(const std::string& small, const std::vector<std::string>& large, int mebibytes) const {
    if (BLINDMATE_SANITIZED != 0) GTEST_SKIP() << "sanitizers take memory of their own";
    const std::int64_t before = grown(small).most;
    const std::int64_t limit = mebibytes * kMebibyte;
    for (const std::string& one : large) {
      const Grown found = grown(fmt::format("{} --memory-limit {}", one, mebibytes));
      const std::int64_t growth = found.most - before;
      EXPECT_LT(growth, limit + limit / 10 + kRoom) << one;
      EXPECT_LT(std::abs(growth - found.reported), growth / 10 + kRoom)
          << one << ": " << growth << " bytes, and " << found.reported << " reported";
      EXPECT_GT(found.reported, limit / 2) << one << " does not come near the limit, so it says nothing";
    }
  }
};

TEST_F(CliMemory, VacuumWorldsKeepTheirLimit) {
  expect_kept("vacuum --height 2",
              {"vacuum --height 9 --algorithm dbu-equal --states-limit 4000000",
               "vacuum --height 9 --algorithm dbu-subset --states-limit 2000000", "vacuum --height 9 --algorithm ipns",
               "vacuum --height 9 --algorithm pns"},
              100);
}

TEST_F(CliMemory, ProblemsKeepTheirLimit) {
  const std::string solve = "solve " TESTS_FOLDER "/data/composed.jsonl --id Rot76 --algorithm ";
  expect_kept("vacuum --height 2", {solve + "pns", solve + "ipns", solve + "gl-dbu-subset --states-limit 4000000"},
              100);
}

}  // namespace
}  // namespace blindmate
