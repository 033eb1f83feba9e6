// The database: each belief state once for a number of ply, so many of each kind, and files that others can read.
#include "blindmate/lab/problems/database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <set>

#include "blindmate/base/files.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/problem.hpp"
#include "temporary_folder.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

const std::string kA = "7k/p7/5K2/8/8/8/8/1R6 w - - 0 1";
const std::string kB = "7k/8/p4K2/8/8/8/8/1R6 w - - 0 1";
const std::string kC = "7k/8/5K2/p7/8/8/8/1R6 w - - 0 1";

constexpr const char* kGame = R"([Event "?"]
[Variant "berkeley"]
[Filtered "White"]

1. e4 {:} ?? {:} 2. d4 {:} ?? {d4:2} 3. -- {:c3,Nc3} *
)";

Entry entry(Kind kind, int ply, const std::vector<std::string>& states, const std::string& plan = R"({"try":"b1b8"})") {
  return {.kind = kind,
          .ply = ply,
          .line = {{"id", ""},
                   {"rules", "berkeley"},
                   {"ply", ply},
                   {"states", json::value_from(states)},
                   {"expect", kind == Kind::mate ? "mate" : "no-mate"},
                   {"belief", {1, 20, 3}},
                   {"searched", 77}},
          .pgn = kGame,
          .plan = plan,
          .plan_length = 3,
          .plan_ply = 3,
          .witness = {}};
}

Entry near_miss(int ply, const std::vector<std::string>& states, const std::vector<std::size_t>& witness) {
  Entry result = entry(Kind::near_miss, ply, states);
  result.witness = witness;
  return result;
}

// A plan of this size in bytes.
std::string plan_of(std::size_t size) {
  const std::string begin = R"({"try":"a1a8","note":")";
  const std::string end = R"("})";
  return begin + std::string(size - begin.size() - end.size(), 'x') + end;
}

class Databases : public TemporaryFolder {
 protected:
  void write(const Database& database) const { ASSERT_TRUE(database.write(folder_.string())); }

  std::vector<json::object> lines(const std::string& name) const {
    std::vector<json::object> result;
    const Expected<std::string> text = read_file(path(name));
    EXPECT_TRUE(text) << name;
    if (!text) return result;
    for (const std::string_view line : split(*text, '\n')) {
      if (!line.empty()) result.push_back(json::parse(json::string_view(line)).as_object());
    }
    return result;
  }
  std::vector<referee::Problem> problems(const std::string& name) const {
    const Expected<std::vector<referee::ProblemLine>> read = referee::read_problems(path(name));
    EXPECT_TRUE(read) << read.error().reason;
    std::vector<referee::Problem> result;
    if (!read) return result;
    for (const referee::ProblemLine& line : *read) result.push_back(line.problem);
    return result;
  }
  std::set<std::string> files() const {
    std::set<std::string> result;
    for (const auto& file : std::filesystem::directory_iterator(folder_)) result.insert(file.path().filename());
    return result;
  }
};

std::vector<std::string> fens(const referee::Problem& problem) {
  std::vector<std::string> result;
  for (const chess::Position& state : problem.states) result.push_back(chess::fen(state));
  return result;
}

TEST_F(Databases, KeepABeliefStateOnceForANumberOfPly) {
  Database database({.most_ply = 5, .count = 100});
  database.add(entry(Kind::mate, 3, {kA, kB, kC}));
  database.add(entry(Kind::mate, 3, {kA, kB, kC}));
  database.add(entry(Kind::mate, 3, {kC, kA, kB}));
  EXPECT_EQ(database.added(Kind::mate, 3), 1U) << "whatever the order";
  database.add(entry(Kind::mate, 3, {kA, kB}));
  database.add(entry(Kind::mate, 3, {kA, kC}));
  EXPECT_EQ(database.added(Kind::mate, 3), 3U) << "other states";
  database.add(near_miss(5, {kA, kB, kC}, {0, 1}));
  database.add(near_miss(5, {kB, kC, kA}, {0, 1}));
  database.add(near_miss(3, {kB, kC}, {0}));
  EXPECT_EQ(database.added(Kind::near_miss, 5), 1U) << "the same at another ply";
  EXPECT_EQ(database.added(Kind::near_miss, 3), 1U);
  EXPECT_EQ(database.added(Kind::mate, 5), 0U);
}

TEST_F(Databases, KeepTheFirstOnesOfEachKind) {
  Database database({.most_ply = 5, .count = 2});
  std::vector<std::string> states = {kA};
  for (const std::string& more : {kB, kC}) {
    EXPECT_FALSE(database.full());
    states.push_back(more);
    for (const int ply : {3, 5}) {
      database.add(entry(Kind::mate, ply, states));
      database.add(near_miss(ply, {states[0], states[states.size() - 1], "7k/8/5K2/8/p7/8/8/1R6 w - - 0 1"}, {0, 1}));
    }
  }
  EXPECT_TRUE(database.full());
  database.add(entry(Kind::mate, 3, {kB, kC}));
  for (const int ply : {3, 5}) {
    EXPECT_EQ(database.added(Kind::mate, ply), 2U);
    EXPECT_EQ(database.added(Kind::near_miss, ply), 2U);
  }
  write(database);
  EXPECT_EQ(fens(problems("mates-3.jsonl.zst").at(0)), (std::vector{kA, kB}));
  EXPECT_EQ(fens(problems("mates-3.jsonl.zst").at(1)), (std::vector{kA, kB, kC}));
}

TEST_F(Databases, AreReadBack) {
  Database database({.most_ply = 5, .count = 100});
  database.add(entry(Kind::mate, 5, {kA, kB}, R"({"try":"b1b7","refused":null,"played":[]})"));
  database.add(entry(Kind::mate, 5, {kA, kC}));
  database.add(near_miss(3, {kA, kB, kC}, {2, 0}));
  write(database);
  EXPECT_EQ(files(), (std::set<std::string>{"mates-5.jsonl.zst", "mates-5.pgn.zst", "mates-5.plans.jsonl.zst",
                                            "near-misses-3.jsonl.zst", "near-misses-3.pgn.zst",
                                            "near-misses-3.plans.jsonl.zst", "near-misses-3.witnesses.jsonl.zst"}));

  const std::vector<referee::Problem> mates = problems("mates-5.jsonl.zst");
  ASSERT_EQ(mates.size(), 2U);
  EXPECT_NE(mates[0].id, mates[1].id);
  EXPECT_EQ(fens(mates[0]), (std::vector{kA, kB}));
  EXPECT_EQ(mates[0].ply, 5);
  EXPECT_EQ(mates[0].expect_mate, true);
  EXPECT_EQ(lines("mates-5.jsonl.zst").at(0).at("belief"), json::value({1, 20, 3}));
  EXPECT_EQ(lines("mates-5.jsonl.zst").at(0).at("searched"), 77);
  EXPECT_EQ(lines("mates-5.plans.jsonl.zst").at(0),
            json::value({{"id", mates[0].id},
                         {"verdict", "mate"},
                         {"ply", 5},
                         {"length", 3},
                         {"plan", json::parse(R"({"try":"b1b7","refused":null,"played":[]})")}}));

  const std::vector<referee::Problem> near = problems("near-misses-3.jsonl.zst");
  const std::vector<referee::Problem> witnesses = problems("near-misses-3.witnesses.jsonl.zst");
  ASSERT_EQ(near.size(), 1U);
  ASSERT_EQ(witnesses.size(), 1U);
  EXPECT_EQ(fens(near[0]), (std::vector{kA, kB, kC}));
  EXPECT_EQ(near[0].expect_mate, false);
  EXPECT_EQ(fens(witnesses[0]), (std::vector{kC, kA}));
  EXPECT_EQ(witnesses[0].expect_mate, true);
  EXPECT_EQ(witnesses[0].id, near[0].id);
  EXPECT_EQ(lines("near-misses-3.plans.jsonl.zst").at(0).at("id"), json::string(near[0].id));
}

TEST_F(Databases, AreExtendedAndKeepTheirIds) {
  Database first({.most_ply = 5, .count = 100});
  first.add(entry(Kind::mate, 3, {kA, kB}));
  first.add(near_miss(5, {kA, kB, kC}, {2, 0}));
  write(first);
  const std::vector<json::object> before = lines("mates-3.jsonl.zst");
  const std::string published = *read_file(path("near-misses-5.witnesses.jsonl.zst"));

  Database second({.least_ply = 3, .most_ply = 5, .count = 1});
  ASSERT_TRUE(second.read(folder_.string()));
  EXPECT_EQ(second.entries(Kind::mate, 3).size(), 1U);
  EXPECT_EQ(second.added(Kind::mate, 3), 0U) << "what is there does not count";
  second.add(entry(Kind::mate, 3, {kB, kA}));
  EXPECT_EQ(second.added(Kind::mate, 3), 0U) << "known";
  second.add(entry(Kind::mate, 3, {kA, kC}, R"({"try":"b1b7"})"));
  second.add(entry(Kind::mate, 3, {kB, kC}));
  write(second);

  const std::vector<json::object> after = lines("mates-3.jsonl.zst");
  ASSERT_EQ(after.size(), 2U);
  EXPECT_EQ(after[0], before[0]);
  EXPECT_EQ(after[1].at("states"), json::value({kA, kC}));
  EXPECT_NE(after[1].at("id"), after[0].at("id"));
  EXPECT_EQ(lines("mates-3.plans.jsonl.zst").at(1).at("id"), after[1].at("id"));
  EXPECT_EQ(referee::read_pgn(*read_file(path("mates-3.pgn.zst")))->size(), 2U);
  EXPECT_EQ(*read_file(path("near-misses-5.witnesses.jsonl.zst")), published);
}

TEST_F(Databases, OfOtherRuleSetsHaveFilesOfTheirOwn) {
  Database database({.rules = "wild16", .most_ply = 3});
  database.add(entry(Kind::mate, 3, {kA, kB}));
  write(database);
  EXPECT_EQ(files(), (std::set<std::string>{"wild16-mates-3.jsonl.zst", "wild16-mates-3.pgn.zst",
                                            "wild16-mates-3.plans.jsonl.zst"}));
  EXPECT_EQ(problems("wild16-mates-3.jsonl.zst").at(0).id, "wild16-mate3-0001");
}

TEST_F(Databases, GamesNameTheirProblem) {
  Database database({.most_ply = 3, .count = 100});
  database.add(entry(Kind::mate, 3, {kA, kB}));
  database.add(entry(Kind::mate, 3, {kA, kC}));
  write(database);
  const Expected<std::vector<referee::PgnGame>> games = referee::read_pgn(*read_file(path("mates-3.pgn.zst")));
  ASSERT_TRUE(games) << games.error().text();
  ASSERT_EQ(games->size(), 2U);
  const Expected<std::vector<referee::PgnGame>> given = referee::read_pgn(kGame);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string id = problems("mates-3.jsonl.zst").at(i).id;
    EXPECT_EQ(std::ranges::count((*games)[i].tags, referee::Tag{"Event", id}), 1);
    EXPECT_EQ(std::get<referee::PlayerView>((*games)[i].content).log(),
              std::get<referee::PlayerView>(given->front().content).log());
  }
}

TEST_F(Databases, OfLargePlansTheHashIsKept) {
  Database database({.most_ply = 3, .count = 100});
  database.add(entry(Kind::mate, 3, {kA, kB}, plan_of(100'000)));
  database.add(entry(Kind::mate, 3, {kA, kC}, plan_of(100'001)));
  Entry near = near_miss(3, {kA, kB, kC}, {0, 1});
  near.plan = plan_of(100'001);
  database.add(near);
  write(database);
  EXPECT_EQ(lines("mates-3.plans.jsonl.zst").size(), 1U);
  EXPECT_FALSE(files().contains("near-misses-3.plans.jsonl.zst"));
  // By Python's hashlib.
  const char* hash = "3797793bc776e5f89a4cebd508f7ad9f7eb78ec1edac556115b8c61536c80074";
  const std::pair<const char*, const char*> rows[] = {{"mates-3", "mates-3.jsonl.zst"},
                                                      {"near-misses-3", "near-misses-3.witnesses.jsonl.zst"}};
  for (const auto& [name, solved] : rows) {
    const std::vector<json::object> large = lines(std::string(name) + ".large-plans.jsonl.zst");
    ASSERT_EQ(large.size(), 1U);
    const std::string id = problems(solved).back().id;
    EXPECT_EQ(large[0].at("id"), json::string(id));
    EXPECT_EQ(large[0].at("bytes"), 100'001);
    EXPECT_EQ(large[0].at("sha256"), hash);
    EXPECT_EQ(std::string(large[0].at("command").as_string()),
              fmt::format("blindmate solve {} --id {} --ply 3 --json --plan", solved, id));
    EXPECT_FALSE(large[0].contains("plan"));
  }
}

TEST_F(Databases, EntriesTravelAsJson) {
  for (const Entry& given : {entry(Kind::mate, 5, {kA, kB}), near_miss(7, {kA, kB, kC}, {0, 2})}) {
    const Entry read = entry_from_json(json::parse(json::serialize(to_json(given))).as_object());
    EXPECT_EQ(read.kind, given.kind);
    EXPECT_EQ(read.ply, given.ply);
    EXPECT_EQ(read.line, given.line);
    EXPECT_EQ(read.pgn, given.pgn);
    EXPECT_EQ(read.plan, given.plan);
    EXPECT_EQ(read.plan_length, given.plan_length);
    EXPECT_EQ(read.plan_ply, given.plan_ply);
    EXPECT_EQ(read.witness, given.witness);
  }
}

TEST_F(Databases, WhatCannotBeWrittenIsNamed) {
  Database database({.most_ply = 3, .count = 100});
  database.add(entry(Kind::mate, 3, {kA, kB}));
  const Expected<void> written = database.write(path("nowhere"));
  ASSERT_FALSE(written);
  EXPECT_TRUE(written.error().text().starts_with(path("nowhere/mates-3.jsonl.zst"))) << written.error().text();
}

}  // namespace
}  // namespace blindmate::lab
