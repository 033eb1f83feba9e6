// Api: the routes of docs/server.md. Knows requests and responses, not how they travel.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "blindmate/games/hall.hpp"
#include "blindmate/messages/participant.hpp"
#include "blindmate/runtime/client.hpp"
#include "blindmate/runtime/jobs.hpp"
#include "blindmate/runtime/rate_limiter.hpp"
#include "blindmate/server/challenges.hpp"
#include "blindmate/server/request.hpp"
#include "blindmate/server/routes.hpp"
#include "blindmate/study_service/puzzles.hpp"
#include "blindmate/study_service/reviews.hpp"
#include "blindmate/study_service/studies.hpp"

namespace blindmate::server {

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

  Api(games::Hall& hall, runtime::Jobs& jobs, study_service::Reviews& reviews, study_service::Studies& studies,
      study_service::Puzzles& puzzles, runtime::Metrics& metrics, const Rates& rates, const std::string& store_name,
      Relay relay)
      : relay_(std::move(relay)),
        hall_(hall),
        jobs_(jobs),
        reviews_(reviews),
        studies_(studies),
        puzzles_(puzzles),
        metrics_(metrics),
        creations_(rates.creations),
        questions_(rates.questions),
        passwords_(rates.passwords),
        cookie_("blindmate-" + store_name) {}

  boost::asio::awaitable<Response> answer(Request request);
  // Who is at a WebSocket: a participant here, somebody for another house, or why nobody.
  using Led = std::variant<messages::ParticipantPointer, store::House, Response>;
  boost::asio::awaitable<Led> participant(Request request);

 private:
  using Answer = boost::asio::awaitable<Response>;
  using Participant = boost::asio::awaitable<Led>;
  using Limit = runtime::RateLimiter Api::*;
  // What a request is about decides which house answers it.
  enum class About : std::uint8_t { anything, game, game_of_device };  // with this id, or with this link to a device

 public:
  // The tables, in routes.cpp.
  struct Route {
    std::string_view method;   // GET, for HEAD too, or POST
    std::string_view pattern;  // "/api/games/{id}"
    Limit limit;               // how often one address may ask this; null: as often as it likes
    Answer (Api::*handler)(const Request&);
    About about = About::anything;
    std::size_t most_body = kMostBody;  // bytes
  };
  struct SocketRoute {
    std::string_view pattern;
    Participant (Api::*handler)(const Request&);
  };
  static std::span<const Route> routes();
  static std::span<const SocketRoute> socket_routes();
  static std::span<const std::string_view> pages();  // patterns of what index.html answers for

 private:
  static const Route* find_route(std::string_view method, Request& request);  // whose argument is set
  // Where the game that a request is about lives, if it is not here.
  boost::asio::awaitable<std::optional<store::House>> elsewhere(const Route& route, const Request& request);
  Answer answer_here(const Route* route, Request request);
  std::optional<Response> objection_to(const Route* route, const Request& request);

  // In api.cpp.
  Answer show_options(const Request& request);
  Answer show_machines(const Request& request);
  Answer show_health(const Request& request);
  Answer show_metrics(const Request& request);

  // In api_games.cpp.
  Answer make_game(const Request& request);
  Answer own_games(const Request& request);
  Answer show_game(const Request& request);
  Answer show_transcript(const Request& request);
  Answer show_pgn(const Request& request);
  Answer show_invitation(const Request& request);
  Answer accept_invitation(const Request& request);
  Answer make_device_link(const Request& request);
  Answer use_device_link(const Request& request);
  Answer cancel_game(const Request& request);
  Answer begin_exhibition(const Request& request);
  Answer show_exhibitions(const Request& request);
  Participant game_participant(const Request& request);
  Participant exhibition_participant(const Request& request);
  boost::asio::awaitable<games::Hall::GamePointer> settled_game(std::string id);
  boost::asio::awaitable<std::optional<store::RatingChanges>> rating_changes(std::string id);
  boost::asio::awaitable<boost::json::array> summaries(const Request& request, std::vector<store::GameRecord> records,
                                                       store::GuestId guest);

  // In api_lobby.cpp.
  class LobbyVisitor;
  Participant lobby_participant(const Request& request);

  // In api_accounts.cpp.
  Answer show_account(const Request& request);
  Answer sign_up(const Request& request);
  Answer log_in(const Request& request);
  Answer log_out(const Request& request);
  Answer change_password(const Request& request);
  Answer delete_account(const Request& request);
  Answer own_bots(const Request& request);
  Answer make_bot(const Request& request);
  Answer renew_bot_token(const Request& request);
  Answer delete_bot(const Request& request);
  Answer show_players(const Request& request);
  Answer show_player(const Request& request);
  // Of a body that has a password.
  struct Credentials {
    std::optional<std::string> name{};
    std::string password;
    std::optional<std::string> new_password{};
  };
  std::variant<Credentials, Response> credentials_of(const Request& request);
  // Who asks, if it is a person with an account.
  boost::asio::awaitable<std::optional<store::Person>> account_holder(const Request& request);
  boost::asio::awaitable<std::optional<store::Account>> own_bot(const Request& request, const store::Person& owner);
  boost::asio::awaitable<bool> is_own_password(const Request& request, store::GuestId guest, std::string password);
  boost::asio::awaitable<std::string> renew_session(store::GuestId guest, std::string old_hash);
  Answer welcome(const Request& request, std::string token, int status);

  // In api_study.cpp.
  Answer import_game(const Request& request);
  Answer show_problem(const Request& request);
  Answer show_classics(const Request& request);
  Answer show_puzzles(const Request& request);
  Answer keep_progress(const Request& request);
  Answer show_lessons(const Request& request);
  Answer show_lesson(const Request& request);
  Participant review_participant(const Request& request);
  Participant study_participant(const Request& request);
  Participant puzzle_participant(const Request& request);

  std::string token_of(const Request& request) const;
  void set_cookie(Response& response, const Request& request, const std::string& token) const;
  // Nothing when somebody may go on.
  std::optional<Refusal> refusal_of_too_often(runtime::RateLimiter& limiter, const std::string& address);
  std::optional<Response> too_often(runtime::RateLimiter& limiter, const Request& request);

  // What the work answers, which is done for who asks.
  template <class Work>
  boost::asio::awaitable<std::invoke_result_t<Work>> run(runtime::Jobs::Kind kind, const Request& request, Work work) {
    return jobs_.run(kind, runtime::client_of(request.address), std::move(work));
  }

  // Who asks, who is made a guest where he is none yet: then there is a cookie to set.
  struct Asker {
    store::Person person{};
    std::string new_token{};
  };
  boost::asio::awaitable<Asker> asker(const Request& request);

  Relay relay_;
  games::Hall& hall_;
  runtime::Jobs& jobs_;
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
