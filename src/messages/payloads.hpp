// What seats, the lobby and lists of games are sent, as JSON: docs/server.md fixes it. It is made from a player's view
// and from what everybody may know of a table. This room links the view and not the referee: no true position gets
// here.
#pragma once

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <string>

#include "blindmate/store/records.hpp"
#include "blindmate/view/player_view.hpp"

namespace blindmate::messages {

enum class Status : std::uint8_t { waiting, playing, ended };

// What everybody may know of how a game stands.
struct Standing {
  Status status = Status::playing;
  chess::Side turn = chess::Side::white;
  std::optional<referee::Outcome> outcome{};
};

struct ClockNow {
  std::array<store::Milliseconds, 2> left{};  // by side
  std::optional<chess::Side> running{};
};

// What both sides see, as one of them sees it.
struct Surroundings {
  Status status = Status::playing;
  std::optional<ClockNow> clock{};
  std::optional<chess::Side> draw_offer{};
  bool may_abort = false;
  bool may_offer_draw = false;
  bool opponent_here = true;
  std::optional<store::Milliseconds> claim_in{};
  std::string rematch_game{};
  std::optional<chess::Side> rematch_offer{};
};

boost::json::object now_payload(const referee::PlayerView& view, const Surroundings& surroundings);
boost::json::array log_payload(const referee::PlayerView& view, std::size_t from);
boost::json::object answer_payload(const referee::Ask& asked, const referee::Heard& heard, chess::Side by);
boost::json::object game_payload(const store::GameRecord& record, Status status, const referee::PlayerView& view);
boost::json::object summary_payload(const store::GameRecord& record, const Standing& standing,
                                    std::optional<chess::Side> side,
                                    const std::optional<store::RatingChanges>& ratings);

// What this person, or somebody unknown, is told of the lobby.
boost::json::object lobby_payload(const std::vector<store::GameRecord>& challenges,
                                  const std::vector<store::Account>& players,
                                  const std::optional<store::Person>& person);

boost::json::object account_payload(const store::Account& account);
boost::json::value player_payload(const store::Seat& seat);
std::string player_name(const store::Seat& seat);
boost::json::object rules_payload(const referee::RuleSet& rules);
boost::json::value time_payload(const std::optional<store::TimeControl>& time);
boost::json::value ratings_payload(const std::optional<store::RatingChanges>& ratings);
boost::json::value end_payload(const std::optional<referee::Outcome>& outcome);

}  // namespace blindmate::messages
