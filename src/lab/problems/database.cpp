#include "blindmate/lab/problems/database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <filesystem>

#include "blindmate/base/files.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/json_text.hpp"

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

constexpr std::string_view kProblems = ".jsonl.zst";
constexpr std::string_view kGames = ".pgn.zst";
constexpr std::string_view kPlans = ".plans.jsonl.zst";
constexpr std::string_view kWitnesses = ".witnesses.jsonl.zst";
constexpr std::string_view kLargePlans = ".large-plans.jsonl.zst";
constexpr std::array kSuffixes = {kProblems, kGames, kPlans, kWitnesses, kLargePlans};

// The files of one kind and number of ply, by suffix.
class Files {
 public:
  explicit Files(std::string base) : base_(std::move(base)) {}

  // What is there already.
  Expected<void> read() {
    for (const std::string_view suffix : kSuffixes) {
      const std::string file = base_ + std::string(suffix);
      if (!std::filesystem::exists(file)) continue;
      Expected<std::string> text = read_file(file);
      if (!text) return text.error();
      texts_[suffix] = std::move(*text);
    }
    return {};
  }

  std::vector<json::object> lines(std::string_view suffix) const {
    std::vector<json::object> result;
    const auto text = texts_.find(suffix);
    if (text == texts_.end()) return result;
    for (const std::string_view line : split(text->second, '\n')) {
      if (!line.empty()) result.push_back(json::parse(line, {}, {.max_depth = kMostLevels}).as_object());
    }
    return result;
  }

  Expected<void> add(const Entry& entry, const std::string& id) {
    json::object line = entry.line;
    line["id"] = id;
    add_line(kProblems, line);
    if (entry.kind == Kind::near_miss) {
      json::array mated;
      for (const std::size_t state : entry.witness) mated.push_back(line.at("states").as_array()[state]);
      line["states"] = std::move(mated);
      line["expect"] = "mate";
      line.erase("belief");
      line.erase("searched");
      add_line(kWitnesses, line);
    }
    json::object proof{{"id", id}, {"verdict", "mate"}, {"ply", entry.ply}, {"length", entry.plan_length}};
    if (entry.plan.size() <= kLargestPlan) {
      proof["plan"] = json::parse(entry.plan, {}, {.max_depth = kMostLevels});
      add_line(kPlans, proof);
    } else {
      const std::string of =
          std::filesystem::path(base_).filename().string() + (entry.kind == Kind::mate ? kProblems : kWitnesses).data();
      proof["bytes"] = entry.plan.size();
      proof["sha256"] = sha256(entry.plan);
      proof["command"] = fmt::format("blindmate solve {} --id {} --ply {} --json --plan", of, id, entry.plan_ply);
      add_line(kLargePlans, proof);
    }
    const Expected<std::vector<referee::PgnGame>> game = referee::read_pgn(entry.pgn);
    if (!game) return Error{fmt::format("{}: {}", id, game.error().text())};
    texts_[kGames] += referee::write_pgn(std::get<referee::PlayerView>(game->front().content), {{"Event", id}}) + '\n';
    return {};
  }

  Expected<void> write() const {
    for (const std::string_view suffix : kSuffixes) {
      const std::string file = base_ + std::string(suffix);
      const auto text = texts_.find(suffix);
      if (text == texts_.end()) {
        std::filesystem::remove(file);  // of an earlier run
      } else if (const auto done = write_file(file, text->second); !done) {
        return done.error();
      }
    }
    return {};
  }

 private:
  void add_line(std::string_view suffix, const json::object& line) {
    texts_[suffix] += referee::json_text(line) + '\n';
  }

  std::string base_;
  std::map<std::string_view, std::string> texts_;
};

std::vector<Entry> published(const Files& files, Kind kind, int ply) {
  std::map<std::string, json::object> plans;
  for (json::object& line : files.lines(kPlans)) plans.emplace(line.at("id").as_string(), line);
  std::vector<Entry> result;
  for (json::object& line : files.lines(kProblems)) {
    Entry entry{.kind = kind, .ply = ply, .line = std::move(line), .published = true};
    const auto plan = plans.find(std::string(entry.line.at("id").as_string()));
    if (plan != plans.end()) entry.plan = referee::json_text(plan->second.at("plan"));
    result.push_back(std::move(entry));
  }
  return result;
}

}  // namespace

std::string database_folder() {
  std::error_code problem;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", problem).parent_path();
  for (const std::filesystem::path& folder : {program / BLINDMATE_DATA / "problems",  // where cmake --install puts it
                                              program / "../../data/problems"}) {     // as seen from build/PRESET
    if (!problem && std::filesystem::is_directory(folder)) return std::filesystem::canonical(folder).string();
  }
  return "data/problems";
}

std::string_view name(Kind kind) { return kind == Kind::mate ? "mates" : "near-misses"; }

std::string file_prefix(std::string_view rules, bool material_wins) {
  return (rules == kFirstRules ? "" : fmt::format("{}-", rules)) + (material_wins ? "material-" : "");
}

std::string file_name(Kind kind, int ply, std::string_view rules, bool material_wins) {
  return fmt::format("{}{}-{}", file_prefix(rules, material_wins), name(kind), ply);
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

Expected<void> Database::read(const std::string& folder) {
  for (int ply = 3; ply <= options_.most_ply; ply += 2) {
    for (const Kind kind : {Kind::mate, Kind::near_miss}) {
      Files files(
          (std::filesystem::path(folder) / file_name(kind, ply, options_.rules, options_.material_wins)).string());
      if (const auto done = files.read(); !done) return done.error();
      for (Entry& entry : published(files, kind, ply)) {
        known_.insert(key_of(entry));
        entries_[{kind, ply}].push_back(std::move(entry));
      }
    }
  }
  return {};
}

void Database::add(Entry entry) {
  if (added(entry.kind, entry.ply) == options_.count || !known_.insert(key_of(entry)).second) return;
  entries_[{entry.kind, entry.ply}].push_back(std::move(entry));
}

const std::vector<Entry>& Database::entries(Kind kind, int ply) const {
  static const std::vector<Entry> kNone;
  const auto found = entries_.find({kind, ply});
  return found == entries_.end() ? kNone : found->second;
}

std::size_t Database::added(Kind kind, int ply) const {
  return static_cast<std::size_t>(std::ranges::count(entries(kind, ply), false, &Entry::published));
}

bool Database::full() const {
  for (int ply = options_.least_ply; ply <= options_.most_ply; ply += 2) {
    if (added(Kind::mate, ply) < options_.count || added(Kind::near_miss, ply) < options_.count) return false;
  }
  return true;
}

Expected<void> Database::write(const std::string& folder) const {
  for (int ply = options_.least_ply; ply <= options_.most_ply; ply += 2) {
    for (const Kind kind : {Kind::mate, Kind::near_miss}) {
      Files files(
          (std::filesystem::path(folder) / file_name(kind, ply, options_.rules, options_.material_wins)).string());
      const std::vector<Entry>& all = entries(kind, ply);
      if (!all.empty() && all.front().published) {
        if (const auto done = files.read(); !done) return done.error();
      }
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].published) continue;
        const std::string id = fmt::format("{}{}{}-{:04}", file_prefix(options_.rules, options_.material_wins),
                                           kind == Kind::mate ? "mate" : "near", ply, i + 1);
        if (const auto done = files.add(all[i], id); !done) return done.error();
      }
      if (const auto done = files.write(); !done) return done.error();
    }
  }
  return {};
}

}  // namespace blindmate::lab
