#include "blindmate/server/options.hpp"

#include <boost/json.hpp>

#include "blindmate/messages/payloads.hpp"
#include "blindmate/players/bot.hpp"
#include "blindmate/search/algorithms/table.hpp"
#include "blindmate/server/settings.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::server {

namespace json = boost::json;

namespace {

std::string_view name(referee::Nonsense answer) {
  switch (answer) {
    case referee::Nonsense::to_mover: return "mover";
    case referee::Nonsense::to_both: return "both";
    case referee::Nonsense::as_refusal: break;
  }
  return "refusal";
}

// What the answer "yes" to "Any?" obliges to.
json::value duty_payload(referee::AnyQuestion any) {
  switch (any) {
    case referee::AnyQuestion::none: return nullptr;
    case referee::AnyQuestion::capture_until_legal: return "capture-until-legal";
    case referee::AnyQuestion::one_capture_try: break;
  }
  return "one-capture-try";
}

// Everything that rule sets differ in.
json::object rule_set_payload(const referee::RuleSet& rules) {
  json::object all = messages::rules_payload(rules);
  all["nonsense"] = json::string(name(rules.nonsense));
  all["any_duty"] = duty_payload(rules.any);
  all["captured"] = rules.captured_man == referee::CapturedMan::square_only ? "square" : "pawn-or-piece";
  all["names_en_passant"] = rules.names_en_passant;
  all["tells_promotion"] = rules.tells_promotion;
  all["check_narrows_tries"] = rules.check_narrows_tries;
  all["stalemate_loses"] = rules.stalemate_loses;
  all["chess_draws"] = rules.chess_draws;
  all["lack_of_material"] =
      rules.lack_of_material == referee::LackOfMaterial::as_in_chess ? "as-in-chess" : "one-minor-each";
  return all;
}

}  // namespace

json::object options_payload() {
  json::array rules;
  for (const referee::RuleSet* one : referee::kRuleSets) rules.push_back(rule_set_payload(*one));
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
