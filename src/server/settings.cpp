#include "blindmate/server/settings.hpp"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <cmath>

#include "blindmate/players/bot.hpp"
#include "blindmate/runtime/tokens.hpp"
#include "blindmate/store/bot_names.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::server {
namespace {

namespace json = boost::json;

using chess::Side;

constexpr double kLeastMinutes = 0.1;

std::optional<double> number_of(const json::object& object, std::string_view field) {
  const json::value* value = object.if_contains(field);
  if (value == nullptr || !value->is_number()) return std::nullopt;
  return value->to_number<double>();
}

// The readers say what is wrong, or nothing.
using Problem = std::optional<std::string>;

Problem read_rules(const json::value& value, store::GameRecord& game) {
  if (!value.is_string() || referee::find_rule_set(value.get_string()) == nullptr) return "is not a rule set";
  game.rules = std::string(value.get_string());
  return std::nullopt;
}

Problem read_colour(const json::value& value, Side& own) {
  if (value == "white") {
    own = Side::white;
  } else if (value == "black") {
    own = Side::black;
  } else if (value == "random") {
    own = runtime::new_token()[0] % 2 == 0 ? Side::white : Side::black;
  } else {
    return "is not white, black or random";
  }
  return std::nullopt;
}

Problem read_clock(const json::value& value, store::GameRecord& game) {
  if (value.is_null()) return std::nullopt;
  if (!value.is_object()) return "is not null or an object";
  const std::optional<double> minutes = number_of(value.get_object(), "minutes");
  const std::optional<double> increment = number_of(value.get_object(), "increment");
  if (!minutes || !(*minutes >= kLeastMinutes && *minutes <= kMostMinutes))
    return fmt::format("needs minutes from {} to {}", kLeastMinutes, kMostMinutes);
  if (!increment || !(*increment >= 0 && *increment <= kMostIncrement))
    return fmt::format("needs an increment from 0 to {} seconds", kMostIncrement);
  game.time = store::TimeControl{std::llround(*minutes * 60'000), std::llround(*increment * 1000)};
  return std::nullopt;
}

Problem read_bot(const json::value& value, std::optional<store::Bot>& bot) {
  const json::object* object = value.if_object();
  const json::value* player = object == nullptr ? nullptr : object->if_contains("player");
  const json::value* level = object == nullptr ? nullptr : object->if_contains("level");
  if (player == nullptr || level == nullptr) return "is not a player and a level";
  if (!player->is_string() || !store::is_player(player->get_string())) return "has a player that does not exist";
  if (!level->is_int64() || level->get_int64() < 0 || level->get_int64() > 100 ||
      players::find_level(static_cast<int>(level->get_int64())) == nullptr)
    return "has a level that does not exist";
  bot = store::Bot{std::string(player->get_string()), static_cast<int>(level->get_int64())};
  return std::nullopt;
}

Problem read_opponent(const json::value& value, store::GameRecord& game, std::optional<store::Bot>& bot) {
  if (value == "person") return std::nullopt;
  game.in_lobby = value == "anyone";
  if (game.in_lobby) return std::nullopt;
  const json::object* object = value.if_object();
  const json::value* name = object == nullptr ? nullptr : object->if_contains("name");
  if (name != nullptr) {
    if (!name->is_string()) return "has a name that is no text";
    game.in_lobby = true;
    game.wanted = store::Account{.name = std::string(name->get_string())};
    return std::nullopt;
  }
  if (object == nullptr || !object->contains("player") || !object->contains("level"))
    return "is not person, anyone, a name, or a player and a level";
  return read_bot(value, bot);
}

Problem read_rated(const json::value& value, store::GameRecord& game) {
  if (!value.is_bool()) return "is not true or false";
  game.rated = value.get_bool();
  return std::nullopt;
}

}  // namespace

Expected<store::GameRecord> read_settings(const json::value& value, store::GuestId guest, store::Milliseconds now) {
  const json::object* object = value.if_object();
  if (object == nullptr) return Error{"the settings are not an object"};
  store::GameRecord game{.id = runtime::new_game_id(), .created = now};
  Side own = Side::white;
  std::optional<store::Bot> bot;
  for (const char* field : {"rules", "colour", "clock", "opponent"}) {
    if (!object->contains(field)) return Error{fmt::format("\"{}\" is missing", field)};
  }
  for (const auto& [key, field] : *object) {
    Problem problem = "is not known";
    if (key == "rules") problem = read_rules(field, game);
    if (key == "colour") problem = read_colour(field, own);
    if (key == "clock") problem = read_clock(field, game);
    if (key == "opponent") problem = read_opponent(field, game, bot);
    if (key == "rated") problem = read_rated(field, game);
    if (problem) return Error{fmt::format("\"{}\" {}", std::string_view(key), *problem)};
  }
  if (game.rated && !game.time) return Error{"a rated game needs a clock"};
  if (game.rated && !bot && !game.in_lobby) return Error{"a rated game needs a challenge or a bot, not a private link"};
  game.seats[chess::index(own)].guests = {guest};
  game.seats[chess::index(other(own))].bot = bot;
  if (bot) game.events = {{store::TableEvent::Kind::started, now}};
  return game;
}

Expected<store::GameRecord> read_exhibition(const json::value& value, store::Milliseconds now) {
  const json::object* object = value.if_object();
  if (object == nullptr) return Error{"the settings are not an object"};
  store::GameRecord game{.id = runtime::new_game_id(), .created = now};
  for (const char* field : {"rules", "white", "black"}) {
    if (!object->contains(field)) return Error{fmt::format("\"{}\" is missing", field)};
  }
  for (const auto& [key, field] : *object) {
    Problem problem = "is not known";
    if (key == "rules") problem = read_rules(field, game);
    if (key == "white") problem = read_bot(field, game.seats[0].bot);
    if (key == "black") problem = read_bot(field, game.seats[1].bot);
    if (problem) return Error{fmt::format("\"{}\" {}", std::string_view(key), *problem)};
  }
  game.events = {{store::TableEvent::Kind::started, now}};
  return game;
}

}  // namespace blindmate::server
