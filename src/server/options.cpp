#include "blindmate/server/options.hpp"

#include <boost/json.hpp>

#include "blindmate/messages/payloads.hpp"
#include "blindmate/players/bot.hpp"
#include "blindmate/search/algorithms/table.hpp"
#include "blindmate/server/settings.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::server {

namespace json = boost::json;

json::object options_payload() {
  json::array rules;
  for (const referee::RuleSet* one : referee::kRuleSets) rules.push_back(messages::rules_payload(*one));
  json::array players;
  for (const players::PlayerEntry& one : players::kPlayers)
    players.push_back(
        {{"name", json::string(one.name)}, {"summary", json::string(one.summary)}, {"strength", one.strength}});
  json::array levels;
  for (const players::Level& one : players::kLevels)
    levels.push_back({{"level", one.level}, {"name", json::string(one.name)}, {"seconds", one.seconds}});
  json::array algorithms;
  for (const auto& one : search::kAlgorithms)
    algorithms.push_back({{"name", json::string(one.name)}, {"summary", json::string(one.summary)}});
  return {{"rules", rules},
          {"players", players},
          {"levels", levels},
          {"algorithms", algorithms},
          {"clock", {{"most_minutes", kMostMinutes}, {"most_increment", kMostIncrement}}}};
}

}  // namespace blindmate::server
