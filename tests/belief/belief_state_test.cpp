// Exact estimation, breadth first: the true state is inside, and the set is the naive estimator's.
#include "blindmate/belief/belief_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <map>

#include <set>

#include "belief/naive_listener.hpp"
#include "belief/random_game.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/view/json.hpp"

namespace blindmate::belief {
namespace {

using chess::Position;
using chess::Side;
using referee::Game;
using referee::RuleSet;

std::set<std::string> fens(const BeliefState& belief) {
  std::set<std::string> result;
  for (std::size_t i = 0; i < belief.size(); ++i) result.insert(chess::fen(belief.position(i)));
  EXPECT_EQ(result.size(), belief.size()) << "each state once";
  return result;
}

// What has been observed since `done` observations, but an opponent's turn that goes on.
std::vector<Observation> finished_since(const referee::PlayerView& view, std::size_t done) {
  std::vector<Observation> all = observations(view);
  if (!all.empty()) {
    const OpponentTurn* last = std::get_if<OpponentTurn>(&all.back());
    if (last != nullptr && !last->moved) all.pop_back();
  }
  return {all.begin() + static_cast<std::ptrdiff_t>(std::min(done, all.size())), all.end()};
}

// The turn of the opponent that has begun but not ended, if there is one.
std::optional<OpponentTurn> unfinished(const referee::PlayerView& view) {
  const std::vector<Observation> all = observations(view);
  const OpponentTurn* last = all.empty() ? nullptr : std::get_if<OpponentTurn>(&all.back());
  return last != nullptr && !last->moved ? std::optional(*last) : std::nullopt;
}

class Exact : public testing::TestWithParam<const RuleSet*> {};

// One side's belief state along a random game, as long as it stays small, beside the naive one.
void compare_with_naive(const Position& start, const RuleSet& rules, Side side, Random random, int most_plies,
                        std::size_t most_states, int& events) {
  Game game(rules, start);
  BeliefState belief(start, side, rules);
  naive::Estimator naive(std::string(rules.name), without_clocks(start), side == Side::white);
  std::size_t done = 0;
  while (!game.outcome() && game.plies() < most_plies && belief.size() <= most_states) {
    ask_at_random(game, random);
    for (const Observation& observation : finished_since(game.view(side), done)) {
      ++done;
      ++events;
      ASSERT_EQ(belief.hear(observation), Stop::none);
      hear_naively(naive, observation);
      ASSERT_EQ(fens(belief), naive.states()) << rules.name << " " << chess::fen(start);
    }
    if (const std::optional<OpponentTurn> turn = unfinished(game.view(side))) {
      BeliefState so_far = belief;
      naive::Estimator naive_so_far = naive;
      so_far.hear(*turn);
      hear_naively(naive_so_far, *turn);
      ASSERT_EQ(fens(so_far), naive_so_far.states()) << rules.name << " " << chess::fen(start);
    }
  }
}

void compare_both_sides(const Position& start, const RuleSet& rules, Random& random, int most_plies,
                        std::size_t most_states, int& events) {
  for (const Side side : {Side::white, Side::black}) {
    compare_with_naive(start, rules, side, Random(random.next()), most_plies, most_states, events);
  }
}

TEST_P(Exact, MatchesTheNaiveEstimator) {
  Random random(31);
  int events = 0;
  for (int i = 0; i < 6 && !HasFatalFailure(); ++i) {
    compare_both_sides(Position::start(), *GetParam(), random, 60, 1500, events);
  }
  for (int i = 0; i < 60 && !HasFatalFailure(); ++i) {
    const Position start = random_position(chess::kSmallestBoard + i % 5, random);
    compare_both_sides(start, *GetParam(), random, 40, 1000, events);
  }
  for (const char* fen : {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 b - - 0 1"}) {
    for (int i = 0; i < 4 && !HasFatalFailure(); ++i) {
      compare_both_sides(position(fen), *GetParam(), random, 40, 1500, events);
    }
  }
  EXPECT_GT(events, 500);
}

// Whole games: when there are too many states, some are dropped, but not the true one.
void keep_the_true_state(const Position& start, const RuleSet& rules, Side side, Random random, int& events) {
  constexpr std::size_t kMany = 3000;
  constexpr std::size_t kSome = 50;
  Game game(rules, start);
  BeliefState belief(start, side, rules);
  std::size_t done = 0;
  while (!game.outcome() && game.plies() < 200) {
    ask_at_random(game, random);
    for (const Observation& observation : finished_since(game.view(side), done)) {
      ++done;
      ++events;
      ASSERT_EQ(belief.hear(observation), Stop::none);
    }
    if (belief.turn() != game.position().turn()) continue;  // in the middle of the opponent's turn
    ASSERT_TRUE(belief.contains(game.position())) << rules.name << " " << chess::fen(game.position());
    if (belief.size() > kMany) {
      belief.thin(kSome, random);
      belief.add(game.position());
    }
  }
}

TEST_P(Exact, TheTrueStateIsInsideAfterEveryEvent) {
  Random random(32);
  int events = 0;
  for (int i = 0; i < 170 && !HasFatalFailure(); ++i) {
    const Position start = i < 20 ? Position::start() : random_position(chess::kSmallestBoard + i % 5, random);
    for (const Side side : {Side::white, Side::black}) {
      keep_the_true_state(start, *GetParam(), side, Random(random.next()), events);
    }
  }
  EXPECT_GT(events, 20000);
}

INSTANTIATE_TEST_SUITE_P(RuleSets, Exact, testing::ValuesIn(referee::kRuleSets),
                         [](const testing::TestParamInfo<const RuleSet*>& rules) {
                           std::string name(rules.param->name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// The mirrored game: ranks upside down, colours exchanged.
Position mirrored(const Position& p) {
  chess::Setup setup;
  setup.size = p.size();
  setup.turn = other(p.turn());
  for (const chess::Square s : chess::Squares(p.occupied())) {
    const Side side = chess::contains(p.men(Side::white), s) ? Side::black : Side::white;
    setup.men[chess::square(chess::file_of(s), p.size() - 1 - chess::rank_of(s))] = {p.man_at(s), side};
  }
  setup.castling = static_cast<chess::CastlingRights>((p.castling() >> 2 | p.castling() << 2) & 15);
  if (p.en_passant() != chess::kNoSquare) {
    setup.en_passant = chess::square(chess::file_of(p.en_passant()), 7 - chess::rank_of(p.en_passant()));
  }
  return *Position::from(setup);
}

referee::Ask mirrored(const referee::Ask& ask, int size) {
  const chess::Move* move = std::get_if<chess::Move>(&ask);
  if (move == nullptr) return ask;
  const auto flip = [&](chess::Square s) { return chess::square(chess::file_of(s), size - 1 - chess::rank_of(s)); };
  return chess::Move(flip(move->from()), flip(move->to()), move->promotion());
}

TEST(Observations, AreTheSameForThoseWhoFollowAGame) {
  Random random(7);
  for (const referee::RuleSet* rules : referee::kRuleSets) {
    referee::Game game(*rules);
    std::array<Observations, 2> followed;
    while (!game.outcome() && game.plies() < 100) {
      ask_at_random(game, random);
      if (random.below(3) == 0) continue;
      for (const Side side : {Side::white, Side::black})
        ASSERT_EQ(followed[chess::index(side)].follow(game.view(side)), observations(game.view(side))) << rules->name;
    }
  }
}

TEST(BeliefState, MirroredColoursGiveMirroredSets) {
  Random random(33);
  for (const RuleSet* rules : referee::kRuleSets) {
    for (int i = 0; i < 12; ++i) {
      const Position start = i == 0 ? Position::start() : random_position(4 + i % 5, random);
      Game game(*rules, start);
      Game mirror(*rules, mirrored(start));
      BeliefState belief(start, Side::white, *rules);
      BeliefState other_belief(mirror.start(), Side::black, *rules);
      std::size_t done = 0;
      while (!game.outcome() && game.plies() < 30 && belief.size() < 3000) {
        const std::size_t before = game.record().size();
        ask_at_random(game, random);
        const std::vector<referee::Event> record = game.record();
        if (record.size() > before) mirror.ask(mirrored(*record.back().ask, start.size()));
        for (const Observation& observation : finished_since(game.view(Side::white), done)) {
          belief.hear(observation);
          other_belief.hear(finished_since(mirror.view(Side::black), done).front());
          ++done;
        }
        ASSERT_EQ(belief.size(), other_belief.size());
        for (std::size_t k = 0; k < belief.size(); ++k) {
          ASSERT_TRUE(other_belief.contains(mirrored(belief.position(k)))) << chess::fen(belief.position(k));
        }
      }
    }
  }
}

// All games from a position, in which each side may ask "Any?", be refused once in a turn, or sound refused by
// nonsense.
void play_all(const Game& game, int plies, bool with_refusals, std::vector<Game>& games) {
  if (game.outcome()) return;
  if (plies == 0) {
    games.push_back(game);
    return;
  }
  std::vector<Game> begun = {game};
  const auto ask_in_each = [&begun](const auto& asks) {
    for (std::size_t i = 0, size = begun.size(); i < size; ++i) {
      for (const referee::Ask& ask : asks(begun[i])) {
        Game next = begun[i];
        if (next.ask(ask).heard.answer != referee::Answer::ok) begun.push_back(next);
      }
    }
  };
  const auto refused = [](const Game& g) {
    std::vector<referee::Ask> asks;
    for (const chess::Move tried : g.view(g.position().turn()).askable_tries()) {
      if (!g.position().is_legal(tried)) asks.push_back(tried);
    }
    const bool sounds_refused = g.rules().nonsense == referee::Nonsense::as_refusal;
    if (sounds_refused) asks.push_back(chess::Move(chess::square(0, 0), chess::square(0, 0)));
    return asks;
  };
  const auto question = [](const Game& g) {
    const bool possible = g.view(g.position().turn()).may_ask_any();
    return possible ? std::vector<referee::Ask>{referee::AnyAsked{}} : std::vector<referee::Ask>{};
  };
  if (with_refusals) {
    ask_in_each(question);  // asked first, ...
    ask_in_each(refused);   // ... then a refusal, in the games with and without the question, ...
    const std::size_t once = begun.size();
    for (std::size_t i = 0; i < once; ++i) {  // ... or the question after the refusal
      for (const referee::Ask& ask : question(begun[i])) {
        if (i == 0) continue;
        Game next = begun[i];
        next.ask(ask);
        begun.push_back(next);
      }
    }
  }
  for (const Game& start : begun) {
    for (const chess::Move move : chess::legal_moves(start.position())) {
      if (!start.view(start.position().turn()).askable(move)) continue;
      Game next = start;
      next.ask(move);
      play_all(next, plies - 1, with_refusals, games);
    }
  }
}

// Tiny boards, exhaustively: the belief state must be the set of all true positions in which the listener heard and did
// the same. With refusals: at most one in a turn, so that all games that sound like these are among them.
void expect_all_games_that_sound_the_same(const Position& start, int plies, bool with_refusals) {
  for (const RuleSet* rules : referee::kRuleSets) {
    std::vector<Game> games;
    play_all(Game(*rules, start), plies, with_refusals, games);
    for (const Side side : {Side::white, Side::black}) {
      std::map<std::string, std::pair<const Game*, std::set<std::string>>> alike;
      for (const Game& game : games) {
        std::string heard;
        for (const referee::Event& event : game.view(side).log()) {
          heard +=
              (event.ask ? referee::text(*event.ask) : "?") + boost::json::serialize(referee::to_json(event.heard));
        }
        auto& [first, positions] = alike[heard];
        first = &game;
        positions.insert(without_clocks(game.position()));
      }
      ASSERT_GT(alike.size(), 10U);
      for (const auto& [heard, group] : alike) {
        BeliefState belief(start, side, *rules);
        for (const Observation& observation : observations(group.first->view(side))) belief.hear(observation);
        ASSERT_EQ(fens(belief), group.second) << rules->name << " " << heard;
      }
    }
  }
}

TEST(BeliefState, IsTheSetOfAllGamesThatSoundTheSame) {
  expect_all_games_that_sound_the_same(position("k1n1/p3/3P/1N1K w - - 0 1"), 4, false);
}

TEST(BeliefState, IsTheSetOfAllGamesThatSoundTheSameWithRefusals) {
  expect_all_games_that_sound_the_same(position("1k2/p1p1/1P1P/2K1 w - - 0 1"), 2, true);
  expect_all_games_that_sound_the_same(position("1k2/p1n1/1P1P/2K1 b - - 0 1"), 2, true);
}

TEST(BeliefState, ThreadsDoNotChangeTheResult) {
  Random random(34);
  Game game(referee::kBerkeley);
  BeliefState one(game.start(), Side::white, game.rules());
  BeliefState two = one;
  std::size_t done = 0;
  while (!game.outcome() && one.size() < 50000) {
    ask_at_random(game, random);
    for (const Observation& observation : finished_since(game.view(Side::white), done)) {
      ++done;
      one.hear(observation, {.threads = 1});
      two.hear(observation, {.threads = 3});
      ASSERT_EQ(one.states(), two.states());
    }
  }
  EXPECT_GT(one.size(), 10000U);
}

TEST(BeliefState, LimitsLeaveItAsItWas) {
  const OwnMove first{*chess::parse_coordinates("e2e4"), {}};
  const OpponentTurn reply{.moved = referee::Heard{}};
  BeliefState belief(Position::start(), Side::white, referee::kBerkeley);
  ASSERT_EQ(belief.hear(first), Stop::none);
  EXPECT_EQ(belief.hear(reply, {.states = 10}), Stop::states);
  EXPECT_EQ(belief.size(), 1U);
  EXPECT_EQ(belief.hear(reply, {.bytes = 100}), Stop::memory);
  EXPECT_EQ(belief.hear(reply, {.deadline = std::chrono::steady_clock::time_point()}), Stop::time);
  EXPECT_EQ(belief.size(), 1U);
  EXPECT_EQ(belief.hear(reply, {.states = 20}), Stop::none);
  EXPECT_EQ(belief.size(), 20U);
  const OwnRefusal refusal{*chess::parse_coordinates("e4d5")};
  EXPECT_EQ(belief.hear(refusal, {.deadline = std::chrono::steady_clock::time_point()}), Stop::time);
  EXPECT_EQ(belief.size(), 20U) << "also where states are only dropped";
  EXPECT_EQ(belief.hear(refusal), Stop::none);
  EXPECT_EQ(belief.size(), 19U);
}

TEST(BeliefState, ContradictionsLeaveNothing) {
  BeliefState belief(Position::start(), Side::white, referee::kBerkeley);
  belief.hear(OwnMove{*chess::parse_coordinates("e2e4"), {}});
  belief.hear(OpponentTurn{.moved = referee::Heard{.capture = chess::square(4, 3)}});
  EXPECT_EQ(belief.size(), 0U);
}

TEST(BeliefState, IsMadeFromGivenPositions) {
  const std::vector<Position> positions = {position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
                                           position("3k4/8/8/8/8/8/8/R3K3 w Q - 5 9"),
                                           position("4k3/8/8/8/8/8/8/R3K3 w Q - 7 3")};
  const Expected<BeliefState> belief = BeliefState::from(positions, Side::white, referee::kBerkeley);
  ASSERT_TRUE(belief);
  EXPECT_EQ(belief->size(), 2U) << "clocks do not make a difference";
  EXPECT_TRUE(belief->contains(positions[1]));
  EXPECT_FALSE(belief->contains(position("2k5/8/8/8/8/8/8/R3K3 w Q - 0 1")));
  EXPECT_FALSE(belief->contains(position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"))) << "other own rights";

  EXPECT_FALSE(BeliefState::from({}, Side::white, referee::kBerkeley));
  const auto differ = [&](const char* other, const RuleSet& rules) {
    return BeliefState::from({positions[0], position(other)}, Side::white, rules);
  };
  EXPECT_FALSE(differ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", referee::kBerkeley)) << "own rights";
  EXPECT_FALSE(differ("4k3/8/8/8/8/8/8/1R2K3 w - - 0 1", referee::kBerkeley)) << "own men";
  EXPECT_FALSE(differ("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1", referee::kBerkeley)) << "side to move";
  const char* in_check = "1k2r3/8/8/8/8/8/8/R3K3 w Q - 0 1";
  EXPECT_TRUE(differ(in_check, referee::kBerkeley)) << "nothing was announced";
  EXPECT_FALSE(differ(in_check, referee::kWild16)) << "the check was announced";
}

TEST(BeliefState, ThinningKeepsARandomPart) {
  BeliefState belief(Position::start(), Side::white, referee::kBerkeley);
  belief.hear(OwnMove{*chess::parse_coordinates("e2e4"), {}});
  belief.hear(OpponentTurn{.moved = referee::Heard{}});
  std::map<State, int> kept;
  Random random(35);
  for (int i = 0; i < 2000; ++i) {
    BeliefState part = belief;
    part.thin(5, random);
    ASSERT_EQ(part.size(), 5U);
    for (const State& state : part.states()) ++kept[state];
  }
  EXPECT_EQ(kept.size(), 20U);
  for (const auto& [state, times] : kept) EXPECT_NEAR(times, 500, 100);
}

}  // namespace
}  // namespace blindmate::belief
