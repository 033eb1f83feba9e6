// Two games that differ only in what one player cannot know. What is made for that player must not differ.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <functional>
#include <random>
#include <string>

#include "blindmate/base/random.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/json.hpp"

namespace blindmate::referee {

inline std::string bytes(const PlayerView& view) { return boost::json::serialize(to_json(view)) + write_pgn(view); }

template <class List>
auto random_item(const List& list, Random& random) {
  return list[random.below(static_cast<unsigned>(list.size()))];
}

// Two games in which the listener hears the same and asks the same, while his opponent plays differently.
class Twins {
 public:
  Twins(const RuleSet& rules, chess::Side listener, std::uint64_t seed)
      : random_(seed), listener_(listener), a_(rules), b_(rules) {}

  using Compare = std::function<void(const PlayerView& a, const PlayerView& b)>;

  // Gives both views of the listener to `compare` whenever he has heard something.
  void play(int plies, const Compare& compare) {
    for (int ply = 0; ply < plies && !a_.outcome() && !b_.outcome(); ++ply) {
      const bool going = a_.position().turn() == listener_ ? listener_turn(compare) : opponent_turn();
      if (!going) return;
      compare(a_.view(listener_), b_.view(listener_));
      if (testing::Test::HasFatalFailure()) return;
      if (a_.position() != b_.position()) ++different_;
    }
  }

  int different() const { return different_; }

 private:
  Heard answer(const Game& game, const Ask& ask) const { return Game(game).ask(ask).heard; }

  // The question, where it exists and is answered alike.
  void ask_any_alike() {
    if (random_.below(3) != 0 || answer(a_, AnyAsked{}) != answer(b_, AnyAsked{})) return;
    a_.ask(AnyAsked{});
    b_.ask(AnyAsked{});
  }

  // Asks what is answered alike in both games, until a move is made.
  bool listener_turn(const Compare& compare) {
    ask_any_alike();
    chess::MoveList tries = a_.view(listener_).askable_tries();
    std::shuffle(tries.begin(), tries.end(), std::minstd_rand(static_cast<unsigned>(random_.next())));
    for (const chess::Move tried : tries) {
      if (answer(a_, tried) != answer(b_, tried)) continue;
      a_.ask(tried);
      if (b_.ask(tried).heard.answer == Answer::ok) return true;
      compare(a_.view(listener_), b_.view(listener_));
    }
    return false;
  }

  // Refusals and nonsense that the listener hears alike, or not at all; then two moves that sound the same.
  bool opponent_turn() {
    const int asks_a = static_cast<int>(random_.below(4));
    const bool heard = a_.rules().refusal == HeardBy::both;
    ask_any_alike();
    ask_in_vain(a_, asks_a);
    ask_in_vain(b_, heard ? asks_a : static_cast<int>(random_.below(4)));
    if (bytes(a_.view(listener_)) != bytes(b_.view(listener_))) return false;  // one of them had fewer tries to waste
    const chess::MoveList moves_a = legal_and_askable(a_);
    const chess::MoveList moves_b = legal_and_askable(b_);
    for (int attempt = 0; attempt < 200 && !moves_a.empty() && !moves_b.empty(); ++attempt) {
      const chess::Move move_a = random_item(moves_a, random_);
      const chess::Move move_b = random_item(moves_b, random_);
      if (answer(a_, move_a) != answer(b_, move_b)) continue;
      a_.ask(move_a);
      b_.ask(move_b);
      return true;
    }
    return false;
  }

  static chess::MoveList legal_and_askable(const Game& game) {
    chess::MoveList result;
    for (const chess::Move move : chess::legal_moves(game.position())) {
      if (game.view(game.position().turn()).askable(move)) result.push_back(move);
    }
    return result;
  }

  // Nonsense of all kinds where the listener hears nothing of it, and refused tries.
  void ask_in_vain(Game& game, int times) {
    const Nonsense nonsense = game.rules().nonsense;
    const bool silent = nonsense == Nonsense::to_mover || game.rules().refusal == HeardBy::mover;
    if (silent && random_.below(2) == 0) game.ask(chess::Move(chess::square(0, 4), chess::square(7, 4)));
    if (game.rules().any == AnyQuestion::none && random_.below(2) == 0) game.ask(AnyAsked{});
    for (const chess::Move tried : game.view(game.position().turn()).askable_tries()) {
      if (times > 0 && !game.position().is_legal(tried)) {
        if (game.ask(tried).heard.answer == Answer::no) --times;
        if (silent && random_.below(2) == 0) game.ask(tried);  // refused before: nonsense
      }
    }
  }

  Random random_;
  chess::Side listener_;
  Game a_;
  Game b_;
  int different_ = 0;
};

}  // namespace blindmate::referee
