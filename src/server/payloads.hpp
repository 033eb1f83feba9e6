// What the server says, as JSON: docs/server.md fixes it. What a player is sent is made from his view and from what
// both sides see of the table; no position can get here before the game has ended.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <string>

#include "blindmate/belief/man_map.hpp"
#include "blindmate/server/table.hpp"
#include "blindmate/view/player_view.hpp"

namespace blindmate::server {

// What both sides see, as one of them sees it.
struct Surroundings {
  Table::Status status = Table::Status::playing;
  boost::json::value clock = nullptr;
  std::optional<chess::Side> draw_offer{};
  bool may_abort = false;
  bool may_offer_draw = false;
  bool opponent_here = true;
  std::optional<Milliseconds> claim_in{};
  std::string rematch_game{};
  std::optional<chess::Side> rematch_offer{};
};

boost::json::object now_payload(const referee::PlayerView& view, const Surroundings& surroundings);
boost::json::array log_payload(const referee::PlayerView& view, std::size_t from);
boost::json::value clock_payload(const std::optional<ChessClock>& clock, Milliseconds now);

boost::json::value player_payload(const Seat& seat);
boost::json::object account_payload(const Account& account);

boost::json::object game_payload(const Table& table, chess::Side side);
boost::json::object summary_payload(const Table& table, std::optional<chess::Side> side,
                                    const std::optional<RatingChanges>& ratings);
boost::json::object transcript_payload(const Table& ended, const std::optional<RatingChanges>& ratings);
boost::json::object options_payload();
boost::json::value time_payload(const std::optional<TimeControl>& time);

// What this person, or somebody unknown, is told of the lobby.
boost::json::object lobby_payload(const std::vector<GameRecord>& challenges, const std::vector<Account>& players,
                                  const std::optional<Person>& person);
bool is_made_by(const GameRecord& challenge, GuestId guest);
chess::Side free_side(const GameRecord& challenge);

// Where the men of a side can be.
boost::json::object men_payload(const belief::ManMap& map, chess::Side side);

// The first of them.
boost::json::array fens_payload(const std::vector<chess::Position>& positions, std::size_t most);

// Of the whole game, or what one player has heard of it.
std::string pgn_of(const Table& ended, std::optional<chess::Side> side);

// Of the clock that can be asked for.
inline constexpr int kMostMinutes = 180;
inline constexpr int kMostIncrement = 60;  // seconds

}  // namespace blindmate::server
