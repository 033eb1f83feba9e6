#include "blindmate/remote/engagements.hpp"

#include <algorithm>
#include <boost/json.hpp>

#include "blindmate/view/rule_sets.hpp"

namespace blindmate::remote {

namespace json = boost::json;

namespace {

// An empty text where there is none.
std::string text(const json::object& from, std::string_view field) {
  const json::value* value = from.if_contains(field);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

bool is_true(const json::object& from, std::string_view field) {
  const json::value* value = from.if_contains(field);
  return value != nullptr && *value == true;
}

}  // namespace

void Engagements::enter() {
  challenges_.clear();
  open_.clear();
  said_.clear();
  in_lobby_ = has_list_ = false;
}

void Engagements::hear_list(const json::array& games) {
  has_list_ = true;
  for (const json::value& value : games) {
    if (!value.is_object()) continue;
    const json::object& game = value.get_object();
    if (text(game, "status") == "waiting") open_.insert(text(game, "id"));
    if (text(game, "status") == "playing") begin(text(game, "id"));
  }
}

std::optional<std::string> Engagements::hear(const json::object& message) {
  const std::string type = text(message, "type");
  if (type == "lobby") {
    in_lobby_ = true;
    const json::value* challenges = message.if_contains("challenges");
    challenges_ = challenges != nullptr && challenges->is_array() ? challenges->get_array() : json::array();
    return std::nullopt;
  }
  const std::string game = text(message, "game");
  if (type == "started") begin(game);
  const bool is_answer = type == "made" || type == "accepted" || type == "error";
  if (!is_answer || said_.empty()) return std::nullopt;
  const Said said = std::move(said_.front());
  said_.pop_front();
  if (type == "error") return hear_refusal(said, message);
  if (said.is_challenge && !playing_.contains(game) && !over_.contains(game)) open_.insert(game);
  if (!said.is_challenge) begin(game);
  return std::nullopt;
}

std::optional<std::string> Engagements::hear_refusal(const Said& said, const json::object& message) {
  const bool too_often = text(message, "code") == "too-often";
  is_silent_ = is_silent_ || too_often || said.is_challenge;
  if (!said.is_challenge && !too_often) refused_.insert(said.game);
  return text(message, "message");
}

std::vector<json::object> Engagements::messages() {
  std::vector<json::object> messages;
  if (!has_list_ || is_silent_) return messages;
  for (const json::value& value : challenges_) {
    if (room() == 0) break;
    if (!value.is_object() || !wants(value.get_object())) continue;
    const std::string game = text(value.get_object(), "game");
    messages.push_back({{"type", "accept"}, {"game", game}});
    said_.push_back({.game = game});
  }
  const bool has_challenge =
      !open_.empty() || std::any_of(said_.begin(), said_.end(), [](const Said& said) { return said.is_challenge; });
  if (wishes_.challenge && !has_challenge && room() > 0) {
    messages.push_back({{"type", "challenge"}, {"settings", *wishes_.challenge}});
    said_.push_back({.is_challenge = true});
  }
  return messages;
}

std::vector<json::object> Engagements::farewell() const {
  std::vector<json::object> messages;
  for (const std::string& game : open_) messages.push_back({{"type", "cancel"}, {"game", game}});
  return messages;
}

void Engagements::begin(const std::string& game) {
  open_.erase(game);
  if (over_.contains(game) || !playing_.insert(game).second) return;
  begun_.push_back(game);
}

void Engagements::end(const std::string& game, bool was_played) {
  playing_.erase(game);
  over_.insert(game);
  if (was_played) ++ended_;
}

bool Engagements::wants(const json::object& challenge) const {
  const std::string game = text(challenge, "game");
  const bool is_meant = text(challenge, "to") == name_ ||
                        (wishes_.accept_any && challenge.contains("to") && challenge.at("to").is_null());
  const bool is_asked = std::any_of(said_.begin(), said_.end(), [&](const Said& said) { return said.game == game; });
  const bool is_ours = referee::find_rule_set(text(challenge, "rules")) != nullptr;
  return is_meant && is_ours && !is_true(challenge, "yours") && !is_asked && !refused_.contains(game) &&
         !playing_.contains(game) && !over_.contains(game);
}

// For so many more games. An open challenge may become one at any moment.
std::size_t Engagements::room() const {
  const std::size_t taken = playing_.size() + open_.size() + said_.size();
  std::size_t most = wishes_.most_at_once;
  if (wishes_.games) most = std::min<std::size_t>(most, *wishes_.games - std::min(ended_, *wishes_.games));
  return most > taken ? most - taken : 0;
}

}  // namespace blindmate::remote
