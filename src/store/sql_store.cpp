#include "blindmate/store/sql_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <random>
#include <string_view>
#include <thread>

#include "blindmate/base/random.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/store/bot_names.hpp"

namespace blindmate::store {
namespace {

using chess::Side;
using Kind = TableEvent::Kind;

constexpr std::array<std::string_view, 7> kKinds = {"started", "asked", "offered", "declined",
                                                    "resumed", "ended", "rematch"};
constexpr std::array<std::string_view, 3> kAccountKinds = {"person", "bot", "house"};
constexpr double kRatingPeriod_ms = 5.0 * 24 * 3600 * 1000;
constexpr int kMostAttempts = 12;
constexpr std::uint32_t kPause_ms = 20;  // at most, for each attempt before
constexpr std::int64_t kForgotten_ms = 30LL * 24 * 3600 * 1000;

// A house that has not been heard of for so long is gone; a guest that has not been seen for so long is not there.
#define BLINDMATE_HOUSE_IS_GONE \
  "NOT EXISTS (SELECT 1 FROM houses WHERE houses.id = games.house AND houses.seen_ms > now_ms() - 4000)"
#define BLINDMATE_IS_PRESENT "presence.seen_ms > now_ms() - 15000"
#define BLINDMATE_ACCOUNT                                                                           \
  "accounts.guest, accounts.name, accounts.kind, owners.name, accounts.since_ms, accounts.rating, " \
  "accounts.deviation, accounts.volatility, accounts.rated_games, now_ms() - accounts.rated_ms "
#define BLINDMATE_ACCOUNTS "accounts LEFT JOIN accounts AS owners ON owners.guest = accounts.owner "

SqlValue value(std::int64_t number) { return number; }
SqlValue value(int number) { return std::int64_t{number}; }
SqlValue value(std::size_t number) { return static_cast<std::int64_t>(number); }
SqlValue value(bool is_so) { return std::int64_t{is_so ? 1 : 0}; }
SqlValue value(double number) { return number; }
SqlValue value(std::string_view text) { return std::string(text); }
SqlValue value(const std::string& text) { return text; }
SqlValue value(Side side) { return value(chess::name(side)); }
template <class T>
SqlValue value(const std::optional<T>& maybe) {
  return maybe ? value(*maybe) : SqlValue();
}

bool is_null(const SqlValue& value) { return std::holds_alternative<std::monostate>(value); }
std::int64_t number(const SqlValue& value) { return std::get<std::int64_t>(value); }
// SQLite returns a whole number from an UPDATE as an integer, whatever the column is.
double real(const SqlValue& value) {
  const std::int64_t* whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}
const std::string& text(const SqlValue& value) { return std::get<std::string>(value); }
std::string text_or_nothing(const SqlValue& value) { return is_null(value) ? std::string() : text(value); }
Side side(const SqlValue& value) { return text(value) == "white" ? Side::white : Side::black; }

template <class Names>
std::size_t place_in(const Names& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw StoreError(fmt::format("there is something of the kind \"{}\"", name));
  return static_cast<std::size_t>(found - names.begin());
}

std::string in_lower_case(std::string name) {
  for (char& letter : name) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return name;
}

Rating rating_from(const SqlRow& row, std::size_t first) {
  return {real(row[first]), real(row[first + 1]), real(row[first + 2])};
}

Account account_from(const SqlRow& row, std::size_t first = 0) {
  const auto at = [&](std::size_t i) -> const SqlValue& { return row[first + i]; };
  const Rating stored = rating_from(row, first + 5);
  const double idle = static_cast<double>(std::max<std::int64_t>(0, number(at(9)))) / kRatingPeriod_ms;
  return {.id = number(at(0)),
          .name = text(at(1)),
          .kind = static_cast<Account::Kind>(place_in(kAccountKinds, text(at(2)))),
          .owner = text_or_nothing(at(3)),
          .since = number(at(4)),
          .rating = number(at(8)) == 0 ? stored : unplayed(stored, idle),
          .rated_games = number(at(8))};
}

class SqlStore : public Store {
 public:
  explicit SqlStore(std::unique_ptr<SqlDatabase> database) : database_(std::move(database)) {}

  void write(const std::vector<Write>& writes) override {
    transaction([&] {
      for (const Write& write : writes) std::visit([this](const auto& what) { put(what); }, write);
    });
  }

  // --- guests and their sessions

  GuestId new_guest(const std::string& token_hash, Milliseconds now) override {
    return transaction([&] {
      const GuestId guest = make_guest(now);
      new_session(token_hash, guest, now);
      return guest;
    });
  }

  std::optional<Person> person(const std::string& token_hash) override {
    const auto rows = run("SELECT sessions.guest, " BLINDMATE_ACCOUNT
                          "FROM sessions LEFT JOIN accounts ON accounts.guest = sessions.guest "
                          "LEFT JOIN accounts AS owners ON owners.guest = accounts.owner WHERE token_hash = $1",
                          token_hash);
    if (rows.empty()) return std::nullopt;
    Person person{number(rows[0][0])};
    if (!is_null(rows[0][1])) person.account = account_from(rows[0], 1);
    return person;
  }

  void new_session(const std::string& token_hash, GuestId guest, Milliseconds now) override {
    run("INSERT INTO sessions (token_hash, guest, created_ms) VALUES ($1, $2, $3)", token_hash, guest, now);
  }

  void end_session(const std::string& token_hash) override {
    transaction([&] { note_logouts(run("DELETE FROM sessions WHERE token_hash = $1 RETURNING guest", token_hash)); });
  }

  void end_sessions(GuestId guest) override {
    transaction([&] { note_logouts(run("DELETE FROM sessions WHERE guest = $1 RETURNING guest", guest)); });
  }

  std::vector<GuestId> lately_changed() override {
    std::vector<GuestId> guests;
    for (const SqlRow& row : run("SELECT DISTINCT guest FROM logouts WHERE at_ms > now_ms() - 5000"))
      guests.push_back(number(row[0]));
    return guests;
  }

  // --- accounts

  bool new_account(const NewAccount& account) override {
    return transaction([&] { return make_account(account); });
  }

  std::optional<Account> account(GuestId guest) override {
    const auto rows = run("SELECT " BLINDMATE_ACCOUNT "FROM " BLINDMATE_ACCOUNTS "WHERE accounts.guest = $1", guest);
    return rows.empty() ? std::nullopt : std::optional(account_from(rows[0]));
  }

  std::optional<Account> account_named(const std::string& name) override {
    const auto may_stand = [](char letter) { return letter >= ' ' && letter <= '~'; };
    if (!std::all_of(name.begin(), name.end(), may_stand)) return std::nullopt;
    const auto rows =
        run("SELECT " BLINDMATE_ACCOUNT "FROM " BLINDMATE_ACCOUNTS "WHERE accounts.name_key = $1", in_lower_case(name));
    return rows.empty() ? std::nullopt : std::optional(account_from(rows[0]));
  }

  std::vector<Account> bots_of(GuestId owner) override {
    return accounts(run("SELECT " BLINDMATE_ACCOUNT "FROM " BLINDMATE_ACCOUNTS
                        "WHERE accounts.owner = $1 ORDER BY accounts.name_key",
                        owner));
  }

  std::string password_hash(GuestId guest) override {
    const auto rows = run("SELECT password_hash FROM accounts WHERE guest = $1", guest);
    return rows.empty() ? std::string() : text(rows[0][0]);
  }

  void set_password_hash(GuestId guest, const std::string& hash) override {
    run("UPDATE accounts SET password_hash = $1 WHERE guest = $2", hash, guest);
  }

  bool delete_account(GuestId guest) override {
    return transaction([&] {
      const auto rated = run(
          "SELECT 1 FROM sitters JOIN games ON games.id = sitters.game JOIN accounts ON accounts.guest = sitters.guest "
          "WHERE (accounts.guest = $1 OR accounts.owner = $1) AND games.rated = 1 AND games.has_ended = 0 LIMIT 1",
          guest);
      if (!rated.empty()) return false;
      note_logouts(
          run("DELETE FROM sessions WHERE guest IN (SELECT guest FROM accounts WHERE guest = $1 OR owner = $1) "
              "RETURNING guest",
              guest));
      for (const char* sql :
           {"UPDATE scores SET guest = NULL WHERE guest IN (SELECT guest FROM accounts WHERE guest = $1 OR owner = $1)",
            "DELETE FROM accounts WHERE owner = $1", "DELETE FROM accounts WHERE guest = $1"})
        run(sql, guest);
      return true;
    });
  }

  std::vector<Account> best_accounts(std::size_t most) override {
    return accounts(run("SELECT " BLINDMATE_ACCOUNT "FROM " BLINDMATE_ACCOUNTS
                        "WHERE accounts.rated_games > 0 ORDER BY accounts.rating DESC, accounts.name_key LIMIT $1",
                        most));
  }

  std::vector<Results> results_of(GuestId account) override {
    std::vector<Results> results;
    for (const SqlRow& row : run("SELECT games.rules, scores.half_points, count(*) FROM scores "
                                 "JOIN games ON games.id = scores.game WHERE scores.guest = $1 "
                                 "GROUP BY games.rules, scores.half_points ORDER BY games.rules",
                                 account)) {
      if (results.empty() || results.back().rules != text(row[0])) results.push_back({.rules = text(row[0])});
      Results& last = results.back();
      const std::array<std::int64_t*, 3> by_half_points = {&last.lost, &last.drawn, &last.won};
      *by_half_points.at(static_cast<std::size_t>(number(row[1]))) = number(row[2]);
    }
    return results;
  }

  std::vector<std::pair<Milliseconds, double>> rating_history(GuestId account) override {
    std::vector<std::pair<Milliseconds, double>> history;
    for (const SqlRow& row : run("SELECT at_ms, after FROM scores WHERE guest = $1 AND after IS NOT NULL "
                                 "ORDER BY at_ms, game",
                                 account))
      history.emplace_back(number(row[0]), real(row[1]));
    return history;
  }

  std::optional<RatingChanges> rating_changes(const std::string& game) override {
    RatingChanges changes;
    std::size_t sides = 0;
    for (const SqlRow& row :
         run("SELECT side, before, after FROM scores WHERE game = $1 AND after IS NOT NULL", game)) {
      changes[chess::index(side(row[0]))] = {real(row[1]), real(row[2])};
      ++sides;
    }
    return sides == changes.size() ? std::optional(changes) : std::nullopt;
  }

  // --- games

  std::optional<GameRecord> game(const std::string& id) override { return read_game(id); }

  std::vector<GameRecord> games_of(GuestId guest, std::size_t most) override {
    return games(
        run("SELECT games.id FROM games WHERE id IN (SELECT game FROM sitters WHERE guest = $1) "
            "ORDER BY has_ended, created_ms DESC LIMIT $2",
            guest, most));
  }

  std::vector<GameRecord> finished_games_of(GuestId account, std::size_t most) override {
    return games(
        run("SELECT scores.game FROM scores JOIN games ON games.id = scores.game WHERE scores.guest = $1 "
            "ORDER BY scores.at_ms DESC, games.created_ms DESC, games.id LIMIT $2",
            account, most));
  }

  std::size_t unfinished_games_of(GuestId guest) override {
    const auto rows =
        run("SELECT count(DISTINCT game) FROM sitters JOIN games ON games.id = sitters.game "
            "WHERE guest = $1 AND has_ended = 0",
            guest);
    return static_cast<std::size_t>(number(rows[0][0]));
  }

  std::optional<DeviceLink> device_link(const std::string& token_hash) override {
    const auto rows = run("SELECT game, side FROM device_links WHERE token_hash = $1", token_hash);
    if (rows.empty()) return std::nullopt;
    return DeviceLink{text(rows[0][0]), side(rows[0][1])};
  }

  std::vector<std::string> review(const std::string& game) override {
    const auto rows = run("SELECT messages FROM reviews WHERE game = $1", game);
    std::vector<std::string> messages;
    if (rows.empty()) return messages;
    for (const std::string_view message : split(text(rows[0][0]), '\n')) messages.emplace_back(message);
    return messages;
  }

  std::vector<GameRecord> exhibitions(Milliseconds newer_than, std::size_t most) override {
    return games(
        run("SELECT id FROM games WHERE is_exhibition = 1 AND (has_ended = 1 OR created_ms > $1) "
            "ORDER BY has_ended, created_ms DESC, id LIMIT $2",
            newer_than, most));
  }

  std::optional<std::string> problem(const std::string& id) override {
    const auto rows = run("SELECT line FROM problems WHERE id = $1", id);
    return rows.empty() ? std::nullopt : std::optional(text(rows[0][0]));
  }

  // --- puzzles

  std::optional<Solver> solver(GuestId guest) override {
    const auto rows = run("SELECT rating, deviation, volatility, solved, failed FROM solvers WHERE guest = $1", guest);
    if (rows.empty()) return std::nullopt;
    return Solver{rating_from(rows[0], 0), number(rows[0][3]), number(rows[0][4])};
  }

  std::vector<std::pair<Milliseconds, double>> solver_history(GuestId guest) override {
    std::vector<std::pair<Milliseconds, double>> history;
    for (const SqlRow& row : run("SELECT at_ms, after FROM attempts WHERE guest = $1 ORDER BY at_ms, puzzle", guest))
      history.emplace_back(number(row[0]), real(row[1]));
    return history;
  }

  std::vector<std::string> attempted_puzzles(GuestId guest) override {
    return texts(run("SELECT puzzle FROM attempts WHERE guest = $1", guest));
  }

  std::vector<std::pair<std::string, Rating>> puzzle_ratings() override {
    std::vector<std::pair<std::string, Rating>> ratings;
    for (const SqlRow& row : run("SELECT id, rating, deviation, volatility FROM puzzles"))
      ratings.emplace_back(text(row[0]), rating_from(row, 1));
    return ratings;
  }

  // --- the lobby

  std::vector<GameRecord> challenges() override {
    return games(
        run("SELECT id FROM games WHERE in_lobby = 1 AND EXISTS (SELECT 1 FROM sitters "
            "JOIN presence ON presence.guest = sitters.guest "
            "WHERE sitters.game = games.id AND " BLINDMATE_IS_PRESENT ") ORDER BY created_ms, id"));
  }

  std::vector<std::string> lost_challenges() override {
    return texts(run("SELECT id FROM games WHERE in_lobby = 1 AND (house = $1 OR " BLINDMATE_HOUSE_IS_GONE
                     ") AND NOT EXISTS (SELECT 1 FROM sitters "
                     "JOIN presence ON presence.guest = sitters.guest "
                     "WHERE sitters.game = games.id AND presence.seen_ms > now_ms() - 60000) "
                     "OR in_lobby = 1 AND wanted IS NOT NULL AND NOT EXISTS (SELECT 1 FROM accounts WHERE guest = "
                     "wanted) ORDER BY id",
                     house_));
  }

  std::size_t challenges_of(GuestId guest) override {
    const auto rows = run(
        "SELECT count(*) FROM games JOIN sitters ON sitters.game = games.id WHERE in_lobby = 1 AND sitters.guest = $1",
        guest);
    return static_cast<std::size_t>(number(rows[0][0]));
  }

  std::vector<Account> present_accounts() override {
    return accounts(run("SELECT " BLINDMATE_ACCOUNT "FROM " BLINDMATE_ACCOUNTS
                        "JOIN presence ON presence.guest = accounts.guest WHERE " BLINDMATE_IS_PRESENT
                        " ORDER BY accounts.name_key"));
  }

  // --- houses

  void enter(const House& house, Milliseconds now) override {
    transaction([&] {
      leave();
      run("DELETE FROM houses WHERE seen_ms < now_ms() - $1 AND id NOT IN (SELECT house FROM games WHERE has_ended = 0 "
          "AND house IS NOT NULL)",
          kForgotten_ms);
      run("DELETE FROM logouts WHERE at_ms < now_ms() - $1", kForgotten_ms);
      run("INSERT INTO houses (id, address, alive_ms, seen_ms) VALUES ($1, $2, $3, now_ms())", house.id, house.address,
          now);
    });
    house_ = house.id;
  }

  void leave() override { run("UPDATE houses SET seen_ms = 0 WHERE id = $1", house_); }

  std::variant<std::monostate, Claimed, House> claim(const std::string& game) override {
    return transaction([&]() -> std::variant<std::monostate, Claimed, House> {
      const auto before = run(
          "SELECT games.house, houses.address, houses.alive_ms FROM games LEFT JOIN houses ON houses.id = games.house "
          "WHERE games.id = $1",
          game);
      if (before.empty()) return std::monostate();
      const auto claimed =
          run("UPDATE games SET house = $1 WHERE id = $2 AND (house IS NULL OR house = $1 "
              "OR " BLINDMATE_HOUSE_IS_GONE ") RETURNING id",
              house_, game);
      const SqlRow& owner = before[0];
      if (claimed.empty()) return House{text_or_nothing(owner[0]), text_or_nothing(owner[1])};
      Claimed result{*read_game(game)};
      const bool was_elsewhere = !is_null(owner[0]) && text(owner[0]) != house_;
      if (was_elsewhere) result.away_since = is_null(owner[2]) ? result.game.created : number(owner[2]);
      return result;
    });
  }

  std::vector<std::string> abandoned_games() override {
    return texts(
        run("SELECT id FROM games WHERE has_ended = 0 AND initial_ms IS NOT NULL AND started_ms IS NOT NULL "
            "AND (house IS NULL OR " BLINDMATE_HOUSE_IS_GONE ") ORDER BY id"));
  }

  bool is_shared() const override { return database_->is_shared(); }

  std::string name() override { return text(run("SELECT name FROM server")[0][0]); }

 private:
  template <class... Values>
  std::vector<SqlRow> run(const char* sql, const Values&... values) {
    return database_->query(sql, SqlRow{value(values)...});
  }

  template <class Work>
  auto transaction(const Work& work) -> decltype(work()) {
    for (int attempt = 1;; ++attempt) {
      database_->begin();
      try {
        if constexpr (std::is_void_v<decltype(work())>) {
          work();
          return database_->commit();
        } else {
          auto result = work();
          database_->commit();
          return result;
        }
      } catch (const StoreBusy&) {
        database_->roll_back();
        if (attempt == kMostAttempts) throw;
        // By chance, so that two who are in each other's way do not meet again.
        const std::uint32_t longest = kPause_ms * static_cast<std::uint32_t>(attempt);
        std::this_thread::sleep_for(std::chrono::milliseconds(random_.below(longest)));
      } catch (...) {
        database_->roll_back();
        throw;
      }
    }
  }

  GuestId make_guest(Milliseconds now) {
    return number(run("INSERT INTO guests (created_ms) VALUES ($1) RETURNING id", now)[0][0]);
  }

  bool make_account(const NewAccount& account) {
    const std::optional<GuestId> owner = account.owner == 0 ? std::nullopt : std::optional(account.owner);
    return !run("INSERT INTO accounts (guest, name, name_key, kind, password_hash, owner, since_ms, rating, deviation, "
                "volatility, rated_games, rated_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, 0) "
                "ON CONFLICT DO NOTHING RETURNING guest",
                account.guest, account.name, in_lower_case(account.name),
                kAccountKinds[static_cast<std::size_t>(account.kind)], account.password_hash, owner, account.now,
                Rating{}.rating, Rating{}.deviation, Rating{}.volatility)
                .empty();
  }

  void note_logouts(const std::vector<SqlRow>& guests) {
    for (const SqlRow& row : guests) run("INSERT INTO logouts (guest, at_ms) VALUES ($1, now_ms())", number(row[0]));
  }

  static std::vector<std::string> texts(const std::vector<SqlRow>& rows) {
    std::vector<std::string> result;
    for (const SqlRow& row : rows) result.push_back(text(row[0]));
    return result;
  }

  static std::vector<Account> accounts(const std::vector<SqlRow>& rows) {
    std::vector<Account> result;
    for (const SqlRow& row : rows) result.push_back(account_from(row));
    return result;
  }

  // --- what can be written

  // No other house can claim it before the transaction is over.
  void hold(const std::string& game) {
    if (run("SELECT 1 FROM games WHERE id = $1 AND house = $2 FOR SHARE", game, house_).empty())
      throw StoreError("the game is not of this house");
  }

  void put(const NewGame& made) {
    const GameRecord& game = made.game;
    std::optional<Milliseconds> initial;
    std::optional<Milliseconds> increment;
    if (game.time) {
      initial = game.time->initial;
      increment = game.time->increment;
    }
    if (house_.empty()) throw StoreError("a game is of a house");
    std::optional<GuestId> wanted;
    if (game.wanted) wanted = game.wanted->id;
    run("INSERT INTO games (id, created_ms, rules, initial_ms, increment_ms, rated, in_lobby, wanted, house, "
        "is_exhibition) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        game.id, game.created, game.rules, initial, increment, game.rated, game.in_lobby, wanted, house_,
        is_exhibition(game));
    const bool is_imported = !game.seats[0].name.empty();
    if (is_imported)
      run("INSERT INTO imports (game, start, white, black) VALUES ($1, $2, $3, $4)", game.id, game.start,
          game.seats[0].name, game.seats[1].name);
    for (const Side side : {Side::white, Side::black}) {
      const Seat& seat = game.seats[chess::index(side)];
      if (seat.bot) {
        run("INSERT INTO bots (game, side, player, level) VALUES ($1, $2, $3, $4)", game.id, side, seat.bot->player,
            seat.bot->level);
      }
      for (const GuestId guest : seat.guests) put(NewSitter{game.id, side, guest});
      if (game.in_lobby) put(Seen{seat.guests});
    }
    for (std::size_t i = 0; i < game.events.size(); ++i) put(NewEvent{game.id, i, game.events[i]});
  }

  void put(const NewEvent& made) {
    const TableEvent& event = made.event;
    hold(made.game);
    run("INSERT INTO events (game, number, at_ms, kind, by, text) VALUES ($1, $2, $3, $4, $5, $6)", made.game,
        made.number, event.at, kKinds[static_cast<std::size_t>(event.kind)], event.by, event.text);
    if (event.kind == Kind::started) {
      run("UPDATE games SET started_ms = $1, in_lobby = 0 WHERE id = $2", event.at, made.game);
    }
  }

  void put(const NewEnd& made) {
    hold(made.game);
    const auto ended = run("UPDATE games SET has_ended = 1, in_lobby = 0 WHERE id = $1 RETURNING rated", made.game);
    if (!made.counts) return;
    std::array<std::optional<Account>, 2> players = players_of(made.game, number(ended[0][0]) == 1, made.at);
    std::array<std::optional<Rating>, 2> after;
    if (number(ended[0][0]) == 1 && players[0] && players[1]) after = rate(players, made);
    for (const Side side : {Side::white, Side::black}) {
      const std::optional<Account>& player = players[chess::index(side)];
      if (!player) continue;
      const std::optional<Rating>& rating = after[chess::index(side)];
      run("INSERT INTO scores (game, side, guest, at_ms, half_points, before, after) VALUES ($1, $2, $3, $4, $5, $6, "
          "$7)",
          made.game, side, player->id, made.at, half_points(side, made.winner),
          rating ? std::optional(player->rating.rating) : std::nullopt,
          rating ? std::optional(rating->rating) : std::nullopt);
    }
  }

  static int half_points(Side side, const std::optional<Side>& winner) {
    if (!winner) return 1;
    return *winner == side ? 2 : 0;
  }

  // Those who have accounts. A bot of the house gets one with its first rated game.
  std::array<std::optional<Account>, 2> players_of(const std::string& game, bool is_rated, Milliseconds now) {
    std::array<std::optional<Account>, 2> players;
    for (const SqlRow& row : run("SELECT sitters.side, " BLINDMATE_ACCOUNT "FROM " BLINDMATE_ACCOUNTS
                                 "JOIN sitters ON sitters.guest = accounts.guest WHERE sitters.game = $1 "
                                 "ORDER BY sitters.guest DESC",
                                 game))
      players[chess::index(side(row[0]))] = account_from(row, 1);  // in the end the first who sat there
    for (const SqlRow& row : run("SELECT side, player, level FROM bots WHERE game = $1", game)) {
      const std::string name = bot_name({text(row[1]), static_cast<int>(number(row[2]))});
      std::optional<Account>& player = players[chess::index(side(row[0]))];
      player = account_named(name);
      if (player || !is_rated) continue;
      make_account({.guest = make_guest(now), .name = name, .kind = Account::Kind::house, .now = now});
      player = account_named(name);
    }
    return players;
  }

  std::array<std::optional<Rating>, 2> rate(std::array<std::optional<Account>, 2>& players, const NewEnd& made) {
    // Locked in the order of their numbers, as everywhere, and read again: another house may rate them at this moment.
    std::array<GuestId, 2> ids = {players[0]->id, players[1]->id};
    std::sort(ids.begin(), ids.end());
    for (const GuestId id : ids) run("UPDATE accounts SET rated_games = rated_games WHERE guest = $1", id);
    for (std::optional<Account>& player : players) player = account(player->id);
    std::array<std::optional<Rating>, 2> after;
    for (const Side side : {Side::white, Side::black}) {
      const Account& own = *players[chess::index(side)];
      const double score = half_points(side, made.winner) / 2.0;
      const Rating rating = rated(own.rating, {{players[chess::index(other(side))]->rating, score}});
      run("UPDATE accounts SET rating = $1, deviation = $2, volatility = $3, rated_games = rated_games + 1, "
          "rated_ms = now_ms() WHERE guest = $4",
          rating.rating, rating.deviation, rating.volatility, own.id);
      after[chess::index(side)] = rating;
    }
    return after;
  }

  void put(const NewSitter& made) {
    hold(made.game);
    run("INSERT INTO sitters (game, side, guest) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", made.game, made.side,
        made.guest);
  }

  void put(const NewPhantoms& made) {
    hold(made.game);
    run("INSERT INTO phantoms (game, side, phantoms) VALUES ($1, $2, $3) "
        "ON CONFLICT (game, side) DO UPDATE SET phantoms = excluded.phantoms",
        made.game, made.side, made.phantoms);
  }

  void put(const NewDeviceLink& made) {
    hold(made.game);
    run("INSERT INTO device_links (token_hash, game, side) VALUES ($1, $2, $3) "
        "ON CONFLICT (game, side) DO UPDATE SET token_hash = excluded.token_hash",
        made.token_hash, made.game, made.side);
  }

  void put(const NewReview& made) {
    run("INSERT INTO reviews (game, messages) VALUES ($1, $2) ON CONFLICT DO NOTHING", made.game,
        fmt::format("{}", fmt::join(made.messages, "\n")));
  }

  void put(const NewProblem& made) {
    run("INSERT INTO problems (id, line, created_ms) VALUES ($1, $2, now_ms())", made.id, made.line);
  }

  void put(const NewAttempt& attempt) {
    const bool is_first = !run("INSERT INTO attempts (guest, puzzle, at_ms, solved, after) VALUES ($1, $2, $3, $4, 0) "
                               "ON CONFLICT DO NOTHING RETURNING guest",
                               attempt.guest, attempt.puzzle, attempt.at, attempt.solved)
                               .empty();
    if (!is_first) return;
    run("INSERT INTO puzzles (id, rating, deviation, volatility) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        attempt.puzzle, attempt.first.rating, attempt.first.deviation, attempt.first.volatility);
    run("INSERT INTO solvers (guest, rating, deviation, volatility, solved, failed) VALUES ($1, $2, $3, $4, 0, 0) "
        "ON CONFLICT DO NOTHING",
        attempt.guest, Rating{}.rating, Rating{}.deviation, Rating{}.volatility);
    // Updates hold what they read: another house may rate them at this moment.
    const auto solvers =
        run("UPDATE solvers SET solved = solved + $1, failed = failed + $2 WHERE guest = $3 "
            "RETURNING rating, deviation, volatility",
            attempt.solved, !attempt.solved, attempt.guest);
    const auto puzzles =
        run("UPDATE puzzles SET rating = rating WHERE id = $1 RETURNING rating, deviation, volatility", attempt.puzzle);
    const Rating solver = rating_from(solvers[0], 0);
    const Rating puzzle = rating_from(puzzles[0], 0);
    const double score = attempt.solved ? 1 : 0;
    const Rating solver_after = rated(solver, {{puzzle, score}});
    const Rating puzzle_after = rated(puzzle, {{solver, 1 - score}});
    run("UPDATE solvers SET rating = $1, deviation = $2, volatility = $3 WHERE guest = $4", solver_after.rating,
        solver_after.deviation, solver_after.volatility, attempt.guest);
    run("UPDATE puzzles SET rating = $1, deviation = $2, volatility = $3 WHERE id = $4", puzzle_after.rating,
        puzzle_after.deviation, puzzle_after.volatility, attempt.puzzle);
    run("UPDATE attempts SET after = $1 WHERE guest = $2 AND puzzle = $3", solver_after.rating, attempt.guest,
        attempt.puzzle);
  }

  void put(const Alive& made) {
    run("UPDATE houses SET alive_ms = $1, seen_ms = now_ms() WHERE id = $2", made.at, house_);
  }

  void put(const Seen& made) {
    for (const GuestId guest : made.guests)
      run("INSERT INTO presence (guest, seen_ms) VALUES ($1, now_ms()) "
          "ON CONFLICT (guest) DO UPDATE SET seen_ms = excluded.seen_ms",
          guest);
  }

  // --- games

  std::vector<GameRecord> games(const std::vector<SqlRow>& ids) {
    std::vector<GameRecord> result;
    for (const SqlRow& row : ids) {
      if (std::optional<GameRecord> game = read_game(text(row[0]))) result.push_back(std::move(*game));
    }
    return result;
  }

  std::optional<GameRecord> read_game(const std::string& id) {
    const auto rows =
        run("SELECT created_ms, rules, initial_ms, increment_ms, rated, in_lobby, wanted FROM games WHERE id = $1", id);
    if (rows.empty()) return std::nullopt;
    const SqlRow& row = rows[0];
    GameRecord game{.id = id, .created = number(row[0]), .rules = text(row[1])};
    if (!is_null(row[2])) game.time = TimeControl{number(row[2]), number(row[3])};
    game.rated = number(row[4]) == 1;
    game.in_lobby = number(row[5]) == 1;
    if (!is_null(row[6])) game.wanted = account(number(row[6])).value_or(Account{.id = number(row[6])});
    for (const SqlRow& bot : run("SELECT side, player, level FROM bots WHERE game = $1", id)) {
      Seat& seat = game.seats[chess::index(side(bot[0]))];
      seat.bot = Bot{text(bot[1]), static_cast<int>(number(bot[2]))};
      seat.account = account_named(bot_name(*seat.bot));
    }
    for (const SqlRow& imported : run("SELECT start, white, black FROM imports WHERE game = $1", id)) {
      game.start = text(imported[0]);
      game.seats[0].name = text(imported[1]);
      game.seats[1].name = text(imported[2]);
    }
    for (const SqlRow& sitter : run("SELECT side, guest FROM sitters WHERE game = $1 ORDER BY guest", id)) {
      Seat& seat = game.seats[chess::index(side(sitter[0]))];
      seat.guests.push_back(number(sitter[1]));
      if (!seat.account) seat.account = account(seat.guests.back());
    }
    for (const SqlRow& stored : run("SELECT kind, at_ms, by, text FROM events WHERE game = $1 ORDER BY number", id)) {
      TableEvent event{static_cast<Kind>(place_in(kKinds, text(stored[0]))), number(stored[1])};
      if (!is_null(stored[2])) event.by = side(stored[2]);
      event.text = text(stored[3]);
      game.events.push_back(std::move(event));
    }
    for (const SqlRow& notes : run("SELECT side, phantoms FROM phantoms WHERE game = $1", id))
      game.phantoms[chess::index(side(notes[0]))] = text(notes[1]);
    return game;
  }

  std::unique_ptr<SqlDatabase> database_;
  Random random_{std::random_device{}()};
  std::string house_;
};

}  // namespace

std::unique_ptr<Store> make_sql_store(std::unique_ptr<SqlDatabase> database) {
  return std::make_unique<SqlStore>(std::move(database));
}

bool is_postgres_address(const std::string& store) {
  return store.starts_with("postgresql://") || store.starts_with("postgres://");
}

Expected<std::unique_ptr<Store>> open_store(const std::string& store) {
  return is_postgres_address(store) ? open_postgres_store(store) : open_sqlite_store(store);
}

}  // namespace blindmate::store
