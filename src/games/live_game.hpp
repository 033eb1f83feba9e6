// LiveGame: a table with people at it. Takes what connections say, one thing after the other; lets it happen at the
// table; and when the store has it, tells each seat what has changed in its own view. Everything happens on the
// network's thread.
#pragma once

#include <array>
#include <boost/asio/steady_timer.hpp>
#include <boost/json/object.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "blindmate/games/bots.hpp"
#include "blindmate/games/table.hpp"
#include "blindmate/messages/connection.hpp"
#include "blindmate/store/storage.hpp"

namespace blindmate::games {

class LiveGame;

// What games need of the house.
struct Services {
  boost::asio::any_io_executor network;
  store::Storage& storage;
  BotPool& bots;
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

  void connect(const messages::ConnectionPointer& connection, chess::Side side);
  void disconnect(const messages::ConnectionPointer& connection);
  // Of an exhibition: sees the referee's board.
  void watch(const messages::ConnectionPointer& connection);
  void stop_watching(const messages::ConnectionPointer& connection);
  bool is_watched() const { return !watchers_.empty(); }
  void receive(const messages::ConnectionPointer& from, std::string_view message);

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
    for (const messages::ConnectionPointer& connection : connections_) visit(connection);
    for (const messages::ConnectionPointer& watcher : watchers_) visit(watcher);
  }

 private:
  using Kind = store::TableEvent::Kind;
  struct Command {
    std::function<void()> run;
    Done done{};                        // is told of a failure; may be empty
    std::optional<chess::Side> from{};  // where a connection has said it
  };

  void enqueue(Command command);
  void pump();
  void store(std::vector<store::Write> writes, Done then);
  void store_last_event(Done then);
  void fail(std::string_view reason);

  void handle(const messages::ConnectionPointer& from, const boost::json::object& message);
  void ask(chess::Side by, const referee::Ask& asked, const messages::ConnectionPointer& from);
  void happen(store::TableEvent event, Done then = {});
  void draw(messages::Connection& from, std::string_view action);
  void claim(messages::Connection& from);
  void want_rematch(messages::Connection& from);
  void note(const messages::ConnectionPointer& from, const boost::json::object& message);
  bool objects_to_ask(messages::Connection& from, const boost::json::object& message, const referee::Ask& asked);
  bool if_playing(messages::Connection& from);

  void changed();
  void publish();
  void publish_to(chess::Side side);
  void tell_watchers();
  void adjudicate_long_game();
  void set_flag();
  void let_bot_think();
  void choose_for_bot();
  void bot_has_chosen(chess::Side side, const std::optional<BotPool::Choice>& choice);
  void let_bot_answer_offer();
  void forget_thoughts();
  std::optional<store::Milliseconds> claim_in(chess::Side claimant) const;
  boost::json::object now_for(chess::Side side) const;
  void answer(const messages::ConnectionPointer& to, const referee::Ask& asked, const referee::Heard& heard,
              chess::Side by);
  static void refuse(messages::Connection& to, std::string_view code, std::string_view message);

  Table table_;
  Services& services_;
  std::vector<messages::ConnectionPointer> connections_;
  std::vector<messages::ConnectionPointer> watchers_;
  std::array<store::Milliseconds, 2> away_since_;
  std::deque<Command> commands_;
  bool storing_ = false;
  bool failed_ = false;
  boost::asio::steady_timer flag_;
  boost::asio::steady_timer pause_;  // between the moves of an exhibition
  std::optional<chess::Side> rematch_offer_;
  std::array<BotPool::Thinker, 2> thinkers_;
  bool thinking_ = false;
  std::optional<double> bot_value_;  // what it thinks of its position, since it has thought
};

}  // namespace blindmate::games
