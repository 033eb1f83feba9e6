#include "blindmate/server/machines.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <string>
#include <vector>

#include "blindmate/base/text.hpp"
#include "blindmate/server/embedded.hpp"
#include "blindmate/tournament/cross_table.hpp"

namespace blindmate::server {

namespace json = boost::json;

namespace {

// The ratings that the file has are those of the cross table, which knows their errors too.
json::object read_tournament(std::string_view lines) {
  json::object result;
  json::array pairs;
  std::vector<std::string> names;
  const auto number_of = [&names](const json::value& name) {
    const auto found = std::find(names.begin(), names.end(), name.as_string());
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    names.emplace_back(name.as_string());
    return names.size() - 1;
  };
  for (const std::string_view line : split(lines, '\n')) {
    if (line.empty()) continue;
    const json::object read = json::parse(line).as_object();
    if (const json::value* summary = read.if_contains("summary")) {
      pairs.push_back({{"a", summary->at("first")},
                       {"b", summary->at("second")},
                       {"won", summary->at("wins")},
                       {"drawn", summary->at("draws")},
                       {"lost", summary->at("losses")}});
      number_of(summary->at("first"));
      number_of(summary->at("second"));
    } else if (!read.contains("ratings")) {
      result = read;
    }
  }
  tournament::CrossTable table(names.size());
  for (const json::value& pair : pairs) {
    const auto count = [&](const char* field) { return pair.at(field).to_number<int>(); };
    table.add(number_of(pair.at("a")), number_of(pair.at("b")), count("won"), count("drawn"), count("lost"));
  }
  json::array players;
  for (const tournament::Standing& one : table.standings()) {
    players.push_back({{"name", names[one.player]},
                       {"rating", one.rating},
                       {"low", one.low},
                       {"high", one.high},
                       {"games", one.games},
                       {"score", one.points}});
  }
  result["players"] = std::move(players);
  result["pairs"] = std::move(pairs);
  return result;
}

}  // namespace

json::object machines_payload() {
  static const json::object payload{{"tournaments", json::array{read_tournament(embedded("round-robin.jsonl"))}}};
  return payload;
}

}  // namespace blindmate::server
