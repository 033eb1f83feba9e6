#include "blindmate/remote/remote_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>

#include "blindmate/chess/fen.hpp"
#include "blindmate/view/consistency.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::remote {
namespace {

namespace json = boost::json;

using chess::Move;
using chess::Side;
using referee::Answer;
using referee::Event;
using referee::PlayerView;

struct BadMessage {
  std::string reason;
};

// --- fields, which must be there and of their kind

const json::value& field(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  if (value == nullptr) throw BadMessage{fmt::format("\"{}\" is missing", name)};
  return *value;
}

const json::object& object(const json::value& value, std::string_view name) {
  if (!value.is_object()) throw BadMessage{fmt::format("\"{}\" is not an object", name)};
  return value.get_object();
}

const json::array& list(const json::object& from, std::string_view name) {
  const json::value& value = field(from, name);
  if (!value.is_array()) throw BadMessage{fmt::format("\"{}\" is not a list", name)};
  return value.get_array();
}

std::string_view text(const json::object& from, std::string_view name) {
  const json::value& value = field(from, name);
  if (!value.is_string()) throw BadMessage{fmt::format("\"{}\" is not a text", name)};
  return value.get_string();
}

bool flag(const json::object& from, std::string_view name) {
  const json::value& value = field(from, name);
  if (!value.is_bool()) throw BadMessage{fmt::format("\"{}\" is not true or false", name)};
  return value.get_bool();
}

double number(const json::object& from, std::string_view name) {
  json::error_code wrong;
  const auto result = field(from, name).to_number<double>(wrong);
  if (wrong) throw BadMessage{fmt::format("\"{}\" is not a number", name)};
  return result;
}

std::size_t count(const json::object& from, std::string_view name) {
  json::error_code wrong;
  const auto result = field(from, name).to_number<std::uint32_t>(wrong);
  if (wrong) throw BadMessage{fmt::format("\"{}\" is not a number from 0", name)};
  return result;
}

Side side(const json::object& from, std::string_view name) {
  const std::string_view value = text(from, name);
  for (const Side one : {Side::white, Side::black}) {
    if (value == chess::name(one)) return one;
  }
  throw BadMessage{fmt::format("\"{}\" is neither white nor black", name)};
}

// --- what a referee can have said

std::optional<referee::Ask> read_ask(const json::object& entry) {
  if (field(entry, "ask").is_null()) return std::nullopt;
  const std::string_view asked = text(entry, "ask");
  if (asked == "any") return referee::AnyAsked{};
  const std::optional<Move> tried = chess::parse_coordinates(asked);
  if (!tried) throw BadMessage{fmt::format("\"{}\" is not a try", asked)};
  return *tried;
}

Event read_entry(const json::value& value) {
  const json::object& entry = object(value, "log");
  const Expected<referee::Heard> heard = referee::heard_from_json(field(entry, "heard"));
  if (!heard) throw BadMessage{heard.error().reason};
  const std::size_t times = count(entry, "times");
  if (times == 0 || times > 1'000'000) throw BadMessage{"\"times\" is not within 1 and a million"};
  return {side(entry, "by"), read_ask(entry), *heard, false, static_cast<int>(times)};
}

std::string objection_to_own(const PlayerView& view, const Event& event) {
  if (!event.ask) return "an own answer without what was asked";
  const Move* tried = std::get_if<Move>(&*event.ask);
  const bool is_question = event.heard.answer == Answer::any_yes || event.heard.answer == Answer::any_no;
  if (is_question != (tried == nullptr)) return "an answer to something else";
  if (is_question) return view.may_ask_any() ? "" : "a question that could not be asked";
  const bool is_askable = view.askable(*tried);
  const bool sounds_alike = view.rules().nonsense == referee::Nonsense::as_refusal;
  if (event.heard.answer == Answer::nonsense) return is_askable ? "a try that is no nonsense" : "";
  if (event.heard.answer == Answer::no) return is_askable || sounds_alike ? "" : "a refusal of nonsense";
  if (!is_askable) return "a move that cannot be asked for";
  return contradiction(view.own_board(), *tried, event.heard, view.rules(), false);
}

std::string objection_to_opponent(const PlayerView& view, const Event& event) {
  if (event.ask) return "a try of the opponent";
  if (event.heard.answer != Answer::ok) return {};
  return contradiction(view.own_board(), event.heard, view.rules(), false);
}

// An empty text where there is none.
std::string objection(const PlayerView& view, const Event& event) {
  if (view.outcome()) return "something after the end";
  if (event.by != view.turn()) return "an answer out of turn";
  const referee::PawnTries form = event.heard.pawn_tries.form;
  if (form != referee::PawnTries::untold && form != view.rules().pawn_tries) return "pawn tries of another rule set";
  return event.by == view.side() ? objection_to_own(view, event) : objection_to_opponent(view, event);
}

std::vector<std::string> askable_texts(const PlayerView& view) {
  std::vector<std::string> result;
  for (const Move tried : view.askable_tries()) result.push_back(chess::text(tried));
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

Expected<void> RemoteView::hear(const json::object& message) {
  try {
    if (const json::value* game = message.if_contains("game")) read_game(object(*game, "game"));
    if (!view_) throw BadMessage{"\"game\" is missing"};
    read_log(message);
    read_now(object(field(message, "now"), "now"));
    return {};
  } catch (const BadMessage& bad) {
    return Error{bad.reason};
  }
}

void RemoteView::read_game(const json::object& game) {
  About told;
  const std::string_view rules = text(object(field(game, "rules"), "rules"), "name");
  told.rules = referee::find_rule_set(rules);
  if (told.rules == nullptr) throw BadMessage{fmt::format("unknown rule set \"{}\"", rules)};
  told.side = side(game, "side");
  const Expected<chess::Position> start = chess::read_position(text(game, "start"));
  if (!start) throw BadMessage{"\"start\": " + start.error().reason};
  told.start = *start;
  told.rated = flag(game, "rated");
  const json::value& clock = field(game, "clock");
  if (!clock.is_null()) told.increment_s = number(object(clock, "clock"), "increment");
  const std::string_view opponent = chess::name(other(told.side));
  if (const json::value& player = field(game, opponent); !player.is_null())
    opponent_ = text(object(player, opponent), "name");
  if (view_ && told != about_) throw BadMessage{"another game than before"};
  about_ = told;
  if (!view_) view_.emplace(about_.start, about_.side, *about_.rules);
}

void RemoteView::read_log(const json::object& message) {
  const std::size_t from = count(message, "from");
  if (from > events_.size()) throw BadMessage{"a part of the log is missing"};
  if (from < events_.size()) {
    std::vector<Event> kept = std::move(events_);
    kept.resize(from);
    events_.clear();
    plies_ = 0;
    view_.emplace(about_.start, about_.side, *about_.rules);
    for (const Event& event : kept) hear(event);
  }
  for (const json::value& entry : list(message, "log")) hear(read_entry(entry));
}

void RemoteView::hear(Event event) {
  const std::string wrong = objection(*view_, event);
  if (!wrong.empty()) throw BadMessage{fmt::format("entry {} of the log: {}", events_.size(), wrong)};
  const Move* tried = event.ask ? std::get_if<Move>(&*event.ask) : nullptr;
  event.nonsense = tried != nullptr && !view_->askable(*tried);
  view_->hear(event);
  if (event.heard.answer == Answer::ok) ++plies_;
  events_.push_back(event);
}

void RemoteView::read_now(const json::object& now) {
  const std::string_view status = text(now, "status");
  if (status != "waiting" && status != "playing" && status != "ended") throw BadMessage{"\"status\" is an unknown one"};
  status_ = status == "waiting" ? Status::waiting : status == "playing" ? Status::playing : Status::ended;
  read_end(field(now, "end"));
  if (status_ == Status::playing) compare(now);
  const json::value& clock = field(now, "clock");
  const char* own_ms = about_.side == Side::white ? "white_ms" : "black_ms";
  left_s_ = clock.is_null() ? std::nullopt : std::optional(number(object(clock, "clock"), own_ms) / 1000);
  draw_is_offered_ = !field(now, "draw_offer").is_null() && text(now, "draw_offer") == "opponent";
  claim_in_s_ = field(now, "claim_in_ms").is_null() ? std::nullopt : std::optional(number(now, "claim_in_ms") / 1000);
}

void RemoteView::read_end(const json::value& end) {
  if ((status_ == Status::ended) == end.is_null()) throw BadMessage{"\"end\" does not fit \"status\""};
  if (end.is_null()) return;
  const json::object& told = object(end, "end");
  const referee::Outcome outcome{std::string(text(told, "reason")),
                                 field(told, "winner").is_null() ? std::nullopt : std::optional(side(told, "winner"))};
  if (view_->outcome() && *view_->outcome() != outcome) throw BadMessage{"the game had another end"};
  view_->conclude(outcome);
  end_phrase_ = text(told, "phrase");
}

// What the server tells the pages is what our own referee has found out from the log.
void RemoteView::compare(const json::object& now) const {
  if (view_->outcome()) throw BadMessage{"the game goes on after " + view_->outcome()->reason};
  if (side(now, "turn") != view_->turn()) throw BadMessage{"it is the other side's turn"};
  const std::string board = referee::text(view_->own_board());
  if (text(now, "board") != board) throw BadMessage{fmt::format("the board {}, not {}", text(now, "board"), board)};
  std::vector<std::string> askable;
  for (const json::value& tried : list(now, "askable")) {
    if (!tried.is_string()) throw BadMessage{"\"askable\" has something that is not a text"};
    askable.emplace_back(tried.get_string());
  }
  std::sort(askable.begin(), askable.end());
  if (askable != askable_texts(*view_)) throw BadMessage{"other tries can be asked"};
  if (flag(now, "may_ask_any") != view_->may_ask_any()) throw BadMessage{"the question can be asked at other times"};
  if (is_own_turn() && askable.empty()) throw BadMessage{"nothing can be asked"};
}

}  // namespace blindmate::remote
