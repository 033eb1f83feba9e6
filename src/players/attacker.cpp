#include "blindmate/players/attacker.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "blindmate/chess/movegen.hpp"

namespace blindmate::players {

using chess::Bitboard;
using chess::Man;
using chess::Move;
using chess::Position;
using chess::Side;
using chess::Square;

namespace {

constexpr std::size_t kSample = 48;  // positions that are looked at for a try

// In hundredths of a pawn.
constexpr std::array<int, 7> kWorth = {100, 300, 320, 500, 900, 0, 0};
constexpr int kMate = 100000;
constexpr int kStalemate = -2000;
constexpr int kAnyCapture = 60;  // beyond the man: it tells where a man stood, and takes it from the unknown
constexpr int kCheck = 40;
constexpr int kKingSquare = 12;  // a square taken from the king
constexpr int kPawnStep = 6;
constexpr int kChance = 40;  // the width of the noise that makes games differ

int worth(Man man) { return kWorth[chess::index(man)]; }

// What the opponent can win by one capture, roughly: a man that is protected costs the capturing one.
int danger(const Position& position, Side attacker) {
  const Bitboard blockers = position.occupied() | position.walls();
  int worst = 0;
  for (const Square s : chess::Squares(position.men(attacker) & ~position.men(Man::king))) {
    const Bitboard capturers = position.attackers(s, other(attacker), blockers);
    if (capturers == 0) continue;
    int loss = worth(position.man_at(s));
    if (position.attackers(s, attacker, blockers) != 0) {
      int cheapest = kMate;
      for (const Square from : chess::Squares(capturers)) cheapest = std::min(cheapest, worth(position.man_at(from)));
      if ((capturers & ~position.men(Man::king)) == 0) continue;
      loss -= cheapest;
    }
    worst = std::max(worst, loss);
  }
  return worst;
}

// Squares next to the opponent's king that it could go to.
int king_freedom(const Position& position, Side attacker) {
  const Square king = position.king(other(attacker));
  const Bitboard blockers = (position.occupied() | position.walls()) & ~chess::bit(king);
  int free = 0;
  const Bitboard candidates = chess::king_attacks(king) & ~position.men(other(attacker)) & ~position.walls();
  for (const Square s : chess::Squares(candidates)) free += position.attackers(s, attacker, blockers) == 0 ? 1 : 0;
  return free;
}

int value(const Position& before, Move move) {
  const Side attacker = before.turn();
  const Position after = before.after(move);
  if (!chess::has_legal_move(after)) return after.checkers() != 0 ? kMate : kStalemate;
  int result = -danger(after, attacker) - kKingSquare * king_freedom(after, attacker);
  if (const Square captured = before.captured_by(move); captured != chess::kNoSquare)
    result += worth(before.man_at(captured)) + kAnyCapture;
  if (move.promotion() != Man::none) result += worth(move.promotion());
  if (after.checkers() != 0) result += kCheck;
  if (before.man_at(move.from()) == Man::pawn) {
    const int rank = chess::rank_of(move.to());
    result += kPawnStep * (attacker == Side::white ? rank : before.size() - 1 - rank);
  }
  return result;
}

// What a try is worth on the positions in which it is legal.
struct Sum {
  std::int64_t values = 0;
  int legal = 0;
};

}  // namespace

Move Attacker::choose(const referee::PlayerView& view, const belief::BeliefState& belief, Thinking& thinking) {
  belief::BeliefState sample = belief;
  sample.thin(kSample, random_);
  const chess::MoveList tries = view.askable_tries();
  std::vector<Sum> sums(tries.size());
  for (std::size_t i = 0; i < sample.size() && (i == 0 || !thinking.is_over()); ++i) {
    const Position position = sample.position(i);
    for (std::size_t tried = 0; tried < tries.size(); ++tried) {
      if (!position.is_legal(tries[tried])) continue;
      sums[tried].values += value(position, tries[tried]);
      ++sums[tried].legal;
      thinking.charge(1);
    }
  }
  std::optional<Move> best;
  double best_value = 0;
  for (std::size_t tried = 0; tried < tries.size(); ++tried) {
    if (sums[tried].legal == 0) continue;
    const double mean = static_cast<double>(sums[tried].values) / sums[tried].legal + random_.below(kChance);
    if (!best || mean > best_value) {
      best = tries[tried];
      best_value = mean;
    }
  }
  if (best) return *best;
  // None that is legal in the sample: one that is legal in some other position.
  for (std::size_t tried = 0; tried < tries.size() && !thinking.is_over(); ++tried) {
    for (std::size_t i = 0; i < belief.size(); ++i) {
      if (belief.position(i).is_legal(tries[tried])) return tries[tried];
    }
  }
  return tries[0];
}

}  // namespace blindmate::players
