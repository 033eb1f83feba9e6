#include "blindmate/referee/game.hpp"

#include <algorithm>

#include "blindmate/view/announce.hpp"

namespace blindmate::referee {
namespace {

constexpr Announcement kNotRecorded{{.answer = Answer::nonsense}, false};

}  // namespace

using chess::Move;
using chess::Position;
using chess::Side;

Game::Game(const RuleSet& rules, const Position& start)
    : rules_(&rules),
      views_{PlayerView(start, Side::white, rules), PlayerView(start, Side::black, rules)},
      positions_{start} {}

Announcement Game::ask(const Ask& ask) {
  if (outcome()) return kNotRecorded;
  const Side by = position().turn();
  Event event{by, ask, {}};
  if (const Move* tried = std::get_if<Move>(&ask)) {
    if (!view(by).askable(*tried)) return nonsense(*tried);
    event.heard = position().is_legal(*tried) ? play(*tried) : Heard{.answer = Answer::no};
  } else {
    if (!view(by).may_ask_any()) return kNotRecorded;
    event.heard = announce_any(position());
  }
  const bool opponent_hears = event.heard.answer != Answer::no || rules_->refusal == HeardBy::both;
  tell(event, opponent_hears);
  return {event.heard, opponent_hears};
}

void Game::conclude(const Outcome& outcome) {
  BLINDMATE_CHECK(!this->outcome(), "the game has ended already: {}", this->outcome()->reason);
  for (PlayerView& view : views_) view.conclude(outcome);
}

// The players' logs of their own turns, turn by turn.
std::vector<Event> Game::record() const {
  std::vector<Event> result;
  std::array<std::size_t, 2> next{};
  for (Side side = start().turn();; side = other(side)) {
    const std::vector<Event>& log = view(side).log();
    std::size_t& i = next[chess::index(side)];
    bool moved = false;
    for (; i < log.size() && !moved; ++i) {
      if (log[i].by != side || log[i].nonsense) continue;
      result.push_back(log[i]);
      moved = log[i].heard.answer == Answer::ok;
    }
    if (!moved) return result;
  }
}

Announcement Game::nonsense(Move tried) {
  const Side by = position().turn();
  if (view(by).capture_duty() || rules_->nonsense == Nonsense::to_mover) return kNotRecorded;
  const bool refusal = rules_->nonsense == Nonsense::as_refusal;
  const Event event{by, tried, {.answer = refusal ? Answer::no : Answer::nonsense}, true};
  const bool opponent_hears = !refusal || rules_->refusal == HeardBy::both;
  tell(event, opponent_hears);
  return {event.heard, opponent_hears};
}

Heard Game::play(Move legal_move) {
  const Position before = position();
  positions_.push_back(before.after(legal_move));
  Heard heard = announce(before, legal_move, position(), *rules_);
  if (heard.end == End::none) heard.end = end_by_history();
  if (heard.end != End::none) heard.pawn_tries = {};
  return heard;
}

int Game::occurrences() const {
  // Captures and pawn moves cannot be undone, so the halfmove clock says how far back to look.
  const int last = plies();
  int result = 1;
  for (int ply = last - 4; ply >= 0 && ply >= last - position().halfmove_clock(); ply -= 2) {
    if (positions_[static_cast<std::size_t>(ply)] == position()) ++result;
  }
  return result;
}

End Game::end_by_history() const {
  if (!rules_->chess_draws) return End::none;
  if (occurrences() >= 3) return End::repetition;
  return position().halfmove_clock() >= kFiftyMoves ? End::fifty_moves : End::none;
}

void Game::tell(const Event& event, bool opponent_hears) {
  views_[chess::index(event.by)].hear(event);
  if (!opponent_hears) return;
  Event overheard = event;
  overheard.ask.reset();
  overheard.nonsense = false;
  views_[chess::index(other(event.by))].hear(overheard);
}

}  // namespace blindmate::referee
