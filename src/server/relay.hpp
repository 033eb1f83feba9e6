// Relay: to the house where a game lives, for those who have come to another one. Questions are asked there in their
// name, WebSockets are passed through byte by byte.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <set>

#include "blindmate/server/api.hpp"

namespace blindmate::server {

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

// Headers between houses. The first has the name of the house that is asked, which only houses of the same store know;
// the others tell who asks, and whether by TLS.
inline constexpr std::string_view kHouseHeader = "Blindmate-House";
inline constexpr std::string_view kAddressHeader = "Blindmate-Address";
inline constexpr std::string_view kSecureHeader = "Blindmate-Secure";

class Relay {
 public:
  Relay(boost::asio::any_io_executor network, std::string address)
      : network_(std::move(network)), address_(std::move(address)) {}

  boost::asio::awaitable<Response> ask(store::House house, Request request) const;
  // Until one of both ends closes it. Nothing when it came about, or what is answered instead.
  boost::asio::awaitable<std::optional<Response>> pass_through(boost::beast::tcp_stream& visitor, HttpRequest upgrade,
                                                               store::House house, Request request);
  void close();  // what is being passed through

 private:
  bool may_pass(const Request& request, const store::House& house) const;

  boost::asio::any_io_executor network_;
  std::string address_;  // our own
  std::set<boost::beast::tcp_stream*> streams_;
};

}  // namespace blindmate::server
