// One connection: requests one after the other, until it becomes a WebSocket.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <set>

#include "blindmate/server/relay.hpp"

namespace blindmate::server {

// Where connections come to.
struct Reception {
  Api& api;
  Relay& relay;
  runtime::Metrics& metrics;
  const games::Hall& hall;
  std::set<boost::asio::ip::address> trusted_proxies{};  // who are believed for whom they ask
};

boost::asio::awaitable<void> serve_connection(boost::asio::ip::tcp::socket socket, Reception& reception);

}  // namespace blindmate::server
