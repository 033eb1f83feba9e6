#include "blindmate/lab/problem_finder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>

#include "blindmate/base/check.hpp"
#include "blindmate/checker/checker.hpp"
#include "blindmate/kriegspiel/solver.hpp"

namespace blindmate::lab {

using kriegspiel::Solution;
using kriegspiel::Verdict;
using referee::Problem;

namespace {

constexpr std::uint64_t kSecondSearch = 4;     // times the states of a long search, for the second refutation
constexpr std::uint64_t kWitnessSearches = 4;  // in which so many times the states of one search may be constructed

// What refutes a mate for the second time, as different from the default as can be afforded: without any memory up to
// 7 ply.
constexpr std::string_view second_algorithm(int ply) { return ply <= 7 ? "gl-dbu" : "gl-dbu-equal"; }

class Finder {
 public:
  Finder(const Problem& problem, const FinderOptions& options) : problem_(problem), options_(options) {}

  std::vector<FoundProblem> find() {
    std::vector<FoundProblem> found;
    for (int ply = 1; ply <= options_.most_ply; ply += 2) {
      const std::uint64_t limit = witness_.empty() ? options_.short_search : options_.long_search;
      const Solution solution = solve(problem_, ply, limit);
      if (solution.verdict == Verdict::unknown) break;
      if (solution.verdict == Verdict::mate) {
        if (ply > 1) found.push_back(made(ply, true, solution.states, proof_of(problem_, ply, solution), {}));
        break;
      }
      if (ply == 1) continue;
      if (witness_.empty()) find_witness(ply);
      if (witness_.empty()) continue;
      if (!refuted_again(ply)) break;
      found.push_back(made(ply, false, solution.states, witness_proof_, witness_));
    }
    return found;
  }

 private:
  FoundProblem made(int ply, bool mate, std::uint64_t states, Proof proof, std::vector<std::size_t> witness) const {
    FoundProblem result{
        .problem = problem_, .proof = std::move(proof), .witness = std::move(witness), .states = states};
    result.problem.ply = ply;
    result.problem.expect_mate = mate;
    return result;
  }

  Solution solve(const Problem& problem, int ply, std::uint64_t states,
                 std::string_view algorithm = kriegspiel::kDefaultAlgorithm) const {
    kriegspiel::SolveOptions options;
    options.algorithm = algorithm;
    options.plan = true;
    options.budget = {.states = states, .bytes = options_.bytes};
    return kriegspiel::solve(problem, ply, options);
  }

  bool refuted_again(int ply) const {
    const Solution solution = solve(problem_, ply, kSecondSearch * options_.long_search, second_algorithm(ply));
    BLINDMATE_CHECK(solution.verdict != Verdict::mate, "{} finds a mate within {} ply and {} does not",
                    second_algorithm(ply), ply, kriegspiel::kDefaultAlgorithm);
    return solution.verdict == Verdict::no_mate;
  }

  // Why a plan does not mate in all states; nothing when it does.
  std::optional<std::string> fault(const Problem& problem, int ply, const checker::Plan& plan) const {
    return checker::Checker<checker::Referee>(checker::Referee(*problem.rules), {}).fault(problem, ply, plan);
  }

  Proof proof_of(const Problem& problem, int ply, const Solution& solution) const {
    const boost::json::value json = kriegspiel::to_json(*solution.plan);
    const std::optional<std::string> wrong = fault(problem, ply, **checker::read_plan(json));
    BLINDMATE_CHECK(!wrong, "a false plan: {}", *wrong);
    return {boost::json::serialize(json), *solution.length, ply};
  }

  Problem part(const std::vector<std::size_t>& states) const {
    Problem result = problem_;
    result.states.clear();
    for (const std::size_t i : states) result.states.push_back(problem_.states[i]);
    return result;
  }

  // A plan for one state, then for more and more; states that no plan for those before can take in are dropped.
  void find_witness(int ply) {
    const std::uint64_t limit = options_.short_search;
    const std::size_t count = problem_.states.size();
    std::uint64_t budget = kWitnessSearches * limit;
    std::vector<std::size_t> mated;
    std::size_t dropped = 0;
    checker::PlanPointer plan;
    const auto is_taken = [&](std::size_t i) { return plan && !fault(part({i}), ply, *plan); };
    for (std::size_t i = 0; i < count; ++i) {
      if (2 * dropped > count) return;
      const bool taken = is_taken(i);
      mated.push_back(i);
      if (taken) continue;
      Solution solution = solve(part(mated), ply, std::min(limit, budget));
      budget -= solution.states;
      if (solution.verdict == Verdict::mate) {
        plan = std::move(*checker::read_plan(kriegspiel::to_json(*solution.plan)));
      } else {
        mated.pop_back();
        ++dropped;
      }
    }
    if (2 * mated.size() < count) return;
    // The last plan was made before the states that came for nothing.
    const Solution whole = solve(part(mated), ply, options_.long_search);
    if (whole.verdict != Verdict::mate) return;
    witness_proof_ = proof_of(part(mated), ply, whole);
    witness_ = std::move(mated);
  }

  const Problem& problem_;
  const FinderOptions& options_;
  std::vector<std::size_t> witness_;
  Proof witness_proof_;
};

}  // namespace

std::vector<FoundProblem> find_problems(const Problem& problem, const FinderOptions& options) {
  try {
    return Finder(problem, options).find();
  } catch (const checker::Stopped&) {
    return {};  // Ctrl-C: the game is not counted
  }
}

}  // namespace blindmate::lab
