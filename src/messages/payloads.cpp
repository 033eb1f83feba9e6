#include "blindmate/messages/payloads.hpp"

#include <algorithm>
#include <boost/json.hpp>

#include "blindmate/chess/fen.hpp"
#include "blindmate/store/bot_names.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/phrases.hpp"
#include "blindmate/view/turn.hpp"

namespace blindmate::messages {
namespace {

namespace json = boost::json;

using chess::Side;
using referee::Answer;

json::string as_json(std::string_view text) { return json::string(text); }
json::value as_json(const std::optional<Side>& side) {
  return side ? json::value(as_json(chess::name(*side))) : nullptr;
}

template <class Texts>
json::array as_list(const Texts& texts) {
  json::array list;
  for (const auto& text : texts) list.push_back(as_json(text));
  return list;
}

std::string_view name(Status status) {
  switch (status) {
    case Status::waiting: return "waiting";
    case Status::playing: return "playing";
    case Status::ended: break;
  }
  return "ended";
}

std::string_view name(referee::PawnTries form) {
  switch (form) {
    case referee::PawnTries::untold: return "untold";
    case referee::PawnTries::whether: return "whether";
    case referee::PawnTries::number: return "number";
    case referee::PawnTries::squares: break;
  }
  return "squares";
}

bool is_provisional(const store::Account& account) { return account.rating.deviation > store::kProvisionalDeviation; }

std::string_view name(store::Account::Kind kind) {
  switch (kind) {
    case store::Account::Kind::person: return "person";
    case store::Account::Kind::bot: return "bot";
    case store::Account::Kind::house: break;
  }
  return "house";
}

json::value invitation(const store::GameRecord& record, Status status) {
  if (status != Status::waiting) return nullptr;
  return json::value("/join/" + record.id);
}

json::value clock_payload(const std::optional<ClockNow>& clock) {
  if (!clock) return nullptr;
  const auto left = [&](Side side) { return std::max<store::Milliseconds>(0, clock->left[chess::index(side)]); };
  return {{"white_ms", left(Side::white)}, {"black_ms", left(Side::black)}, {"running", as_json(clock->running)}};
}

// What is left of the opponent's men, by what was announced.
json::object opponent_men(const referee::PlayerView& view) {
  const Side opponent = other(view.side());
  int total = chess::count(view.start().men(opponent));
  int pawns = chess::count(view.start().men(opponent, chess::Man::pawn));
  int pieces = total - pawns;
  for (const referee::Event& event : view.log()) {
    if (event.by != view.side() || event.heard.capture == chess::kNoSquare) continue;
    --total;
    (event.heard.captured_kind == referee::CapturedKind::pawn ? pawns : pieces) -= 1;
  }
  const bool told = view.rules().captured_man == referee::CapturedMan::pawn_or_piece;
  return {{"total", total},
          {"pawns", told ? json::value(pawns) : nullptr},
          {"pieces", told ? json::value(pieces) : nullptr}};
}

std::string sentence(const referee::Event& event) {
  const std::string said = referee::phrase(event.by, event.heard);
  return event.times == 1 ? said : said + " (" + std::to_string(event.times) + " times)";
}

}  // namespace

json::object rules_payload(const referee::RuleSet& rules) {
  return {{"name", as_json(rules.name)},
          {"summary", as_json(rules.summary)},
          {"any", rules.any != referee::AnyQuestion::none},
          {"refusals_heard", rules.refusal == referee::HeardBy::both},
          {"pawn_tries", as_json(name(rules.pawn_tries))}};
}

std::string player_name(const store::Seat& seat) {
  if (!seat.name.empty()) return seat.name;
  if (seat.bot) return bot_name(*seat.bot);
  return seat.account ? seat.account->name : "guest";
}

json::value ratings_payload(const std::optional<store::RatingChanges>& ratings) {
  if (!ratings) return nullptr;
  const auto change = [&](Side side) {
    const store::RatingChange& one = (*ratings)[chess::index(side)];
    return json::array{one.before, one.after};
  };
  return {{"white", change(Side::white)}, {"black", change(Side::black)}};
}

json::value end_payload(const std::optional<referee::Outcome>& outcome) {
  if (!outcome) return nullptr;
  return {{"reason", outcome->reason},
          {"winner", as_json(outcome->winner)},
          {"phrase", outcome->reason == "abort"        ? "The game was aborted."
                     : outcome->reason == "unfinished" ? "The game is unfinished."
                                                       : referee::phrase(*outcome)}};
}

json::value player_payload(const store::Seat& seat) {
  if (!seat.is_taken()) return nullptr;
  const bool is_bot = seat.bot || (seat.account && seat.account->kind != store::Account::Kind::person);
  return {{"kind", is_bot ? "bot" : "person"},
          {"name", player_name(seat)},
          {"account", seat.account ? json::value(seat.account->name) : nullptr},
          {"rating", seat.account ? json::value(seat.account->rating.rating) : nullptr},
          {"provisional", seat.account && is_provisional(*seat.account)}};
}

json::object account_payload(const store::Account& account) {
  return {{"name", account.name},
          {"kind", as_json(name(account.kind))},
          {"owner", account.owner.empty() ? json::value(nullptr) : json::value(account.owner)},
          {"since_ms", account.since},
          {"rating", account.rating.rating},
          {"deviation", account.rating.deviation},
          {"provisional", is_provisional(account)},
          {"rated_games", account.rated_games}};
}

json::object lobby_payload(const std::vector<store::GameRecord>& challenges, const std::vector<store::Account>& players,
                           const std::optional<store::Person>& person) {
  json::array open;
  for (const store::GameRecord& challenge : challenges) {
    const bool yours = person && is_made_by(challenge, person->id);
    if (challenge.wanted && !yours && !(person && person->id == challenge.wanted->id)) continue;
    const Side side = free_side(challenge);
    open.push_back({{"game", challenge.id},
                    {"by", player_payload(challenge.seats[chess::index(other(side))])},
                    {"rules", challenge.rules},
                    {"clock", time_payload(challenge.time)},
                    {"rated", challenge.rated},
                    {"colour", as_json(chess::name(side))},
                    {"to", challenge.wanted ? json::value(challenge.wanted->name) : nullptr},
                    {"yours", yours}});
  }
  json::array here;
  for (const store::Account& player : players) {
    here.push_back({{"name", player.name},
                    {"kind", as_json(name(player.kind))},
                    {"rating", player.rating.rating},
                    {"provisional", is_provisional(player)}});
  }
  return {{"type", "lobby"}, {"challenges", std::move(open)}, {"players", std::move(here)}};
}

json::object now_payload(const referee::PlayerView& view, const Surroundings& surroundings) {
  const json::object seen = referee::now_to_json(view);
  json::value capture = nullptr;
  json::value last_own_move = nullptr;
  json::array refused;
  for (const referee::Event& event : view.log()) {
    if (event.heard.answer == Answer::ok) {
      refused.clear();
      const bool captured = event.heard.capture != chess::kNoSquare;
      capture = captured ? json::value(chess::text(event.heard.capture)) : nullptr;
      if (event.by == view.side()) last_own_move = json::value(referee::text(*event.ask));
    } else if (event.by == view.side() && event.heard.answer == Answer::no && !event.nonsense) {
      refused.push_back(json::value(referee::text(*event.ask)));
    }
  }
  const auto whose = [&](const std::optional<Side>& side) {
    if (!side) return json::value(nullptr);
    return json::value(*side == view.side() ? "own" : "opponent");
  };
  json::value rematch = whose(surroundings.rematch_offer);
  if (!surroundings.rematch_game.empty()) rematch = {{"game", surroundings.rematch_game}};
  const json::value claim_in = surroundings.claim_in ? json::value(*surroundings.claim_in) : nullptr;
  const bool playing = surroundings.status == Status::playing;
  return {{"status", as_json(name(surroundings.status))},
          {"turn", seen.at("turn")},
          {"board", seen.at("own_board")},
          {"askable", playing ? seen.at("askable") : json::array()},
          {"may_ask_any", playing && view.may_ask_any()},
          {"capture_duty", view.capture_duty()},
          {"check", seen.at("check")},
          {"check_squares", as_list(referee::square_names(referee::check_squares(view.own_board(), view.check())))},
          {"capture", capture},
          {"pawn_tries", seen.at("pawn_tries")},
          {"last_own_move", last_own_move},
          {"refused", refused},
          {"opponent_men", opponent_men(view)},
          {"clock", clock_payload(surroundings.clock)},
          {"draw_offer", whose(surroundings.draw_offer)},
          {"may_abort", surroundings.may_abort},
          {"may_offer_draw", surroundings.may_offer_draw},
          {"opponent_here", surroundings.opponent_here},
          {"claim_in_ms", claim_in},
          {"end", end_payload(view.outcome())},
          {"rematch", rematch}};
}

json::array log_payload(const referee::PlayerView& view, std::size_t from) {
  json::array log;
  for (std::size_t i = from; i < view.log().size(); ++i) {
    const referee::Event& event = view.log()[i];
    log.push_back({{"by", as_json(chess::name(event.by))},
                   {"ask", event.ask ? json::value(referee::text(*event.ask)) : nullptr},
                   {"heard", referee::to_json(event.heard)},
                   {"times", event.times},
                   {"phrase", sentence(event)}});
  }
  return log;
}

json::object answer_payload(const referee::Ask& asked, const referee::Heard& heard, Side by) {
  return {{"type", "answer"},
          {"ask", referee::text(asked)},
          {"heard", referee::to_json(heard)},
          {"phrase", referee::phrase(by, heard)}};
}

json::value time_payload(const std::optional<store::TimeControl>& time) {
  if (!time) return nullptr;
  return {{"minutes", static_cast<double>(time->initial) / 60000},
          {"increment", static_cast<double>(time->increment) / 1000}};
}

json::object game_payload(const store::GameRecord& record, Status status, const referee::PlayerView& view) {
  return {{"id", record.id},
          {"rules", rules_payload(view.rules())},
          {"rated", record.rated},
          {"side", as_json(chess::name(view.side()))},
          {"start", chess::fen(view.start())},
          {"white", player_payload(record.seats[0])},
          {"black", player_payload(record.seats[1])},
          {"clock", time_payload(record.time)},
          {"invitation", invitation(record, status)}};
}

json::object summary_payload(const store::GameRecord& record, const Standing& standing, std::optional<Side> side,
                             const std::optional<store::RatingChanges>& ratings) {
  const bool playing = standing.status == Status::playing;
  return {{"id", record.id},
          {"rules", record.rules},
          {"rated", record.rated},
          {"status", as_json(name(standing.status))},
          {"side", as_json(side)},
          {"white", player_payload(record.seats[0])},
          {"black", player_payload(record.seats[1])},
          {"clock", time_payload(record.time)},
          {"your_turn", playing && side == standing.turn},
          {"end", end_payload(standing.outcome)},
          {"created_ms", record.created},
          {"invitation", invitation(record, standing.status)},
          {"ratings", ratings_payload(ratings)}};
}

}  // namespace blindmate::messages
