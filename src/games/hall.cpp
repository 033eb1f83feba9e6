#include "blindmate/games/hall.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "blindmate/runtime/now.hpp"
#include "blindmate/runtime/tokens.hpp"

namespace blindmate::games {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds kPulse{1};
constexpr int kPulsesToSweep = 60;
constexpr int kPulsesToShowPresence = 5;
constexpr int kPulsesToWithdraw = 10;
constexpr std::chrono::seconds kSilence{3};  // less than what makes the others think that we are gone

}  // namespace

Hall::Hall(asio::any_io_executor network, store::Storage& storage, runtime::Jobs& jobs, runtime::Metrics& metrics,
           const Limits& limits, std::string address)
    : services_{network,
                storage,
                jobs,
                metrics,
                [this](store::GuestId guest) {
                  return games_.size() < limits_.live_games && rematches_.allows(std::to_string(guest));
                },
                [this](store::GameRecord record) { adopt(std::move(record))->wake(); },
                [this](LiveGame& game) {
                  const auto found = games_.find(game.table().record().id);
                  if (found == games_.end() || found->second.get() != &game) return;
                  lost_.emplace(found->first, alive_);
                  games_.erase(found);
                },
                [this] { lobby_.refresh(); }},
      limits_(limits),
      lobby_(network, storage),
      house_{.address = std::move(address)},
      last_sign_of_life_(std::chrono::steady_clock::now()),
      timer_(network) {}

Hall::Awaitable<void> Hall::open() {
  co_await enter();
  co_await take_over_abandoned_games();
  asio::co_spawn(services_.network, keep_house(), asio::detached);
}

// Each time under another name: what was ours before is abandoned, and taken over like that of others.
Hall::Awaitable<void> Hall::enter() {
  const auto now = std::chrono::steady_clock::now();
  store::House house{runtime::new_token(), house_.address};
  const auto query = [house](store::Store& store) {
    store.enter(house, runtime::now_ms());
    return true;
  };
  co_await storage().change(query);
  house_ = std::move(house);
  last_sign_of_life_ = now;
  alive_ = runtime::now_ms();
  lost_.clear();  // they are abandoned, and the store knows since when
}

Hall::Awaitable<void> Hall::take_over_abandoned_games() {
  const auto query = [](store::Reader& store) { return store.abandoned_games(); };
  const std::vector<std::string> abandoned = co_await storage().read(query);
  for (const std::string& id : abandoned) co_await find(id);
  if (!abandoned.empty()) spdlog::info("event=games_taken_over number={}", abandoned.size());
}

Hall::Awaitable<void> Hall::withdraw_lost_challenges() {
  const auto query = [](store::Reader& store) { return store.lost_challenges(); };
  const std::vector<std::string> lost = co_await storage().read(query);
  for (const std::string& id : lost) {
    const GamePointer game = co_await find(id);
    if (game) game->cancel([](bool) {});
  }
}

Hall::Awaitable<void> Hall::heed_changes_elsewhere() {
  const auto query = [](store::Reader& store) { return store.lately_changed(); };
  const std::vector<store::GuestId> guests = co_await storage().read(query);
  for (const store::GuestId guest : guests) co_await heed_change_of(guest);
}

void Hall::say_that_we_live(int pulse) {
  const bool clock_runs = std::any_of(games_.begin(), games_.end(), [](const auto& entry) {
    const Table& table = entry.second->table();
    return table.clock() && table.status() == Table::Status::playing;
  });
  const bool must_show = storage().is_shared() || services_.metrics.store_fails || pulse % kPulsesToSweep == 0;
  if (!clock_runs && !must_show) return;
  storage().write({store::Alive{runtime::now_ms()}},
                  [this, now = std::chrono::steady_clock::now(), at = runtime::now_ms()](bool stored) {
                    if (!stored) return;
                    last_sign_of_life_ = std::max(last_sign_of_life_, now);
                    alive_ = std::max(alive_, at);
                  });
}

bool Hall::is_out_of_touch() const {
  return storage().is_shared() && std::chrono::steady_clock::now() - last_sign_of_life_ > kSilence;
}

// Others may have them by now.
void Hall::give_up_games() {
  if (games_.empty()) return;
  spdlog::warn("event=games_given_up number={}", games_.size());
  std::vector<GamePointer> all;
  for (const auto& [id, game] : games_) all.push_back(game);
  for (const GamePointer& game : all) game->leave_to_others();
}

void Hall::say_who_is_here() {
  std::vector<store::GuestId> guests = lobby_.guests();
  for (const auto& [id, game] : games_) {
    const Table& table = game->table();
    if (!table.record().in_lobby || table.status() != Table::Status::waiting) continue;
    const chess::Side maker = other(free_side(table.record()));
    if (game->is_here(maker)) guests.push_back(table.record().seats[chess::index(maker)].guests.front());
  }
  if (!guests.empty()) storage().write({store::Seen{std::move(guests)}}, {});
}

Hall::Awaitable<void> Hall::keep_house() {
  for (int pulse = 1; !closing_; ++pulse) {
    try {
      if (is_out_of_touch()) {
        give_up_games();
        co_await enter();
      }
      say_that_we_live(pulse);
      if (pulse % kPulsesToShowPresence == 0) say_who_is_here();
      lobby_.refresh();
      if (storage().is_shared()) {
        co_await take_over_abandoned_games();
        co_await heed_changes_elsewhere();
      }
      if (pulse % kPulsesToWithdraw == 0) co_await withdraw_lost_challenges();
    } catch (const store::StoreError&) {  // which is logged; the next pulse may do better
    }
    if (pulse % kPulsesToSweep == 0) {
      std::erase_if(games_, [](const auto& entry) { return entry.second.use_count() == 1 && entry.second->is_idle(); });
    }
    services_.metrics.live_games = games_.size();
    timer_.expires_after(kPulse);
    boost::system::error_code cancelled;
    if (!closing_) co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  }
}

void Hall::close() {
  closing_ = true;
  timer_.cancel();
  storage().write({store::Alive{runtime::now_ms()}}, {});
  for (const auto& [id, game] : games_) game->close_connections();
  lobby_.for_each_connection([](const messages::ConnectionPointer& connection) { connection->close(); });
}

// Null for a game that is damaged.
Hall::GamePointer Hall::adopt(store::GameRecord record) {
  const std::string id = record.id;
  const auto found = games_.find(id);
  if (found != games_.end()) return found->second;
  try {
    return games_[id] = std::make_shared<LiveGame>(Table(std::move(record)), services_);
  } catch (const DamagedGame& error) {
    spdlog::error("event=game_damaged game={} reason={:?}", runtime::log_name(id), error.what());
    games_.erase(id);
    return nullptr;
  }
}

Hall::Awaitable<Hall::Found> Hall::locate(std::string id) {
  const auto found = games_.find(id);
  if (found != games_.end()) co_return Found{found->second};
  if (!runtime::is_token(id)) co_return Found{};
  if (is_out_of_touch()) throw store::StoreError("others may have the games by now");
  const auto query = [id](store::Store& store) { return store.claim(id); };
  auto claimed = co_await storage().change(query);
  if (store::House* house = std::get_if<store::House>(&claimed)) co_return Found{.elsewhere = std::move(*house)};
  store::Store::Claimed* here = std::get_if<store::Store::Claimed>(&claimed);
  if (here == nullptr) co_return Found{};
  const bool is_new = !games_.contains(id);
  const GamePointer game = adopt(std::move(here->game));
  const auto lost = lost_.find(id);
  if (!here->away_since && lost != lost_.end()) here->away_since = lost->second;
  if (lost != lost_.end()) lost_.erase(lost);
  if (game && is_new) {
    if (here->away_since) {
      game->resume(*here->away_since);
    } else {
      game->wake();
    }
  }
  co_return Found{game};
}

Hall::Awaitable<Hall::GamePointer> Hall::find(std::string id) {
  const Found found = co_await locate(std::move(id));
  co_return found.game;
}

bool Hall::is_full(const store::GameRecord& wanted) const {
  const auto has_bot = [](const store::GameRecord& record) {
    return !is_exhibition(record) && (record.seats[0].bot || record.seats[1].bot);
  };
  if (games_.size() >= limits_.live_games) return true;
  if (!has_bot(wanted)) return false;
  const auto bot_games = std::count_if(games_.begin(), games_.end(), [&](const auto& entry) {
    const Table& table = entry.second->table();
    return table.status() == Table::Status::playing && has_bot(table.record());
  });
  return static_cast<std::size_t>(bot_games) >= limits_.bot_games;
}

Hall::Awaitable<Hall::Made> Hall::make(store::GameRecord record, store::GuestId guest) {
  if (is_full(record)) co_return Made::too_many_here;
  // Counted and written in one go: somebody may make several at once.
  const auto query = [record, guest, limits = limits_](store::Store& store) {
    if (store.unfinished_games_of(guest) >= limits.unfinished_games) return Made::too_many_of_guest;
    if (record.in_lobby && store.challenges_of(guest) >= limits.challenges) return Made::too_many_challenges;
    store.write({store::NewGame{record}});
    return Made::yes;
  };
  const Made made = co_await storage().change(query);
  if (made != Made::yes) co_return made;
  ++services_.metrics.games_created;
  spdlog::info("event=game_made game={} rules={}", runtime::log_name(record.id), record.rules);
  if (record.in_lobby) lobby_.refresh();
  adopt(std::move(record))->wake();
  co_return Made::yes;
}

bool Hall::has_enough_exhibitions() const {
  const auto watched = std::count_if(games_.begin(), games_.end(), [](const auto& entry) {
    const Table& table = entry.second->table();
    return entry.second->is_watched() && table.status() == Table::Status::playing;
  });
  return static_cast<std::size_t>(watched) >= limits_.exhibitions;
}

Hall::Awaitable<Hall::Made> Hall::exhibit(store::GameRecord record) {
  if (is_full(record) || has_enough_exhibitions()) co_return Made::too_many_here;
  std::vector<store::Write> writes;
  writes.emplace_back(store::NewGame{record});
  const bool stored = co_await storage().write(std::move(writes));
  if (!stored) throw store::StoreError("the exhibition was not stored");
  ++services_.metrics.games_created;
  adopt(std::move(record))->wake();
  co_return Made::yes;
}

Hall::Awaitable<std::optional<store::Person>> Hall::person(std::string token) {
  if (!runtime::is_token(token)) co_return std::nullopt;
  const auto query = [hash = runtime::token_hash(token)](store::Reader& store) { return store.person(hash); };
  co_return co_await storage().read(query);
}

Hall::Awaitable<void> Hall::heed_change_of(store::GuestId guest) {
  const auto read_account = [guest](store::Reader& store) { return store.account(guest); };
  const std::optional<store::Account> account = co_await storage().read(read_account);
  for (const auto& [id, game] : games_) game->set_account(guest, account);
  std::vector<messages::ConnectionPointer> connections;
  const auto collect = [&](const messages::ConnectionPointer& connection) {
    if (connection->person && connection->person->id == guest) connections.push_back(connection);
  };
  for (const auto& [id, game] : games_) game->for_each_connection(collect);
  lobby_.for_each_connection(collect);
  for (const messages::ConnectionPointer& connection : connections) {
    const auto query = [hash = connection->session](store::Reader& store) { return store.person(hash).has_value(); };
    const bool goes_on = co_await storage().read(query);
    if (!goes_on) connection->close();
  }
}

Hall::Awaitable<Hall::NewGuest> Hall::new_guest() {
  const std::string token = runtime::new_token();
  const auto query = [hash = runtime::token_hash(token)](store::Store& store) {
    return store.new_guest(hash, runtime::now_ms());
  };
  const store::GuestId id = co_await storage().change(query);
  co_return NewGuest{id, token};
}

}  // namespace blindmate::games
