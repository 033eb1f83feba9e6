// Self-play: White's belief state is the naive estimator's at every turn, games depend on their seed alone, hints are
// true.
#include "blindmate/lab/problems/self_play.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "blindmate/chess/fen.hpp"
#include "blindmate/players/attacker.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "naive/estimator.hpp"
#include "referee/plain.hpp"

namespace blindmate::lab {
namespace {

using belief::BeliefState;
using chess::Side;
using referee::Event;
using referee::Game;
using referee::PlayerView;
using referee::RuleSet;
using Fens = std::set<std::string>;

constexpr std::size_t kMostCompared = 100;   // positions, at the turn before
constexpr std::size_t kMostOnTheWay = 1500;  // between two turns
constexpr std::size_t kMostInAGame = 3000;   // positions at the turns before, in all
constexpr std::size_t kLeastCompared = 100;  // turns of a rule set

Fens fens(const BeliefState& belief) {
  Fens result;
  for (std::size_t i = 0; i < belief.size(); ++i) result.insert(chess::fen(belief.position(i)));
  EXPECT_EQ(result.size(), belief.size()) << "each state once";
  return result;
}

// One position, followed by the naive estimator through White's log: what it has become after each event.
std::vector<Fens> naive_after(const std::string& fen, const PlayerView& view, std::size_t from) {
  naive::Estimator naive(std::string(view.rules().name), fen, true);
  std::vector<Fens> result;
  naive::OpponentTurn turn;
  for (std::size_t i = from; i < view.log().size(); ++i) {
    const Event& event = view.log()[i];
    const naive::Heard heard = referee::plain(event.heard);
    EXPECT_TRUE(heard.answer == "ok" || heard.answer == "no") << heard.answer;
    if (event.by == Side::white) {
      const std::string tried = chess::text(std::get<chess::Move>(*event.ask));
      if (heard.answer == "ok") {
        naive.own_move(tried, heard);
      } else {
        naive.own_refused(tried);
      }
    } else if (heard.answer == "ok") {
      turn.moved = heard;
      naive.opponent_turn(turn);
      turn = {};
    } else {
      turn.refused_before += event.times;
      continue;
    }
    result.push_back(naive.states());
  }
  return result;
}

// A belief state updates position by position, so each turn can be compared with the turn before, also late in games
// whose belief states have been large in between.
class TurnByTurn {
 public:
  void look(const WhiteTurn& turn) {
    const Fens now = fens(turn.belief);
    if (before_.size() <= kMostCompared && total_ + before_.size() <= kMostInAGame && is_small_since(turn.sizes)) {
      total_ += before_.size();
      compare(turn, now);
    }
    before_ = now;
    events_ = turn.view.log().size();
    sizes_ = turn.sizes.size();
  }
  std::size_t compared() const { return compared_; }

 private:
  bool is_small_since(const std::vector<std::size_t>& sizes) const {
    return std::all_of(sizes.begin() + static_cast<std::ptrdiff_t>(sizes_), sizes.end(),
                       [](std::size_t size) { return size <= kMostOnTheWay; });
  }

  void compare(const WhiteTurn& turn, const Fens& now) {
    std::vector<Fens> expected(turn.sizes.size() - sizes_);
    for (const std::string& fen : before_) {
      const std::vector<Fens> after = naive_after(fen, turn.view, events_);
      ASSERT_EQ(after.size(), expected.size()) << "a size for each event";
      for (std::size_t i = 0; i < after.size(); ++i) expected[i].insert(after[i].begin(), after[i].end());
    }
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(turn.sizes[sizes_ + i], expected[i].size());
    EXPECT_EQ(now, expected.empty() ? before_ : expected.back()) << referee::write_pgn(turn.view);
    ++compared_;
  }

  Fens before_ = {std::string(chess::kStartFen)};
  std::size_t events_ = 0;
  std::size_t sizes_ = 0;
  std::size_t total_ = 0;
  std::size_t compared_ = 0;
};

class SelfPlay : public testing::TestWithParam<const RuleSet*> {
 protected:
  // A game as far as its turns of White show it.
  struct Played {
    bool kept = false;
    std::vector<std::string> turns;
    std::vector<std::size_t> sizes;
    bool operator==(const Played&) const = default;
  };
  static Played play(std::uint64_t seed, std::size_t most_states = 2000) {
    Played result;
    result.kept = self_play({.rules = GetParam(), .most_states = most_states}, seed, [&](const WhiteTurn& turn) {
      result.turns.push_back(referee::write_pgn(turn.view));
      result.sizes = turn.sizes;
    });
    return result;
  }
};

TEST_P(SelfPlay, BeliefStatesAreTheNaiveEstimators) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 12 && !HasFailure(); ++seed) {
    TurnByTurn turns;
    self_play({.rules = GetParam()}, seed, [&](const WhiteTurn& turn) {
      EXPECT_EQ(turn.view.side(), Side::white);
      EXPECT_EQ(turn.view.turn(), Side::white);
      EXPECT_EQ(turn.belief.turn(), Side::white);
      EXPECT_FALSE(turn.view.outcome());
      if (!HasFailure()) turns.look(turn);
    });
    compared += turns.compared();
  }
  EXPECT_GE(compared, kLeastCompared);
}

TEST_P(SelfPlay, ASeedIsAGame) {
  std::set<std::string> games;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Played game = play(seed);
    EXPECT_TRUE(game == play(seed)) << seed;
    ASSERT_FALSE(game.turns.empty());
    games.insert(game.turns.back());
  }
  EXPECT_EQ(games.size(), 4U);
}

TEST_P(SelfPlay, MayBeginWithFewMen) {
  std::set<std::string> starts;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    self_play({.rules = GetParam(), .most_states = 2000, .few_men = true}, seed, [&](const WhiteTurn& turn) {
      const chess::Position& start = turn.view.start();
      EXPECT_EQ(start.turn(), Side::white);
      EXPECT_THAT(std::popcount(start.men(Side::white)), testing::AnyOf(3, 4));
      EXPECT_THAT(std::popcount(start.men(Side::black)), testing::AnyOf(2, 3));
      if (turn.sizes.empty()) {
        EXPECT_EQ(turn.belief.size(), 1U) << "both know how it began";
      }
      starts.insert(chess::fen(start));
    });
  }
  EXPECT_GE(starts.size(), 11U) << "the odd one may mate at once";
}

TEST_P(SelfPlay, LargeBeliefStatesEndAGame) {
  EXPECT_FALSE(play(1, 1).kept);
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Played unlimited = play(seed, 2000);
    const Played limited = play(seed, 250);
    ASSERT_LE(limited.turns.size(), unlimited.turns.size());
    EXPECT_TRUE(std::equal(limited.turns.begin(), limited.turns.end(), unlimited.turns.begin()))
        << "the same game up to there";
    EXPECT_TRUE(std::all_of(limited.sizes.begin(), limited.sizes.end(), [](std::size_t size) { return size <= 250; }));
    const bool exceeds =
        std::any_of(unlimited.sizes.begin(), unlimited.sizes.end(), [](std::size_t size) { return size > 250; });
    EXPECT_FALSE(limited.kept && exceeds) << seed;
    EXPECT_TRUE(exceeds || limited.turns.size() == unlimited.turns.size()) << seed;
  }
}

// Both programs by a loop of the test's own, so that the truth is seen; `look` may ask something first in White's
// turns.
void play_openly(const RuleSet& rules, std::uint64_t seed,
                 const std::function<std::optional<chess::Move>(const Game&, const BeliefState&)>& look) {
  Game game(rules);
  BeliefState belief(game.start(), Side::white, rules);
  players::Attacker attacker(seed);
  const auto defender = players::make_defender_player({.seed = seed}, {});
  players::Thinking thinking = players::Thinking::for_nodes(1'000'000);
  while (!game.outcome() && game.plies() < 100 && belief.size() < 3000) {
    const Side side = game.position().turn();
    std::optional<chess::Move> tried;
    if (side == Side::black) {
      tried = std::get<chess::Move>(defender->choose(game.view(side), thinking));
    } else {
      tried = look(game, belief);
      if (!tried) tried = attacker.choose(game.view(side), belief, thinking);
    }
    ASSERT_TRUE(game.view(side).askable(*tried)) << chess::text(*tried);
    game.ask(*tried);
    if (game.outcome() || (side == Side::black && game.position().turn() == Side::black)) continue;
    belief.hear(belief::observations(game.view(Side::white)).back());
    ASSERT_TRUE(belief.contains(game.position())) << chess::fen(game.position());
  }
}

TEST_P(SelfPlay, TheProgramsAskWhatCanBeAskedAndWhiteIsNeverWrong) {
  int turns = 0;
  for (std::uint64_t seed = 1; seed <= 6 && !HasFatalFailure(); ++seed) {
    play_openly(*GetParam(), seed, [&](const Game&, const BeliefState&) -> std::optional<chess::Move> {
      ++turns;
      return std::nullopt;
    });
  }
  EXPECT_GT(turns, 50);
}

TEST_P(SelfPlay, HintsAreRefusedAndTellTheMost) {
  int hints = 0;
  const auto look = [&](const Game& game, const BeliefState& belief) -> std::optional<chess::Move> {
    const std::optional<chess::Move> given = hint(game, belief);
    if (!given || belief.size() > 200) return given;
    const naive::Board truth = naive::read_fen(chess::fen(game.position()));
    std::vector<naive::Board> possible;
    for (const std::string& fen : fens(belief)) possible.push_back(naive::read_fen(fen));
    const auto excluded = [&](chess::Move tried) {
      return std::count_if(possible.begin(), possible.end(),
                           [&](const naive::Board& board) { return naive::legal(board, chess::text(tried)); });
    };
    ++hints;
    EXPECT_FALSE(naive::legal(truth, chess::text(*given)));
    EXPECT_GT(excluded(*given), 0);
    for (const chess::Move other : game.view(Side::white).askable_tries()) {
      EXPECT_TRUE(naive::legal(truth, chess::text(other)) || excluded(other) <= excluded(*given))
          << chess::text(other) << " tells more than " << chess::text(*given);
    }
    return given;
  };
  for (std::uint64_t seed = 1; seed <= 16 && !HasFailure(); ++seed) play_openly(*GetParam(), seed, look);
  EXPECT_GT(hints, 20);
}

INSTANTIATE_TEST_SUITE_P(RuleSets, SelfPlay, testing::ValuesIn(referee::kRuleSets),
                         [](const testing::TestParamInfo<const RuleSet*>& rules) {
                           std::string name(rules.param->name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace blindmate::lab
