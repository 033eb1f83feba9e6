// One connection: requests one after the other, until it becomes a WebSocket.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "blindmate/server/api.hpp"

namespace blindmate::server {

boost::asio::awaitable<void> serve_connection(boost::asio::ip::tcp::socket socket, Api& api, Metrics& metrics);

}  // namespace blindmate::server
