// generate as its users run it: what comes out depends on the seed alone, whatever has happened in between.
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "blindmate/base/files.hpp"
#include "cli.hpp"

namespace blindmate {
namespace {

namespace json = boost::json;

constexpr int kGames = 30;
constexpr int kManyGames = 1'000'000;
constexpr std::chrono::seconds kPatience(120);  // until a program in the background has done something

// The program in the background, with a process of its own that signals reach.
class Background {
 public:
  explicit Background(const std::string& command) : process_(fork()) {
    if (process_ != 0) return;
    execl("/bin/sh", "sh", "-c", ("exec " + command).c_str(), nullptr);
    _exit(127);
  }
  ~Background() {
    if (process_ > 0) end_by(SIGKILL);
  }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  // As waitpid tells it.
  int end_by(int signal) {
    int status = 0;
    kill(process_, signal);
    waitpid(process_, &status, 0);
    process_ = -1;
    return status;
  }

 private:
  pid_t process_;
};

class CliGenerate : public Cli {
 protected:
  using Files = std::map<std::string, std::string>;  // by name

  std::string arguments(const std::string& folder, int games, const std::string& options = "") const {
    return fmt::format("generate {} --games {} --ply 3 --seed 6 --quiet {}", path(folder), games, options);
  }
  Ran generate(const std::string& folder, const std::string& options = "", int games = kGames) const {
    return run(arguments(folder, games, options));
  }
  // Plays to the end.
  Files generated(const std::string& folder, const std::string& options = "") const {
    const Ran ran = generate(folder, options);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return packed(folder);
  }
  Files packed(const std::string& folder) const {
    Files result;
    for (const auto& file : std::filesystem::directory_iterator(path(folder))) {
      if (file.path().extension() == ".zst") result[file.path().filename()] = contents(file.path());
    }
    return result;
  }
  std::string journal(const std::string& folder) const { return contents(path(folder + "/games.journal")); }

  // Games without end in this folder, until some are in the journal.
  std::unique_ptr<Background> playing(const std::string& folder) const {
    auto program = std::make_unique<Background>(fmt::format(
        "{} {} > {} 2> {}", BLINDMATE_PROGRAM, arguments(folder, kManyGames, "--threads 2"), path("out"), path("err")));
    const auto begin = std::chrono::steady_clock::now();
    while (std::ranges::count(journal(folder), '\n') < 12 && std::chrono::steady_clock::now() < begin + kPatience)
      std::this_thread::yield();
    EXPECT_GE(std::ranges::count(journal(folder), '\n'), 12) << contents(path("err"));
    return program;
  }

  std::vector<json::object> lines(const std::string& file) const {
    const Expected<std::string> text = read_file(path(file));
    EXPECT_TRUE(text) << file;
    return json_lines(text ? *text : "");
  }
  // The answers of `solve` to these files; they contradict no expectation.
  std::vector<json::object> solved(const std::string& files, const std::string& options) const {
    const Ran ran = run(fmt::format("solve {} --json --quiet {}", files, options));
    EXPECT_EQ(ran.code, 0) << ran.err;
    return json_lines(ran.out);
  }
};

std::set<std::string> states_of(const json::object& line) {
  std::set<std::string> result;
  for (const json::value& state : line.at("states").as_array()) result.emplace(state.as_string());
  return result;
}

TEST_F(CliGenerate, TheSameSeedGivesTheSameFiles) {
  const Files files = generated("a", "--threads 1");
  for (const char* name :
       {"mates-3.jsonl.zst", "mates-3.pgn.zst", "mates-3.plans.jsonl.zst", "near-misses-3.jsonl.zst",
        "near-misses-3.pgn.zst", "near-misses-3.plans.jsonl.zst", "near-misses-3.witnesses.jsonl.zst"}) {
    EXPECT_TRUE(files.contains(name)) << name;
  }
  EXPECT_TRUE(files == generated("b", "--threads 1"));
  EXPECT_TRUE(files == generated("c", "--threads 2"));
  EXPECT_TRUE(files == generated("a", "--threads 2")) << "again in the same folder";
  EXPECT_EQ(contents(path("a/statistics.md")), contents(path("c/statistics.md")));
  EXPECT_TRUE(std::filesystem::exists(path("a/statistics.png")));
}

TEST_F(CliGenerate, EnoughProblemsEndItAtTheSameGameOnAnyThreads) {
  const Files files = generated("one", "--count 1 --threads 1");
  EXPECT_EQ(lines("one/mates-3.jsonl.zst").size(), 1U);
  EXPECT_EQ(lines("one/near-misses-3.jsonl.zst").size(), 1U);
  EXPECT_TRUE(files == generated("two", "--count 1 --threads 3"));
  const std::size_t games = static_cast<std::size_t>(std::ranges::count(journal("one"), '\n')) - 1;
  EXPECT_LT(games, kGames);
  EXPECT_TRUE(contents(path("out")).starts_with(fmt::format("{} games", games))) << contents(path("out"));
}

TEST_F(CliGenerate, AJournalTornAnywhereIsResumed) {
  const Files files = generated("whole");
  const std::string whole = journal("whole");
  const std::size_t line = whole.find('\n', whole.size() / 2);
  for (const std::size_t size : {line + 1, line, whole.size() / 3, whole.size() - 1}) {
    const std::string folder = fmt::format("cut{}", size);
    std::filesystem::create_directory(path(folder));
    write(folder + "/games.journal", whole.substr(0, size));
    EXPECT_TRUE(files == generated(folder)) << size;
    const std::string kept = whole.substr(0, whole.rfind('\n', size - 1) + 1);
    EXPECT_TRUE(journal(folder).starts_with(kept)) << "no game of those lines was played again";
    EXPECT_EQ(std::ranges::count(journal(folder), '\n'), kGames + 1);
  }
}

TEST_F(CliGenerate, IsResumedAfterKill9) {
  const int status = playing("killed")->end_by(SIGKILL);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(packed("killed").empty());
  const std::string games = journal("killed");
  EXPECT_TRUE(generated("killed") == generated("whole"));
  EXPECT_TRUE(journal("killed").starts_with(games.substr(0, games.rfind('\n') + 1))) << "all that it had done";
}

TEST_F(CliGenerate, IsResumedAfterCtrlC) {
  const int status = playing("stopped")->end_by(SIGINT);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const std::string games = journal("stopped");
  EXPECT_TRUE(games.ends_with('\n'));
  EXPECT_TRUE(generated("stopped") == generated("whole"));
  EXPECT_TRUE(journal("stopped").starts_with(games)) << "all that it had done";
}

TEST_F(CliGenerate, MoreGamesAndProblemsGoOnWhereFewerEnded) {
  EXPECT_EQ(generate("grown", "--count 1", 12).code, 0);
  const std::string games = journal("grown");
  EXPECT_TRUE(generated("grown") == generated("whole"));
  EXPECT_TRUE(journal("grown").starts_with(games));
}

TEST_F(CliGenerate, AFolderBelongsToOneTaskAndOneProcess) {
  const auto with = [&](const std::string& options) {
    return run(fmt::format("generate {} --games 12 --quiet {}", path("folder"), options));
  };
  ASSERT_EQ(with("--ply 3 --seed 6").code, 0);
  const Files files = packed("folder");
  const std::string games = journal("folder");
  for (const char* other :
       {"--ply 3 --seed 7", "--ply 5 --seed 6", "--ply 3 --seed 6 --rules rand", "--ply 3 --seed 6 --short-search 7",
        "--ply 3 --seed 6 --long-search 7", "--ply 3 --seed 6 --second-search 7", "--ply 5 --seed 6 --least-ply 5"}) {
    const Ran ran = with(other);
    EXPECT_EQ(ran.code, 2) << other;
    EXPECT_TRUE(contains(ran.err, "games.journal: belongs to another task")) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
  EXPECT_TRUE(files == packed("folder"));
  EXPECT_EQ(games, journal("folder"));

  const auto first = playing("busy");
  const Ran second = generate("busy");
  EXPECT_EQ(second.code, 2);
  EXPECT_TRUE(contains(second.err, "another process")) << second.err;
}

TEST_F(CliGenerate, ShortProblemsDoNotDependOnTheSearchForLongOnes) {
  const std::string command = "generate {} --games 20 --seed 6 --short-search 20000 --long-search 100000 --quiet {}";
  const auto files = [&](const std::string& folder, const char* options) {
    const Ran ran = run(fmt::format(fmt::runtime(command), path(folder), options));
    EXPECT_EQ(ran.code, 0) << ran.err;
    Files result = packed(folder);
    std::erase_if(result, [](const auto& file) { return contains(file.first, "-7."); });
    return result;
  };
  const Files short_ones = files("short", "--ply 5");
  EXPECT_TRUE(short_ones.contains("mates-5.jsonl.zst"));
  EXPECT_TRUE(short_ones == files("deep", "--ply 7 --deep-games 3"));
}

TEST_F(CliGenerate, BadFoldersAndOptionsAreNamed) {
  write("file", "mine");
  for (const char* folder : {"file", "file/below"}) {
    const Ran ran = generate(folder);
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(contains(ran.err, path(folder))) << ran.err;
  }
  EXPECT_EQ(contents(path("file")), "mine");
  for (const char* options : {"--ply 4", "--least-ply 4", "--least-ply 5 --ply 3", "--rules chess", "--games 0",
                              "--count 0", "--seed x", "--threads 0"}) {
    const Ran ran = run(fmt::format("generate {} {}", path("none"), options));
    EXPECT_EQ(ran.code, 2) << options;
    EXPECT_TRUE(contains(ran.err, std::string(options).substr(0, 5))) << ran.err;
  }
  EXPECT_EQ(run("generate").code, 2);
  EXPECT_FALSE(std::filesystem::exists(path("none")));
}

// Every claim of the database, by the commands that its users have.
TEST_F(CliGenerate, ProblemsAreWhatTheyClaimToBe) {
  generated("db");
  const std::vector<json::object> mates = lines("db/mates-3.jsonl.zst");
  const std::vector<json::object> near = lines("db/near-misses-3.jsonl.zst");
  const std::vector<json::object> witnesses = lines("db/near-misses-3.witnesses.jsonl.zst");
  ASSERT_FALSE(mates.empty());
  ASSERT_FALSE(near.empty());
  ASSERT_EQ(witnesses.size(), near.size());

  std::set<std::string> ids;
  std::set<std::set<std::string>> beliefs;
  for (const auto& [problems, expect] : {std::pair(mates, "mate"), std::pair(near, "no-mate")}) {
    for (const json::object& line : problems) {
      EXPECT_TRUE(ids.emplace(line.at("id").as_string()).second) << line.at("id");
      EXPECT_TRUE(beliefs.insert(states_of(line)).second) << line.at("id") << " is there twice";
      EXPECT_LE(states_of(line).size(), 100U);
      EXPECT_EQ(line.at("ply"), 3);
      EXPECT_EQ(line.at("expect"), expect);
      const json::array& sizes = line.at("belief").as_array();
      EXPECT_EQ(sizes.back(), states_of(line).size());
      for (const json::value& size : sizes) EXPECT_LE(size.as_int64(), 10000);
    }
  }
  for (std::size_t i = 0; i < near.size(); ++i) {
    const std::set<std::string> all = states_of(near[i]);
    const std::set<std::string> mated = states_of(witnesses[i]);
    EXPECT_EQ(witnesses[i].at("id"), near[i].at("id"));
    EXPECT_TRUE(std::ranges::includes(all, mated));
    EXPECT_GE(2 * mated.size(), all.size());
    EXPECT_LT(mated.size(), all.size());
  }

  for (const auto& [problems, plans] :
       {std::pair("mates-3.jsonl.zst", "mates-3.plans.jsonl.zst"),
        std::pair("near-misses-3.witnesses.jsonl.zst", "near-misses-3.plans.jsonl.zst")}) {
    const Ran ran = run(fmt::format("verify {}/{} {}/{} --json", path("db"), problems, path("db"), plans));
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_EQ(json_lines(ran.out).size(), lines(std::string("db/") + problems).size()) << "a plan for each";
  }

  const std::string both = path("db/mates-3.jsonl.zst") + " " + path("db/near-misses-3.jsonl.zst");
  EXPECT_EQ(solved(both, "--algorithm le-dfs").size(), ids.size());
  for (const json::object& line : solved(both, "--algorithm le-dfs --ply 1"))
    EXPECT_EQ(line.at("verdict"), "no-mate") << line.at("id") << " has a shorter mate";
}

// The lines say so themselves, so that solve and verify need no option.
TEST_F(CliGenerate, MaterialWinsMayCountAsMates) {
  const Files files = generated("db", "--material-wins");
  for (const auto& [name, text] : files) EXPECT_TRUE(name.starts_with("material-")) << name;
  const std::string base = path("db/material-");
  const std::string both = base + "mates-3.jsonl.zst " + base + "near-misses-3.jsonl.zst";
  for (const char* algorithm : {"closure", "le-dfs"})
    EXPECT_GT(solved(both, fmt::format("--algorithm {}", algorithm)).size(), 4U);
  for (const json::object& line : solved(both, "--ply 1")) EXPECT_EQ(line.at("verdict"), "no-mate") << line.at("id");
  EXPECT_EQ(run(fmt::format("verify {0}mates-3.jsonl.zst {0}mates-3.plans.jsonl.zst", base)).code, 0);
  EXPECT_EQ(run(fmt::format("verify {0}near-misses-3.witnesses.jsonl.zst {0}near-misses-3.plans.jsonl.zst", base)).code,
            0);

  std::string without;
  for (json::object& line : lines("db/material-mates-3.jsonl.zst")) {
    EXPECT_TRUE(line.at("material_wins").as_bool());
    EXPECT_TRUE(line.at("id").as_string().starts_with("material-mate3-"));
    line.erase("material_wins");
    without += json::serialize(line) + '\n';
  }
  write("without.jsonl", without);
  const auto count = [](const std::string& text, std::string_view word) {
    std::size_t found = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
    return found;
  };
  std::size_t by_material = 0;
  for (const json::object& line : lines("db/material-mates-3.plans.jsonl.zst"))
    by_material += count(json::serialize(line), R"("won":"material")") > 0 ? 1U : 0U;
  EXPECT_GT(by_material, 0U);
  const Ran strict = run(fmt::format("verify {} {}mates-3.plans.jsonl.zst --json", path("without.jsonl"), base));
  EXPECT_EQ(strict.code, 4);
  EXPECT_EQ(count(strict.out, R"("valid":false)"), by_material);
  EXPECT_EQ(run("solve " + path("without.jsonl")).code, 5) << "without them there is no mate";

  const Ran other = generate("db");
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(contains(other.err, "another task")) << other.err;
}

TEST_F(CliGenerate, GamesLeadToTheirProblems) {
  generated("db");
  for (const auto& [name, verdict] : {std::pair("mates-3", "mate"), std::pair("near-misses-3", "no-mate")}) {
    const std::string base = path(fmt::format("db/{}", name));
    const std::vector<json::object> problems = lines(fmt::format("db/{}.jsonl.zst", name));
    solved(base + ".pgn.zst", fmt::format("--ply 3 --save-problems {}", path("saved.jsonl")));
    const std::vector<json::object> saved = json_lines(contents(path("saved.jsonl")));
    const std::vector<json::object> interleaved = solved(base + ".pgn.zst", "--ply 3 --interleave");
    ASSERT_EQ(saved.size(), problems.size());
    ASSERT_EQ(interleaved.size(), problems.size());
    for (std::size_t i = 0; i < problems.size(); ++i) {
      EXPECT_EQ(states_of(saved[i]), states_of(problems[i]));
      EXPECT_EQ(interleaved[i].at("verdict"), verdict) << problems[i].at("id");
    }
  }
}

TEST_F(CliGenerate, AddsToWhatWasPublished) {
  generated("db");
  const std::vector<json::object> published = lines("db/near-misses-3.jsonl.zst");
  std::filesystem::remove(path("db/games.journal"));
  const std::string command = fmt::format("generate {} --games 20 --ply 3 --seed 7 --quiet", path("db"));
  EXPECT_EQ(run(command + " --extend").code, 0);
  const Files files = packed("db");
  const std::vector<json::object> all = lines("db/near-misses-3.jsonl.zst");
  ASSERT_GT(all.size(), published.size());
  EXPECT_TRUE(std::equal(published.begin(), published.end(), all.begin()));
  EXPECT_EQ(run(fmt::format("verify {0}.witnesses.jsonl.zst {0}.plans.jsonl.zst", path("db/near-misses-3"))).code, 0);
  EXPECT_EQ(run(command + " --extend").code, 0);
  EXPECT_TRUE(packed("db") == files) << "what was added is known now";
}

TEST_F(CliGenerate, AllRuleSetsGiveProblems) {
  for (const char* rules : {"berkeley-any", "cincinnati", "wild16", "rand", "english"}) {
    const Ran ran =
        run(fmt::format("generate {} --rules {} --games 100 --count 1 --ply 3 --quiet", path(rules), rules));
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::pair<const char*, const char*> rows[] = {{"mates-3", ""}, {"near-misses-3", ".witnesses"}};
    for (const auto& [name, proved] : rows) {
      const std::string base = fmt::format("{}/{}-{}", path(rules), rules, name);
      EXPECT_EQ(solved(base + ".jsonl.zst", "--algorithm le-dfs").size(), 1U);
      EXPECT_EQ(solved(base + ".pgn.zst", "--ply 3").size(), 1U);
      EXPECT_EQ(run(fmt::format("verify {0}{1}.jsonl.zst {0}.plans.jsonl.zst", base, proved)).code, 0);
    }
  }
}

}  // namespace
}  // namespace blindmate
