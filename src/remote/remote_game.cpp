#include "blindmate/remote/remote_game.hpp"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/json.hpp>

#include "blindmate/view/json.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::remote {

namespace asio = boost::asio;
namespace json = boost::json;

namespace {

constexpr std::chrono::seconds kAfterRefusal{1};
constexpr int kMostRefusals = 5;
constexpr std::chrono::milliseconds kBetweenAsks{50};  // 20 messages a second are allowed

// The phrase, when a message that is otherwise not understood says that the game has ended.
std::optional<std::string> end_in(const json::object& message) {
  json::error_code missing;
  const json::value whole(message);
  const json::value* phrase = whole.find_pointer("/now/end/phrase", missing);
  return phrase != nullptr && phrase->is_string() ? std::optional<std::string>(phrase->get_string()) : std::nullopt;
}

}  // namespace

asio::awaitable<std::optional<std::string>> RemoteGame::play() {
  const std::shared_ptr<RemoteGame> alive = shared_from_this();
  while (!is_over_) {
    Answer<ConnectionPointer> answer = co_await services_.server.connect("/ws/games/" + id_);
    if (const Failure* failure = std::get_if<Failure>(&answer)) {
      if (failure->is_final()) {
        services_.warn(fmt::format("{}: {}", id_, failure->reason));
        co_return std::nullopt;
      }
    } else {
      connection_ = std::get<ConnectionPointer>(answer);
      has_asked_ = has_answered_offer_ = false;
      refusals_ = 0;
      if (is_over_) connection_->close();
      for (;;) {
        const std::optional<std::string> message = co_await connection_->read();
        if (!message) break;
        hear(*message);
      }
      connection_.reset();
      claim_.cancel();
    }
    if (is_over_) break;
    boost::system::error_code cancelled;
    pause_.expires_after(backoff_.next());
    co_await pause_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  }
  co_return end_;
}

void RemoteGame::leave() {
  is_over_ = true;
  pause_.cancel();
  retry_.cancel();
  claim_.cancel();
  if (connection_) connection_->close();
}

void RemoteGame::hear(const std::string& text) {
  if (is_over_) return;
  const Expected<json::value> message = referee::read_json(text);
  if (!message || !message->is_object()) {
    give_up("a message that is no JSON object");
    return act();
  }
  const json::object& object = message->get_object();
  const json::value* type = object.if_contains("type");
  if (type != nullptr && *type == "view") hear_view(object);
  if (type != nullptr && *type == "error") hear_refusal(object);
}

void RemoteGame::hear_view(const json::object& message) {
  backoff_.succeeded();
  refusals_ = 0;
  if (!has_given_up_) {
    if (const auto heard = game_.hear(message); !heard) give_up(heard.error().reason);
  }
  if (has_given_up_) {
    if (const std::optional<std::string> end = end_in(message)) return finish(fmt::format("{}: {}", id_, *end));
    return act();
  }
  if (game_.status() != RemoteView::Status::ended) return act();
  const RemoteView::About& about = game_.about();
  finish(fmt::format("{}: {} against {}, {}{}: {}", id_, title(about.side), game_.opponent(), about.rules->name,
                     about.rated ? ", rated" : "", game_.end_phrase()));
}

// Asked too often, or something has happened in between, of which a view tells. Where none comes, the next connection
// begins with one.
void RemoteGame::hear_refusal(const json::object& message) {
  const json::value* code = message.if_contains("code");
  if (has_given_up_ && code != nullptr && *code == "not-now") return finish(fmt::format("{}: It was given up.", id_));
  if (++refusals_ > kMostRefusals) {
    services_.warn(fmt::format("{}: {}", id_, referee::json_text(message)));
    return connection_->close();
  }
  call_later(retry_, kAfterRefusal, &RemoteGame::ask_again);
}

void RemoteGame::ask_again() {
  has_asked_ = false;
  act();
}

void RemoteGame::act() {
  if (!connection_ || is_over_) return;
  if (has_given_up_) return resign();
  answer_draw_offer();
  watch_for_claim();
  if (!game_.is_own_turn() || is_thinking_) return;
  if (!decision_ || decision_->known != game_.known()) return think();
  if (!has_asked_) ask();
}

void RemoteGame::answer_draw_offer() {
  if (!game_.draw_is_offered()) has_answered_offer_ = false;
  if (!game_.draw_is_offered() || has_answered_offer_) return;
  const std::optional<double> value = decision_ ? decision_->choice.value : std::nullopt;
  const bool accepts = players::accepts_draw(game_.plies(), value);
  connection_->send({{"type", "draw"}, {"action", accepts ? "accept" : "decline"}});
  has_answered_offer_ = true;
}

// Where there is a clock, it ends the game of somebody who has gone.
void RemoteGame::watch_for_claim() {
  claim_.cancel();
  if (game_.left_s() || !game_.claim_in_s()) return;
  const auto in_ms = static_cast<std::int64_t>(1000 * *game_.claim_in_s());
  call_later(claim_, std::chrono::milliseconds(in_ms), &RemoteGame::claim);
}

void RemoteGame::claim() {
  if (connection_) connection_->send({{"type", "claim"}});
}

void RemoteGame::think() {
  is_thinking_ = true;
  has_asked_ = false;
  const players::TryBudget budget{
      .seconds = services_.seconds, .left_s = game_.left_s(), .increment_s = game_.about().increment_s};
  players::Question question{thinker_, services_.player, game_.view(), budget};
  asio::co_spawn(services_.network, decide(game_.known(), std::move(question)), [](const std::exception_ptr& failed) {
    if (failed) std::rethrow_exception(failed);
  });
}

asio::awaitable<void> RemoteGame::decide(std::size_t known, players::Question question) {
  using runtime::Jobs;
  const std::shared_ptr<RemoteGame> alive = shared_from_this();
  auto work = [question = std::move(question), &jobs = services_.jobs] {
    return players::think(question, jobs.crowd(Jobs::Kind::move));
  };
  const Expected<players::Choice> choice = co_await services_.jobs.run(Jobs::Kind::move, id_, std::move(work));
  is_thinking_ = false;
  if (!choice) co_return give_up("the player has failed: " + choice.error().reason);
  decision_ = {known, *choice};
  act();
}

void RemoteGame::ask() {
  const referee::PlayerView& view = game_.view();
  const chess::Move* tried = std::get_if<chess::Move>(&decision_->choice.ask);
  if (tried != nullptr ? !view.askable(*tried) : !view.may_ask_any()) return give_up("the player asks nonsense");
  const auto now = std::chrono::steady_clock::now();
  if (now < may_ask_at_) {
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(may_ask_at_ - now);
    return call_later(retry_, wait, &RemoteGame::act);
  }
  may_ask_at_ = now + kBetweenAsks;
  has_asked_ = true;
  if (tried == nullptr) return connection_->send({{"type", "any"}, {"known", game_.known()}});
  connection_->send({{"type", "try"}, {"move", chess::text(*tried)}, {"known", game_.known()}});
}

void RemoteGame::give_up(const std::string& reason) {
  if (is_over_ || std::exchange(has_given_up_, true)) return;
  services_.warn(fmt::format("{}: {}; the game is resigned", id_, reason));
  has_asked_ = false;
  act();
}

void RemoteGame::resign() {
  if (!std::exchange(has_asked_, true)) connection_->send({{"type", "resign"}});
}

void RemoteGame::finish(std::string line) {
  end_ = std::move(line);
  leave();
}

void RemoteGame::call_later(asio::steady_timer& timer, std::chrono::milliseconds time, void (RemoteGame::*what)()) {
  timer.expires_after(time);
  timer.async_wait([weak = weak_from_this(), what](const boost::system::error_code& cancelled) {
    const std::shared_ptr<RemoteGame> self = weak.lock();
    if (!cancelled && self) (self.get()->*what)();
  });
}

}  // namespace blindmate::remote
