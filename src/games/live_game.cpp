#include "blindmate/games/live_game.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/json.hpp>
#include <chrono>

#include "blindmate/chess/types.hpp"
#include "blindmate/games/transcript.hpp"
#include "blindmate/messages/payloads.hpp"
#include "blindmate/runtime/now.hpp"
#include "blindmate/runtime/tokens.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::games {

namespace json = boost::json;

using chess::Side;
using referee::Answer;
using Status = Table::Status;

namespace {

constexpr store::Milliseconds kGrace = 60'000;  // away for so long, a game can be claimed
constexpr int kBotAcceptsAfter = 40;            // plies
constexpr std::size_t kMostConnections = 8;     // of one seat
constexpr std::size_t kMostWatchers = 200;
constexpr std::chrono::milliseconds kExhibitionPause{700};  // so that people can follow
constexpr int kMostPlies = 1000;                            // then it is a draw: some rule sets know no other end

}  // namespace

LiveGame::LiveGame(Table table, Services& services)
    : table_(std::move(table)), services_(services), flag_(services.network), pause_(services.network) {
  away_since_.fill(runtime::now_ms());
  for (players::Thinker& thinker : thinkers_) thinker = std::make_shared<std::unique_ptr<players::Player>>();
}

// --- who is there

LiveGame::SitterPointer LiveGame::connect(messages::ConnectionPointer connection, Side side) {
  const auto sitter = std::make_shared<Sitter>(Sitter{std::move(connection), side});
  const auto of_seat =
      std::count_if(sitters_.begin(), sitters_.end(), [&](const SitterPointer& other) { return other->side == side; });
  if (failed_ || static_cast<std::size_t>(of_seat) >= kMostConnections) {
    sitter->connection->refuse("gone",
                               failed_ ? "the game could not be stored; connect again" : "too many connections");
    sitter->connection->close();
    return sitter;
  }
  sitters_.push_back(sitter);
  changed();
  return sitter;
}

void LiveGame::disconnect(const SitterPointer& sitter) {
  std::erase(sitters_, sitter);
  if (is_here(sitter->side)) return;
  away_since_[chess::index(sitter->side)] = runtime::now_ms();
  if (rematch_offer_ == sitter->side) rematch_offer_.reset();
  if (sitters_.empty() && !thinking_) forget_thoughts();
  publish();
}

void LiveGame::watch(const messages::ConnectionPointer& connection) {
  if (failed_ || watchers_.size() >= kMostWatchers) {
    connection->refuse("gone", failed_ ? "the game could not be stored; connect again" : "too many are watching");
    return connection->close();
  }
  watchers_.push_back({connection});
  changed();
}

void LiveGame::stop_watching(const messages::ConnectionPointer& connection) {
  std::erase_if(watchers_, [&](const Watcher& watcher) { return watcher.connection == connection; });
  if (watchers_.empty() && !thinking_) forget_thoughts();
}

void LiveGame::forget_thoughts() {
  for (const players::Thinker& thinker : thinkers_) thinker->reset();
}

void LiveGame::take_free_seat(const store::Person& person, Done done) {
  enqueue({.run =
               [this, person, done] {
                 const store::GameRecord& record = table_.record();
                 if (table_.status() != Status::waiting || table_.side_of(person.id)) return done(false);
                 if (record.wanted && record.wanted->id != person.id) return done(false);
                 const Side side = free_side(record);
                 table_.sit(side, person);
                 table_.happen({Kind::started, runtime::now_ms()});
                 store({store::NewSitter{record.id, side, person.id},
                        store::NewEvent{record.id, record.events.size() - 1, record.events.back()}},
                       [this, done](bool stored) {
                         if (table_.record().in_lobby) services_.lobby_changed();
                         done(stored);
                       });
               },
           .done = done});
}

void LiveGame::take_seat(Side side, const store::Person& person, Done done) {
  enqueue({.run =
               [this, side, person, done] {
                 const std::optional<Side> sits = table_.side_of(person.id);
                 if (sits || table_.status() == Status::ended) return done(sits == side);
                 table_.sit(side, person);
                 store({store::NewSitter{table_.record().id, side, person.id}}, done);
               },
           .done = done});
}

void LiveGame::cancel(Done done) {
  enqueue({.run =
               [this, done] {
                 if (table_.status() != Status::waiting) return done(false);
                 happen({Kind::ended, runtime::now_ms(), std::nullopt, "abort"}, done);
               },
           .done = done});
}

void LiveGame::wake() {
  enqueue({.run = [this] { changed(); }});
}

void LiveGame::when_settled(Done done) {
  enqueue({.run = [done] { done(true); }, .done = done});
}

void LiveGame::resume(store::Milliseconds away_since) {
  enqueue({.run = [this, away_since] {
    if (table_.status() != Status::playing || !table_.clock()) return changed();
    happen({Kind::resumed, runtime::now_ms(), std::nullopt, std::to_string(std::max(away_since, table_.last_event()))});
  }});
}

// --- what happens at the table

void LiveGame::ask(Side by, const referee::Ask& asked, const SitterPointer& from) {
  const auto began = std::chrono::steady_clock::now();
  const store::Milliseconds now = runtime::now_ms();
  if (table_.has_fallen(now)) return happen(table_.flag_fall(now));
  const Table::Asked answered = table_.ask(by, asked, now);
  const auto told = [this, asked, answered, from, began](bool stored) {
    if (!stored) return;
    ++services_.metrics.tries;
    publish();
    if (from) answer(from, asked, answered.heard);
    services_.metrics.answer_time.add(std::chrono::steady_clock::now() - began);
  };
  if (answered.recorded) return store_last_event(told);
  told(true);
}

void LiveGame::happen(store::TableEvent event, Done then) {
  table_.happen(std::move(event));
  store_last_event(std::move(then));
}

void LiveGame::store_last_event(Done then) {
  const store::GameRecord& record = table_.record();
  const bool ends = table_.status() == Status::ended;
  if (ends) {
    ++services_.metrics.games_ended;
    spdlog::info("event=game_ended game={} reason={} plies={}", runtime::log_name(record.id), table_.outcome()->reason,
                 table_.game().plies());
  }
  std::vector<store::Write> writes;
  writes.emplace_back(store::NewEvent{record.id, record.events.size() - 1, record.events.back()});
  if (ends) {
    const referee::Outcome& outcome = *table_.outcome();
    writes.emplace_back(store::NewEnd{record.id, table_.last_event(), outcome.winner, outcome.reason != "abort"});
  }
  store(std::move(writes), [this, ends, then = std::move(then)](bool stored) {
    if (ends && table_.record().in_lobby) services_.lobby_changed();
    if (then) then(stored);
  });
}

// Nothing else happens in this game until the store has it.
void LiveGame::store(std::vector<store::Write> writes, Done then) {
  storing_ = true;
  services_.storage.write(std::move(writes), [self = shared_from_this(), then = std::move(then)](bool stored) {
    self->storing_ = false;
    then(stored);
    if (!stored) return self->fail("the game could not be stored; connect again");
    self->changed();
    self->pump();
  });
}

void LiveGame::enqueue(Command command) {
  if (failed_) {
    if (command.done) command.done(false);
    return;
  }
  commands_.push_back(std::move(command));
  pump();
}

void LiveGame::pump() {
  while (!storing_ && !commands_.empty()) {
    const Command command = std::move(commands_.front());
    commands_.pop_front();
    command.run();
  }
}

// The memory is ahead of the store, so it is forgotten: whoever comes back finds what was stored.
void LiveGame::fail(std::string_view reason) {
  failed_ = true;
  flag_.cancel();
  for (const Command& command : commands_) {
    if (command.done) command.done(false);
  }
  commands_.clear();
  for_each_connection([&](const messages::ConnectionPointer& connection) {
    connection->refuse("gone", reason);
    connection->close();
  });
  services_.forget(*this);
}

void LiveGame::leave_to_others() { fail("the game may have moved to another server; connect again"); }

void LiveGame::set_account(store::GuestId guest, const std::optional<store::Account>& account) {
  if (table_.set_account(guest, account)) publish();
}

bool LiveGame::is_idle() const {
  const bool clock_runs = table_.clock() && table_.status() == Status::playing;
  return sitters_.empty() && watchers_.empty() && is_settled() && !thinking_ && !clock_runs;
}

void LiveGame::close_connections() {
  enqueue({.run = [this] {
    for_each_connection([](const messages::ConnectionPointer& connection) { connection->close(); });
  }});
}

// --- what goes out

void LiveGame::changed() {
  publish();
  set_flag();
  adjudicate_long_game();
  let_bot_answer_offer();
  let_bot_think();
}

// What is not stored yet is not told; afterwards this is called again.
void LiveGame::publish() {
  if (storing_) return;
  for (const Side side : {Side::white, Side::black}) {
    if (is_here(side)) publish_to(side);
  }
  tell_watchers();
}

// Turns that are complete, and the end.
void LiveGame::tell_watchers() {
  const auto plies = static_cast<std::size_t>(table_.game().plies());
  const bool has_ended = table_.status() == Status::ended;
  const bool is_news = std::any_of(watchers_.begin(), watchers_.end(), [&](const Watcher& watcher) {
    return !watcher.has_transcript || watcher.turns < plies || (has_ended && !watcher.knows_end);
  });
  if (!is_news) return;
  json::object transcript = transcript_payload(table_, std::nullopt);
  json::array& turns = transcript.at("turns").as_array();
  const json::value& end = transcript.at("end");
  if (!has_ended && !turns.empty() && turns.back().at("move").is_null()) turns.pop_back();
  for (Watcher& watcher : watchers_) {
    if (!watcher.has_transcript) {
      watcher.connection->send(referee::json_text(json::object{{"type", "exhibition"}, {"transcript", transcript}}));
    } else {
      const bool only_ends = watcher.turns == turns.size() && has_ended && !watcher.knows_end && !turns.empty();
      for (std::size_t i = watcher.turns - (only_ends ? 1 : 0); i < turns.size(); ++i)
        watcher.connection->send(
            referee::json_text(json::object{{"type", "turn"}, {"number", i}, {"turn", turns[i]}, {"end", end}}));
    }
    watcher.has_transcript = true;
    watcher.turns = turns.size();
    watcher.knows_end = has_ended;
  }
}

// Only what has changed in the seat's own view, and nothing when nothing has: what happens in secret moves no byte.
void LiveGame::publish_to(Side side) {
  const referee::PlayerView& view = table_.view(side);
  const std::vector<referee::Event>& log = view.log();
  const json::object now = now_for(side);
  json::object stays = now;
  for (const char* passing : {"clock", "claim_in_ms"}) stays.erase(passing);
  const json::object game = messages::game_payload(table_.record(), table_.status(), view);
  for (const SitterPointer& sitter : sitters_) {
    if (sitter->side != side) continue;
    const bool more_of_last = sitter->entries > 0 && log[sitter->entries - 1].times != sitter->times;
    const bool is_known =
        sitter->entries == log.size() && !more_of_last && stays == sitter->now && game == sitter->game;
    if (is_known) continue;
    const std::size_t from = sitter->entries - (more_of_last ? 1 : 0);
    json::object message = {{"type", "view"}, {"from", from}, {"log", messages::log_payload(view, from)}, {"now", now}};
    if (game != sitter->game) message["game"] = game;
    if (sitter->game.empty()) {
      const std::string& phantoms = table_.record().phantoms[chess::index(side)];
      message["phantoms"] = phantoms.empty() ? json::value(json::object()) : json::parse(phantoms);
    }
    sitter->connection->send(referee::json_text(message));
    *sitter = {sitter->connection, side, log.size(), log.empty() ? 0 : log.back().times, stays, game};
  }
}

json::object LiveGame::now_for(Side side) const {
  const bool opponent_is_bot = table_.record().seats[chess::index(other(side))].bot.has_value();
  return messages::now_payload(table_.view(side), {.status = table_.status(),
                                                   .clock = table_.clock_now(runtime::now_ms()),
                                                   .draw_offer = table_.draw_offer(),
                                                   .may_abort = table_.may_abort(),
                                                   .may_offer_draw = table_.may_offer_draw(side),
                                                   .opponent_here = opponent_is_bot || is_here(other(side)),
                                                   .claim_in = claim_in(side),
                                                   .rematch_game = table_.rematch(),
                                                   .rematch_offer = rematch_offer_});
}

void LiveGame::answer(const SitterPointer& to, const referee::Ask& asked, const referee::Heard& heard) {
  if (std::find(sitters_.begin(), sitters_.end(), to) == sitters_.end()) return;
  to->connection->send(referee::json_text(messages::answer_payload(asked, heard, to->side)));
}

bool LiveGame::is_here(Side side) const {
  return std::any_of(sitters_.begin(), sitters_.end(),
                     [&](const SitterPointer& sitter) { return sitter->side == side; });
}

std::optional<store::Milliseconds> LiveGame::claim_in(Side claimant) const {
  const Side opponent = other(claimant);
  if (table_.status() != Status::playing || table_.record().seats[chess::index(opponent)].bot || is_here(opponent))
    return std::nullopt;
  return std::max<store::Milliseconds>(0, away_since_[chess::index(opponent)] + kGrace - runtime::now_ms());
}

void LiveGame::set_flag() {
  if (table_.status() != Status::playing || !table_.clock()) return void(flag_.cancel());
  const store::Milliseconds left = table_.clock()->left(table_.turn(), runtime::now_ms());
  flag_.expires_after(std::chrono::milliseconds(std::max<store::Milliseconds>(left, 0)));
  flag_.async_wait([weak = weak_from_this()](const boost::system::error_code& cancelled) {
    const std::shared_ptr<LiveGame> self = weak.lock();
    if (cancelled || !self) return;
    self->enqueue({.run = [game = self.get()] {
      const store::Milliseconds now = runtime::now_ms();
      if (game->table_.has_fallen(now)) return game->happen(game->table_.flag_fall(now));
      game->set_flag();
    }});
  });
}

void LiveGame::adjudicate_long_game() {
  if (table_.status() != Status::playing || storing_ || table_.game().plies() < kMostPlies) return;
  happen({Kind::ended, runtime::now_ms(), std::nullopt, "adjudication"});
}

void LiveGame::let_bot_think() {
  if (thinking_ || storing_ || failed_) return;
  if (table_.status() == Status::ended) forget_thoughts();
  const bool is_bot = table_.record().seats[chess::index(table_.turn())].bot.has_value();
  const bool somebody_waits = !sitters_.empty() || !watchers_.empty() || table_.clock();
  if (table_.status() != Status::playing || !is_bot || !somebody_waits) return;
  thinking_ = true;
  if (!is_exhibition(table_.record())) return choose_for_bot();
  pause_.expires_after(kExhibitionPause);
  pause_.async_wait([weak = weak_from_this()](const boost::system::error_code&) {
    if (const std::shared_ptr<LiveGame> self = weak.lock()) self->choose_for_bot();
  });
}

void LiveGame::choose_for_bot() {
  const Side side = table_.turn();
  const store::Bot& bot = *table_.record().seats[chess::index(side)].bot;
  players::TryBudget budget{.seconds = players::find_level(bot.level)->seconds};
  if (table_.clock()) {
    budget.left_s = static_cast<double>(table_.clock()->left(side, runtime::now_ms())) / 1000;
    budget.increment_s = static_cast<double>(table_.clock()->increment()) / 1000;
  }
  players::Question question{thinkers_[chess::index(side)], *players::read_player(bot.player), table_.view(side),
                             budget};
  boost::asio::co_spawn(services_.network, think(side, std::move(question)), boost::asio::detached);
}

// Bots think for their opponents, who take turns.
boost::asio::awaitable<void> LiveGame::think(Side side, players::Question question) {
  using runtime::Jobs;
  const std::shared_ptr<LiveGame> alive = shared_from_this();
  const std::vector<store::GuestId>& guests = table_.record().seats[chess::index(other(side))].guests;
  const std::string client = guests.empty() ? "" : std::to_string(guests.front());
  auto work = [question = std::move(question), &jobs = services_.jobs] {
    return players::think(question, jobs.crowd(Jobs::Kind::move));
  };
  ++services_.metrics.bots_thinking;
  const Expected<players::Choice> choice = co_await services_.jobs.run(Jobs::Kind::move, client, std::move(work));
  --services_.metrics.bots_thinking;
  if (!choice)
    spdlog::error("event=bot_failed player={} reason={:?}", table_.record().seats[chess::index(side)].bot->player,
                  choice.error().reason);
  enqueue({.run = [this, side, choice] { bot_has_chosen(side, choice); }});
}

void LiveGame::bot_has_chosen(Side side, const Expected<players::Choice>& choice) {
  thinking_ = false;
  if (sitters_.empty() && watchers_.empty()) forget_thoughts();
  if (table_.status() != Status::playing) return changed();
  if (!choice || table_.is_nonsense(choice->ask))
    return happen({Kind::ended, runtime::now_ms(), other(side), "resignation"});
  bot_value_ = choice->value;
  ask(side, choice->ask, nullptr);
}

void LiveGame::let_bot_answer_offer() {
  const std::optional<Side>& offer = table_.draw_offer();
  if (!offer || storing_ || !table_.record().seats[chess::index(other(*offer))].bot) return;
  if (table_.game().plies() >= kBotAcceptsAfter && bot_value_ && *bot_value_ <= 0) {
    happen({Kind::ended, runtime::now_ms(), std::nullopt, "agreement"});
  } else {
    happen({Kind::declined, runtime::now_ms(), other(*offer), ""});
  }
}

}  // namespace blindmate::games
