// Attacks, walks through plans and puzzles: parts of what is possible are those of the belief state, a walk along a
// plan ends in mate, and the worst defender refutes exactly the tries that are no keys.
#include "blindmate/study/puzzle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "blindmate/belief/belief_state.hpp"
#include "blindmate/checker/checker.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/study/proof.hpp"
#include "blindmate/study/puzzle_book.hpp"
#include "blindmate/study/walk.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "support.hpp"

namespace blindmate::study {
namespace {

using chess::Move;
using chess::Position;
using referee::Problem;

std::vector<Problem> problems(int most_ply, std::size_t most_states) {
  const auto lines = referee::read_problems(TESTS_FOLDER "/data/problems.jsonl");
  EXPECT_TRUE(lines);
  std::vector<Problem> result;
  for (const referee::ProblemLine& line : *lines) {
    const Problem& problem = line.problem;
    if (*problem.ply <= most_ply && problem.states.size() <= most_states && problem.expect_mate == true)
      result.push_back(problem);
  }
  return result;
}

checker::PlanPointer plan_of_shortest(const Problem& problem) {
  kriegspiel::SolveOptions options;
  options.deepen = options.plan = true;
  const kriegspiel::Solution solution = kriegspiel::solve(problem, *problem.ply, options);
  EXPECT_TRUE(passes_checker(problem, *solution.length, *solution.plan)) << problem.id;
  return std::move(*checker::read_plan(kriegspiel::to_json(*solution.plan)));
}

using Fens = std::set<std::string>;

std::string without_clocks(const Position& position) {
  std::string fen = chess::fen(position);
  for (int field = 0; field < 2; ++field) fen.resize(fen.rfind(' '));
  return fen;
}

Fens fens(const std::vector<Position>& positions) {
  Fens result;
  for (const Position& position : positions) result.insert(without_clocks(position));
  EXPECT_EQ(result.size(), positions.size()) << "each once";
  return result;
}

Fens fens(const belief::BeliefState& belief) {
  Fens result;
  for (std::size_t i = 0; i < belief.size(); ++i) result.insert(without_clocks(belief.position(i)));
  return result;
}

// In one of them at least: a king and perhaps a bishop or a knight on each side.
bool has_too_few_men(const std::vector<Position>& positions) {
  return std::any_of(positions.begin(), positions.end(), [](const Position& position) {
    return chess::count(position.men(chess::Side::white)) <= 2 && chess::count(position.men(chess::Side::black)) <= 2;
  });
}

TEST(Attack, KnowsWhatTheBeliefStateKnows) {
  int steps = 0;
  for (const Problem& problem : problems(5, 6)) {
    const Attack attack(problem);
    const auto belief = belief::BeliefState::from(problem.states, problem.attacker(), *problem.rules);
    ASSERT_TRUE(belief);
    for (const Move tried : attack.askable()) {
      belief::BeliefState refused = *belief;
      refused.hear(belief::OwnRefusal{tried});
      const std::optional<Attack> after = attack.refused(tried);
      ASSERT_EQ(after ? fens(after->states()) : Fens{}, fens(refused)) << problem.id << chess::text(tried);
      std::size_t states = refused.size();
      for (const Attack::Step& played : attack.played(tried)) {
        belief::BeliefState moved = *belief;
        moved.hear(belief::OwnMove{tried, played.heard});
        states += played.after.states().size();
        const bool is_over = played.heard.end != referee::End::none;
        for (const Position& state : played.after.states()) ASSERT_EQ(!chess::has_legal_move(state), is_over);
        // Where the men do not suffice to mate, a game is over, and an attack goes on.
        if (fens(moved) != fens(played.after.states())) {
          ASSERT_TRUE(has_too_few_men(played.after.states())) << problem.id << chess::text(tried);
          continue;
        }
        for (const Attack::Step& replied : played.after.replied()) {
          belief::BeliefState answered = moved;
          answered.hear(belief::OpponentTurn{.moved = replied.heard});
          if (has_too_few_men(replied.after.states())) continue;
          ASSERT_EQ(fens(answered), fens(replied.after.states())) << problem.id << chess::text(tried);
          ++steps;
        }
      }
      ASSERT_LE(states, problem.states.size()) << "some become the same when a man is captured";
    }
  }
  EXPECT_GT(steps, 1000);
}

// All walks of a plan: as many states at the ends as the problem has, or more.
void walk_all(const Problem& problem, const checker::Plan& plan, const checker::Plan& node,
              std::vector<std::string> path, int& mates) {
  const auto go = [&](const std::string& step, const checker::PlanPointer& next) {
    if (!next) return;
    path.push_back(step);
    ASSERT_TRUE(walk(problem, plan, path)) << step;
    walk_all(problem, plan, *next, path, mates);
    path.pop_back();
  };
  go("yes", node.yes);
  go("no", node.no);
  go("refused", node.refused);
  for (std::size_t i = 0; i < node.played.size(); ++i) {
    path.push_back("played " + std::to_string(i));
    const Expected<Attack> played = walk(problem, plan, path);
    ASSERT_TRUE(played);
    if (node.played[i].kind == checker::Branch::Kind::mate) {
      for (const Position& state : played->states())
        ASSERT_TRUE(state.checkers() != 0 && chess::count_legal_moves(state) == 0) << chess::fen(state);
      ++mates;
    }
    for (std::size_t j = 0; j < node.played[i].replies.size(); ++j)
      go("reply " + std::to_string(j), node.played[i].replies[j].plan);
    path.pop_back();
  }
}

TEST(Walk, EndsInMateOnEveryWay) {
  int mates = 0;
  for (const Problem& problem : problems(5, 50)) {
    const checker::PlanPointer plan = plan_of_shortest(problem);
    walk_all(problem, *plan, *plan, {}, mates);
  }
  EXPECT_GT(mates, 100);
}

TEST(Walk, NamesTheStepThatIsNotThere) {
  const Problem problem = problems(1, 1).front();
  const checker::PlanPointer plan = plan_of_shortest(problem);
  for (const char* wrong : {"refused", "yes", "reply 0", "played 7", "played", "played -1", "", "played 0 0"}) {
    const Expected<Attack> attack = walk(problem, *plan, {wrong});
    ASSERT_FALSE(attack) << wrong;
    EXPECT_TRUE(attack.error().reason.starts_with("path[0]: ")) << attack.error().reason;
  }
  EXPECT_TRUE(walk(problem, *plan, {"played 0"}));
  EXPECT_FALSE(walk(problem, *plan, {"played 0", "reply 0"})) << "it is mate";
}

// Follows the plan against the worst defender; the ply that were needed, 0 when it is lost.
int follow(Puzzle& puzzle, const checker::Plan& whole) {
  const int ply = puzzle.ply();
  const checker::Plan* plan = &whole;
  while (plan != nullptr) {
    const referee::Ask ask = plan->asks_any ? referee::Ask(referee::AnyAsked{}) : referee::Ask(plan->tried);
    EXPECT_TRUE(plan->asks_any || puzzle.attack().is_askable(plan->tried));
    const Puzzle::Answer answer = puzzle.ask(ask);
    if (puzzle.end() != Puzzle::End::none) return puzzle.is_solved() ? ply - puzzle.ply() : 0;
    if (!answer.reply) {
      plan = answer.heard.answer == referee::Answer::no        ? plan->refused.get()
             : answer.heard.answer == referee::Answer::any_yes ? plan->yes.get()
                                                               : plan->no.get();
      continue;
    }
    const checker::Plan* next = nullptr;
    for (const checker::Branch& branch : plan->played) {
      if (branch.announced != answer.heard) continue;
      for (const checker::Reply& reply : branch.replies) {
        if (reply.announced == *answer.reply) next = reply.plan.get();
      }
    }
    plan = next;
  }
  return 0;
}

TEST(Puzzles, AreSolvedByTheirPlans) {
  int solved = 0;
  for (const Problem& problem : problems(7, 50)) {
    kriegspiel::SolveOptions options;
    options.deepen = true;
    const int shortest = *kriegspiel::solve(problem, *problem.ply, options).length;
    const checker::PlanPointer plan = plan_of_shortest(problem);
    Puzzle puzzle(problem, *problem.ply);
    EXPECT_EQ(follow(puzzle, *plan), shortest) << problem.id << ": the worst defender holds out as long as he can";
    ++solved;
  }
  EXPECT_GT(solved, 30);
}

TEST(Puzzles, AreLostByWhatIsNoKey) {
  int keys = 0;
  int lost = 0;
  for (const Problem& problem : problems(3, 12)) {
    kriegspiel::SolveOptions options;
    options.all_keys = true;
    const std::vector<std::string> known = *kriegspiel::solve(problem, *problem.ply, options).keys;
    const Attack attack(problem);
    for (const Move tried : attack.askable()) {
      const bool says_nothing = attack.played(tried).empty();
      if (says_nothing) continue;
      const bool is_key = std::find(known.begin(), known.end(), chess::text(tried)) != known.end();
      Puzzle puzzle(problem, *problem.ply);
      const Puzzle::Answer answer = puzzle.ask(tried);
      const bool is_lost = puzzle.end() != Puzzle::End::none && !puzzle.is_solved();
      ASSERT_EQ(is_lost, !is_key) << problem.id << ' ' << chess::text(tried) << ' ' << name(puzzle.end());
      ASSERT_EQ(answer.witness.has_value(), is_lost);
      ++(is_key ? keys : lost);
    }
  }
  EXPECT_GT(keys, 20);
  EXPECT_GT(lost, 200);
}

TEST(Puzzles, OfTheBookHavePlansThatTheCheckerAccepts) {
  std::set<std::string> ids;
  for (const Problem& puzzle : puzzle_book()) {
    EXPECT_TRUE(ids.insert(puzzle.id).second) << puzzle.id;
    EXPECT_EQ(find_puzzle(puzzle.id), &puzzle);
    if (*puzzle.ply > 5) continue;  // the database is verified as a whole elsewhere
    const Expected<checker::PlanPointer> plan = checker::read_plan(plan_of(puzzle));
    ASSERT_TRUE(plan) << puzzle.id;
    checker::Checker<checker::Referee> checker(checker::Referee(*puzzle.rules), {});
    ASSERT_EQ(checker.fault(puzzle, *puzzle.ply, **plan), std::nullopt) << puzzle.id;
  }
  EXPECT_GT(ids.size(), 1000U);
  EXPECT_EQ(find_puzzle("none"), nullptr);
}

TEST(Puzzles, OfComposersSayWhoMadeThem) {
  int classics = 0;
  int unsigned_ones = 0;
  for (const Problem& puzzle : puzzle_book()) {
    const Origin* origin = origin_of(puzzle);
    if (origin == nullptr) continue;
    ++classics;
    EXPECT_FALSE(origin->source.empty()) << puzzle.id;
    unsigned_ones += origin->author ? 0 : 1;
    const kriegspiel::Solution solution = kriegspiel::solve(puzzle, *puzzle.ply, {.deepen = true});
    EXPECT_EQ(solution.length, puzzle.ply) << puzzle.id << ": none shorter";
    const Expected<checker::PlanPointer> plan = checker::read_plan(plan_of(puzzle));
    ASSERT_TRUE(plan) << puzzle.id;
    checker::Checker<checker::Referee> checker(checker::Referee(*puzzle.rules), {});
    EXPECT_EQ(checker.fault(puzzle, *puzzle.ply, **plan), std::nullopt) << puzzle.id;
  }
  EXPECT_EQ(classics, 49);
  EXPECT_EQ(unsigned_ones, 2) << "diagrams of a book";
  EXPECT_EQ(origin_of(*find_puzzle("classic-44"))->author, "J. Rotenberg");
  EXPECT_EQ(origin_of(*find_puzzle("mate3-0001")), nullptr);
}

TEST(Puzzles, EndInStalemateToo) {
  const Problem problem{
      .id = "", .rules = referee::find_rule_set("berkeley"), .states = {position("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")}};
  Puzzle puzzle(problem, 1);
  puzzle.ask(*chess::parse_coordinates("f6f7"));
  EXPECT_EQ(puzzle.end(), Puzzle::End::stalemate);
  Puzzle too_long(problem, 1);
  too_long.ask(*chess::parse_coordinates("g6g5"));
  EXPECT_EQ(too_long.end(), Puzzle::End::too_long);
  Puzzle solved(problem, 1);
  solved.ask(*chess::parse_coordinates("g6g7"));
  EXPECT_TRUE(solved.is_solved());
}

}  // namespace
}  // namespace blindmate::study
