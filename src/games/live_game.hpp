// LiveGame: a table with people at it. Takes what connections say, one thing after the other; lets it happen at the
// table; and when the store has it, tells each seat what has changed in its own view. Everything happens on the
// network's thread.
#pragma once

#include <array>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json/object.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "blindmate/games/table.hpp"
#include "blindmate/messages/connection.hpp"
#include "blindmate/players/bot.hpp"
#include "blindmate/runtime/jobs.hpp"
#include "blindmate/runtime/metrics.hpp"
#include "blindmate/store/storage.hpp"

namespace blindmate::games {

class LiveGame;

// What games need of the house.
struct Services {
  boost::asio::any_io_executor network;
  store::Storage& storage;
  runtime::Jobs& jobs;
  runtime::Metrics& metrics;
  std::function<bool(store::GuestId guest)> may_make;  // a rematch
  std::function<void(store::GameRecord)> open;         // a new game that is stored already
  std::function<void(LiveGame& game)> forget;          // one that the store does not answer for
  std::function<void()> lobby_changed;
};

class LiveGame : public std::enable_shared_from_this<LiveGame> {
 public:
  LiveGame(Table table, Services& services);

  const Table& table() const { return table_; }

  // A connection of a seat, and what it was sent last: of the log so many entries, the last of them so often; and NOW
  // without what time alone changes.
  struct Sitter {
    messages::ConnectionPointer connection;
    chess::Side side;
    std::size_t entries = 0;
    int times = 0;
    boost::json::object now{};
    boost::json::object game{};
  };
  using SitterPointer = std::shared_ptr<Sitter>;
  SitterPointer connect(messages::ConnectionPointer connection, chess::Side side);
  void disconnect(const SitterPointer& sitter);
  void receive(const SitterPointer& from, std::string_view message);
  // Of an exhibition: sees the referee's board.
  void watch(const messages::ConnectionPointer& connection);
  void stop_watching(const messages::ConnectionPointer& connection);
  bool is_watched() const { return !watchers_.empty(); }

  // Told whether it was done: the guest sits there now.
  using Done = std::function<void(bool)>;
  void take_free_seat(const store::Person& person, Done done);
  void take_seat(chess::Side side, const store::Person& person, Done done);  // on another device
  void cancel(Done done);                                                    // while it waits

  // After it was made or loaded: clocks and bots begin.
  void wake();
  // The same after the server has been away since then, which counts on nobody's clock.
  void resume(store::Milliseconds away_since);
  void when_settled(Done done);  // true unless the game has failed

  bool is_settled() const { return !storing_ && commands_.empty(); }  // nothing is under way
  // Nobody is there, nothing runs.
  bool is_idle() const;
  bool is_here(chess::Side side) const;
  void close_connections();  // when what was said is told
  void leave_to_others();    // another house may have it by now
  void set_account(store::GuestId guest, const std::optional<store::Account>& account);
  template <class Visit>
  void for_each_connection(const Visit& visit) const {
    for (const SitterPointer& sitter : sitters_) visit(sitter->connection);
    for (const Watcher& watcher : watchers_) visit(watcher.connection);
  }

 private:
  using Kind = store::TableEvent::Kind;
  struct Command {
    std::function<void()> run;
    Done done{};                        // is told of a failure; may be empty
    std::optional<chess::Side> from{};  // where a connection has said it
  };

  // Of an exhibition, and what was sent.
  struct Watcher {
    messages::ConnectionPointer connection;
    bool has_transcript = false;
    std::size_t turns = 0;
    bool knows_end = false;
  };

  void enqueue(Command command);
  void pump();
  void store(std::vector<store::Write> writes, Done then);
  void store_last_event(Done then);
  void fail(std::string_view reason);

  void handle(const SitterPointer& from, const boost::json::object& message);
  void ask(chess::Side by, const referee::Ask& asked, const SitterPointer& from);
  void happen(store::TableEvent event, Done then = {});
  void draw(const Sitter& from, std::string_view action);
  void claim(const Sitter& from);
  void want_rematch(const Sitter& from);
  void note(const SitterPointer& from, const boost::json::object& message);
  bool objects_to_ask(const Sitter& from, const boost::json::object& message, const referee::Ask& asked);
  bool if_playing(const Sitter& from);

  void changed();
  void publish();
  void publish_to(chess::Side side);
  void tell_watchers();
  void adjudicate_long_game();
  void set_flag();
  void let_bot_think();
  void choose_for_bot();
  boost::asio::awaitable<void> think(chess::Side side, players::Question question);
  void bot_has_chosen(chess::Side side, const Expected<players::Choice>& choice);
  void let_bot_answer_offer();
  void forget_thoughts();
  std::optional<store::Milliseconds> claim_in(chess::Side claimant) const;
  boost::json::object now_for(chess::Side side) const;
  void answer(const SitterPointer& to, const referee::Ask& asked, const referee::Heard& heard);

  Table table_;
  Services& services_;
  std::vector<SitterPointer> sitters_;
  std::vector<Watcher> watchers_;
  std::array<store::Milliseconds, 2> away_since_;
  std::deque<Command> commands_;
  bool storing_ = false;
  bool failed_ = false;
  boost::asio::steady_timer flag_;
  boost::asio::steady_timer pause_;  // between the moves of an exhibition
  std::optional<chess::Side> rematch_offer_;
  std::array<players::Thinker, 2> thinkers_;
  bool thinking_ = false;
  std::optional<double> bot_value_;  // what it thinks of its position, since it has thought
};

}  // namespace blindmate::games
