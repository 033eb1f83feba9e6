#include "blindmate/server/hall.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "blindmate/server/tokens.hpp"

namespace blindmate::server {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds kPulse{1};
constexpr int kPulsesToSweep = 60;
constexpr std::size_t kRememberedGuests = 100'000;

}  // namespace

Hall::Hall(asio::any_io_executor network, Storage& storage, BotPool& bots, Metrics& metrics, const Limits& limits)
    : services_{network,
                storage,
                bots,
                metrics,
                [this](GuestId guest) {
                  return games_.size() < limits_.live_games && rematches_.allows(std::to_string(guest));
                },
                [this](GameRecord record) { adopt(std::move(record))->wake(); },
                [this](LiveGame& game) {
                  const auto found = games_.find(game.table().record().id);
                  if (found != games_.end() && found->second.get() == &game) games_.erase(found);
                }},
      limits_(limits),
      timer_(network) {}

Hall::Awaitable<void> Hall::open() {
  struct Left {
    std::vector<std::string> games;
    Milliseconds alive = 0;
  };
  const auto query = [](Store& store) { return Left{store.games_with_running_clocks(), store.last_alive()}; };
  const std::optional<Left> left = co_await storage().read(query);
  if (!left) throw std::runtime_error("the store cannot be read");
  for (const std::string& id : left->games) {
    const GamePointer game = co_await find(id);
    if (game) game->resume(left->alive);
  }
  spdlog::info("event=opened games_with_clocks={}", left->games.size());
  asio::co_spawn(services_.network, keep_house(), asio::detached);
}

Hall::Awaitable<void> Hall::keep_house() {
  for (int pulse = 1; !closing_; ++pulse) {
    const bool clock_runs = std::any_of(games_.begin(), games_.end(), [](const auto& entry) {
      const Table& table = entry.second->table();
      return table.clock() && table.status() == Table::Status::playing;
    });
    const bool must_show = services_.metrics.store_fails || pulse % kPulsesToSweep == 0;
    if (clock_runs || must_show) storage().write({Alive{now_ms()}}, {});
    if (pulse % kPulsesToSweep == 0) {
      std::erase_if(games_, [](const auto& entry) { return entry.second.use_count() == 1 && entry.second->is_idle(); });
    }
    services_.metrics.live_games = games_.size();
    timer_.expires_after(kPulse);
    boost::system::error_code cancelled;
    co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  }
}

void Hall::close() {
  closing_ = true;
  timer_.cancel();
  storage().write({Alive{now_ms()}}, {});
  for (const auto& [id, game] : games_) game->close_connections();
}

// Null for a game that is damaged.
Hall::GamePointer Hall::adopt(GameRecord record) {
  const std::string id = record.id;
  const auto found = games_.find(id);
  if (found != games_.end()) return found->second;
  try {
    return games_[id] = std::make_shared<LiveGame>(Table(std::move(record)), services_);
  } catch (const DamagedGame& error) {
    spdlog::error("event=game_damaged game={} reason={:?}", log_name(id), error.what());
    games_.erase(id);
    return nullptr;
  }
}

Hall::Awaitable<Hall::GamePointer> Hall::find(std::string id) {
  const auto found = games_.find(id);
  if (found != games_.end()) co_return found->second;
  if (!is_token(id)) co_return nullptr;
  const auto query = [id](Store& store) { return store.game(id); };
  auto record = co_await storage().read(query);
  if (!record || !*record) co_return nullptr;
  const GamePointer game = adopt(std::move(**record));
  if (game) game->wake();
  co_return game;
}

bool Hall::is_full(const GameRecord& wanted) const {
  const auto has_bot = [](const GameRecord& record) { return record.seats[0].bot || record.seats[1].bot; };
  if (games_.size() >= limits_.live_games) return true;
  if (!has_bot(wanted)) return false;
  const auto bot_games = std::count_if(games_.begin(), games_.end(), [&](const auto& entry) {
    const Table& table = entry.second->table();
    return table.status() == Table::Status::playing && has_bot(table.record());
  });
  return static_cast<std::size_t>(bot_games) >= limits_.bot_games;
}

Hall::Awaitable<Hall::Made> Hall::make(GameRecord record, GuestId guest) {
  if (is_full(record)) co_return Made::too_many_here;
  const auto query = [guest](Store& store) { return store.unfinished_games_of(guest); };
  const std::optional<std::size_t> unfinished = co_await storage().read(query);
  if (!unfinished) co_return Made::store_fails;
  if (*unfinished >= limits_.unfinished_games) co_return Made::too_many_of_guest;
  std::vector<Write> writes;
  writes.emplace_back(server::NewGame{record});
  const bool stored = co_await storage().write(std::move(writes));
  if (!stored) co_return Made::store_fails;
  ++services_.metrics.games_created;
  spdlog::info("event=game_made game={} rules={}", log_name(record.id), record.rules);
  adopt(std::move(record))->wake();
  co_return Made::yes;
}

Hall::Awaitable<std::optional<GuestId>> Hall::guest(std::string token) {
  if (!is_token(token)) co_return std::nullopt;
  const std::string hash = token_hash(token);
  const auto known = guests_.find(hash);
  if (known != guests_.end()) co_return known->second;
  const auto query = [hash](Store& store) { return store.guest(hash); };
  const auto guest = co_await storage().read(query);
  if (!guest || !*guest) co_return std::nullopt;
  if (guests_.size() >= kRememberedGuests) guests_.clear();
  guests_[hash] = **guest;
  co_return *guest;
}

Hall::Awaitable<std::optional<Hall::NewGuest>> Hall::new_guest() {
  const std::string token = new_token();
  const auto query = [hash = token_hash(token)](Store& store) { return store.new_guest(hash, now_ms()); };
  const std::optional<GuestId> id = co_await storage().read(query);
  if (!id) co_return std::nullopt;
  co_return NewGuest{*id, token};
}

}  // namespace blindmate::server
