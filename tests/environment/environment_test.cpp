// The environment against games that are refereed beside it: every record, truth and step, whatever the threads.
#include "blindmate/environment/environment.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "blindmate/chess/fen.hpp"
#include "blindmate/policy/actions.hpp"
#include "blindmate/policy/own_side.hpp"

namespace blindmate::environment {
namespace {

using chess::Man;
using chess::Side;

bool holds(const std::uint64_t* words, int action) { return (words[action / 64] >> action % 64 & 1) != 0; }

// Its arrays, and random actions among what is askable, impossible ones included.
class Arena {
 public:
  explicit Arena(const Options& options)
      : records(options.games),
        truths(options.games),
        steps(options.games),
        actions(options.games),
        environment(options, records.data(), truths.data(), steps.data()) {}

  void choose_at_random() {
    for (std::size_t i = 0; i < records.size(); ++i) {
      do {
        actions[i] = static_cast<std::int32_t>(random_.below(BM_ACTIONS));
      } while (!holds(records[i].askable, actions[i]));
    }
  }
  void step() {
    choose_at_random();
    environment.step(actions.data());
    ASSERT_FALSE(environment.wait());
  }
  std::string bytes() const {
    const auto all = [](const auto& array) {
      return std::string(reinterpret_cast<const char*>(array.data()), array.size() * sizeof array[0]);
    };
    return all(records) + all(truths) + all(steps);
  }

  std::vector<bm_record> records;
  std::vector<bm_truth> truths;
  std::vector<bm_step> steps;
  std::vector<std::int32_t> actions;
  Environment environment;

 private:
  Random random_{99};
};

Options options_for(std::size_t games, std::vector<std::string> starts = {}) {
  Options options{.games = games};
  options.rule_weights.fill(1);
  for (const std::string& fen : starts) options.starts.push_back(*chess::read_position(fen));
  return options;
}

// A game beside a place of the environment.
void expect_decision_of(const referee::Game& game, const bm_record& record, const bm_truth& truth,
                        const bm_step& step) {
  const chess::Position& position = game.position();
  const Side side = position.turn();
  ASSERT_EQ(step.to_move, static_cast<int>(side));
  const policy::Record expected = policy::record_of(game.view(side));
  ASSERT_EQ(std::memcmp(&expected, &record, sizeof record), 0) << chess::fen(position);
  const policy::OwnSide own_side(side, position.size());
  for (unsigned man = 0; man < 6; ++man)
    ASSERT_EQ(truth.men[man], own_side.of(position.men(other(side), static_cast<Man>(man))));
  for (const chess::Square s : chess::Squares(~position.walls())) {
    const bool attacked = position.attackers(s, other(side), position.occupied() | position.walls()) != 0;
    ASSERT_EQ(chess::contains(truth.attacked, own_side.of(s)), attacked) << chess::text(s);
  }
  ASSERT_EQ(truth.quiet_plies, std::min(position.halfmove_clock(), 255));
  ASSERT_EQ(truth.occurrences, game.occurrences());
}

void expect_as_refereed(const Options& options, int steps) {
  Arena arena(options);
  std::vector<referee::Game> games;
  const auto new_game = [&](std::size_t i) {
    return referee::Game(*referee::kRuleSets[arena.steps[i].rules],
                         options.starts.empty() ? chess::Position::start() : options.starts.front());
  };
  for (std::size_t i = 0; i < options.games; ++i) games.push_back(new_game(i));
  for (int k = 0; k < steps; ++k) {
    arena.step();
    for (std::size_t i = 0; i < games.size(); ++i) {
      referee::Game& game = games[i];
      const bm_step& step = arena.steps[i];
      const Side mover = game.position().turn();
      const chess::Position before = game.position();
      const referee::Ask ask = *policy::ask_of(arena.actions[i], game.view(mover));
      const referee::Heard heard = game.ask(ask).heard;
      ASSERT_EQ(step.mover, static_cast<int>(mover));
      ASSERT_EQ(step.answer, static_cast<int>(heard.answer));
      ASSERT_EQ(step.plies, static_cast<unsigned>(game.plies()));
      const chess::Move* tried = std::get_if<chess::Move>(&ask);
      const bool took = heard.answer == referee::Answer::ok && before.captured_by(*tried) != chess::kNoSquare;
      ASSERT_EQ(arena.truths[i].captured,
                took ? static_cast<int>(before.man_at(before.captured_by(*tried))) : BM_NO_MAN);
      const bool limit = !game.outcome() && game.plies() >= options.most_plies;
      ASSERT_EQ(step.ended, game.outcome() || limit);
      ASSERT_EQ(step.end, limit ? BM_END_PLY_LIMIT : static_cast<int>(heard.end));
      if (step.ended != 0) {
        const auto winner = limit ? std::nullopt : game.outcome()->winner;
        ASSERT_EQ(step.reward, !winner ? 0 : *winner == mover ? 1 : -1);
        game = new_game(i);
      }
      expect_decision_of(game, arena.records[i], arena.truths[i], step);
    }
  }
}

TEST(Environment, IsTheRefereeInAllRuleSets) { expect_as_refereed(options_for(30), 600); }

TEST(Environment, IsTheRefereeOnSmallBoards) {
  for (const std::string fen :
       {"1kr1/pp2/2PP/2KR w - - 0 1", "rnbqk/ppppp/5/PPPPP/RNBQK b - - 0 1", "r2k2/pp4/6/6/4PP/2K2R w - - 0 1"})
    expect_as_refereed(options_for(12, {fen}), 300);
}

TEST(Environment, EndsAtTheLimitOfPlies) {
  Options options = options_for(4);
  options.most_plies = 6;
  expect_as_refereed(options, 200);
}

TEST(Environment, GivesTheSameStreamWhateverTheThreads) {
  Options options = options_for(50);
  options.random_plies = 5;
  options.most_plies = 40;
  options.tables_win = true;
  Arena one(options);
  options.threads = 3;
  Arena three(options);
  for (int k = 0; k < 200; ++k) {
    one.step();
    three.step();
    ASSERT_EQ(one.bytes(), three.bytes());
  }
  options.seed = 2;
  Arena other_seed(options);
  for (int k = 0; k < 200; ++k) other_seed.step();
  EXPECT_NE(one.bytes(), other_seed.bytes());
}

TEST(Environment, CountsWhatHappens) {
  Options options = options_for(20);
  options.most_plies = 60;
  Arena arena(options);
  Counts expected{};
  for (int k = 0; k < 1000; ++k) {
    arena.step();
    for (const bm_step& step : arena.steps) {
      ++expected.decisions;
      expected.moves += step.answer == BM_ANSWER_OK;
      expected.refusals += step.answer == BM_ANSWER_NO;
      expected.questions += step.answer == BM_ANSWER_ANY_YES || step.answer == BM_ANSWER_ANY_NO;
      if (step.ended == 0) continue;
      ++expected.games;
      expected.plies += step.plies;
      const bool white = (step.reward > 0) == (step.mover == BM_WHITE);
      ++(step.reward == 0 ? expected.draws : white ? expected.white_wins : expected.black_wins);
      ++expected.ends[step.end];
    }
  }
  const Counts counts = arena.environment.counts();
  EXPECT_EQ(std::memcmp(&counts, &expected, sizeof counts), 0);
  EXPECT_GT(counts.games, 100U);
}

TEST(Environment, LeavesAGameWhoseActionIsNotAskable) {
  Arena arena(options_for(5));
  for (int k = 0; k < 20; ++k) arena.step();
  arena.choose_at_random();
  arena.actions[2] = 64 * 20 + 20;
  arena.actions[4] = BM_ACTIONS;
  const bm_record before = arena.records[2];
  arena.environment.step(arena.actions.data());
  const std::optional<Environment::BadAction> bad = arena.environment.wait();
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->game, 2U);
  EXPECT_EQ(bad->action, 64 * 20 + 20);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_EQ(arena.steps[i].answer == BM_ANSWER_NONSENSE && arena.steps[i].ended == 0, i == 2 || i == 4) << i;
  EXPECT_EQ(std::memcmp(&before, &arena.records[2], sizeof before), 0);
  EXPECT_EQ(arena.environment.counts().decisions, 20U * 5 + 3);
}

TEST(Environment, NumbersTheGamesOfAPlaceAlsoWhenAllBeginAnew) {
  Arena arena(options_for(3));
  arena.step();
  arena.environment.reset();
  for (const bm_step& step : arena.steps) EXPECT_EQ(step.game, 1U);
}

TEST(Environment, BeginsWithRandomPliesThatThePlayersHear) {
  Options options = options_for(200);
  options.random_plies = 3;
  Arena arena(options);
  std::set<int> moves_made;
  for (const bm_record& record : arena.records) moves_made.insert(2 * record.numbers[3] + record.numbers[0]);
  EXPECT_EQ(moves_made, (std::set<int>{0, 1, 2, 3}));
}

TEST(Environment, DrawsRuleSetsByWeight) {
  Options options{.games = 4000};
  options.rule_weights = {0, 0, 1, 3, 0, 0};
  const Arena arena(options);
  std::array<int, 6> drawn{};
  for (const bm_step& step : arena.steps) ++drawn[step.rules];
  EXPECT_EQ(drawn[2] + drawn[3], 4000);
  EXPECT_NEAR(drawn[3], 3000, 150);
}

// A rook against a king: the one to move wins by the table once his king is safe; the reward is the other's negative.
TEST(Environment, EndsAsWonWhereATableWins) {
  Options options = options_for(10, {"8/8/8/3k4/8/8/8/KR6 b - - 0 1"});
  options.tables_win = true;
  Arena arena(options);
  int table_wins = 0;
  for (int k = 0; k < 50; ++k) {
    arena.step();
    for (const bm_step& step : arena.steps) {
      if (step.end != BM_END_TABLE) continue;
      ++table_wins;
      EXPECT_EQ(step.mover, BM_BLACK);
      EXPECT_EQ(step.reward, -1);
    }
  }
  EXPECT_GT(table_wins, 100);
  EXPECT_EQ(arena.environment.counts().white_wins, arena.environment.counts().ends[BM_END_TABLE]);
}

TEST(Environment, RefusesOptionsThatMakeNoSense) {
  EXPECT_TRUE(check_options(options_for(5)));
  EXPECT_EQ(check_options(options_for(0)).error().reason, "games: 0 is not between 1 and 1048576");
  Options options = options_for(1);
  options.rule_weights.fill(0);
  EXPECT_EQ(check_options(options).error().reason, "rule weights: all are zero");
  options.rule_weights[1] = -1;
  EXPECT_EQ(check_options(options).error().reason, "rule weights: one is not between 0 and 1000000");
  options = options_for(1, {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"});
  EXPECT_EQ(check_options(options).error().reason, "starts: number 0: the game is over at its start");
  options = options_for(1);
  options.random_plies = options.most_plies;
  EXPECT_EQ(check_options(options).error().reason, "random plies: 400 is not between 0 and 399");
}

}  // namespace
}  // namespace blindmate::environment
