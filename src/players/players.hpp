// The table of players. A new one is a file with its function and a row here.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "blindmate/players/player.hpp"

namespace blindmate::players {

std::unique_ptr<Player> make_random_player(std::uint64_t seed);  // random_player.cpp

struct PlayerEntry {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Player> (*make)(std::uint64_t seed);
};

inline constexpr std::array kPlayers = {
    PlayerEntry{"random", "tries at random, each askable one as likely as the others", make_random_player},
};

const PlayerEntry* find_player(std::string_view name);

}  // namespace blindmate::players
