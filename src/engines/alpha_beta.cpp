#include "blindmate/engines/alpha_beta.hpp"

#include <algorithm>
#include <bit>

#include "blindmate/engines/evaluation.hpp"

namespace blindmate::engines {

using chess::Man;
using chess::Move;
using chess::Position;

namespace {

constexpr int kInfinity = kMate + 1;
constexpr Move kNoMove{};
constexpr std::uint64_t kLookEvery = 256;  // nodes between two looks at the clock
constexpr int kFiftyMoves = 100;
constexpr int kSafetyMargin = 150;  // beyond the captured man, for captures that cannot reach alpha

// Mates are stored as seen from their node, not from the root.
int to_table(int value, int ply) { return is_mate(value) ? value + (value > 0 ? ply : -ply) : value; }
int from_table(int value, int ply) { return is_mate(value) ? value - (value > 0 ? ply : -ply) : value; }

bool has_pieces(const Position& position) {
  return (position.men(position.turn()) & ~position.men(Man::pawn) & ~position.men(Man::king)) != 0;
}

int captured_worth(const Position& position, Move move) {
  const chess::Square captured = position.captured_by(move);
  return captured == chess::kNoSquare ? 0 : worth(position.man_at(captured));
}

// A capture that costs more than it brings.
bool loses(const Position& position, Move capture) {
  return captured_worth(position, capture) < worth(position.man_at(capture.from())) &&
         capture.promotion() == Man::none && static_exchange(position, capture) < 0;
}

// The best of the rest to the place i.
void bring_best(chess::MoveList& moves, std::array<int, chess::MoveList::kCapacity>& keys, std::size_t i) {
  std::size_t best = i;
  for (std::size_t j = i + 1; j < moves.size(); ++j) {
    if (keys[j] > keys[best]) best = j;
  }
  std::swap(moves.begin()[i], moves.begin()[best]);
  std::swap(keys[i], keys[best]);
}

}  // namespace

AlphaBeta::AlphaBeta(std::size_t table_bytes)
    : table_(std::bit_floor(std::max<std::size_t>(table_bytes / sizeof(Entry), 1))) {}

Evaluation AlphaBeta::evaluate(const Position& position, const Effort& effort) {
  if (!chess::has_legal_move(position)) return {position.checkers() != 0 ? -kMate : 0, 1};
  const Best best = search(position, effort);
  return {best.value, best.nodes};
}

Best AlphaBeta::search(const Position& position, const Effort& effort) {
  effort_ = effort;
  nodes_ = 0;
  killers_ = {};
  if (effort.depth > 0) history_ = {};
  Best best{.move = chess::legal_moves(position)[0], .value = evaluate_statically(position)};
  try {
    if (effort.depth == 0) best.value = quiesce(position, -kInfinity, kInfinity, 0);
    for (int depth = 1; depth <= effort.depth && depth < kMostPlies / 2; ++depth) {
      const int value = search(position, -kInfinity, kInfinity, depth, 0, false);
      best = {root_move_, value, depth, nodes_};
      if (is_mate(value) && kMate - std::abs(value) <= depth) break;  // nothing shorter will be found
    }
  } catch (const Stopped&) {
  }
  best.nodes = nodes_;
  return best;
}

void AlphaBeta::count_node() {
  if (++nodes_ > effort_.nodes) throw Stopped{};
  if (effort_.deadline && nodes_ % kLookEvery == 0 && std::chrono::steady_clock::now() >= *effort_.deadline)
    throw Stopped{};
}

bool AlphaBeta::is_repetition(const Position& position, int ply) const {
  const int reversible = std::min(position.halfmove_clock(), ply);
  for (int back = 4; back <= reversible; back += 2) {
    if (path_[static_cast<std::size_t>(ply - back)] == position.hash()) return true;
  }
  return false;
}

int AlphaBeta::search(const Position& position, int alpha, int beta, int depth, int ply, bool may_pass) {
  const bool in_check = position.checkers() != 0;
  if (in_check) ++depth;
  if (depth <= 0 || ply >= kMostPlies - 1) return quiesce(position, alpha, beta, ply);
  count_node();
  path_[static_cast<std::size_t>(ply)] = position.hash();
  if (ply > 0) {
    if (is_repetition(position, ply) || position.halfmove_clock() >= kFiftyMoves) return 0;
    // No line through here is better than a mate already found.
    alpha = std::max(alpha, ply - kMate);
    beta = std::min(beta, kMate - ply - 1);
    if (alpha >= beta) return alpha;
  }
  const Entry known = entry(position.hash());
  const bool hit = known.bound != Bound::none && known.hash == position.hash();
  if (hit && ply > 0 && known.depth >= depth) {
    const int value = from_table(known.value, ply);
    if (known.bound == Bound::exact || (known.bound == Bound::lower && value >= beta) ||
        (known.bound == Bound::upper && value <= alpha))
      return value;
  }
  const bool narrow = beta - alpha == 1;
  if (may_pass && narrow && !in_check && depth >= 3 && has_pieces(position) && !is_mate(beta) &&
      evaluate_statically(position) >= beta) {
    const int reduced = depth - 3 - depth / 6;
    const int value = -search(position.after_pass(), -beta, -beta + 1, reduced, ply + 1, false);
    // Verified by a search with moves, for the sake of zugzwang.
    if (value >= beta && search(position, beta - 1, beta, reduced, ply, false) >= beta)
      return is_mate(value) ? beta : value;
  }

  chess::MoveList moves = chess::legal_moves(position);
  if (moves.empty()) return in_check ? ply - kMate : 0;
  std::array<int, chess::MoveList::kCapacity> keys;
  order(position, moves, hit ? known.move : kNoMove, ply, keys);
  const int before = alpha;
  int best = -kInfinity;
  Move best_move = moves[0];
  for (std::size_t i = 0; i < moves.size(); ++i) {
    bring_best(moves, keys, i);
    const Move move = moves[i];
    const bool quiet = position.captured_by(move) == chess::kNoSquare && move.promotion() == Man::none;
    const Position after = position.after(move);
    int value;
    if (i == 0) {
      value = -search(after, -beta, -alpha, depth - 1, ply + 1, true);
    } else {
      const bool reducible = quiet && !in_check && depth >= 3 && i >= 3 && after.checkers() == 0;
      const int reduction = reducible ? 1 + (i >= 8 ? 1 : 0) + (i >= 20 && depth >= 6 ? 1 : 0) : 0;
      value = -search(after, -alpha - 1, -alpha, depth - 1 - reduction, ply + 1, true);
      if (value > alpha && reduction > 0) value = -search(after, -alpha - 1, -alpha, depth - 1, ply + 1, true);
      if (value > alpha && value < beta) value = -search(after, -beta, -alpha, depth - 1, ply + 1, true);
    }
    if (value <= best) continue;
    best = value;
    best_move = move;
    if (ply == 0) root_move_ = move;
    alpha = std::max(alpha, value);
    if (alpha < beta) continue;
    if (quiet) {
      auto& killers = killers_[static_cast<std::size_t>(ply)];
      if (killers[0] != move) killers = {move, killers[0]};
      history_[chess::index(position.turn())][move.from()][move.to()] += depth * depth;
    }
    break;
  }
  remember(position.hash(), best_move, best, depth,
           best >= beta    ? Bound::lower
           : best > before ? Bound::exact
                           : Bound::upper,
           ply);
  return best;
}

int AlphaBeta::quiesce(const Position& position, int alpha, int beta, int ply) {
  count_node();
  const bool in_check = position.checkers() != 0;
  int best = -kInfinity;
  int calm = 0;
  if (!in_check || ply >= kMostPlies - 1) {
    calm = best = evaluate_statically(position);
    if (best >= beta || ply >= kMostPlies - 1) return best;
    alpha = std::max(alpha, best);
  }
  chess::MoveList moves = chess::legal_moves(position);
  if (moves.empty()) return in_check ? ply - kMate : 0;
  std::array<int, chess::MoveList::kCapacity> keys;
  order(position, moves, kNoMove, ply, keys);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    bring_best(moves, keys, i);
    const Move move = moves[i];
    if (!in_check) {
      const int gain = captured_worth(position, move) + (move.promotion() == Man::queen ? worth(Man::queen) : 0);
      if (gain == 0) continue;
      if (calm + gain + kSafetyMargin <= alpha || loses(position, move)) continue;
    }
    const int value = -quiesce(position.after(move), -beta, -alpha, ply + 1);
    if (value <= best) continue;
    best = value;
    alpha = std::max(alpha, value);
    if (alpha >= beta) break;
  }
  return best;
}

void AlphaBeta::order(const Position& position, chess::MoveList& moves, Move first, int ply,
                      std::array<int, chess::MoveList::kCapacity>& keys) const {
  constexpr int kFirst = 1 << 30;
  constexpr int kCapture = 1 << 28;
  constexpr int kKiller = 1 << 27;
  const auto& killers = killers_[static_cast<std::size_t>(ply)];
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Move move = moves[i];
    if (move == first && first != kNoMove) {
      keys[i] = kFirst;
    } else if (const int gain = captured_worth(position, move); gain > 0 || move.promotion() == Man::queen) {
      keys[i] = kCapture + 16 * gain + 16 * worth(move.promotion()) - worth(position.man_at(move.from()));
    } else if (move == killers[0] || move == killers[1]) {
      keys[i] = kKiller + (move == killers[0] ? 1 : 0);
    } else {
      keys[i] = std::min(history_[chess::index(position.turn())][move.from()][move.to()], kKiller - 1);
    }
  }
}

void AlphaBeta::remember(std::uint64_t hash, Move move, int value, int depth, Bound bound, int ply) {
  Entry& place = entry(hash);
  if (place.hash == hash && place.depth > depth && bound != Bound::exact) return;
  place = {hash, move, static_cast<std::int16_t>(to_table(value, ply)), static_cast<std::int8_t>(depth), bound};
}

}  // namespace blindmate::engines
