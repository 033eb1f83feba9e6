#include "blindmate/lab/database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>

#include "blindmate/base/files.hpp"
#include "blindmate/lab/report.hpp"
#include "blindmate/referee/pgn.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

constexpr std::size_t kLargestPlan = 100'000;  // bytes; of larger ones the hash is kept
constexpr std::size_t kMostLevels = 5000;      // of nesting in a plan

// The same for problems with the same belief state and ply.
std::string key_of(const Entry& entry) {
  std::vector<std::string> states;
  for (const json::value& state : entry.line.at("states").as_array()) states.emplace_back(state.as_string());
  std::sort(states.begin(), states.end());
  std::string key = std::to_string(entry.ply);
  for (const std::string& state : states) key += '\n' + state;
  return key;
}

// The contents of the files of one kind and number of ply.
class Files {
 public:
  std::optional<std::string> add(const Entry& entry, const std::string& id, const std::string& base) {
    json::object line = entry.line;
    line["id"] = id;
    add_line(problems_, line);
    if (entry.kind == Kind::near_miss) {
      json::array mated;
      for (const std::size_t state : entry.witness) mated.push_back(line.at("states").as_array()[state]);
      line["states"] = std::move(mated);
      line["expect"] = "mate";
      line.erase("belief");
      line.erase("searched");
      add_line(witnesses_, line);
    }
    json::object proof{{"id", id}, {"verdict", "mate"}, {"ply", entry.ply}, {"length", entry.plan_length}};
    if (entry.plan.size() <= kLargestPlan) {
      proof["plan"] = json::parse(entry.plan, {}, {.max_depth = kMostLevels});
      add_line(plans_, proof);
    } else {
      const std::string of =
          std::filesystem::path(base).filename().string() + (entry.kind == Kind::mate ? kProblems : kWitnesses).data();
      proof["bytes"] = entry.plan.size();
      proof["sha256"] = sha256(entry.plan);
      proof["command"] = fmt::format("blindmate solve {} --id {} --ply {} --json --plan", of, id, entry.plan_ply);
      add_line(large_plans_, proof);
    }
    const Expected<std::vector<referee::PgnGame>> game = referee::read_pgn(entry.pgn);
    if (!game) return fmt::format("{}: {}", id, game.error().text());
    games_ += referee::write_pgn(std::get<referee::PlayerView>(game->front().content), {{"Event", id}}) + '\n';
    return std::nullopt;
  }

  std::optional<std::string> write(const std::string& base) const {
    for (const auto& [suffix, text] :
         {std::pair(kProblems, problems_), std::pair(kGames, games_), std::pair(kPlans, plans_),
          std::pair(kWitnesses, witnesses_), std::pair(kLargePlans, large_plans_)}) {
      const std::string file = base + std::string(suffix);
      if (text.empty()) {
        std::filesystem::remove(file);  // of an earlier run
      } else if (const auto wrong = write_file(file, text)) {
        return wrong;
      }
    }
    return std::nullopt;
  }

 private:
  static constexpr std::string_view kProblems = ".jsonl.zst";
  static constexpr std::string_view kGames = ".pgn.zst";
  static constexpr std::string_view kPlans = ".plans.jsonl.zst";
  static constexpr std::string_view kWitnesses = ".witnesses.jsonl.zst";
  static constexpr std::string_view kLargePlans = ".large-plans.jsonl.zst";

  static void add_line(std::string& file, const json::object& line) { file += json::serialize(line) + '\n'; }

  std::string problems_, games_, plans_, witnesses_, large_plans_;
};

}  // namespace

std::string file_name(Kind kind, int ply) {
  return fmt::format("{}-{}", kind == Kind::mate ? "mates" : "near-misses", ply);
}

json::object to_json(const Entry& entry) {
  json::object result{{"kind", entry.kind == Kind::mate ? "mate" : "near-miss"},
                      {"ply", entry.ply},
                      {"line", entry.line},
                      {"pgn", entry.pgn},
                      {"plan", entry.plan},
                      {"plan_length", entry.plan_length},
                      {"plan_ply", entry.plan_ply}};
  if (entry.kind == Kind::near_miss) result["witness"] = json::value_from(entry.witness);
  return result;
}

Entry entry_from_json(const json::object& object) {
  Entry entry{.kind = object.at("kind") == "mate" ? Kind::mate : Kind::near_miss,
              .ply = static_cast<int>(object.at("ply").as_int64()),
              .line = object.at("line").as_object(),
              .pgn = std::string(object.at("pgn").as_string()),
              .plan = std::string(object.at("plan").as_string()),
              .plan_length = static_cast<int>(object.at("plan_length").as_int64()),
              .plan_ply = static_cast<int>(object.at("plan_ply").as_int64())};
  if (const json::value* witness = object.if_contains("witness"))
    entry.witness = json::value_to<std::vector<std::size_t>>(*witness);
  return entry;
}

void Database::add(Entry entry) {
  if (size(entry.kind, entry.ply) == count_ || !known_.insert(key_of(entry)).second) return;
  entries_[{entry.ply, entry.kind}].push_back(std::move(entry));
}

std::size_t Database::size(Kind kind, int ply) const {
  const auto found = entries_.find({ply, kind});
  return found == entries_.end() ? 0 : found->second.size();
}

bool Database::full() const {
  for (int ply = 3; ply <= most_ply_; ply += 2) {
    if (size(Kind::mate, ply) < count_ || size(Kind::near_miss, ply) < count_) return false;
  }
  return true;
}

std::optional<std::string> Database::write(const std::string& folder) const {
  for (int ply = 3; ply <= most_ply_; ply += 2) {
    for (const Kind kind : {Kind::mate, Kind::near_miss}) {
      const std::string base = (std::filesystem::path(folder) / file_name(kind, ply)).string();
      Files files;
      for (std::size_t i = 0; i < size(kind, ply); ++i) {
        const std::string id = fmt::format("{}{}-{:04}", kind == Kind::mate ? "mate" : "near", ply, i + 1);
        if (const auto wrong = files.add(entries_.at({ply, kind})[i], id, base)) return wrong;
      }
      if (const auto wrong = files.write(base)) return wrong;
    }
  }
  return std::nullopt;
}

}  // namespace blindmate::lab
