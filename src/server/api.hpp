// Api: the routes of docs/server.md. Knows requests and responses, not how they travel.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "blindmate/games/hall.hpp"
#include "blindmate/messages/place.hpp"
#include "blindmate/runtime/rate_limiter.hpp"
#include "blindmate/server/workers.hpp"
#include "blindmate/study_service/puzzles.hpp"
#include "blindmate/study_service/reviews.hpp"
#include "blindmate/study_service/studies.hpp"

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
  std::string authorization;
  std::string known;           // If-None-Match
  bool was_forwarded = false;  // by a proxy
  bool is_secure = false;      // it has come by TLS, a proxy that is trusted says
  bool is_relayed = false;     // by another house
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body{};
  std::string_view file{};  // instead of a body
  std::vector<std::pair<std::string, std::string>> headers{};
};

// How often one address may do what.
struct Rates {
  runtime::Rate creations{.per_second = 0.5, .at_once = 30};  // and other things that change something
  runtime::Rate questions{.per_second = 20, .at_once = 200};  // of the API, and new WebSockets
  runtime::Rate passwords{.per_second = 0.1, .at_once = 10};  // to set one or to try one
};

class Api {
 public:
  // Asks another house, for its games.
  using Relay = std::function<boost::asio::awaitable<Response>(store::House house, Request request)>;

  Api(games::Hall& hall, Workers& workers, Workers& hashers, study_service::Reviews& reviews,
      study_service::Studies& studies, study_service::Puzzles& puzzles, runtime::Metrics& metrics, const Rates& rates,
      const std::string& store_name, Relay relay)
      : relay_(std::move(relay)),
        hall_(hall),
        workers_(workers),
        hashers_(hashers),
        reviews_(reviews),
        studies_(studies),
        puzzles_(puzzles),
        metrics_(metrics),
        creations_(rates.creations),
        questions_(rates.questions),
        passwords_(rates.passwords),
        cookie_("blindmate-" + store_name) {}

  boost::asio::awaitable<Response> answer(Request request);
  // For a WebSocket: here, in another house, or why not.
  boost::asio::awaitable<std::variant<messages::Place, store::House, Response>> place(Request request);

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
  Answer cancel_game(const Request& request, std::string id);

  // In api_accounts.cpp.
  Answer post_account(const Request& request, std::string_view what);
  Answer post_bots(const Request& request, const std::vector<std::string_view>& path);
  Answer sign_up(const Request& request, std::string name, std::string password);
  Answer log_in(const Request& request, std::string name, std::string password);
  Answer log_out(const Request& request, const store::Person& person, bool everywhere);
  Answer change_password(const Request& request, const store::Person& person, std::string old, std::string password);
  Answer delete_account(const store::Person& person, std::string password);
  Answer make_bot(const store::Person& owner, std::string name);
  Answer change_bot(const store::Person& owner, std::string name, std::string_view what);
  Answer own_bots(const Request& request);
  Answer show_players();
  Answer show_player(const Request& request, std::string name);
  boost::asio::awaitable<bool> is_own_password(store::GuestId guest, std::string password);
  boost::asio::awaitable<std::string> renew_session(store::GuestId guest, std::string old_hash);
  Answer welcome(const Request& request, std::string token, int status);

  // In api_study.cpp.
  Answer import_game(const Request& request);
  Answer show_problem(std::string id);
  Answer show_puzzles(const Request& request);
  Answer keep_progress(const Request& request);
  Answer begin_exhibition(const Request& request);
  Answer show_exhibitions();
  boost::asio::awaitable<std::variant<messages::Place, store::House, Response>> exhibition_place(const Request& request,
                                                                                                 std::string id);
  messages::Place study_place(const Request& request);

  // Where the game that a path is about lives, if it is not here.
  boost::asio::awaitable<std::optional<store::House>> elsewhere(const Request& request);
  boost::asio::awaitable<std::variant<messages::Place, store::House, Response>> game_place(const Request& request,
                                                                                           std::string id);
  boost::asio::awaitable<messages::Place> lobby_place(const Request& request);
  boost::asio::awaitable<std::variant<messages::Place, store::House, Response>> review_place(std::string id);
  messages::Place at_review(std::shared_ptr<const games::Table> ended);
  messages::Place in_lobby(const Request& request);
  boost::asio::awaitable<void> do_in_lobby(Request as, messages::ConnectionPointer connection, std::string message);
  boost::asio::awaitable<boost::json::array> summaries(std::vector<store::GameRecord> records, store::GuestId guest);

  std::string token_of(const Request& request) const;
  void set_cookie(Response& response, const Request& request, const std::string& token) const;
  // Nothing when somebody may go on.
  std::optional<Response> too_often(runtime::RateLimiter& limiter, const Request& request);

  // Who asks, who is made a guest where he is none yet: then there is a cookie to set.
  struct Asker {
    store::Person person{};
    std::string new_token{};
  };
  boost::asio::awaitable<Asker> asker(const Request& request);

  Relay relay_;
  games::Hall& hall_;
  Workers& workers_;
  Workers& hashers_;  // of passwords, which must not keep others waiting
  study_service::Reviews& reviews_;
  study_service::Studies& studies_;
  study_service::Puzzles& puzzles_;
  runtime::Metrics& metrics_;
  runtime::RateLimiter creations_;
  runtime::RateLimiter questions_;
  runtime::RateLimiter saves_{{.per_second = 1.0 / 60, .at_once = 20}};  // of problems, by address
  runtime::RateLimiter passwords_;                                       // by address
  runtime::RateLimiter names_{{.per_second = 1.0 / 30, .at_once = 10}};  // passwords, by the name of the account
  std::string cookie_;  // its name: a host may have several servers, whose cookies a browser does not keep apart
};

}  // namespace blindmate::server
