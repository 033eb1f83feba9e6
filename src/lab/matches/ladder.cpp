#include "blindmate/lab/matches/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>

#include "blindmate/base/files.hpp"
#include "blindmate/view/json_text.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

std::string text_of(const json::object& line, const char* name) { return std::string(line.at(name).as_string()); }

std::size_t find_rung(const Ladder& ladder, const std::string& name) {
  const auto found = std::find_if(ladder.rungs.begin(), ladder.rungs.end(),
                                  [&](const Ladder::Rung& rung) { return rung.name == name; });
  if (found == ladder.rungs.end()) throw std::runtime_error(fmt::format("there is no rung \"{}\" before it", name));
  return static_cast<std::size_t>(found - ladder.rungs.begin());
}

void read_line(const json::object& line, Ladder& ladder) {
  if (const json::value* settings = line.if_contains("ladder")) {
    const std::string rules = text_of(settings->as_object(), "rules");
    const auto found = std::find_if(referee::kRuleSets.begin(), referee::kRuleSets.end(),
                                    [&](const referee::RuleSet* one) { return one->name == rules; });
    if (found == referee::kRuleSets.end()) throw std::runtime_error(fmt::format("unknown rules \"{}\"", rules));
    ladder.match.rules = *found;
    ladder.match.swap = true;
    ladder.match.pace.nodes = settings->at("nodes").to_number<std::uint64_t>();
    ladder.games = settings->at("games").to_number<std::uint64_t>();
  } else if (line.contains("rung")) {
    ladder.rungs.push_back({text_of(line, "rung"), text_of(line, "player"), text_of(line, "revision")});
  } else {
    ladder.results.push_back({find_rung(ladder, text_of(line, "first")), find_rung(ladder, text_of(line, "second")),
                              line.at("wins").to_number<int>(), line.at("draws").to_number<int>(),
                              line.at("losses").to_number<int>()});
  }
}

}  // namespace

Expected<Ladder> Ladder::read(const std::string& file) {
  const Expected<std::vector<Line>> lines = read_lines(file);
  if (!lines) return lines.error();
  Ladder ladder;
  for (const Line& line : *lines) {
    try {
      read_line(json::parse(line.text).as_object(), ladder);
    } catch (const std::exception& problem) {
      return Error{fmt::format("{}: {}", line.place, problem.what())};
    }
  }
  if (ladder.match.rules == nullptr || ladder.games == 0) return Error{file + ": its settings are missing"};
  return ladder;
}

std::string Ladder::text() const {
  std::string result = referee::json_text(json::object{
      {"ladder", {{"rules", json::string(match.rules->name)}, {"nodes", *match.pace.nodes}, {"games", games}}}});
  for (const Rung& rung : rungs) {
    result += '\n' + referee::json_text(
                         json::object{{"rung", rung.name}, {"player", rung.player}, {"revision", rung.revision}});
  }
  for (const Result& one : results) {
    result += '\n' + referee::json_text(json::object{{"first", rungs[one.first].name},
                                                     {"second", rungs[one.second].name},
                                                     {"wins", one.wins},
                                                     {"draws", one.draws},
                                                     {"losses", one.losses}});
  }
  return result + '\n';
}

std::vector<tournament::Standing> standings(const Ladder& ladder) {
  tournament::CrossTable table(ladder.rungs.size());
  for (const Ladder::Result& one : ladder.results) table.add(one.first, one.second, one.wins, one.draws, one.losses);
  std::vector<tournament::Standing> result = table.standings();
  const auto first = std::find_if(result.begin(), result.end(), [](const auto& one) { return one.player == 0; });
  const double zero = first == result.end() ? 0 : first->rating;
  for (tournament::Standing& one : result) one.rating -= zero;
  return result;
}

}  // namespace blindmate::lab
