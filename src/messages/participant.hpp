// Participant: whoever is connected by a WebSocket, in the role that its path gives: at a seat, watching, in the lobby,
// at a review, a study, a puzzle.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <string>

#include "blindmate/messages/connection.hpp"

namespace blindmate::messages {

class Participant {
 public:
  Participant() = default;
  virtual ~Participant() = default;
  Participant(const Participant&) = delete;
  Participant& operator=(const Participant&) = delete;

  virtual std::size_t most_message() const { return 4 * 1024; }  // bytes of what may be received

  // Each is called once, with any number of received() between them, one after the other.
  virtual void connected(ConnectionPointer connection) = 0;
  virtual void disconnected() = 0;

  // Most have nothing to say.
  virtual boost::asio::awaitable<void> received(std::string) { co_return; }
};

using ParticipantPointer = std::shared_ptr<Participant>;

}  // namespace blindmate::messages
