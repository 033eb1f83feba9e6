// The lobby, as its visitors use it: what they say is done as over HTTP.
#include <boost/json.hpp>

#include "blindmate/messages/said.hpp"
#include "blindmate/runtime/now.hpp"
#include "blindmate/runtime/tokens.hpp"
#include "blindmate/server/api.hpp"
#include "blindmate/server/challenges.hpp"
#include "blindmate/server/settings.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::server {

namespace asio = boost::asio;
namespace json = boost::json;

namespace {

constexpr std::size_t kMostLevels = 5;  // of a message

template <class Done>
std::optional<Refusal> refusal_in(const Outcome<Done>& outcome) {
  const Refusal* refusal = std::get_if<Refusal>(&outcome);
  return refusal != nullptr ? std::optional(*refusal) : std::nullopt;
}

}  // namespace

class Api::LobbyVisitor : public messages::Participant {
 public:
  LobbyVisitor(Api& api, Request came_with, std::optional<store::Person> person)
      : api_(api), came_with_(std::move(came_with)), token_(api_.token_of(came_with_)), person_(std::move(person)) {}

  void connected(messages::ConnectionPointer connection) override {
    connection_ = std::move(connection);
    connection_->person = person_;
    connection_->session = runtime::token_hash(token_);
    api_.hall_.lobby().connect(connection_);
  }
  void disconnected() override { api_.hall_.lobby().disconnect(connection_); }

  asio::awaitable<void> received(std::string text) override {
    const Expected<json::object> said = messages::read_message(text, kMostLevels);
    if (!said) co_return connection_->refuse("bad-message", said.error().reason);
    const std::optional<std::string> type = messages::text_in(*said, "type");
    const json::value* settings = said->if_contains("settings");
    const std::string game = messages::text_in(*said, "game").value_or("");
    const bool challenges = type == "challenge" && settings != nullptr;
    const bool answers_one = (type == "accept" || type == "cancel") && runtime::is_token(game);
    if (!challenges && !answers_one)
      co_return connection_->refuse("bad-message", "not a challenge with settings, an accept or a cancel with a game");
    try {
      const std::optional<store::Person> person = co_await api_.hall_.person(token_);
      if (!person) co_return connection_->refuse("refused", "nobody knows who you are here; make a game by HTTP first");
      if (challenges) {
        co_await challenge(*settings, *person);
      } else {
        co_await answer(type == "accept", game, *person);
      }
    } catch (const store::StoreError&) {  // which is logged
      connection_->refuse("refused", "the store does not answer");
    }
  }

 private:
  asio::awaitable<void> challenge(const json::value& settings, const store::Person& person) {
    if (const auto objection = this->objection()) co_return refuse(*objection);
    Expected<store::GameRecord> game = read_settings(settings, person.id, runtime::now_ms());
    if (!game) co_return connection_->refuse("refused", game.error().reason);
    const Outcome<MadeGame> outcome = co_await server::make_game(api_.hall_, std::move(*game), person);
    if (const Refusal* refusal = std::get_if<Refusal>(&outcome)) co_return refuse(*refusal);
    const MadeGame& made = std::get<MadeGame>(outcome);
    json::value invitation = nullptr;
    if (made.waits) invitation = json::value("/join/" + made.id);
    send({{"type", "made"}, {"game", made.id}, {"invitation", invitation}});
  }

  // Accepts or cancels the game. If it lives in another house, that one is asked over HTTP.
  asio::awaitable<void> answer(bool accepts, const std::string& id, const store::Person& person) {
    const games::Hall::Found found = co_await api_.hall_.locate(id);
    std::optional<Refusal> refusal;
    if (found.elsewhere) {
      std::string path = "/api/games/" + id + "/cancel";
      if (accepts) path = "/api/invitations/" + id;
      refusal = co_await ask(*found.elsewhere, path);
    } else {
      refusal = objection();
      if (!refusal && accepts) refusal = refusal_in(co_await accept_game(api_.hall_, id, person));
      if (!refusal && !accepts) refusal = refusal_in(co_await server::cancel_game(api_.hall_, id, person));
    }
    if (refusal) co_return refuse(*refusal);
    send({{"type", accepts ? "accepted" : "cancelled"}, {"game", id}});
  }

  // To whatever is done here.
  std::optional<Refusal> objection() {
    if (api_.hall_.is_closing()) return Refusal{503, "the server is closing"};
    return api_.refusal_of_too_often(api_.creations_, came_with_.address);
  }

  asio::awaitable<std::optional<Refusal>> ask(const store::House& house, const std::string& path) {
    Request request = came_with_;
    request.method = "POST";
    request.path = path;
    request.content_type = "application/json";
    const Response response = co_await api_.relay_(house, std::move(request));
    if (response.status / 100 == 2) co_return std::nullopt;
    co_return Refusal{response.status, std::string(json::parse(response.body).at("error").as_string())};
  }

  void refuse(const Refusal& refusal) {
    connection_->refuse(refusal.status == 429 ? "too-often" : "refused", refusal.reason);
  }
  void send(const json::object& message) { connection_->send(referee::json_text(message)); }

  Api& api_;
  Request came_with_;
  std::string token_;
  std::optional<store::Person> person_;
  messages::ConnectionPointer connection_;
};

Api::Participant Api::lobby_participant(const Request& request) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  co_return std::make_shared<LobbyVisitor>(*this, request, person);
}

}  // namespace blindmate::server
