#include "blindmate/players/players.hpp"

namespace blindmate::players {

const PlayerEntry* find_player(std::string_view name) {
  for (const PlayerEntry& entry : kPlayers) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace blindmate::players
