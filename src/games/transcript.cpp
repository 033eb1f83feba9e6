#include "blindmate/games/transcript.hpp"

#include <boost/json.hpp>

#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/san.hpp"
#include "blindmate/messages/payloads.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/phrases.hpp"

namespace blindmate::games {
namespace {

namespace json = boost::json;

using chess::Side;
using referee::Answer;

// What both have left after each move; nothing without a clock.
std::vector<json::value> clocks_of(const store::GameRecord& record) {
  std::vector<json::value> clocks;
  if (!record.time) return clocks;
  store::GameRecord from_start = record;
  from_start.events.clear();
  Table table(std::move(from_start));
  for (const store::TableEvent& event : record.events) {
    const int plies = table.game().plies();
    table.happen(event);
    if (table.game().plies() == plies) continue;
    const auto left = [&](Side side) { return table.clock()->left(side, event.at); };
    clocks.push_back({{"white_ms", left(Side::white)}, {"black_ms", left(Side::black)}});
  }
  return clocks;
}

}  // namespace

json::object transcript_payload(const Table& ended, const std::optional<store::RatingChanges>& ratings) {
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
      asked.push_back({{"ask", text}, {"san", written}, {"answer", json::string(referee::name(event.heard.answer))}});
      continue;
    }
    turns.push_back({{"by", json::string(chess::name(event.by))},
                     {"asked", std::exchange(asked, {})},
                     {"move", text},
                     {"san", written},
                     {"heard", referee::to_json(event.heard)},
                     {"phrase", referee::phrase(event.by, event.heard)},
                     {"fen", chess::fen(replayed.position())},
                     {"clock", turns.size() < clocks.size() ? clocks[turns.size()] : nullptr}});
  }
  if (!asked.empty()) {
    turns.push_back({{"by", json::string(chess::name(ended.turn()))},
                     {"asked", asked},
                     {"move", nullptr},
                     {"san", nullptr},
                     {"heard", nullptr},
                     {"phrase", ""},
                     {"fen", chess::fen(replayed.position())},
                     {"clock", nullptr}});
  }
  const store::GameRecord& record = ended.record();
  return {{"id", record.id},
          {"rules", messages::rules_payload(game.rules())},
          {"rated", record.rated},
          {"ratings", messages::ratings_payload(ratings)},
          {"start", chess::fen(game.start())},
          {"white", messages::player_payload(record.seats[0])},
          {"black", messages::player_payload(record.seats[1])},
          {"clock", messages::time_payload(record.time)},
          {"end", messages::end_payload(ended.outcome())},
          {"turns", turns}};
}

std::string pgn_of(const Table& ended, std::optional<Side> side) {
  const auto name_of = [&](Side of) { return messages::player_name(ended.record().seats[chess::index(of)]); };
  const referee::Tags tags = {{"White", name_of(Side::white)}, {"Black", name_of(Side::black)}};
  const bool is_unfinished = ended.outcome() && ended.outcome()->reason == "unfinished";
  referee::Game game = ended.game();
  if (is_unfinished) {
    game = referee::Game(ended.game().rules(), ended.game().start());
    for (const referee::Event& event : ended.game().record()) game.ask(*event.ask);
  }
  return side ? referee::write_pgn(game.view(*side), tags) : referee::write_pgn(game, tags);
}

}  // namespace blindmate::games
