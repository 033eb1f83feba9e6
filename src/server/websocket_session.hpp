// A WebSocket of a participant. In a source file of its own, because it is the one that takes longest to
// compile.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/tcp_stream.hpp>

#include "blindmate/messages/participant.hpp"
#include "blindmate/server/relay.hpp"

namespace blindmate::server {

boost::asio::awaitable<void> serve_websocket(boost::beast::tcp_stream stream, HttpRequest upgrade,
                                             messages::ParticipantPointer participant, runtime::Metrics& metrics);

}  // namespace blindmate::server
