// Games are made, accepted and cancelled: what routes and the lobby both do. What needs the store throws StoreError
// when it fails.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <optional>
#include <string>
#include <variant>

#include "blindmate/games/hall.hpp"

namespace blindmate::server {

// Why something is not done: a status of HTTP, and a reason for people.
struct Refusal {
  int status = 0;
  std::string reason{};
};
template <class Done>
using Outcome = std::variant<Done, Refusal>;

inline Refusal nothing_there() { return {404, "there is nothing here, or it is not yours to see"}; }

// The game waits, and is not meant for somebody else.
bool is_open_to(const games::Table& table, const std::optional<store::Person>& person);

// A game from settings; the maker sits where somebody is to sit.
struct MadeGame {
  std::string id;
  bool waits;  // for an opponent
};
boost::asio::awaitable<Outcome<MadeGame>> make_game(games::Hall& hall, store::GameRecord settings, store::Person maker);

// The free seat is taken. Nobody becomes a guest by that, and gets a token.
struct AcceptedGame {
  std::string new_token{};
};
boost::asio::awaitable<Outcome<AcceptedGame>> accept_game(games::Hall& hall, std::string id,
                                                          std::optional<store::Person> by);

// A game that waits is ended by who has made it.
struct CancelledGame {};
boost::asio::awaitable<Outcome<CancelledGame>> cancel_game(games::Hall& hall, std::string id,
                                                           std::optional<store::Person> by);

}  // namespace blindmate::server
