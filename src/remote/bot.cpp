#include "blindmate/remote/bot.hpp"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/json.hpp>
#include <csignal>
#include <map>

#include "blindmate/remote/remote_game.hpp"
#include "blindmate/view/json.hpp"

namespace blindmate::remote {

namespace asio = boost::asio;
namespace json = boost::json;
using boost::system::error_code;

namespace {

constexpr std::chrono::seconds kAfterRefusal{10};
constexpr std::chrono::seconds kFarewell{3};  // for servers that are slow to say theirs

class Bot {
 public:
  Bot(asio::io_context& context, const BotOptions& options, const Listener& listener, asio::ssl::context trusted)
      : context_(context),
        options_(options),
        listener_(listener),
        server_(context.get_executor(), options.server, options.token, std::move(trusted)),
        jobs_({{options.threads, 0, {runtime::Jobs::Kind::move}}}, context.get_executor()),
        services_{context.get_executor(), server_, jobs_, options.player, options.seconds, listener.warn},
        signals_(context, SIGTERM, SIGINT),
        pause_(context),
        silence_(context),
        farewell_(context) {
    signals_.async_wait([this](const error_code& cancelled, int) {
      if (cancelled) return;
      signals_.clear();  // the next one ends the program at once
      close();
    });
  }

  asio::awaitable<void> run() {
    for (bool has_entered = false; !is_closing_;) {
      if (const std::optional<Failure> failure = co_await enter()) {
        if (failure->is_final() || !has_entered) {
          outcome_ = Error{failure->reason};
          break;
        }
        listener_.warn("lobby: " + failure->reason);
      } else {
        if (!std::exchange(has_entered, true)) listener_.tell(fmt::format("{} is in the lobby", engagements_->name()));
        co_await listen();
        lobby_.reset();
      }
      if (is_closing_) break;
      error_code cancelled;
      pause_.expires_after(backoff_.next());
      co_await pause_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    }
    close();
    if (games_.empty()) context_.stop();
  }

  const Expected<void>& outcome() const { return outcome_; }

 private:
  // The lobby is open to everybody: whether the token is good, and whose it is, must be asked for.
  asio::awaitable<std::optional<Failure>> enter() {
    Answer<json::object> account = co_await server_.get("/api/account");
    if (Failure* failure = std::get_if<Failure>(&account)) co_return std::move(*failure);
    json::error_code missing;
    const json::value whole(std::get<json::object>(std::move(account)));
    const json::value* name = whole.find_pointer("/account/name", missing);
    if (name == nullptr || !name->is_string()) co_return Failure{403, "the server knows no bot with this token"};
    if (!engagements_) engagements_.emplace(std::string(name->get_string()), options_.wishes);
    Answer<ConnectionPointer> lobby = co_await server_.connect("/ws/lobby");
    if (Failure* failure = std::get_if<Failure>(&lobby)) co_return std::move(*failure);
    lobby_ = std::get<ConnectionPointer>(lobby);
    co_return std::nullopt;
  }

  asio::awaitable<void> listen() {
    engagements_->enter();
    if (is_closing_) lobby_->close();
    for (;;) {
      const std::optional<std::string> text = co_await lobby_->read();
      if (!text) co_return;
      const Expected<json::value> message = referee::read_json(*text);
      if (!message || !message->is_object()) continue;
      if (const auto refused = engagements_->hear(message->get_object())) listener_.warn("lobby: " + *refused);
      if (engagements_->needs_list()) {
        const Answer<json::object> answer = co_await server_.get("/api/games");
        const json::object* list = std::get_if<json::object>(&answer);
        const json::value* games = list != nullptr ? list->if_contains("games") : nullptr;
        if (games == nullptr || !games->is_array()) co_return lobby_->close();
        engagements_->hear_list(games->get_array());
        backoff_.succeeded();
      }
      act();
    }
  }

  void act() {
    for (const std::string& id : engagements_->begun()) begin(id);
    if (is_closing_) return;
    if (engagements_->is_done()) return close();
    if (!lobby_) return;
    for (const json::object& message : engagements_->messages()) lobby_->send(message);
    if (!engagements_->is_silent()) return;
    silence_.expires_after(kAfterRefusal);
    silence_.async_wait([this](const error_code& cancelled) {
      if (cancelled) return;
      engagements_->go_on();
      act();
    });
  }

  void begin(const std::string& id) {
    const auto game = std::make_shared<RemoteGame>(id, services_);
    games_[id] = game;
    asio::co_spawn(context_, game->play(),
                   [this, id](const std::exception_ptr& failed, std::optional<std::string> end) {
                     games_.erase(id);
                     engagements_->end(id, end.has_value());
                     if (end) listener_.tell(*end);
                     if (failed) std::rethrow_exception(failed);
                     act();
                     if (is_closing_ && games_.empty() && !lobby_) context_.stop();
                   });
    if (is_closing_) game->leave();
  }

  void close() {
    if (std::exchange(is_closing_, true)) return;
    pause_.cancel();
    silence_.cancel();
    if (lobby_) {
      for (const json::object& message : engagements_->farewell()) lobby_->send(message);
      lobby_->close();
    }
    for (const auto& [id, game] : games_) game->leave();
    farewell_.expires_after(kFarewell);
    farewell_.async_wait([this](const error_code& cancelled) {
      if (!cancelled) context_.stop();
    });
  }

  asio::io_context& context_;
  const BotOptions& options_;
  const Listener& listener_;
  RemoteServer server_;
  runtime::Jobs jobs_;
  RemoteGame::Services services_;
  asio::signal_set signals_;
  Backoff backoff_{};
  asio::steady_timer pause_;    // between two connections to the lobby
  asio::steady_timer silence_;  // after a refusal there
  asio::steady_timer farewell_;
  std::optional<Engagements> engagements_{};
  ConnectionPointer lobby_{};
  std::map<std::string, std::shared_ptr<RemoteGame>> games_{};
  bool is_closing_ = false;
  Expected<void> outcome_{};
};

}  // namespace

Expected<void> run_bot(const BotOptions& options, const Listener& listener) {
  Expected<asio::ssl::context> trusted = trusted_certificates(options.ca_file);
  if (!trusted) return trusted.error();
  asio::io_context context(1);
  Bot bot(context, options, listener, std::move(*trusted));
  asio::co_spawn(context, bot.run(), [](const std::exception_ptr& failed) {
    if (failed) std::rethrow_exception(failed);
  });
  context.run();
  return bot.outcome();
}

}  // namespace blindmate::remote
