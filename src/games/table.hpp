// Table: a game as it is played between two seats. The referee's game, the clock, offers and the end, all of it a fold
// over the events: what was stored can be replayed, and nothing happens that is not an event. It looks at no clock, no
// network and no store.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "blindmate/base/expected.hpp"
#include "blindmate/games/chess_clock.hpp"
#include "blindmate/messages/payloads.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/store/records.hpp"

namespace blindmate::games {

// A stored game that does not make sense.
class DamagedGame : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Table {
 public:
  using Status = messages::Status;

  // Replays the record's events; throws DamagedGame.
  explicit Table(store::GameRecord record);

  const store::GameRecord& record() const { return record_; }
  Status status() const;
  messages::Standing standing() const { return {status(), turn(), outcome()}; }
  const referee::Game& game() const { return game_; }
  const referee::PlayerView& view(chess::Side side) const { return game_.view(side); }
  chess::Side turn() const { return game_.position().turn(); }
  const std::optional<ChessClock>& clock() const { return clock_; }
  std::optional<messages::ClockNow> clock_now(store::Milliseconds now) const;
  const std::optional<referee::Outcome>& outcome() const { return game_.outcome(); }
  const std::optional<chess::Side>& draw_offer() const { return draw_offer_; }
  const std::string& rematch() const { return rematch_; }  // the next game, if there is one
  store::Milliseconds last_event() const { return record_.events.empty() ? record_.created : record_.events.back().at; }

  bool may_abort() const { return status() != Status::ended && game_.plies() == 0; }
  // One offer for each own move, so that nobody is pestered.
  bool may_offer_draw(chess::Side side) const;
  bool has_fallen(store::Milliseconds now) const;

  std::optional<chess::Side> side_of(store::GuestId guest) const;
  void sit(chess::Side side, const store::Person& person);
  // Which the guest has, or has no more. Whether the guest sits here.
  bool set_account(store::GuestId guest, const std::optional<store::Account>& account);
  void note(chess::Side side, std::string phantoms) { record_.phantoms[chess::index(side)] = std::move(phantoms); }

  // What is heard by who asks; `recorded` is false for nonsense that leaves no trace, and nothing is to be stored then.
  struct Asked {
    referee::Heard heard;
    bool recorded = true;
  };
  Asked ask(chess::Side by, const referee::Ask& ask, store::Milliseconds now);
  // Any other event.
  void happen(store::TableEvent event);
  bool is_nonsense(const referee::Ask& ask) const;  // of the side to move
  int nonsense_in_turn() const { return nonsense_in_turn_; }

  // How the game ends when the flag of the side to move falls: a draw when the other has nothing but the king.
  store::TableEvent flag_fall(store::Milliseconds now) const;

 private:
  Asked replay(const store::TableEvent& event);

  store::GameRecord record_;
  referee::Game game_;
  std::optional<ChessClock> clock_;
  bool started_ = false;
  std::optional<chess::Side> draw_offer_;
  std::array<int, 2> last_offer_{-1, -1};  // ply
  std::string rematch_;
  int nonsense_in_turn_ = 0;
};

}  // namespace blindmate::games
