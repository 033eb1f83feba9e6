// Place: where a WebSocket leads: to a table, into the lobby, to a review, a study, puzzles.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <optional>
#include <string>

#include "blindmate/messages/connection.hpp"

namespace blindmate::messages {

struct Place {
  std::optional<store::Person> person{};
  std::string session{};
  std::size_t most_message = 4 * 1024;  // bytes
  std::function<void(const ConnectionPointer&)> connect;
  std::function<void(const ConnectionPointer&)> disconnect;
  std::function<boost::asio::awaitable<void>(ConnectionPointer, std::string message)> receive;
};

// For clients that have nothing to say.
inline boost::asio::awaitable<void> hear_nothing(ConnectionPointer, std::string) { co_return; }

}  // namespace blindmate::messages
