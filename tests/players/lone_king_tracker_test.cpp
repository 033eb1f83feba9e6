// Where a lone king can be, along random games: neither more squares nor fewer than an exact belief state has.
#include "blindmate/players/lone_king_tracker.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "belief/random_game.hpp"
#include "blindmate/belief/belief_state.hpp"
#include "blindmate/chess/attacks.hpp"
#include "blindmate/chess/movegen.hpp"
#include "naive/referee.hpp"

namespace blindmate::players {
namespace {

using belief::BeliefState;
using belief::Observation;
using chess::Bitboard;
using chess::Man;
using chess::Position;
using chess::Side;
using chess::Square;
using referee::Game;
using referee::RuleSet;

chess::Setup setup_of(const Position& position, Side side) {
  chess::Setup setup;
  setup.size = position.size();
  setup.turn = position.turn();
  for (const Square s : chess::Squares(position.men(side))) setup.men[s] = {position.man_at(s), side};
  return setup;
}

// The hunter has some men and the hunted a king and few others, or none.
Position random_start(int size, Side hunter, unsigned most_hunted, Random& random) {
  const auto below = [&](int bound) { return static_cast<int>(random.below(static_cast<unsigned>(bound))); };
  for (;;) {
    chess::Setup setup;
    setup.size = size;
    setup.turn = below(2) == 0 ? Side::white : Side::black;
    const auto place = [&](Man man, Side side) { setup.men[chess::square(below(size), below(size))] = {man, side}; };
    for (int men = 1 + below(size - 2); men > 0; --men) place(static_cast<Man>(below(5)), hunter);
    for (unsigned men = random.below(most_hunted + 1); men > 0; --men) place(static_cast<Man>(below(5)), other(hunter));
    place(Man::king, Side::white);
    place(Man::king, Side::black);
    if (const Expected<Position> valid = Position::from(setup)) return *valid;
  }
}

// Like anybody, but the hunter takes what there is more often.
void ask(Game& game, Side hunter, Random& random) {
  const Position& position = game.position();
  if (position.turn() == hunter && random.below(3) == 0) {
    for (const chess::Move move : chess::legal_moves(position)) {
      if (position.captured_by(move) == chess::kNoSquare) continue;
      game.ask(move);
      return;
    }
  }
  belief::ask_at_random(game, random);
}

// Every square on which the king can be after the move that took his last man: he hears the check, and he was not in
// the way of the move.
BeliefState just_alone(const Game& game, Side hunter, const belief::OwnMove& move) {
  std::vector<Position> possible;
  for (int s = 0; s < 64; ++s) {
    const auto king = static_cast<Square>(s);
    chess::Setup setup = setup_of(game.position(), hunter);
    if (setup.men[king].man != Man::none) continue;
    if (chess::contains(chess::between(move.played.from(), move.played.to()), king)) continue;
    setup.men[king] = {Man::king, other(hunter)};
    const Expected<Position> valid = Position::from(setup);
    if (!valid || !chess::has_legal_move(*valid)) continue;  // the game goes on
    std::vector<std::string> heard;
    for (const std::string_view direction : referee::names(move.heard.check)) heard.emplace_back(direction);
    if (naive::check_directions(naive::read_fen(chess::fen(*valid))) == heard) possible.push_back(*valid);
  }
  EXPECT_FALSE(possible.empty());
  return *BeliefState::from(possible, hunter, game.rules());
}

// Could the king have taken all the hunter's moves from him? That the game goes on tells then, which is not used.
bool may_stalemate(const Position& position, Side hunter, Bitboard kings) {
  const chess::Setup own = setup_of(position, hunter);
  for (const Square king : chess::Squares(kings)) {
    chess::Setup setup = own;
    setup.men[king] = {Man::king, other(hunter)};
    if (!chess::has_legal_move(*Position::from(setup))) return true;
  }
  return false;
}

Bitboard king_squares(const BeliefState& belief) {
  Bitboard kings = 0;
  for (std::size_t i = 0; i < belief.size(); ++i) kings |= chess::bit(belief.position(i).king(other(belief.side())));
  return kings;
}

// How often the king's refusals are heard is not used, and so not told.
Observation without_refusals(const Observation& observation) {
  const auto* turn = std::get_if<belief::OpponentTurn>(&observation);
  return turn == nullptr ? observation : belief::OpponentTurn{.any = turn->any, .moved = turn->moved};
}

struct Counts {
  int compared = 0;
  int bared = 0;  // kings that lost their last man
  int fled = 0;   // kings that took a man when they were alone
};

void follow(const Position& start, Side hunter, const RuleSet& rules, Random& random, Counts& counts) {
  Game game(rules, start);
  LoneKingTracker tracker(game.view(hunter));
  std::optional<BeliefState> exact;
  if (chess::count(start.men(other(hunter))) == 1) exact.emplace(start, hunter, rules);
  std::size_t done = 0;
  while (!game.outcome() && game.plies() < 50) {
    ask(game, hunter, random);
    if (game.outcome()) return;
    const std::vector<Observation> all = belief::observations(game.view(hunter));
    for (; done < all.size(); ++done) {
      const auto* turn = std::get_if<belief::OpponentTurn>(&all[done]);
      if (turn != nullptr && !turn->moved) break;
      tracker.hear(all[done]);
      if (exact) {
        exact->hear(without_refusals(all[done]));
        if (turn != nullptr && turn->moved->capture != chess::kNoSquare) ++counts.fled;
      } else if (const auto* own = std::get_if<belief::OwnMove>(&all[done]);
                 own != nullptr && chess::count(game.position().men(other(hunter))) == 1) {
        exact = just_alone(game, hunter, *own);
        ++counts.bared;
      }
    }
    ASSERT_EQ(tracker.opponents(), chess::count(game.position().men(other(hunter))));
    ASSERT_EQ(tracker.kings().has_value(), exact.has_value());
    if (!exact || game.position().turn() != hunter) continue;
    if (may_stalemate(game.position(), hunter, *tracker.kings())) return;
    const std::string where =
        fmt::format("{} from {} to {}", rules.name, chess::fen(start), chess::fen(game.position()));
    ASSERT_TRUE(chess::contains(*tracker.kings(), game.position().king(other(hunter)))) << where;
    ASSERT_EQ(referee::square_names(*tracker.kings()), referee::square_names(king_squares(*exact))) << where;
    ++counts.compared;
  }
}

class Tracker : public testing::TestWithParam<const RuleSet*> {};

TEST_P(Tracker, KnowsWhatAnExactBeliefStateKnows) {
  Random random(5);
  Counts counts;
  for (int i = 0; i < 600 && !HasFatalFailure(); ++i) {
    const Side hunter = i % 2 == 0 ? Side::white : Side::black;
    const int size = i % 3 == 0 ? chess::kSmallestBoard + i % 4 : chess::kLargestBoard;
    follow(random_start(size, hunter, i % 3 == 1 ? 0 : 2, random), hunter, *GetParam(), random, counts);
  }
  EXPECT_GT(counts.compared, 3000);
  EXPECT_GT(counts.bared, 100);
  EXPECT_GT(counts.fled, 100);
}

INSTANTIATE_TEST_SUITE_P(RuleSets, Tracker, testing::ValuesIn(referee::kRuleSets),
                         [](const testing::TestParamInfo<const RuleSet*>& rules) {
                           std::string name(rules.param->name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace blindmate::players
