// From games and options to answers: interleaving, material wins, limits.
#include <gtest/gtest.h>

#include <algorithm>

#include "belief/random_game.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/belief/belief_state.hpp"
#include "blindmate/chess/movegen.hpp"
#include "support.hpp"

namespace blindmate::kriegspiel {
namespace {

using chess::Position;
using chess::Side;
using referee::PlayerView;

// What a view's player must solve, from the exact belief state.
referee::Problem problem_of(const PlayerView& view) {
  belief::BeliefState states(view.start(), view.side(), view.rules());
  for (const auto& observation : belief::observations(view)) states.hear(observation);
  referee::Problem problem{.id = "game", .rules = &view.rules()};
  for (std::size_t i = 0; i < states.size(); ++i) problem.states.push_back(states.position(i));
  for (std::size_t i = view.log().size(); i-- > 0;) {
    const referee::Event& event = view.log()[i];
    if (event.by != view.side() || event.heard.answer == referee::Answer::ok) break;
    if (event.nonsense) continue;
    if (event.heard.answer == referee::Answer::no) problem.refused.push_back(std::get<chess::Move>(*event.ask));
    if (event.heard.answer == referee::Answer::any_yes) problem.any_answer = true;
    if (event.heard.answer == referee::Answer::any_no) problem.any_answer = false;
  }
  problem.duty = view.capture_duty();
  return problem;
}

// Heavy men against few, so that mates come up by themselves.
constexpr std::string_view kStarts[] = {"k3/4/4/1KQR w - - 0 1", "k4/p4/5/5/KQR2 w - - 0 1",
                                        "2qk1/5/2r2/P4/K4 b - - 0 1", "2k3/pp4/6/6/R5/KQ4 w - - 0 1"};

class Games : public testing::TestWithParam<const referee::RuleSet*> {};

TEST_P(Games, InterleavedAndSequentialSolvingAgreeWithTheProblem) {
  Random random(7);
  int mates = 0;
  int others = 0;
  for (int round = 0; round < 60; ++round) {
    referee::Game game(*GetParam(), position(kStarts[round % 4]));
    for (int asks = 0; asks < 14 && !game.outcome(); ++asks) {
      belief::ask_at_random(game, random);
      const PlayerView& view = game.view(game.position().turn());
      if (game.outcome() || (round % 4 == 2) == (view.side() == Side::white)) continue;
      const referee::Problem problem = problem_of(view);
      if (problem.states.size() > 60) continue;
      const Solution known = solve(problem, 3, {.plan = true});
      ++(known.verdict == Verdict::mate ? mates : others);
      for (const std::string algorithm : {"dbu", "l-dbu", "gl-dbu", "closure", "le-dfs"}) {
        for (const bool deepen : {false, true}) {
          for (const bool interleave : {false, true}) {
            SolveOptions options{.algorithm = algorithm, .deepen = deepen, .plan = true, .interleave = interleave};
            const Expected<Solution> solution = solve(view, 3, options);
            ASSERT_TRUE(solution) << solution.error().reason;
            ASSERT_EQ(solution->verdict, known.verdict) << algorithm;
            if (known.verdict != Verdict::mate) continue;
            EXPECT_EQ(solution->positions, problem.states.size());
            EXPECT_EQ(fault(problem, 3, to_json(*solution->plan)), "") << algorithm;
          }
        }
      }
    }
  }
  EXPECT_GT(mates, 10);
  EXPECT_GT(others, 10);
}

INSTANTIATE_TEST_SUITE_P(RuleSets, Games, testing::ValuesIn(referee::kRuleSets),
                         [](const testing::TestParamInfo<const referee::RuleSet*>& rules) {
                           std::string name(rules.param->name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Closure pauses its first pass; who goes on with the same meter must not notice.
TEST(Closure, LeavesNoPauseBehind) {
  const Position p = position("k7/8/8/8/8/8/8/K6R w - - 0 1");
  const Checkmate domain(Side::white, referee::kBerkeley);
  search::Meter meter;
  search::Shuffle shuffle;
  const auto solver = search::make_solver<Checkmate>(*search::find_algorithm("closure"), {domain, meter, shuffle});
  EXPECT_EQ(solver({.situation = {}, .states = {p}, .depth = 1}), nullptr);
  for (int i = 0; i < 100'000; ++i) ASSERT_NO_THROW(meter.count_state());
}

// The problems of the repository and of composers, whose answers are known.
TEST(Threads, GiveTheSameVerdicts) {
  int mates = 0;
  for (const char* file : {"problems.jsonl", "edge_problems.jsonl", "composed.jsonl"}) {
    for (const auto& [problem, line] : known_problems(file)) {
      if (!problem.expect_mate || *problem.ply > 7) continue;
      const Solution solution = solve(problem, *problem.ply, {.all_keys = true, .plan = true, .threads = 3});
      ASSERT_EQ(solution.verdict, *problem.expect_mate ? Verdict::mate : Verdict::no_mate) << problem.id;
      ASSERT_EQ(solution.keys, solve(problem, *problem.ply, {.all_keys = true}).keys) << problem.id;
      if (!*problem.expect_mate) continue;
      ++mates;
      EXPECT_EQ(fault(problem, *problem.ply, to_json(*solution.plan)), "") << problem.id;
    }
  }
  EXPECT_GT(mates, 100);
}

TEST(Threads, ObeyLimits) {
  const Position start = position(chess::kStartFen);
  const referee::Problem problem{.id = "", .rules = &referee::kBerkeley, .states = {start}};
  const Solution few = solve(problem, 15, {.threads = 2, .budget = {.states = 100'000}});
  EXPECT_EQ(few.verdict, Verdict::unknown);
  EXPECT_EQ(few.limit, search::Limit::states);
  EXPECT_LE(few.states, 100'000U) << "of all together";
  const Solution small = solve(problem, 15, {.threads = 2, .budget = {.bytes = 10'000}});
  EXPECT_EQ(small.limit, search::Limit::memory);
  std::stop_source stop;
  stop.request_stop();
  const Stoppable stoppable(stop.get_token());
  EXPECT_EQ(solve(problem, 15, {.threads = 2}).limit, search::Limit::interrupted);
}

TEST(Interleaving, StopsAtTheFirstDisproof) {
  // White has nothing to mate with in the first state that is found, whichever it is.
  const PlayerView view = [] {
    referee::Game game(referee::kBerkeley, position("k7/8/8/8/8/8/7P/K7 w - - 0 1"));
    for (const char* move : {"h2h3", "a8a7", "h3h4", "a7a6"}) game.ask(*chess::parse_coordinates(move));
    return game.view(Side::white);
  }();
  const Expected<Solution> interleaved = solve(view, 3, {.interleave = true});
  const Expected<Solution> sequential = solve(view, 3, {});
  ASSERT_TRUE(interleaved && sequential);
  EXPECT_EQ(interleaved->verdict, Verdict::no_mate);
  EXPECT_EQ(interleaved->positions, 1U);
  EXPECT_GT(sequential->positions, 1U);
}

TEST(Views, MustAskForSomething) {
  referee::Game game(referee::kBerkeley);
  const Expected<Solution> not_to_move = solve(game.view(Side::black), 1, {});
  ASSERT_FALSE(not_to_move);
  EXPECT_EQ(not_to_move.error().reason, "it is not Black's turn");
  game.conclude({"resignation", Side::white});
  const Expected<Solution> ended = solve(game.view(Side::white), 1, {});
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().reason, "the game has ended: resignation");
}

struct MaterialRow {
  std::string_view fen;  // after the attacker's move
  bool certain;
  bool likely;
};

constexpr MaterialRow kMaterial[] = {
    {"8/8/8/3k4/8/8/4KQ2/8 b - - 0 1", true, false},     // the king protects the queen
    {"8/8/8/3k4/8/8/4K2Q/8 b - - 0 1", false, false},    // it does not
    {"8/8/8/3k4/8/8/4KR2/8 b - - 0 1", true, false},     //
    {"8/8/8/3k4/8/8/4KP2/8 b - - 0 1", true, false},     //
    {"8/8/8/3k4/8/8/P7/K7 b - - 0 1", false, false},     // a pawn on the edge
    {"8/8/8/3k4/8/7p/4KQ2/8 b - - 0 1", false, false},   // the king is not bare
    {"k7/8/1QK5/8/8/8/8/8 b - - 0 1", false, false},     // not protected: stalemate, too
    {"k7/2K5/1Q6/8/8/8/8/8 b - - 0 1", false, false},    // protected, but stalemate
    {"8/8/8/3k4/8/8/4KB2/5B2 b - - 0 1", false, true},   // a pair of bishops
    {"8/8/8/3k4/8/8/4KB2/6B1 b - - 0 1", false, false},  // of one colour
    {"8/8/8/3k4/8/8/4KB2/5N2 b - - 0 1", false, true},   // bishop and knight
    {"8/8/8/4N3/3k4/8/4KB2/8 b - - 0 1", false, false},  // the knight can be captured
    {"8/8/8/3k4/8/8/4KN2/5N2 b - - 0 1", false, false},  // two knights
};

TEST(MaterialWins, AreWhatThePageSays) {
  for (const auto& [fen, certain, likely] : kMaterial) {
    const Position after = position(fen);
    EXPECT_EQ(is_material_win(after, {.certain = true}), certain) << fen;
    EXPECT_EQ(is_material_win(after, {.likely = true}), likely) << fen;
    EXPECT_EQ(is_material_win(after, {.certain = true, .likely = true}), certain || likely) << fen;
    EXPECT_FALSE(is_material_win(after, {})) << fen;
  }
}

TEST(MaterialWins, SolverAndCheckerMeanTheSame) {
  Random random(11);
  const checker::Referee referee(referee::kBerkeley);
  int wins = 0;
  for (int i = 0; i < 200'000; ++i) {
    const Position after = random_position(4 + i % 5, random);
    for (const bool certain : {false, true}) {
      for (const bool likely : {false, true}) {
        const bool win = is_material_win(after, {.certain = certain, .likely = likely});
        ASSERT_EQ(win, referee.is_material_win(after, {.certain = certain, .likely = likely})) << chess::fen(after);
        wins += win ? 1 : 0;
      }
    }
  }
  EXPECT_GT(wins, 300);
}

TEST(MaterialWins, ShortenPlansThatTheCheckerThenAcceptsOnlyWithTheOption) {
  referee::Problem problem{.id = "kqk", .rules = &referee::kBerkeley};
  problem.states = {position("8/8/8/3k4/8/8/4K3/Q7 w - - 0 1"), position("8/8/3k4/8/8/8/4K3/Q7 w - - 0 1")};
  for (const auto& algorithm : search::kAlgorithms) {
    const std::string name(algorithm.name);
    EXPECT_EQ(solve(problem, 1, {.algorithm = name}).verdict, Verdict::no_mate);
    const Solution won = solve(problem, 1, {.algorithm = name, .plan = true, .material_wins = {.certain = true}});
    ASSERT_EQ(won.verdict, Verdict::mate) << name;
    const boost::json::value plan = to_json(*won.plan);
    EXPECT_NE(boost::json::serialize(plan).find(R"("won":"material")"), std::string::npos);
    EXPECT_EQ(fault(problem, 1, plan, {.certain = true}), "") << name;
    EXPECT_NE(fault(problem, 1, plan), "");
    EXPECT_NE(fault(problem, 1, plan, {.likely = true}), "");
  }
}

TEST(Trees, ReadLikeAStrategy) {
  const auto problems = known_problems("problems.jsonl");
  const auto figure =
      std::find_if(problems.begin(), problems.end(), [](const auto& p) { return p.problem.id == "p-fig1"; });
  ASSERT_NE(figure, problems.end());
  const Solution solution = solve(figure->problem, 3, {.plan = true});
  const referee::OwnBoard own(figure->problem.states.front(), Side::white);
  const std::string text = tree(*solution.plan, own);
  EXPECT_EQ(text.substr(0, text.find("Capture on a3")),
            "try Qa4\n"
            "  \"White has moved. Check on the rank. Checkmate!\"\n"
            "  if refused:\n"
            "    try Qa3\n"
            "      \"White has moved. ");
}

}  // namespace
}  // namespace blindmate::kriegspiel
