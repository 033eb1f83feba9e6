// Api: the routes of docs/server.md. Knows requests and responses, not how they travel.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "blindmate/server/hall.hpp"
#include "blindmate/server/rate_limiter.hpp"
#include "blindmate/server/workers.hpp"

namespace blindmate::server {

struct Request {
  std::string method;
  std::string path;
  std::string query;
  std::string body;
  std::string address;  // of who asks
  // Headers, empty where there is none.
  std::string host;
  std::string origin;
  std::string content_type;
  std::string cookies;
  std::string known;           // If-None-Match
  bool was_forwarded = false;  // by a proxy
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body{};
  std::string_view file{};  // instead of a body
  std::vector<std::pair<std::string, std::string>> headers{};
};

// A place at a table for a WebSocket.
struct Place {
  std::shared_ptr<LiveGame> game;
  chess::Side side;
};

// How often one address may do what.
struct Rates {
  Rate creations{.per_second = 0.5, .at_once = 30};  // and other things that change something
  Rate questions{.per_second = 20, .at_once = 200};  // of the API, and new WebSockets
};

class Api {
 public:
  Api(Hall& hall, Workers& workers, Metrics& metrics, const Rates& rates, const std::string& store_name)
      : hall_(hall),
        workers_(workers),
        metrics_(metrics),
        creations_(rates.creations),
        questions_(rates.questions),
        cookie_("blindmate-" + store_name) {}

  boost::asio::awaitable<Response> answer(Request request);
  // For a WebSocket.
  boost::asio::awaitable<std::variant<Place, Response>> place(Request request);

 private:
  using Answer = boost::asio::awaitable<Response>;

  Answer route(const Request& request);
  Answer post(const Request& request, const std::vector<std::string_view>& path);
  Answer get(const Request& request, const std::vector<std::string_view>& path);

  Answer make_game(const Request& request);
  Answer own_games(const Request& request);
  Answer show_game(const Request& request, std::string id, std::string_view part);
  Answer show_invitation(const Request& request, std::string id);
  Answer accept_invitation(const Request& request, std::string id);
  Answer make_device_link(const Request& request, std::string id);
  Answer use_device_link(const Request& request, std::string token);

  std::string token_of(const Request& request) const;
  void set_cookie(Response& response, const std::string& token) const;
  // Nothing when somebody may go on.
  std::optional<Response> too_often(RateLimiter& limiter, const Request& request);

  // Who asks, who is made a guest where he is none yet: then there is a cookie to set.
  struct Asker {
    GuestId id = 0;
    std::string new_token{};
  };
  boost::asio::awaitable<std::optional<Asker>> asker(const Request& request);

  Hall& hall_;
  Workers& workers_;
  Metrics& metrics_;
  RateLimiter creations_;
  RateLimiter questions_;
  std::string cookie_;  // its name: a host may have several servers, whose cookies a browser does not keep apart
};

}  // namespace blindmate::server
