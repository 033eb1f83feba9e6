// A WebSocket at a table. In a source file of its own, because it is the one that takes longest to compile.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "blindmate/server/api.hpp"

namespace blindmate::server {

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

boost::asio::awaitable<void> serve_websocket(boost::beast::tcp_stream stream, HttpRequest upgrade, Place place,
                                             Metrics& metrics);

}  // namespace blindmate::server
