// Games against a lone king that is not seen: from random placements, by BareKing, with a defender that moves at random
// or one that sees everything and knows the tables.
#pragma once

#include <cstdint>
#include <string>

#include "blindmate/endings/bare_king.hpp"

namespace blindmate::lab {

enum class Defender : std::uint8_t { random, best };

struct EndingGames {
  int games = 0;
  int won = 0;
  int stalemates = 0;
  int men_lost = 0;    // games in which the king took one
  int unfinished = 0;  // after so many moves
  double moves = 0;    // of the won games, in all
  int longest = 0;     // of the won games
};

// The attacker knows his men, and that none of them can be taken at once. Placements of the built-in tables from which
// not even that is enough for a sure mate are left out if `sure`.
EndingGames play_endings(const endings::Ending& ending, Defender defender, int games, bool sure, std::uint64_t seed);

}  // namespace blindmate::lab
