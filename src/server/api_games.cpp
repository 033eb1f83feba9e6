// Routes of games: making, showing and accepting them, and exhibitions.
#include <boost/json.hpp>

#include "blindmate/games/participants.hpp"
#include "blindmate/games/transcript.hpp"
#include "blindmate/messages/payloads.hpp"
#include "blindmate/messages/said.hpp"
#include "blindmate/runtime/now.hpp"
#include "blindmate/runtime/tokens.hpp"
#include "blindmate/server/api.hpp"
#include "blindmate/server/challenges.hpp"
#include "blindmate/server/responses.hpp"
#include "blindmate/server/settings.hpp"
#include "blindmate/view/json.hpp"

namespace blindmate::server {

namespace asio = boost::asio;
namespace json = boost::json;

using chess::Side;
using Status = games::Table::Status;

namespace {

constexpr std::size_t kMostGames = 50;        // in a list
constexpr std::size_t kMostLevels = 4;        // of a body
constexpr std::size_t kMostExhibitions = 20;  // in the list
constexpr store::Milliseconds kAbandoned =
    3LL * 3600 * 1000;  // an exhibition that has not ended by then is watched by nobody
constexpr std::string_view kEnoughExhibitions = "too many exhibitions are being watched now; watch one of them";

}  // namespace

Api::Answer Api::make_game(const Request& request) {
  const Expected<json::value> body = referee::read_json(request.body, kMostLevels);
  if (!body) co_return refused(400, body.error().text());
  // Read first, so that bad settings make nobody a guest.
  Expected<store::GameRecord> game = read_settings(*body, 0, runtime::now_ms());
  if (!game) co_return refused(400, game.error().reason);
  const Asker asker = co_await this->asker(request);
  const Outcome<MadeGame> outcome = co_await server::make_game(hall_, std::move(*game), asker.person);
  if (const Refusal* refusal = std::get_if<Refusal>(&outcome)) co_return refused(*refusal);
  const MadeGame& made = std::get<MadeGame>(outcome);
  json::value invitation = nullptr;
  if (made.waits) invitation = json::value("/join/" + made.id);
  Response response = told({{"game", made.id}, {"invitation", invitation}}, 201);
  set_cookie(response, request, asker.new_token);
  co_return response;
}

Api::Answer Api::own_games(const Request& request) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  if (!person) co_return told({{"games", json::array()}});
  const auto query = [guest = person->id](store::Reader& store) { return store.games_of(guest, kMostGames); };
  std::vector<store::GameRecord> records = co_await hall_.storage().read(query);
  json::array games = co_await summaries(request, std::move(records), person->id);
  co_return told({{"games", std::move(games)}});
}

asio::awaitable<json::array> Api::summaries(const Request& request, std::vector<store::GameRecord> records,
                                            store::GuestId guest) {
  const auto query = [records](store::Reader& store) {
    std::vector<std::optional<store::RatingChanges>> changes;
    for (const store::GameRecord& record : records)
      changes.push_back(record.rated ? store.rating_changes(record.id) : std::nullopt);
    return changes;
  };
  const auto changes = co_await hall_.storage().read(query);
  const auto sum_up = [records = std::move(records), changes, guest] {
    json::array summaries;
    for (std::size_t i = 0; i < records.size(); ++i) {
      try {
        const games::Table table(records[i]);
        summaries.push_back(
            messages::summary_payload(table.record(), table.standing(), table.side_of(guest), changes[i]));
      } catch (const games::DamagedGame&) {  // is not shown
      }
    }
    return summaries;
  };
  co_return co_await run(runtime::Jobs::Kind::page, request, sum_up);
}

// What is not stored yet is not told. Null where there is no such game.
asio::awaitable<games::Hall::GamePointer> Api::settled_game(std::string id) {
  const std::shared_ptr<games::LiveGame> game = co_await hall_.find(id);
  if (!game) co_return nullptr;
  const auto settle = [game](const auto& done) { game->when_settled(done); };
  const bool is_stored = co_await runtime::called_back<bool>(settle);
  if (!is_stored) throw store::StoreError("the game could not be stored");
  co_return game;
}

asio::awaitable<std::optional<store::RatingChanges>> Api::rating_changes(std::string id) {
  const auto query = [id](store::Reader& store) { return store.rating_changes(id); };
  co_return co_await hall_.storage().read(query);
}

Api::Answer Api::show_game(const Request& request) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  const std::shared_ptr<games::LiveGame> game = co_await settled_game(request.argument);
  if (!game) co_return not_there();
  const games::Table& table = game->table();
  const std::optional<Side> side = person ? table.side_of(person->id) : std::nullopt;
  const bool ended = table.status() == Status::ended;
  if (!side && !ended && !is_exhibition(table.record())) co_return not_there();
  std::optional<store::RatingChanges> ratings;
  if (ended && table.record().rated) ratings = co_await rating_changes(request.argument);
  co_return told(messages::summary_payload(table.record(), table.standing(), side, ratings));
}

Api::Answer Api::show_transcript(const Request& request) {
  const std::shared_ptr<games::LiveGame> game = co_await settled_game(request.argument);
  if (!game || game->table().status() != Status::ended) co_return not_there();
  std::optional<store::RatingChanges> ratings;
  if (game->table().record().rated) ratings = co_await rating_changes(request.argument);
  const auto write = [table = game->table(), ratings] { return games::transcript_payload(table, ratings); };
  json::object transcript = co_await run(runtime::Jobs::Kind::page, request, write);
  co_return told(std::move(transcript));
}

Api::Answer Api::show_pgn(const Request& request) {
  const std::shared_ptr<games::LiveGame> game = co_await settled_game(request.argument);
  if (!game || game->table().status() != Status::ended) co_return not_there();
  const std::string of = query_value(request.query, "side");
  if (!of.empty() && of != "white" && of != "black") co_return refused(400, "\"side\" is not white or black");
  std::optional<Side> heard_by;
  if (!of.empty()) heard_by = of == "white" ? Side::white : Side::black;
  const auto write = [table = game->table(), heard_by] { return games::pgn_of(table, heard_by); };
  std::string pgn = co_await run(runtime::Jobs::Kind::page, request, write);
  co_return plain(std::move(pgn));
}

Api::Answer Api::show_invitation(const Request& request) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  const std::shared_ptr<games::LiveGame> game = co_await hall_.find(request.argument);
  if (!game || !is_open_to(game->table(), person)) co_return not_there();
  const store::GameRecord& record = game->table().record();
  const Side side = free_side(record);
  const bool yours = person && game->table().side_of(person->id);
  co_return told({{"rules", record.rules},
                  {"clock", messages::time_payload(record.time)},
                  {"rated", record.rated},
                  {"colour", json::string(chess::name(side))},
                  {"by", messages::player_payload(record.seats[chess::index(other(side))])},
                  {"yours", yours}});
}

Api::Answer Api::accept_invitation(const Request& request) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  const Outcome<AcceptedGame> outcome = co_await accept_game(hall_, request.argument, person);
  if (const Refusal* refusal = std::get_if<Refusal>(&outcome)) co_return refused(*refusal);
  Response response = told({{"game", request.argument}});
  set_cookie(response, request, std::get<AcceptedGame>(outcome).new_token);
  co_return response;
}

Api::Answer Api::cancel_game(const Request& request) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  const Outcome<CancelledGame> outcome = co_await server::cancel_game(hall_, request.argument, person);
  if (const Refusal* refusal = std::get_if<Refusal>(&outcome)) co_return refused(*refusal);
  co_return told({{"game", request.argument}});
}

Api::Answer Api::make_device_link(const Request& request) {
  const std::string& id = request.argument;
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  const std::shared_ptr<games::LiveGame> game = co_await hall_.find(id);
  const std::optional<Side> side = person && game ? game->table().side_of(person->id) : std::nullopt;
  if (!side) co_return not_there();
  if (game->table().record().rated)
    co_return refused(409, "a rated game has no such links; log in on the other device");
  if (game->table().status() == Status::ended) co_return refused(409, "the game has ended");
  const std::string token = runtime::new_token();
  std::vector<store::Write> writes;
  writes.emplace_back(store::NewDeviceLink{runtime::token_hash(token), id, *side});
  const bool stored = co_await hall_.storage().write(std::move(writes));
  if (!stored) co_return no_store();
  co_return told({{"link", "/device/" + token}});
}

Api::Answer Api::use_device_link(const Request& request) {
  if (!runtime::is_token(request.argument)) co_return not_there();
  const auto query = [hash = runtime::token_hash(request.argument)](store::Reader& store) {
    return store.device_link(hash);
  };
  const std::optional<store::DeviceLink> link = co_await hall_.storage().read(query);
  if (!link) co_return not_there();
  const std::string id = link->game;
  const Side side = link->side;
  const std::shared_ptr<games::LiveGame> game = co_await hall_.find(id);
  const Asker asker = co_await this->asker(request);
  if (!game) co_return no_store();
  const auto sit = [game, side, person = asker.person](const auto& done) { game->take_seat(side, person, done); };
  const bool sits = co_await runtime::called_back<bool>(sit);
  if (!sits) co_return refused(409, "the game has ended, or you are the opponent");
  Response response = told({{"game", id}});
  set_cookie(response, request, asker.new_token);
  co_return response;
}

Api::Answer Api::begin_exhibition(const Request& request) {
  const Expected<json::object> body = messages::read_message(request.body, kMostLevels);
  if (!body) co_return refused(400, body.error().reason);
  Expected<store::GameRecord> game = read_exhibition(*body, runtime::now_ms());
  if (!game) co_return refused(400, game.error().reason);
  const std::string id = game->id;
  const games::Hall::Made made = co_await hall_.exhibit(std::move(*game));
  if (made != games::Hall::Made::yes) co_return refused(503, kEnoughExhibitions);
  co_return told({{"game", id}}, 201);
}

Api::Answer Api::show_exhibitions(const Request& request) {
  const auto query = [](store::Reader& store) {
    return store.exhibitions(runtime::now_ms() - kAbandoned, kMostExhibitions);
  };
  std::vector<store::GameRecord> records = co_await hall_.storage().read(query);
  json::array games = co_await summaries(request, std::move(records), 0);
  co_return told({{"games", std::move(games)}});
}

Api::Participant Api::exhibition_participant(const Request& request) {
  const games::Hall::Found found = co_await hall_.locate(request.argument);
  if (found.elsewhere) co_return *found.elsewhere;
  if (!found.game || !is_exhibition(found.game->table().record())) co_return not_there();
  const bool begins = found.game->table().status() == games::Table::Status::playing && !found.game->is_watched();
  if (begins && hall_.has_enough_exhibitions()) co_return refused(503, kEnoughExhibitions);
  co_return std::make_shared<games::Watcher>(found.game);
}

Api::Participant Api::game_participant(const Request& request) {
  const std::string token = token_of(request);
  const std::optional<store::Person> person = co_await hall_.person(token);
  if (!person) co_return not_there();
  const games::Hall::Found found = co_await hall_.locate(request.argument);
  if (found.elsewhere) co_return *found.elsewhere;
  const std::optional<Side> side = found.game ? found.game->table().side_of(person->id) : std::nullopt;
  if (!side) co_return not_there();
  co_return std::make_shared<games::Player>(found.game, *side, *person, runtime::token_hash(token));
}

}  // namespace blindmate::server
