#include "blindmate/store/bot_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "blindmate/players/bot.hpp"

namespace blindmate::store {
namespace {

const players::PlayerEntry* find_player(std::string_view name) {
  const auto found = std::find_if(players::kPlayers.begin(), players::kPlayers.end(),
                                  [&](const players::PlayerEntry& entry) { return entry.name == name; });
  return found == players::kPlayers.end() ? nullptr : &*found;
}

}  // namespace

bool is_player(std::string_view name) { return find_player(name) != nullptr; }

std::string bot_name(const Bot& bot) {
  const players::PlayerEntry* player = find_player(bot.player);
  if (player != nullptr && !player->net.empty()) return bot.player + " (bot)";  // a name that no account can have
  const players::Level* level = players::find_level(bot.level);
  return level == nullptr ? bot.player : fmt::format("{}, {}", bot.player, level->name);
}

}  // namespace blindmate::store
