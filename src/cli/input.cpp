#include "input.hpp"

#include <fmt/format.h>

#include "blindmate/base/files.hpp"

namespace blindmate::cli {

using chess::Side;
using referee::PlayerView;

Expected<std::vector<referee::PgnGame>> read_games_file(const std::string& file) {
  const Expected<std::string> text = read_file(file);
  if (!text) return text.error();
  return referee::read_pgn(*text);
}

Expected<PlayerView> view_of(const referee::PgnGame& game, const std::string& side) {
  if (const referee::Game* whole = std::get_if<referee::Game>(&game.content)) {
    if (side.empty()) return Error{"the game is not filtered: say whose knowledge is meant with --side"};
    return whole->view(side == "white" ? Side::white : Side::black);
  }
  const PlayerView& view = std::get<PlayerView>(game.content);
  if (!side.empty() && side != name(view.side()))
    return Error{fmt::format("the game is filtered for {}", title(view.side()))};
  return view;
}

std::optional<referee::Ask> parse_ask(std::string_view text) {
  if (text == "any") return referee::AnyAsked{};
  if (const std::optional<chess::Move> move = chess::parse_coordinates(text)) return *move;
  return std::nullopt;
}

}  // namespace blindmate::cli
