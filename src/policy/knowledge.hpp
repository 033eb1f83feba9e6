// Knowledge: what one player can conclude from what he has heard, event by event. Sets of squares instead of positions,
// so that it costs nothing, and sound instead of complete: what it calls impossible is impossible. docs/environment.md
// has every rule; the exact answer is belief::BeliefState's.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "blindmate/policy/own_side.hpp"
#include "blindmate/view/player_view.hpp"

namespace blindmate::policy {

// In the order in which records have them.
inline constexpr std::array kDirections = {referee::kCheckFile, referee::kCheckKnight, referee::kCheckLong,
                                           referee::kCheckRank, referee::kCheckShort};

// The targets of tries by the square they start from.
using TargetsByFrom = std::array<chess::Bitboard, 64>;

class Knowledge {
 public:
  // At the start of a game, which both players know.
  Knowledge(const chess::Position& start, chess::Side side, const referee::RuleSet& rules);

  // Hears what has been added to the log since the last time. Always the same game.
  void follow(const referee::PlayerView& view);

  // The sets of the page: where the opponent's king and pawns can be, what is surely empty, surely the opponent's.
  chess::Bitboard kings() const { return kings_; }
  chess::Bitboard pawns() const { return pawns_; }
  chess::Bitboard empty() const { return empty_; }
  chess::Bitboard occupied() const { return occupied_; }
  int opponents() const { return opponents_; }  // men, the king included
  int most_pawns() const { return most_pawns_; }

  // Squares that own men attack or protect: if nothing unseen stands in the way, and whatever stands there.
  chess::Bitboard attacked() const { return attacked_through(board_ & ~own_.men()); }
  chess::Bitboard surely_attacked() const { return attacked_through(empty_); }

  // Where a man can stand that gives check from this direction.
  chess::Bitboard checkers(referee::Direction direction) const;

  // Of these askable tries, those that will be refused for sure.
  TargetsByFrom impossible(const TargetsByFrom& askable, const referee::PlayerView& view) const;

  // What happened in the own last turns, by age in rounds.
  struct History {
    static constexpr int kRounds = 16;
    std::array<chess::Bitboard, kRounds> lost{};     // announced squares of the opponent's captures
    std::array<chess::Bitboard, kRounds> taken{};    // of own captures
    std::array<chess::Bitboard, kRounds> passed{};   // from and path of own moves
    std::array<chess::Bitboard, kRounds> refused{};  // targets of refused tries
  };
  // The union over the rounds of an age, both ends included.
  chess::Bitboard lost(int youngest, int oldest) const { return aged(history_.lost, youngest, oldest); }
  chess::Bitboard taken(int youngest, int oldest) const { return aged(history_.taken, youngest, oldest); }
  chess::Bitboard passed(int youngest, int oldest) const { return aged(history_.passed, youngest, oldest); }
  chess::Bitboard refused(int youngest, int oldest) const { return aged(history_.refused, youngest, oldest); }

  struct OwnMove {
    chess::Bitboard from = 0;
    chess::Bitboard to = 0;
    chess::Bitboard path = 0;
    referee::Heard heard{};
  };
  const OwnMove& last_move() const { return last_move_; }
  const OwnMove& earlier_move() const { return earlier_move_; }
  int own_moves() const { return own_moves_; }

  // This turn: the refused tries, by what tried them; the question; and the opponent's turn before it.
  struct Refused {
    chess::Bitboard from = 0;
    chess::Bitboard path = 0;
    chess::Bitboard pawn_advances = 0;
    chess::Bitboard pawn_captures = 0;
    chess::Bitboard king = 0;
    chess::Bitboard knight = 0;
  };
  const Refused& refused_now() const { return refused_now_; }
  int refusals() const { return static_cast<int>(refused_tries_.size()); }
  std::optional<bool> any_answer() const { return any_answer_; }
  std::optional<bool> opponents_any() const { return opponents_any_; }
  int opponents_refusals() const { return opponents_refusals_; }
  bool opponent_captured() const { return opponent_captured_; }
  int promotions_told() const { return promotions_told_; }

  // What can be known of the fifty moves and of repetition: 0 where the rule set has no such draw.
  int quiet_plies() const { return rules_->chess_draws ? quiet_plies_ : 0; }
  int recurrences() const { return recurrences_; }

 private:
  using Rounds = std::array<chess::Bitboard, History::kRounds>;

  void hear_own(const referee::Event& event);
  void hear_opponent(const referee::Event& event);
  void hear_refusal(chess::Move tried);
  void hear_own_move(chess::Move played, const referee::Heard& heard);
  void hear_opponents_move(const referee::Heard& heard);
  void opponents_pawns_move(const referee::Heard& heard, chess::Bitboard behind);
  void opponents_king_moves(const referee::Heard& heard);
  void begin_turn(bool irreversible);
  void forget_pawns_if_none();

  chess::Bitboard aged(const Rounds& rounds, int youngest, int oldest) const;
  chess::Bitboard& now(Rounds& rounds) { return rounds[static_cast<unsigned>(round_) % History::kRounds]; }
  chess::Bitboard attacked_through(chess::Bitboard see_through) const;
  chess::Bitboard checked_from(referee::Direction direction) const;
  chess::Bitboard must_be_empty(chess::Man man, chess::Move tried) const;
  bool can_be_pinned(chess::Square s) const;
  bool can_be_en_passant(chess::Square target) const;
  void add_impossible_after_refusal(chess::Move refused, TargetsByFrom& impossible) const;

  const referee::RuleSet* rules_;
  referee::OwnBoard own_;
  chess::Side side_;
  chess::Bitboard board_;
  chess::Square start_en_passant_;
  chess::CastlingRights opponents_rights_;  // at the start

  std::size_t events_read_ = 0;
  int times_read_ = 0;  // of the last event
  bool before_opponents_first_move_ = true;

  chess::Bitboard kings_ = 0;
  chess::Bitboard pawns_ = 0;
  chess::Bitboard empty_ = 0;
  chess::Bitboard occupied_ = 0;
  int opponents_ = 0;
  int most_pawns_ = 0;

  int round_ = 0;
  History history_;
  OwnMove last_move_;
  OwnMove earlier_move_;
  int own_moves_ = 0;
  // An own pawn that has just made a double step, and the square it passed over.
  chess::Bitboard double_stepped_ = 0;
  chess::Bitboard passed_over_ = 0;

  referee::Directions check_ = 0;
  Refused refused_now_;
  std::vector<chess::Move> refused_tries_;
  std::optional<bool> any_answer_;
  std::optional<bool> opponents_any_;
  int opponents_refusals_ = 0;
  bool opponent_captured_ = false;
  int promotions_told_ = 0;

  int quiet_plies_ = 0;
  int recurrences_ = 0;
  std::vector<referee::OwnBoard> placements_;  // at the beginning of own turns since the last irreversible move
};

}  // namespace blindmate::policy
