#include "blindmate/server/payloads.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>

#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/san.hpp"
#include "blindmate/kriegspiel/checkmate.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/referee/json.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/referee/phrases.hpp"
#include "blindmate/referee/rule_sets.hpp"
#include "blindmate/referee/turn.hpp"
#include "blindmate/search/algorithms/algorithm.hpp"
#include "blindmate/server/bots.hpp"

namespace blindmate::server {
namespace {

namespace json = boost::json;

using chess::Side;
using referee::Answer;

constexpr double kDigits = 1e4;  // of a share

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

std::string_view name(Table::Status status) {
  switch (status) {
    case Table::Status::waiting: return "waiting";
    case Table::Status::playing: return "playing";
    case Table::Status::ended: break;
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

std::string_view name(referee::Nonsense answer) {
  switch (answer) {
    case referee::Nonsense::to_mover: return "mover";
    case referee::Nonsense::to_both: return "both";
    case referee::Nonsense::as_refusal: break;
  }
  return "refusal";
}

// What the answer "yes" to "Any?" obliges to.
json::value duty_payload(referee::AnyQuestion any) {
  switch (any) {
    case referee::AnyQuestion::none: return nullptr;
    case referee::AnyQuestion::capture_until_legal: return "capture-until-legal";
    case referee::AnyQuestion::one_capture_try: break;
  }
  return "one-capture-try";
}

json::object rules_payload(const referee::RuleSet& rules) {
  return {{"name", as_json(rules.name)},
          {"summary", as_json(rules.summary)},
          {"any", rules.any != referee::AnyQuestion::none},
          {"refusals_heard", rules.refusal == referee::HeardBy::both},
          {"pawn_tries", as_json(name(rules.pawn_tries))}};
}

// Everything that rule sets differ in.
json::object rule_set_payload(const referee::RuleSet& rules) {
  json::object all = rules_payload(rules);
  all["nonsense"] = as_json(name(rules.nonsense));
  all["any_duty"] = duty_payload(rules.any);
  all["captured"] = rules.captured_man == referee::CapturedMan::square_only ? "square" : "pawn-or-piece";
  all["names_en_passant"] = rules.names_en_passant;
  all["tells_promotion"] = rules.tells_promotion;
  all["check_narrows_tries"] = rules.check_narrows_tries;
  all["stalemate_loses"] = rules.stalemate_loses;
  all["chess_draws"] = rules.chess_draws;
  all["lack_of_material"] =
      rules.lack_of_material == referee::LackOfMaterial::as_in_chess ? "as-in-chess" : "one-minor-each";
  return all;
}

std::string player_name(const Seat& seat) {
  if (!seat.name.empty()) return seat.name;
  if (seat.bot) return bot_name(*seat.bot);
  return seat.account ? seat.account->name : "guest";
}

bool is_provisional(const Account& account) { return account.rating.deviation > kProvisionalDeviation; }

std::string_view name(Account::Kind kind) {
  switch (kind) {
    case Account::Kind::person: return "person";
    case Account::Kind::bot: return "bot";
    case Account::Kind::house: break;
  }
  return "house";
}

json::value ratings_payload(const std::optional<RatingChanges>& ratings) {
  if (!ratings) return nullptr;
  const auto change = [&](Side side) {
    const RatingChange& one = (*ratings)[chess::index(side)];
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

json::value invitation(const Table& table) {
  if (table.status() != Table::Status::waiting) return nullptr;
  return json::value("/join/" + table.record().id);
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

// What both have left after each move; nothing without a clock.
std::vector<json::value> clocks_of(const GameRecord& record) {
  std::vector<json::value> clocks;
  if (!record.time) return clocks;
  GameRecord from_start = record;
  from_start.events.clear();
  Table table(std::move(from_start));
  for (const TableEvent& event : record.events) {
    const int plies = table.game().plies();
    table.happen(event);
    if (table.game().plies() == plies) continue;
    const auto left = [&](Side side) { return table.clock()->left(side, event.at); };
    clocks.push_back({{"white_ms", left(Side::white)}, {"black_ms", left(Side::black)}});
  }
  return clocks;
}

}  // namespace

json::value player_payload(const Seat& seat) {
  if (!seat.is_taken()) return nullptr;
  const bool is_bot = seat.bot || (seat.account && seat.account->kind != Account::Kind::person);
  return {{"kind", is_bot ? "bot" : "person"},
          {"name", player_name(seat)},
          {"account", seat.account ? json::value(seat.account->name) : nullptr},
          {"rating", seat.account ? json::value(seat.account->rating.rating) : nullptr},
          {"provisional", seat.account && is_provisional(*seat.account)}};
}

json::object account_payload(const Account& account) {
  return {{"name", account.name},
          {"kind", as_json(name(account.kind))},
          {"owner", account.owner.empty() ? json::value(nullptr) : json::value(account.owner)},
          {"since_ms", account.since},
          {"rating", account.rating.rating},
          {"deviation", account.rating.deviation},
          {"provisional", is_provisional(account)},
          {"rated_games", account.rated_games}};
}

bool is_made_by(const GameRecord& challenge, GuestId guest) {
  return std::any_of(challenge.seats.begin(), challenge.seats.end(), [&](const Seat& seat) {
    return std::find(seat.guests.begin(), seat.guests.end(), guest) != seat.guests.end();
  });
}

Side free_side(const GameRecord& challenge) { return challenge.seats[0].is_taken() ? Side::black : Side::white; }

json::object lobby_payload(const std::vector<GameRecord>& challenges, const std::vector<Account>& players,
                           const std::optional<Person>& person) {
  json::array open;
  for (const GameRecord& challenge : challenges) {
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
  for (const Account& player : players) {
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
  const bool playing = surroundings.status == Table::Status::playing;
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
          {"clock", surroundings.clock},
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

json::value clock_payload(const std::optional<ChessClock>& clock, Milliseconds now) {
  if (!clock) return nullptr;
  const auto left = [&](Side side) { return std::max<Milliseconds>(0, clock->left(side, now)); };
  return {{"white_ms", left(Side::white)}, {"black_ms", left(Side::black)}, {"running", as_json(clock->running())}};
}

json::value time_payload(const std::optional<TimeControl>& time) {
  if (!time) return nullptr;
  return {{"minutes", static_cast<double>(time->initial) / 60000},
          {"increment", static_cast<double>(time->increment) / 1000}};
}

json::object game_payload(const Table& table, Side side) {
  const GameRecord& record = table.record();
  return {{"id", record.id},
          {"rules", rules_payload(table.game().rules())},
          {"rated", record.rated},
          {"side", as_json(chess::name(side))},
          {"start", chess::fen(table.game().start())},
          {"white", player_payload(record.seats[0])},
          {"black", player_payload(record.seats[1])},
          {"clock", time_payload(record.time)},
          {"invitation", invitation(table)}};
}

json::object summary_payload(const Table& table, std::optional<Side> side,
                             const std::optional<RatingChanges>& ratings) {
  const GameRecord& record = table.record();
  const bool playing = table.status() == Table::Status::playing;
  return {{"id", record.id},
          {"rules", record.rules},
          {"rated", record.rated},
          {"status", as_json(name(table.status()))},
          {"side", as_json(side)},
          {"white", player_payload(record.seats[0])},
          {"black", player_payload(record.seats[1])},
          {"clock", time_payload(record.time)},
          {"your_turn", playing && side == table.turn()},
          {"end", end_payload(table.outcome())},
          {"created_ms", record.created},
          {"invitation", invitation(table)},
          {"ratings", ratings_payload(ratings)}};
}

json::object transcript_payload(const Table& ended, const std::optional<RatingChanges>& ratings) {
  const referee::Game& game = ended.game();
  referee::Game replayed(game.rules(), game.start());
  const std::vector<json::value> clocks = clocks_of(ended.record());
  json::array turns;
  json::array asked;
  const auto san = [&](const referee::Event& event) -> std::string {
    if (std::holds_alternative<referee::AnyAsked>(*event.ask)) return "Any?";
    const referee::OwnBoard& own = replayed.view(event.by).own_board();
    const auto man_at = [&](chess::Square s) { return own.man_at(s); };
    const bool captures = event.heard.capture != chess::kNoSquare;
    return chess::write_san(std::get<chess::Move>(*event.ask), own.tries(), man_at, captures);
  };
  for (const referee::Event& event : game.record()) {
    const std::string written = san(event);
    const std::string text = referee::text(*event.ask);
    replayed.ask(*event.ask);
    if (event.heard.answer != Answer::ok) {
      asked.push_back({{"ask", text}, {"san", written}, {"answer", as_json(referee::name(event.heard.answer))}});
      continue;
    }
    turns.push_back({{"by", as_json(chess::name(event.by))},
                     {"asked", std::exchange(asked, {})},
                     {"move", text},
                     {"san", written},
                     {"heard", referee::to_json(event.heard)},
                     {"phrase", referee::phrase(event.by, event.heard)},
                     {"fen", chess::fen(replayed.position())},
                     {"clock", turns.size() < clocks.size() ? clocks[turns.size()] : nullptr}});
  }
  if (!asked.empty()) {
    turns.push_back({{"by", as_json(chess::name(ended.turn()))},
                     {"asked", asked},
                     {"move", nullptr},
                     {"san", nullptr},
                     {"heard", nullptr},
                     {"phrase", ""},
                     {"fen", chess::fen(replayed.position())},
                     {"clock", nullptr}});
  }
  const GameRecord& record = ended.record();
  return {{"id", record.id},
          {"rules", rules_payload(game.rules())},
          {"rated", record.rated},
          {"ratings", ratings_payload(ratings)},
          {"start", chess::fen(game.start())},
          {"white", player_payload(record.seats[0])},
          {"black", player_payload(record.seats[1])},
          {"clock", time_payload(record.time)},
          {"end", end_payload(ended.outcome())},
          {"turns", turns}};
}

json::object options_payload() {
  json::array rules;
  for (const referee::RuleSet* one : referee::kRuleSets) rules.push_back(rule_set_payload(*one));
  json::array players;
  for (const players::PlayerEntry& one : players::kPlayers)
    players.push_back({{"name", as_json(one.name)}, {"summary", as_json(one.summary)}, {"strength", one.strength}});
  json::array levels;
  for (const Level& one : kLevels)
    levels.push_back({{"level", one.level}, {"name", as_json(one.name)}, {"seconds", one.seconds}});
  json::array algorithms;
  for (const auto& one : search::algorithms<kriegspiel::Checkmate>())
    algorithms.push_back({{"name", as_json(one.name)}, {"summary", as_json(one.summary)}});
  return {{"rules", rules},
          {"players", players},
          {"levels", levels},
          {"algorithms", algorithms},
          {"clock", {{"most_minutes", kMostMinutes}, {"most_increment", kMostIncrement}}}};
}

json::object men_payload(const belief::ManMap& map, Side side) {
  json::object men;
  for (unsigned man = 0; man < map.size(); ++man) {
    json::object squares;
    for (unsigned s = 0; s < map[man].size(); ++s) {
      if (map[man][s] > 0)
        squares[chess::text(static_cast<chess::Square>(s))] = std::round(map[man][s] * kDigits) / kDigits;
    }
    if (!squares.empty()) men[std::string(1, chess::letter(static_cast<chess::Man>(man), side))] = std::move(squares);
  }
  return men;
}

json::array fens_payload(const std::vector<chess::Position>& positions, std::size_t most) {
  json::array fens;
  for (std::size_t i = 0; i < std::min(positions.size(), most); ++i) fens.emplace_back(chess::fen(positions[i]));
  return fens;
}

std::string pgn_of(const Table& ended, std::optional<Side> side) {
  const auto name_of = [&](Side of) { return player_name(ended.record().seats[chess::index(of)]); };
  const referee::Tags tags = {{"White", name_of(Side::white)}, {"Black", name_of(Side::black)}};
  const bool is_unfinished = ended.outcome() && ended.outcome()->reason == "unfinished";
  referee::Game game = ended.game();
  if (is_unfinished) {
    game = referee::Game(ended.game().rules(), ended.game().start());
    for (const referee::Event& event : ended.game().record()) game.ask(*event.ask);
  }
  return side ? referee::write_pgn(game.view(*side), tags) : referee::write_pgn(game, tags);
}

}  // namespace blindmate::server
