#include "blindmate/lab/self_play.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/movegen.hpp"

namespace blindmate::lab {

using belief::BeliefState;
using chess::Bitboard;
using chess::Man;
using chess::Move;
using chess::Position;
using chess::Side;
using chess::Square;

namespace {

constexpr int kMostPlies = 240;
constexpr std::size_t kSample = 48;  // positions that White looks at for a try
constexpr belief::PoolOptions kBlackPool{.most = 60, .thinned = 30};
constexpr int kMostHints = 12;             // in a turn
constexpr std::size_t kLeastExcluded = 8;  // a hint excludes at least this part: one of so many positions

// What the men of a start with few of them are drawn from.
constexpr std::array kWhiteMen = {Man::queen, Man::rook, Man::rook, Man::bishop, Man::knight, Man::pawn, Man::pawn};
constexpr std::array kBlackMen = {Man::rook, Man::bishop, Man::knight, Man::pawn, Man::pawn};

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

// What Black can win by one capture, roughly: a man that is protected costs the capturing one.
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

// Squares next to the defender's king that he could go to.
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
  if (before.man_at(move.from()) == Man::pawn) result += kPawnStep * chess::rank_of(move.to());
  return result;
}

}  // namespace

Move Attacker::choose(const referee::PlayerView& view, const BeliefState& belief) {
  BeliefState sample = belief;
  sample.thin(kSample, random_);
  std::optional<Move> best;
  double best_value = 0;
  for (const Move tried : view.askable_tries()) {
    int legal = 0;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
      const Position position = sample.position(i);
      if (!position.is_legal(tried)) continue;
      ++legal;
      sum += value(position, tried);
    }
    if (legal == 0) continue;
    const double mean = static_cast<double>(sum) / legal + random_.below(kChance);
    if (!best || mean > best_value) {
      best = tried;
      best_value = mean;
    }
  }
  if (best) return *best;
  // None that is legal in the sample: one that is legal in some other position.
  for (const Move tried : view.askable_tries()) {
    for (std::size_t i = 0; i < belief.size(); ++i) {
      if (belief.position(i).is_legal(tried)) return tried;
    }
  }
  return view.askable_tries()[0];
}

Defender::Defender(const referee::Game& game, std::uint64_t seed)
    : pool_(game.start(), Side::black, game.rules(),
            {.most = kBlackPool.most, .thinned = kBlackPool.thinned, .seed = seed}),
      random_(seed) {}

Move Defender::choose(const referee::PlayerView& view) {
  const std::vector<belief::Observation> observations = belief::observations(view);
  for (; heard_ < observations.size(); ++heard_) pool_.hear(observations[heard_]);
  const chess::MoveList tries = view.askable_tries();
  const BeliefState& states = pool_.states();
  std::optional<Move> best;
  std::uint32_t best_rank = 0;
  for (const Move tried : tries) {
    std::uint32_t legal = 0;
    std::uint32_t sharp = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const Position position = states.position(i);
      if (!position.is_legal(tried)) continue;
      ++legal;
      if (position.captured_by(tried) != chess::kNoSquare || position.after(tried).checkers() != 0) ++sharp;
    }
    // Sharp ones by how likely they are, then legal ones, then all others; by chance among equals.
    const std::uint32_t rank = (sharp > 0 ? 2 + sharp : legal > 0 ? 1 : 0) * 1024 + random_.below(1024);
    if (!best || rank > best_rank) {
      best = tried;
      best_rank = rank;
    }
  }
  return *best;
}

std::optional<Move> hint(const referee::Game& game, const BeliefState& belief) {
  std::optional<Move> best;
  std::size_t most = belief.size() / kLeastExcluded;
  for (const Move tried : game.view(Side::white).askable_tries()) {
    if (game.position().is_legal(tried)) continue;
    std::size_t excluded = 0;
    for (std::size_t i = 0; i < belief.size(); ++i) excluded += belief.position(i).is_legal(tried) ? 1U : 0U;
    if (excluded > most) {
      best = tried;
      most = excluded;
    }
  }
  return best;
}

Position few_men_start(Random& random) {
  for (;;) {
    chess::Setup setup;
    const auto place = [&](Man man, Side side) {
      for (;;) {
        chess::Setup::Placed& square = setup.men[random.below(64)];
        if (square.man != Man::none) continue;
        square = {man, side};
        return;
      }
    };
    place(Man::king, Side::white);
    place(Man::king, Side::black);
    for (std::uint32_t i = 2 + random.below(2); i > 0; --i)
      place(kWhiteMen[random.below(kWhiteMen.size())], Side::white);
    for (std::uint32_t i = 1 + random.below(2); i > 0; --i)
      place(kBlackMen[random.below(kBlackMen.size())], Side::black);
    const Expected<Position> position = Position::from(setup);
    if (position && chess::has_legal_move(*position)) return *position;
  }
}

bool self_play(const SelfPlayOptions& options, std::uint64_t seed, const std::function<void(const Moment&)>& look) {
  Random random(seed);
  referee::Game game(*options.rules, options.few_men ? few_men_start(random) : Position::start());
  const referee::PlayerView& white = game.view(Side::white);
  BeliefState belief(game.start(), Side::white, game.rules());
  std::vector<std::size_t> sizes;
  Attacker attacker(random.next());
  Defender defender(game, random.next());
  const auto hear = [&] {
    if (belief.hear(belief::observations(white).back(), {.states = options.most_states}) != belief::Stop::none)
      return false;
    sizes.push_back(belief.size());
    return true;
  };
  while (!game.outcome() && game.plies() < kMostPlies && !interrupted()) {
    if (game.position().turn() == Side::black) {
      while (game.position().turn() == Side::black && !game.outcome())
        game.ask(defender.choose(game.view(Side::black)));
      if (!game.outcome() && !hear()) return false;
      continue;
    }
    for (int hints = 0; hints < kMostHints && belief.size() > options.hints_above; ++hints) {
      const std::optional<Move> tried = hint(game, belief);
      if (!tried) break;
      game.ask(*tried);
      if (!hear()) return false;
    }
    look({white, belief, sizes});
    while (game.position().turn() == Side::white && !game.outcome()) {
      game.ask(attacker.choose(white, belief));
      if (!game.outcome() && !hear()) return false;
    }
  }
  return !interrupted();
}

}  // namespace blindmate::lab
