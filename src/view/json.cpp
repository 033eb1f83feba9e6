#include "blindmate/view/json.hpp"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <string>

#include "blindmate/base/text.hpp"
#include "blindmate/chess/fen.hpp"

namespace blindmate::referee {
namespace {

namespace json = boost::json;

json::string as_json(std::string_view text) { return json::string(text); }

json::value pawn_tries_to_json(const PawnTriesHeard& tries) {
  switch (tries.form) {
    case PawnTries::untold: return nullptr;
    case PawnTries::whether: return tries.value != 0;
    case PawnTries::number: return static_cast<std::int64_t>(tries.value);
    case PawnTries::squares: break;
  }
  return json::value_from(square_names(tries.value));
}

Expected<void> read_answer(const json::value& value, Heard& heard) {
  const std::optional<Answer> answer = value.is_string() ? find_answer(value.get_string()) : std::nullopt;
  if (!answer) return Error{"is not ok, no, nonsense, any-yes or any-no"};
  heard.answer = *answer;
  return {};
}

Expected<void> read_end(const json::value& value, Heard& heard) {
  if (value.is_null()) return {};
  const std::optional<End> end = value.is_string() ? find_end(value.get_string()) : std::nullopt;
  if (!end) return Error{"is not null or an end of the game"};
  heard.end = *end;
  return {};
}

std::optional<chess::Square> square_of(const json::value& value) {
  return value.is_string() ? chess::parse_square(value.get_string()) : std::nullopt;
}

Expected<void> read_capture(const json::value& value, Heard& heard) {
  if (value.is_null()) return {};
  const json::object* object = value.if_object();
  if (object == nullptr) return Error{"is not null or an object"};
  for (const auto& [key, field] : *object) {
    if (key == "square") {
      const std::optional<chess::Square> s = square_of(field);
      if (!s) return Error{"has a square that is none"};
      heard.capture = *s;
    } else if (key == "kind") {
      if (field.is_null()) continue;
      const std::optional<CapturedKind> kind =
          field.is_string() ? find_captured_kind(field.get_string()) : std::nullopt;
      if (!kind) return Error{"has a kind that is not null, pawn or piece"};
      heard.captured_kind = *kind;
    } else {
      return Error{fmt::format("has an unknown field \"{}\"", std::string_view(key))};
    }
  }
  if (heard.capture == chess::kNoSquare) return Error{"has no square"};
  return {};
}

Expected<void> read_check(const json::value& value, Heard& heard) {
  const json::array* directions = value.if_array();
  if (directions == nullptr) return Error{"is not a list"};
  for (const json::value& item : *directions) {
    const std::optional<Direction> direction = item.is_string() ? find_direction(item.get_string()) : std::nullopt;
    if (!direction) return Error{"has something other than file, knight, long, rank, short"};
    heard.check |= *direction;
  }
  return {};
}

Expected<void> read_flag(const json::value& value, bool& flag) {
  if (!value.is_bool()) return Error{"is not true or false"};
  flag = value.get_bool();
  return {};
}

Expected<void> read_pawn_tries(const json::value& value, Heard& heard) {
  PawnTriesHeard& tries = heard.pawn_tries;
  if (value.is_null()) return {};
  if (const bool* whether = value.if_bool()) {
    tries = {PawnTries::whether, *whether ? 1U : 0U};
  } else if (const json::array* squares = value.if_array()) {
    tries.form = PawnTries::squares;
    for (const json::value& item : *squares) {
      const std::optional<chess::Square> s = square_of(item);
      if (!s) return Error{"has a square that is none"};
      tries.value |= chess::bit(*s);
    }
  } else {
    const std::int64_t* number = value.if_int64();
    if (number == nullptr || *number < 0 || *number > 64)
      return Error{"is not null, true, false, a small number or a list"};
    tries = {PawnTries::number, static_cast<std::uint64_t>(*number)};
  }
  return {};
}

Expected<void> read_field(std::string_view key, const json::value& value, Heard& heard) {
  if (key == "answer") return read_answer(value, heard);
  if (key == "capture") return read_capture(value, heard);
  if (key == "check") return read_check(value, heard);
  if (key == "en_passant") return read_flag(value, heard.en_passant);
  if (key == "promotion") return read_flag(value, heard.promotion);
  if (key == "pawn_tries") return read_pawn_tries(value, heard);
  if (key == "end") return read_end(value, heard);
  return Error{"is not a field of what is heard"};
}

}  // namespace

json::value to_json(const Heard& heard) {
  json::value capture = nullptr;
  if (heard.capture != chess::kNoSquare) {
    const bool told = heard.captured_kind != CapturedKind::untold;
    const json::value kind = told ? json::value(as_json(name(heard.captured_kind))) : nullptr;
    capture = {{"square", chess::text(heard.capture)}, {"kind", kind}};
  }
  json::array check;
  for (const std::string_view direction : names(heard.check)) check.push_back(as_json(direction));
  const json::value end = heard.end == End::none ? nullptr : json::value(as_json(name(heard.end)));
  return {{"answer", as_json(name(heard.answer))},
          {"capture", capture},
          {"check", check},
          {"en_passant", heard.en_passant},
          {"promotion", heard.promotion},
          {"pawn_tries", pawn_tries_to_json(heard.pawn_tries)},
          {"end", end}};
}

json::value end_to_json(const std::optional<Outcome>& outcome) {
  return outcome ? json::value(outcome->reason) : nullptr;
}

json::value winner_to_json(const std::optional<Outcome>& outcome) {
  return outcome && outcome->winner ? json::value(as_json(chess::name(*outcome->winner))) : nullptr;
}

json::object now_to_json(const PlayerView& view) {
  json::array askable;
  for (const chess::Move tried : view.askable_tries()) askable.push_back(json::value(chess::text(tried)));
  json::array check;
  for (const std::string_view direction : names(view.check())) check.push_back(as_json(direction));
  return {{"side", as_json(chess::name(view.side()))},
          {"rules", as_json(view.rules().name)},
          {"start", chess::fen(view.start())},
          {"turn", as_json(chess::name(view.turn()))},
          {"own_board", text(view.own_board())},
          {"check", check},
          {"pawn_tries", pawn_tries_to_json(view.pawn_tries())},
          {"askable", askable},
          {"may_ask_any", view.may_ask_any()},
          {"end", end_to_json(view.outcome())},
          {"winner", winner_to_json(view.outcome())}};
}

json::object to_json(const PlayerView& view) {
  json::array log;
  for (const Event& event : view.log()) {
    const json::value ask = event.ask ? json::value(text(*event.ask)) : nullptr;
    log.push_back({{"by", as_json(chess::name(event.by))},
                   {"ask", ask},
                   {"heard", to_json(event.heard)},
                   {"times", event.times}});
  }
  json::object all = now_to_json(view);
  all["log"] = std::move(log);
  return all;
}

Expected<Heard> heard_from_json(const json::value& json) {
  const json::object* object = json.if_object();
  if (object == nullptr) return Error{"what is heard is not an object"};
  Heard heard;
  for (const auto& [key, value] : *object) {
    if (const auto read = read_field(key, value, heard); !read)
      return Error{fmt::format("\"{}\" {}", std::string_view(key), read.error().reason)};
  }
  return heard;
}

Expected<json::value> read_json(std::string_view text, std::size_t most_levels) {
  json::parse_options options;
  options.max_depth = most_levels;
  json::parser parser({}, options);
  json::error_code code;
  const std::size_t consumed = parser.write(text, code);
  if (!code) return parser.release();
  return error_at(text, consumed, "JSON: " + code.message());
}

}  // namespace blindmate::referee
