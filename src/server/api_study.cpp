// Routes of reviews and imported games, studies, puzzles and lessons.
#include <fmt/format.h>

#include <boost/json.hpp>

#include "blindmate/base/printable.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/messages/said.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/runtime/now.hpp"
#include "blindmate/runtime/tokens.hpp"
#include "blindmate/server/api.hpp"
#include "blindmate/server/responses.hpp"
#include "blindmate/study_service/lessons.hpp"

namespace blindmate::server {

namespace json = boost::json;
namespace asio = boost::asio;

using chess::Side;
using Kind = store::TableEvent::Kind;

namespace {

constexpr std::size_t kMostPgn = 64 * 1024;  // bytes
constexpr std::size_t kMostName = 60;
constexpr std::size_t kMostLevels = 4;

// Whole characters of UTF-8 only.
std::string shortened(std::string name) {
  if (name.size() <= kMostName) return name;
  std::size_t size = kMostName;
  while (size > 0 && (static_cast<unsigned char>(name[size]) & 0xC0) == 0x80) --size;
  name.resize(size);
  return name;
}

std::string player_of(const referee::Tags& tags, const std::string& side) {
  for (const referee::Tag& tag : tags) {
    if (tag.name != side || tag.value == "?") continue;
    std::string name = without_controls(tag.value);
    if (!name.empty()) return shortened(std::move(name));
  }
  return side;
}

// From outside the rules, as far as it is known here.
std::string reason_of(const std::string& termination) {
  for (const char* known : {"resignation", "agreement", "time", "abandonment", "adjudication"}) {
    if (termination == known) return termination;
  }
  return "unknown";
}

// A game that has ended, as a record of this house.
Expected<store::GameRecord> read_import(const std::string& pgn, store::Milliseconds now) {
  if (pgn.size() > kMostPgn) return Error{fmt::format("the PGN has {} bytes, at most {}", pgn.size(), kMostPgn)};
  const Expected<std::vector<referee::PgnGame>> games = referee::read_pgn(pgn);
  if (!games) return Error{games.error().text()};
  if (games->size() != 1) return Error{fmt::format("there are {} games, one is needed", games->size())};
  const referee::PgnGame& read = games->front();
  const referee::Game* game = std::get_if<referee::Game>(&read.content);
  if (game == nullptr) return Error{"this is what one player has heard, and not the whole game; the study can take it"};
  if (game->record().empty()) return Error{"there is no move in it"};
  store::GameRecord record{.id = runtime::new_game_id(), .created = now, .rules = std::string(game->rules().name)};
  record.start = chess::fen(game->start());
  record.seats[0].name = player_of(read.tags, "White");
  record.seats[1].name = player_of(read.tags, "Black");
  record.events = {{Kind::started, now}};
  for (const referee::Event& event : game->record())
    record.events.push_back({Kind::asked, now, event.by, referee::text(*event.ask)});
  if (games::Table(record).status() == games::Table::Status::ended) return record;
  store::TableEvent end{Kind::ended, now, std::nullopt, "unfinished"};
  if (game->outcome()) {
    end.by = game->outcome()->winner;
    end.text = reason_of(game->outcome()->reason);
  }
  record.events.push_back(std::move(end));
  return record;
}

}  // namespace

Api::Answer Api::import_game(const Request& request) {
  const Expected<json::object> body = messages::read_message(request.body, kMostLevels);
  if (!body) co_return refused(400, body.error().reason);
  const std::optional<std::string> pgn = messages::text_in(*body, "pgn");
  if (!pgn) co_return refused(400, "\"pgn\" is not a text");
  const auto read = [pgn = *pgn] { return read_import(pgn, runtime::now_ms()); };
  const Expected<store::GameRecord> record = co_await run(runtime::Jobs::Kind::page, request, read);
  if (!record) co_return refused(400, record.error().reason);
  std::vector<store::Write> writes;
  writes.emplace_back(store::NewGame{*record});
  writes.emplace_back(store::NewEnd{.game = record->id, .at = record->created, .counts = false});
  const bool stored = co_await hall_.storage().write(std::move(writes));
  if (!stored) co_return no_store();
  co_return told({{"game", record->id}}, 201);
}

Api::Answer Api::show_problem(const Request& request) {
  const std::optional<std::string> line = co_await study_service::problem_line(hall_.storage(), request.argument);
  if (!line) co_return not_there();
  co_return Response{.body = *line + "\n", .headers = {{"Cache-Control", "no-store"}}};
}

Api::Answer Api::show_puzzles(const Request& request) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  json::object list = co_await puzzles_.list(person);
  co_return told(std::move(list));
}

// Makes who asks a guest, so that there is somebody whose progress is kept.
Api::Answer Api::keep_progress(const Request& request) {
  const Asker asker = co_await this->asker(request);
  json::object list = co_await puzzles_.list(asker.person);
  Response response = told(std::move(list));
  set_cookie(response, request, asker.new_token);
  co_return response;
}

Api::Answer Api::show_classics(const Request&) { co_return told({{"classics", study_service::Puzzles::classics()}}); }

Api::Answer Api::show_lessons(const Request&) { co_return told(study_service::lessons_payload()); }

Api::Answer Api::show_lesson(const Request& request) {
  Expected<json::object> lesson = study_service::lesson_payload(request.argument, query_value(request.query, "asked"));
  co_return lesson ? told(std::move(*lesson)) : refused(400, lesson.error().reason);
}

// Any house can do that: a game that has ended is read, not claimed.
Api::Participant Api::review_participant(const Request& request) {
  const std::string& id = request.argument;
  if (!runtime::is_token(id)) co_return not_there();
  const auto query = [id](store::Reader& store) { return store.game(id); };
  std::optional<store::GameRecord> record = co_await hall_.storage().read(query);
  if (!record) co_return not_there();
  std::shared_ptr<const games::Table> table;
  try {
    table = std::make_shared<const games::Table>(std::move(*record));
  } catch (const games::DamagedGame&) {
    co_return not_there();
  }
  if (table->status() != games::Table::Status::ended) co_return not_there();
  co_return reviews_.participant(std::move(table), runtime::client_of(request.address));
}

Api::Participant Api::study_participant(const Request& request) {
  const auto may_save = [this, address = request.address] { return saves_.allows(address); };
  co_return studies_.participant(runtime::client_of(request.address), may_save);
}

Api::Participant Api::puzzle_participant(const Request& request) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  co_return puzzles_.participant(person, runtime::client_of(request.address));
}

}  // namespace blindmate::server
