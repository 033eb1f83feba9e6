// What connections say at a table: read, and done where the table allows it.
#include <algorithm>
#include <boost/json.hpp>

#include "blindmate/games/live_game.hpp"
#include "blindmate/messages/said.hpp"
#include "blindmate/runtime/now.hpp"
#include "blindmate/runtime/tokens.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::games {

namespace json = boost::json;

using chess::Side;
using Status = Table::Status;

namespace {

constexpr int kMostNonsense = 30;  // in a turn
constexpr std::size_t kMostPhantoms = 64;
constexpr std::size_t kMostWaiting = 50;  // commands of one side
constexpr std::size_t kMostLevels = 4;    // of a message

std::string_view text_of(const json::object& message, std::string_view field) {
  const json::value* value = message.if_contains(field);
  return value != nullptr && value->is_string() ? std::string_view(value->get_string()) : std::string_view();
}

std::optional<json::object> read_phantoms(const json::object& message) {
  const json::value* value = message.if_contains("phantoms");
  if (value == nullptr || !value->is_object() || value->get_object().size() > kMostPhantoms) return std::nullopt;
  for (const auto& [key, man] : value->get_object()) {
    if (!chess::parse_square(key) || !man.is_string()) return std::nullopt;
    const std::string_view letter = man.get_string();
    if (letter.size() != 1 || std::string_view("pnbrqk").find(letter[0]) == std::string_view::npos) return std::nullopt;
  }
  return value->get_object();
}

}  // namespace

void LiveGame::receive(const SitterPointer& from, std::string_view text) {
  const Expected<json::object> message = messages::read_message(text, kMostLevels);
  if (!message) return from->connection->refuse("bad-message", message.error().reason);
  const auto waiting =
      std::count_if(commands_.begin(), commands_.end(), [&](const Command& c) { return c.from == from->side; });
  if (static_cast<std::size_t>(waiting) >= kMostWaiting)
    return from->connection->refuse("too-often", "too much waits to be done");
  enqueue({.run = [this, from, said = *message] { handle(from, said); }, .from = from->side});
}

void LiveGame::handle(const SitterPointer& sitter, const json::object& message) {
  const Sitter& from = *sitter;
  const std::string_view type = text_of(message, "type");
  if (type == "try") {
    const std::optional<chess::Move> move = chess::parse_coordinates(text_of(message, "move"));
    if (!move) return from.connection->refuse("bad-message", "\"move\" is not a move in coordinates");
    if (!objects_to_ask(from, message, *move)) ask(from.side, *move, sitter);
  } else if (type == "any") {
    if (!objects_to_ask(from, message, referee::AnyAsked{})) ask(from.side, referee::AnyAsked{}, sitter);
  } else if (type == "draw") {
    draw(from, text_of(message, "action"));
  } else if (type == "resign") {
    if (if_playing(from)) happen({Kind::ended, runtime::now_ms(), other(from.side), "resignation"});
  } else if (type == "abort") {
    if (!table_.may_abort()) return from.connection->refuse("not-now", "a game can be aborted before its first move");
    happen({Kind::ended, runtime::now_ms(), std::nullopt, "abort"});
  } else if (type == "claim") {
    claim(from);
  } else if (type == "rematch") {
    want_rematch(from);
  } else if (type == "phantoms") {
    note(sitter, message);
  } else {
    from.connection->refuse("bad-message",
                            "\"type\" is not one of try, any, draw, resign, abort, claim, rematch, phantoms");
  }
}

bool LiveGame::if_playing(const Sitter& from) {
  const bool playing = table_.status() == Status::playing;
  if (!playing) from.connection->refuse("not-now", "the game is not being played");
  return playing;
}

bool LiveGame::objects_to_ask(const Sitter& from, const json::object& message, const referee::Ask& asked) {
  if (!if_playing(from)) return true;
  const referee::PlayerView& view = table_.view(from.side);
  const json::value* known = message.if_contains("known");
  if (known == nullptr || !known->is_int64()) {
    from.connection->refuse("bad-message", "\"known\" is not a number");
  } else if (known->get_int64() != static_cast<std::int64_t>(view.log().size())) {
    from.connection->refuse("stale", "the referee has spoken since");
  } else if (view.turn() != from.side) {
    from.connection->refuse("not-now", "it is the opponent's turn");
  } else if (table_.nonsense_in_turn() >= kMostNonsense && table_.is_nonsense(asked)) {
    from.connection->refuse("too-much-nonsense", "the referee does not answer any more nonsense in this turn");
  } else {
    return false;
  }
  return true;
}

void LiveGame::draw(const Sitter& from, std::string_view action) {
  if (!if_playing(from)) return;
  const std::optional<Side>& offer = table_.draw_offer();
  const bool offered = offer && *offer != from.side;
  if (action == "offer" && table_.may_offer_draw(from.side)) {
    happen({Kind::offered, runtime::now_ms(), from.side, ""});
  } else if (action == "accept" && offered) {
    happen({Kind::ended, runtime::now_ms(), std::nullopt, "agreement"});
  } else if (action == "decline" && offered) {
    happen({Kind::declined, runtime::now_ms(), from.side, ""});
  } else {
    from.connection->refuse("not-now", "no such answer to an offer is possible now");
  }
}

void LiveGame::claim(const Sitter& from) {
  if (!if_playing(from)) return;
  if (claim_in(from.side).value_or(1) > 0)
    return from.connection->refuse("not-now", "the opponent has not been away for long");
  happen({Kind::ended, runtime::now_ms(), from.side, "abandonment"});
}

void LiveGame::want_rematch(const Sitter& from) {
  if (table_.status() != Status::ended || !table_.rematch().empty() || table_.game().plies() == 0)
    return from.connection->refuse("not-now", "a rematch needs a game that was played");
  const store::GameRecord& old = table_.record();
  const bool agreed = old.seats[chess::index(other(from.side))].bot || rematch_offer_ == other(from.side);
  if (!agreed) {
    rematch_offer_ = from.side;
    return publish();
  }
  if (!services_.may_make(old.seats[chess::index(from.side)].guests.front()))
    return from.connection->refuse("too-often", "wait before the next game");
  const store::Milliseconds now = runtime::now_ms();
  store::GameRecord next{.id = runtime::new_game_id(), .created = now, .rules = old.rules, .time = old.time};
  next.seats = {old.seats[1], old.seats[0]};
  next.rated = old.rated && old.seats[0].account && old.seats[1].account;
  next.events = {{Kind::started, now}};
  table_.happen({Kind::rematch, now, std::nullopt, next.id});
  const std::size_t number = table_.record().events.size() - 1;
  store({store::NewGame{next}, store::NewEvent{old.id, number, table_.record().events.back()}},
        [this, next](bool stored) {
          if (!stored) return;
          ++services_.metrics.games_created;
          services_.open(next);
        });
}

void LiveGame::note(const SitterPointer& from, const json::object& message) {
  const std::optional<json::object> phantoms = read_phantoms(message);
  if (!phantoms)
    return from->connection->refuse("bad-message", "\"phantoms\" is not a map of at most 64 squares to pnbrqk");
  const std::string text = referee::json_text(*phantoms);
  table_.note(from->side, text);
  store({store::NewPhantoms{table_.record().id, from->side, text}}, [this, from, text](bool stored) {
    if (!stored) return;
    for (const SitterPointer& sitter : sitters_) {
      const bool has_view = !sitter->game.empty();  // which brings the notes of those who come now
      if (sitter != from && sitter->side == from->side && has_view)
        sitter->connection->send(R"({"type":"phantoms","phantoms":)" + text + "}");
    }
  });
}

}  // namespace blindmate::games
