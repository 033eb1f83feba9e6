// Plans for vacuum worlds: as the program shows and checks them.
#include <algorithm>
#include <functional>

#include "cli.hpp"

namespace blindmate {
namespace {

namespace json = boost::json;

class CliVacuumPlans : public Cli {
 protected:
  // The first line of a run with a plan.
  json::object planned(const std::string& options) const {
    const Ran ran = run("vacuum --json --plan " + options);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return json_lines(ran.out).at(0);
  }
  // What the checker says of each line.
  std::vector<json::object> verified(const std::vector<json::object>& lines, int code) const {
    std::string text;
    for (const json::object& line : lines) text += json::serialize(line) + '\n';
    write("plans.jsonl", text);
    const Ran ran = run("vacuum --json --verify " + path("plans.jsonl"));
    EXPECT_EQ(ran.code, code) << ran.err;
    return json_lines(ran.out);
  }
};

const char* const kWorlds[] = {"--height 2", "--height 3", "--height 3 --blind --depth 12",
                               "--width 3 --height 2 --depth 14 --start 2,1 --dirt 1,1 3,2"};

TEST_F(CliVacuumPlans, HoldWhateverTheAlgorithm) {
  for (const char* world : kWorlds) {
    std::vector<json::object> lines;
    for (const std::string algorithm : {"dfs", "dbu", "dfs-subset", "dbu-equal", "dbu-subset", "closure"}) {
      lines.push_back(planned(fmt::format("{} --algorithm {}", world, algorithm)));
      EXPECT_EQ(lines.back().at("verdict"), "plan") << world << " " << algorithm;
    }
    const std::vector<json::object> said = verified(lines, 0);
    ASSERT_EQ(said.size(), lines.size());
    for (const json::object& one : said) EXPECT_EQ(one.at("valid"), true) << world << " " << json::serialize(one);
  }
}

TEST_F(CliVacuumPlans, DeepeningFindsTheShortest) {
  for (const char* world : kWorlds) {
    const json::object line = planned(fmt::format("{} --deepen", world));
    const std::int64_t length = line.at("length").as_int64();
    EXPECT_EQ(verified({line}, 0).at(0).at("valid"), true);
    std::string shorter = world;  // the last --depth counts only where there is one
    if (const std::size_t depth = shorter.find("--depth"); depth != std::string::npos) shorter.erase(depth, 10);
    const Ran ran = run(fmt::format("vacuum --json {} --depth {} --algorithm dfs-equal", shorter, length - 1));
    EXPECT_EQ(json_lines(ran.out).at(0).at("verdict"), "no-plan") << world;
  }
}

// Calls damage(object) for every object of a plan with the field, each time on a fresh copy of the line.
void for_each_damage(const json::object& line, const char* field, const std::function<void(json::object&)>& damage,
                     std::vector<json::object>& damaged) {
  for (std::size_t number = 0;; ++number) {
    json::object copy = line;
    std::size_t left = number;
    const std::function<bool(json::value&)> visit = [&](json::value& value) {
      if (value.is_array()) return std::any_of(value.get_array().begin(), value.get_array().end(), visit);
      if (!value.is_object()) return false;
      json::object& object = value.get_object();
      if (object.contains(field) && left-- == 0) {
        damage(object);
        return true;
      }
      return std::any_of(object.begin(), object.end(), [&](auto& pair) { return visit(pair.value()); });
    };
    if (!visit(copy.at("plan"))) return;
    damaged.push_back(std::move(copy));
  }
}

TEST_F(CliVacuumPlans, DamagedOnesAreRefuted) {
  const json::object good = planned("--height 3 --deepen");
  ASSERT_EQ(verified({good}, 0).at(0).at("valid"), true);
  std::vector<json::object> damaged;
  for (const json::string action : {"suck", "left", "right", "up", "down", "jump"}) {
    for_each_damage(
        good, "action",
        [&](json::object& node) { node["action"] = node.at("action") == action ? json::string("rest") : action; },
        damaged);
  }
  for_each_damage(good, "then", [](json::object& node) { node.at("then").as_array().pop_back(); }, damaged);
  for_each_damage(
      good, "then",
      [](json::object& node) {
        json::array& then = node.at("then").as_array();
        const json::value first = then.front();
        then.push_back(first);
      },
      damaged);
  for_each_damage(
      good, "dirty", [](json::object& branch) { branch["dirty"] = !branch.at("dirty").as_bool(); }, damaged);
  for_each_damage(
      good, "square", [](json::object& branch) { branch["square"] = branch.at("square") == "1,1" ? "1,2" : "1,1"; },
      damaged);
  for_each_damage(
      good, "plan",
      [](json::object& branch) {
        branch.erase("plan");
        branch["goal"] = true;
      },
      damaged);
  for (const auto& [field, value] : std::initializer_list<std::pair<const char*, json::value>>{
           {"depth", good.at("length").as_int64() - 1}, {"start", "1,2"}, {"dirt", {"2,3", "1,2"}}, {"blind", true}}) {
    damaged.push_back(good);
    damaged.back().at("world").as_object()[field] = value;
  }
  damaged.push_back(good);
  damaged.back()["length"] = good.at("length").as_int64() + 1;
  const std::vector<json::object> said = verified(damaged, 4);
  EXPECT_GT(damaged.size(), 100U);
  ASSERT_EQ(said.size(), damaged.size());
  for (std::size_t i = 0; i < said.size(); ++i) {
    EXPECT_EQ(said[i].at("valid"), false) << json::serialize(damaged[i]);
    EXPECT_FALSE(said[i].at("reason").as_string().empty());
  }
}

TEST_F(CliVacuumPlans, ThatCannotBeReadAreNamed) {
  const json::object good = planned("--height 2");
  const std::pair<std::function<void(json::object&)>, const char*> rows[] = {
      {[](auto& line) { line.erase("plan"); }, ":1: plan: is missing"},
      {[](auto& line) { line.erase("world"); }, ":1: world: is missing"},
      {[](auto& line) { line["verdict"] = "perhaps"; }, ":1: verdict: not plan, no-plan or unknown"},
      {[](auto& line) { line.at("world").as_object()["width"] = 0; }, ":1: world.width: not a whole number"},
      {[](auto& line) { line.at("world").as_object()["start"] = "3,1"; }, ":1: world.start: not a square"},
      {[](auto& line) { line.at("plan").as_object()["then"] = 3; }, ":1: plan.then: not a list"},
      {[](auto& line) { line.at("plan").as_object()["than"] = 3; }, ":1: plan.than: not a known field"},
      {[](auto& line) { line.at("plan").at("then").at(0).as_object().erase("plan"); },
       ":1: plan.then[0]: needs one of"},
  };
  for (const auto& [damage, reason] : rows) {
    json::object line = good;
    damage(line);
    write("plans.jsonl", json::serialize(line));
    const Ran ran = run("vacuum --verify " + path("plans.jsonl"));
    EXPECT_EQ(ran.code, 2) << reason;
    EXPECT_TRUE(contains(ran.err, path("plans.jsonl") + reason)) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
  EXPECT_EQ(run("vacuum --verify nowhere").code, 2);
  EXPECT_EQ(run("vacuum --height 2 --verify " + path("plans.jsonl")).code, 2) << "the world is in the file";
}

TEST_F(CliVacuumPlans, AreShownAsATree) {
  const Ran ran = run("vacuum --width 2 --height 1 --depth 4 --plan --deepen");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "plan of 4")) << ran.out;
  EXPECT_TRUE(contains(ran.out,
                       "\nright: 2,1, dirty\n"
                       "suck\n"
                       "  if 2,1, the board is clean\n"
                       "  if 2,1, clean\n"
                       "    left: 1,1, dirty\n"
                       "    suck: 1,1, the board is clean\n"))
      << ran.out;
}

}  // namespace
}  // namespace blindmate
