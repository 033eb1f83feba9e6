#include "blindmate/lab/problems/self_play.hpp"

#include <array>
#include <limits>
#include <memory>
#include <optional>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/players/attacker.hpp"
#include "blindmate/players/players.hpp"

namespace blindmate::lab {

using belief::BeliefState;
using chess::Man;
using chess::Move;
using chess::Position;
using chess::Side;

namespace {

constexpr int kMostPlies = 240;
constexpr std::uint64_t kNodes = std::numeric_limits<std::uint64_t>::max();  // White looks at all that it wants to
constexpr int kMostHints = 12;                                               // in a turn
constexpr std::size_t kLeastExcluded = 8;  // a hint excludes at least this part: one of so many positions

// What the men of a start with few of them are drawn from.
constexpr std::array kWhiteMen = {Man::queen, Man::rook, Man::rook, Man::bishop, Man::knight, Man::pawn, Man::pawn};
constexpr std::array kBlackMen = {Man::rook, Man::bishop, Man::knight, Man::pawn, Man::pawn};

}  // namespace

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

bool self_play(const SelfPlayOptions& options, std::uint64_t seed, const std::function<void(const WhiteTurn&)>& look) {
  Random random(seed);
  referee::Game game(*options.rules, options.few_men ? few_men_start(random) : Position::start());
  const referee::PlayerView& white = game.view(Side::white);
  BeliefState belief(game.start(), Side::white, game.rules());
  std::vector<std::size_t> sizes;
  players::Attacker attacker(random.next());
  const std::unique_ptr<players::Player> defender = players::make_defender_player({.seed = random.next()}, {});
  players::Thinking thinking = players::Thinking::for_nodes(kNodes);
  belief::Observations observations;
  const auto hear = [&] {
    if (belief.hear(observations.follow(white).back(), {.states = options.most_states}) != belief::Stop::none)
      return false;
    sizes.push_back(belief.size());
    return true;
  };
  while (!game.outcome() && game.plies() < kMostPlies && !interrupted()) {
    if (game.position().turn() == Side::black) {
      while (game.position().turn() == Side::black && !game.outcome())
        game.ask(defender->choose(game.view(Side::black), thinking));
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
      game.ask(attacker.choose(white, belief, thinking));
      if (!game.outcome() && !hear()) return false;
    }
  }
  return !interrupted();
}

}  // namespace blindmate::lab
