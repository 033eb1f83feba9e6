// Games and views of blindmate.h.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cctype>

#include "blindmate/base/files.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/policy/record.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/json_text.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "border.hpp"

using namespace blindmate;
using namespace blindmate::c;
using referee::PgnGame;
using referee::PlayerView;

namespace {

const PgnGame& game_of(const bm_pgn* pgn, size_t number) {
  const std::vector<PgnGame>& games = need(pgn, "pgn").games;
  if (number >= games.size())
    throw Failure{BM_BAD_ARGUMENT, fmt::format("number: there is no game {}; the text has {}", number, games.size())};
  return games[number];
}

bool is_word(std::string_view reason) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == ' ' || c == '-'; };
  return !reason.empty() && reason.size() <= 64 && std::all_of(reason.begin(), reason.end(), fits);
}

}  // namespace

bm_status bm_game_new(const char* rules, const char* fen, bm_game** game) {
  return guarded([&] {
    const referee::RuleSet& set = need_rules(rules);
    need(game, "game");
    const chess::Position start = fen == nullptr ? chess::Position::start() : needed(chess::read_position(fen));
    *game = make_handle<bm_game>(referee::Game(set, start));
  });
}

bm_status bm_game_copy(const bm_game* game, bm_game** copy) {
  return guarded([&] {
    need(copy, "copy");
    *copy = make_handle<bm_game>(need(game, "game").game);
  });
}

void bm_game_free(bm_game* game) { free_handle(game); }

bm_status bm_game_ask(bm_game* game, bm_ask ask, bm_announcement* said) {
  return guarded([&] {
    referee::Game& table = need(game, "game").game;
    need(said, "announcement");
    if (table.outcome()) throw Failure{BM_NOT_NOW, fmt::format("the game is over: {}", table.outcome()->reason)};
    const chess::Side by = table.position().turn();
    const referee::Announcement answer = table.ask(read_ask(ask));
    *said = announcement(by, answer.heard, answer.opponent_hears);
  });
}

bm_status bm_game_rules(const bm_game* game, int* number) {
  return guarded([&] { need(number, "number") = policy::rule_set_number(need(game, "game").game.rules()); });
}

bm_status bm_game_turn(const bm_game* game, int* side) {
  return guarded([&] { need(side, "side") = static_cast<int>(need(game, "game").game.position().turn()); });
}

bm_status bm_game_plies(const bm_game* game, int* plies) {
  return guarded([&] { need(plies, "plies") = need(game, "game").game.plies(); });
}

bm_status bm_game_position(const bm_game* game, char** fen) {
  return guarded([&] { need(fen, "fen") = copied(chess::fen(need(game, "game").game.position())); });
}

bm_status bm_game_askable(const bm_game* game, bm_ask* tries, size_t room, size_t* count) {
  return guarded([&] {
    const referee::Game& table = need(game, "game").game;
    write_tries(table.view(table.position().turn()).askable_tries(), tries, room, count);
  });
}

bm_status bm_game_result(const bm_game* game, int* end, int* winner, char** reason) {
  return guarded([&] { write_result(need(game, "game").game.outcome(), end, winner, reason); });
}

bm_status bm_game_conclude(bm_game* game, const char* reason, int winner) {
  return guarded([&] {
    referee::Game& table = need(game, "game").game;
    const std::string_view word = need_text(reason, "reason");
    if (!is_word(word)) throw Failure{BM_BAD_ARGUMENT, "reason: 1 to 64 letters, digits, spaces and hyphens"};
    if (referee::find_end(word)) throw Failure{BM_BAD_ARGUMENT, fmt::format("reason: {} is the referee's word", word)};
    need_between(winner, -1, BM_BLACK, "winner");
    if (table.outcome()) throw Failure{BM_NOT_NOW, fmt::format("the game is over: {}", table.outcome()->reason)};
    table.conclude({std::string(word), winner < 0 ? std::nullopt : std::optional(static_cast<chess::Side>(winner))});
  });
}

bm_status bm_game_pgn(const bm_game* game, char** pgn) {
  return guarded([&] { need(pgn, "pgn") = copied(referee::write_pgn(need(game, "game").game)); });
}

bm_status bm_pgn_read(const char* text, bm_pgn** pgn) {
  return guarded([&] {
    need(pgn, "pgn");
    *pgn = make_handle<bm_pgn>(needed(referee::read_pgn(need_text(text, "text"))));
  });
}

void bm_pgn_free(bm_pgn* pgn) { free_handle(pgn); }

bm_status bm_pgn_count(const bm_pgn* pgn, size_t* games) {
  return guarded([&] { need(games, "games") = need(pgn, "pgn").games.size(); });
}

bm_status bm_pgn_game(const bm_pgn* pgn, size_t number, bm_game** game) {
  return guarded([&] {
    need(game, "game");
    const referee::Game* whole = std::get_if<referee::Game>(&game_of(pgn, number).content);
    if (whole == nullptr) throw Failure{BM_BAD_TEXT, fmt::format("game {} is filtered for one side", number)};
    *game = make_handle<bm_game>(*whole);
  });
}

bm_status bm_pgn_view(const bm_pgn* pgn, size_t number, int side, bm_view** view) {
  return guarded([&] {
    need(view, "view");
    const chess::Side whose = need_side(side);
    const PgnGame& read = game_of(pgn, number);
    const PlayerView* filtered = std::get_if<PlayerView>(&read.content);
    *view = make_handle<bm_view>(filtered != nullptr ? *filtered : std::get<referee::Game>(read.content).view(whose));
  });
}

bm_status bm_file_text(const char* path, char** text) {
  return guarded([&] {
    need(text, "text");
    const std::string file(need_text(path, "path"));
    const Expected<std::string> read = read_file(file);
    if (!read) throw Failure{BM_BAD_TEXT, read.error().text(file)};
    if (read->find('\0') != std::string::npos) throw Failure{BM_BAD_TEXT, file + ": no text: it has a byte 0"};
    *text = copied(*read);
  });
}

bm_status bm_game_view(const bm_game* game, int side, bm_view** view) {
  return guarded([&] {
    need(view, "view");
    *view = make_handle<bm_view>(need(game, "game").game.view(need_side(side)));
  });
}

void bm_view_free(bm_view* view) { free_handle(view); }

bm_status bm_view_rules(const bm_view* view, int* number) {
  return guarded([&] { need(number, "number") = policy::rule_set_number(need(view, "view").view.rules()); });
}

bm_status bm_view_side(const bm_view* view, int* side) {
  return guarded([&] { need(side, "side") = static_cast<int>(need(view, "view").view.side()); });
}

bm_status bm_view_turn(const bm_view* view, int* side) {
  return guarded([&] { need(side, "side") = static_cast<int>(need(view, "view").view.turn()); });
}

bm_status bm_view_size(const bm_view* view, int* size) {
  return guarded([&] { need(size, "size") = need(view, "view").view.own_board().size(); });
}

bm_status bm_view_own_board(const bm_view* view, char** board) {
  return guarded([&] { need(board, "board") = copied(referee::text(need(view, "view").view.own_board())); });
}

bm_status bm_view_askable(const bm_view* view, bm_ask* tries, size_t room, size_t* count) {
  return guarded([&] { write_tries(need(view, "view").view.askable_tries(), tries, room, count); });
}

bm_status bm_view_any(const bm_view* view, int* may_ask, int* duty) {
  return guarded([&] {
    const PlayerView& known = need(view, "view").view;
    need(may_ask, "may_ask");
    need(duty, "duty") = known.capture_duty();
    *may_ask = known.may_ask_any();
  });
}

bm_status bm_view_announced(const bm_view* view, bm_announcement* said) {
  return guarded([&] {
    const PlayerView& known = need(view, "view").view;
    need(said, "announcement") =
        announcement(other(known.side()), {.check = known.check(), .pawn_tries = known.pawn_tries()}, true);
  });
}

bm_status bm_view_events(const bm_view* view, size_t* count) {
  return guarded([&] { need(count, "count") = need(view, "view").view.log().size(); });
}

bm_status bm_view_event(const bm_view* view, size_t number, bm_event* event) {
  return guarded([&] {
    const std::vector<referee::Event>& log = need(view, "view").view.log();
    bm_event& out = need(event, "event");
    if (number >= log.size())
      throw Failure{BM_BAD_ARGUMENT, fmt::format("number: there is no event {}; the log has {}", number, log.size())};
    const referee::Event& from = log[number];
    out = {};
    out.heard = announcement(from.by, from.heard, true);
    out.has_ask = from.ask.has_value();
    if (from.ask) out.ask = ask_code(*from.ask);
    out.nonsense = from.nonsense;
    out.times = static_cast<std::uint32_t>(from.times);
  });
}

bm_status bm_view_result(const bm_view* view, int* end, int* winner, char** reason) {
  return guarded([&] { write_result(need(view, "view").view.outcome(), end, winner, reason); });
}

bm_status bm_view_json(const bm_view* view, char** json) {
  return guarded([&] { need(json, "json") = copied(referee::json_text(referee::to_json(need(view, "view").view))); });
}

bm_status bm_view_pgn(const bm_view* view, char** pgn) {
  return guarded([&] { need(pgn, "pgn") = copied(referee::write_pgn(need(view, "view").view)); });
}

bm_status bm_view_record(const bm_view* view, bm_record* record) {
  return guarded([&] {
    const PlayerView& known = need(view, "view").view;
    need(record, "record");
    if (known.turn() != known.side() || known.outcome()) throw Failure{BM_NOT_NOW, "the view's player is not to move"};
    *record = policy::record_of(known);
  });
}
