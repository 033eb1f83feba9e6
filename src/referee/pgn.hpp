// Kriegspiel PGN (docs/formats.md): whole games, and games filtered for one side, which hold what that side knows.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/referee/game.hpp"

namespace blindmate::referee {

struct Tag {
  std::string name;
  std::string value;

  bool operator==(const Tag&) const = default;
};
using Tags = std::vector<Tag>;

// `tags` names the event, the players and so on; what the game itself decides (result, rules, start) is added.
std::string write_pgn(const Game& game, const Tags& tags = {});
std::string write_pgn(const PlayerView& view, const Tags& tags = {});

struct PgnGame {
  Tags tags;                               // as in the file
  std::variant<Game, PlayerView> content;  // whole, or filtered
};

// All games of a text, each replayed by the referee; the error has line and column.
Expected<std::vector<PgnGame>> read_pgn(std::string_view text);

}  // namespace blindmate::referee
