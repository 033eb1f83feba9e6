#include "blindmate/kriegspiel/seen_mate.hpp"

#include "blindmate/kriegspiel/checkmate.hpp"

namespace blindmate::kriegspiel {

using chess::Bitboard;
using chess::Man;
using chess::Move;
using chess::MoveList;
using chess::Position;

namespace {

constexpr std::uint16_t kNever = MateBounds::kNever;
constexpr std::size_t kMostBytes = std::size_t{1} << 28;  // of each table
constexpr std::size_t kMovePairs = 4096;                  // from and to

std::size_t pair_of(Move move) {
  return static_cast<std::size_t>(move.from()) | static_cast<std::size_t>(move.to()) << 6;
}

// Moves for which `first` holds come first.
template <class First>
void put_first(MoveList& moves, const First& first) {
  Move* front = moves.begin();
  for (Move* move = moves.begin(); move != moves.end(); ++move) {
    if (first(*move)) std::swap(*front++, *move);
  }
}

}  // namespace

SeenMate::SeenMate(const Checkmate& domain, search::Meter& meter, int flights, MateKnowledge* shared,
                   std::size_t thread)
    : domain_(domain),
      meter_(meter),
      flights_(flights),
      own_(shared != nullptr
               ? std::nullopt
               : std::optional<MateKnowledge>(std::in_place, meter.memory(),
                                              std::min<std::uint64_t>(kMostBytes, meter.bytes_left() / 8))),
      known_(shared != nullptr ? *shared : *own_),
      thread_(thread),
      killers_(meter.memory()),
      counters_(meter.memory()) {}

bool SeenMate::wins(const Position& p, int moves) {
  if (moves <= kDepthFirst) return wins_depth_first(p, moves);
  return improve(p, moves, {kInfinite, kInfinite}) == kWin;
}

bool SeenMate::wins_by(const Position& p, Move move, int moves) {
  if (moves <= 0) return false;
  const Position next = make(p, move);
  const bool result = search_by(next, move, moves);
  if (known_.is_shared() && !result) note_no_win(next, moves);
  return result;
}

bool SeenMate::is_known_lost_by(const Position& p, Move move, int moves) const {
  return known_.is_shared() && bounds(p.after(move)).lower > moves;
}

bool SeenMate::search_by(const Position& next, Move move, int moves) {
  if (moves - 1 <= kDepthFirst) return wins_after(next, move, moves);
  if (is_won(next)) return true;
  if (is_too_free(next)) return false;
  return improve_after(next, moves - 1, {kInfinite, kInfinite}) == kWin;
}

bool SeenMate::allows(const Position& p, Move move) {
  if (flights_ == kAnyFlights) return true;
  const Position next = make(p, move);
  return is_won(next) || !is_too_free(next);
}

bool SeenMate::is_won(const Position& defender_to_move) const { return domain_.won(defender_to_move); }

bool SeenMate::is_too_free(const Position& q) const {
  if (flights_ == kAnyFlights) return false;
  const chess::Side defender = q.turn();
  const chess::Square king = q.king(defender);
  const Bitboard blockers = (q.occupied() | q.walls()) & ~chess::bit(king);
  int flights = 0;
  for (const chess::Square s : chess::Squares(chess::king_attacks(king) & ~(q.men(defender) | q.walls()))) {
    if (q.attackers(s, other(defender), blockers) == 0 && ++flights > flights_) return true;
  }
  return false;
}

bool SeenMate::wins_at_once(const Position& p) {
  if (!domain_.has_material_wins()) {
    std::uint64_t made = 0;
    const bool result = chess::has_mate_in_one(p, made);
    for (++made; made > 0; --made) meter_.count_state();
    return result;
  }
  for (const Move move : chess::legal_moves(p)) {
    if (is_won(make(p, move))) return true;
  }
  return false;
}

bool SeenMate::wins_depth_first(const Position& p, int moves) {
  if (moves <= 0) return false;
  if (moves == 1) return wins_at_once(p);
  const MateBounds known = bounds(p);
  if (known.upper <= moves) return true;
  if (known.lower > moves) return false;
  int within = known.lower;
  if (within == 1) {
    if (wins_at_once(p)) {
      note_win(p, 1);
      return true;
    }
    within = 2;
  }
  MoveList list = chess::legal_moves(p);
  if (list.empty() || p.men(p.turn()) == p.men(p.turn(), Man::king)) {
    note_no_win(p, kNever - 1);
    return false;
  }
  const chess::CheckSquares checks(p);
  put_first(list, [&](Move move) { return checks.may_check(p, move); });
  for (; within <= moves; ++within) {
    for (const Move move : list) {
      if (wins_after(make(p, move), move, within)) {
        note_win(p, within);
        return true;
      }
    }
    note_no_win(p, within);
  }
  return false;
}

// After a move of the attacker that was one of `moves`.
bool SeenMate::wins_after(const Position& q, Move last, int moves) {
  if (is_too_free(q)) return is_won(q);
  if (moves <= 1) return is_won(q);
  if (domain_.has_material_wins() && is_won(q)) return true;
  const auto left = static_cast<std::size_t>(moves);
  if (killers_.size() <= left) {
    killers_.resize(left + 1);
    counters_.resize((left + 1) * kMovePairs);
  }
  Move& counter = counters_[left * kMovePairs + pair_of(last)];
  const std::array<Move, 3> likely = {counter, killers_[left][0], killers_[left][1]};
  const auto refutes = [&](const Position& after_reply, Move reply) {
    if (wins_depth_first(after_reply, moves - 1)) return false;
    counter = reply;
    if (killers_[left][0] != reply) killers_[left] = {reply, killers_[left][0]};
    return true;
  };
  for (std::size_t i = 0; i < likely.size(); ++i) {
    const Move reply = likely[i];
    if (i > 0 && reply == likely[0]) continue;
    if (!q.is_legal(reply)) continue;
    if (refutes(make(q, reply), reply)) return false;
  }
  MoveList replies = chess::legal_moves(q);
  if (replies.empty()) return q.checkers() != 0;
  put_first(replies, [&](Move reply) { return chess::contains(q.men(other(q.turn())), reply.to()); });
  if (moves > 2) {
    for (const Move reply : replies) {
      if (bounds(make(q, reply)).lower <= moves - 1) continue;
      counter = reply;
      return false;
    }
  }
  for (const Move reply : replies) {
    if (std::find(likely.begin(), likely.end(), reply) != likely.end()) continue;
    if (refutes(make(q, reply), reply)) return false;
  }
  return true;
}

SeenMate::Numbers SeenMate::first_numbers(const Position& p, int moves) {
  const MateBounds known = bounds(p);
  if (known.upper <= moves) return kWin;
  if (known.lower > moves) return kNoWin;
  if (moves <= kDepthFirst) return of(wins_depth_first(p, moves));
  if (const auto found = known_.numbers.find(p, static_cast<std::uint64_t>(moves))) return *found;
  return {.proof = 1, .disproof = 1 + static_cast<std::uint32_t>(chess::count_legal_moves(p)) / 8};
}

SeenMate::Numbers SeenMate::first_numbers_after(const Position& q, int moves) {
  if (const auto found = known_.numbers.find(q, static_cast<std::uint64_t>(moves))) return *found;
  if (is_won(q)) return kWin;
  if (is_too_free(q)) return kNoWin;
  const auto replies = static_cast<std::uint32_t>(chess::count_legal_moves(q));
  return replies == 0 ? kNoWin : Numbers{.proof = replies, .disproof = 1};
}

// The numbers of a node from those of its children, and which child to go on with: that with the smallest `mine`.
struct SeenMate::Choice {
  std::size_t best = 0;
  std::uint32_t least = kInfinite;
  std::uint32_t second = kInfinite;
  std::uint64_t sum = 0;

  void add(std::size_t i, std::uint32_t mine, std::uint32_t theirs) {
    sum += theirs;
    if (mine < least) {
      second = least;
      least = mine;
      best = i;
    } else if (mine < second) {
      second = mine;
    }
  }
  // Some more than the second, so that the search does not jump to and fro.
  std::uint32_t limit(std::uint32_t most) const { return std::min(most, second + second / 4 + 1); }
};

// What another thread may have found meanwhile.
SeenMate::Numbers SeenMate::latest(const Child& child, int moves) const {
  if (child.position.turn() == domain_.attacker()) {
    const MateBounds known = bounds(child.position);
    if (known.upper <= moves) return kWin;
    if (known.lower > moves) return kNoWin;
  }
  return known_.numbers.find(child.position, static_cast<std::uint64_t>(moves)).value_or(child.numbers);
}

// Among all children, and among those that no other thread is at, if there is one that needs work.
std::pair<SeenMate::Choice, SeenMate::Choice> SeenMate::choose(std::pmr::vector<Child>& children, int moves,
                                                               std::uint32_t Numbers::* mine,
                                                               std::uint32_t Numbers::* theirs) {
  Choice all;
  Choice free;
  const bool together = known_.is_shared() && !children.empty();
  for (std::size_t i = 0; i < children.size(); ++i) {
    Child& child = children[i];
    if (together) child.numbers = latest(child, moves);
    all.add(i, child.numbers.*mine, child.numbers.*theirs);
    if (together && !known_.is_busy(thread_, moves, child.position))
      free.add(i, child.numbers.*mine, child.numbers.*theirs);
  }
  return {all, free.least < kInfinite ? free : all};
}

// Others see where this thread is.
class SeenMate::Visit {
 public:
  Visit(SeenMate& search, const Child& child, int moves) : search_(search), moves_(moves) {
    if (search.known_.is_shared()) search.known_.enter(search.thread_, moves, child.position);
  }
  ~Visit() {
    if (search_.known_.is_shared()) search_.known_.leave(search_.thread_, moves_);
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  SeenMate& search_;
  int moves_;
};

// Works on a node until one of its numbers reaches its limit.
SeenMate::Numbers SeenMate::improve(const Position& p, int moves, Numbers limits) {
  Numbers now = first_numbers(p, moves);
  if (now.decided()) return now;
  std::pmr::vector<Child> children(meter_.memory());
  const MoveList list = chess::legal_moves(p);
  children.reserve(list.size());
  for (const Move move : list) {
    const Position q = make(p, move);
    const Numbers numbers = first_numbers_after(q, moves - 1);
    if (numbers == kWin) {
      note_win(p, moves);
      return kWin;
    }
    if (numbers != kNoWin) children.push_back({q, numbers});
  }
  for (;;) {
    const auto [choice, free] = choose(children, moves - 1, &Numbers::proof, &Numbers::disproof);
    if (choice.least >= kInfinite) {
      note_no_win(p, moves);
      return kNoWin;
    }
    if (choice.least == 0) {
      note_win(p, moves);
      return kWin;
    }
    now = {choice.least, static_cast<std::uint32_t>(std::min<std::uint64_t>(choice.sum, kInfinite - 1))};
    if (now.proof >= limits.proof || now.disproof >= limits.disproof) break;
    // Rather beside another thread than waiting for it.
    const Choice& taken = free.least < limits.proof ? free : choice;
    Child& child = children[taken.best];
    const Visit visit(*this, child, moves - 1);
    child.numbers = improve_after(
        child.position, moves - 1,
        {.proof = taken.limit(limits.proof), .disproof = limits.disproof - now.disproof + child.numbers.disproof});
  }
  keep(p, moves, now);
  return now;
}

SeenMate::Numbers SeenMate::improve_after(const Position& q, int moves, Numbers limits) {
  const MoveList replies = chess::legal_moves(q);
  if (replies.empty()) return keep(q, moves, of(is_won(q)));
  std::pmr::vector<Child> children(meter_.memory());
  children.reserve(replies.size());
  for (const Move reply : replies) {
    const Position next = make(q, reply);
    const Numbers numbers = first_numbers(next, moves);
    if (numbers == kNoWin) return keep(q, moves, kNoWin);
    if (numbers != kWin) children.push_back({next, numbers});
  }
  for (;;) {
    const Choice choice = choose(children, moves, &Numbers::disproof, &Numbers::proof).first;
    if (choice.least >= kInfinite) return keep(q, moves, kWin);
    if (choice.least == 0) return keep(q, moves, kNoWin);
    const Numbers now{static_cast<std::uint32_t>(std::min<std::uint64_t>(choice.sum, kInfinite - 1)), choice.least};
    if (now.proof >= limits.proof || now.disproof >= limits.disproof) return keep(q, moves, now);
    Child& child = children[choice.best];
    child.numbers =
        improve(child.position, moves,
                {.proof = limits.proof - now.proof + child.numbers.proof, .disproof = choice.limit(limits.disproof)});
  }
}

SeenMate::Numbers SeenMate::keep(const Position& p, int moves, Numbers now) {
  known_.numbers.update(
      p, static_cast<std::uint64_t>(moves), [](const Numbers& n) { return n.decided(); },
      [&](Numbers& known) {
        if (!known.decided()) known = now;
      });
  return now;
}

MateBounds SeenMate::bounds(const Position& p) const { return known_.bounds.find(p).value_or(MateBounds{}); }

void SeenMate::note_win(const Position& p, int moves) { note(p, {.upper = static_cast<std::uint16_t>(moves)}); }
void SeenMate::note_no_win(const Position& p, int moves) { note(p, {.lower = static_cast<std::uint16_t>(moves + 1)}); }

void SeenMate::note(const Position& p, MateBounds found) {
  known_.bounds.update(
      p, 0, [](const MateBounds& b) { return b.upper < kNever ? b.upper + 2 : b.lower; },
      [&](MateBounds& known) {
        known.lower = std::max(known.lower, found.lower);
        known.upper = std::min(known.upper, found.upper);
      });
}

}  // namespace blindmate::kriegspiel
