#include "blindmate/lab/problems/problem_finder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>

#include "blindmate/base/check.hpp"
#include "blindmate/checker/checker.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::lab {

using kriegspiel::Solution;
using kriegspiel::Verdict;
using referee::Problem;

namespace {

// A witness takes several searches, in which so many times the states of one may be constructed. One that is to grow
// gets as much more.
constexpr std::uint64_t kWitnessSearches = 4;
constexpr std::uint64_t kLongerWitness = 10;

// What refutes a mate for the second time, as different from the default as can be afforded: up to 5 ply without any
// memory.
constexpr std::string_view second_algorithm(int ply) { return ply <= 5 ? "gl-dbu" : "gl-dbu-subset"; }

class Finder {
 public:
  Finder(const Problem& problem, const FinderOptions& options, const Wanted& wanted)
      : problem_(problem), options_(options), wanted_(wanted) {}

  std::vector<FoundProblem> find() {
    std::vector<FoundProblem> found;
    for (int ply = 1; anything_wanted_from(ply); ply += 2) {
      const Solution solution = solve(problem_, ply, witness_.empty() ? options_.short_search : options_.long_search);
      if (solution.verdict == Verdict::unknown) break;
      if (solution.verdict == Verdict::mate) {
        if (is_wanted(true, ply)) found.push_back(made(ply, solution, proof_of(problem_, ply, solution)));
        break;
      }
      if (ply == 1 || !grow_witness(ply) || !is_wanted(false, ply)) continue;
      if (!refuted_again(ply)) continue;
      found.push_back(made(ply, solution, witness_proof_));
      found.back().witness = witness_;
    }
    return found;
  }

 private:
  bool is_wanted(bool mate, int ply) const {
    return ply >= options_.least_ply && ply <= options_.most_ply && ply > 1 && wanted_(mate, ply);
  }

  bool anything_wanted_from(int ply) const {
    for (; ply <= options_.most_ply; ply += 2) {
      if (is_wanted(true, ply) || is_wanted(false, ply)) return true;
    }
    return false;
  }

  FoundProblem made(int ply, const Solution& solution, Proof proof) const {
    FoundProblem result{.problem = problem_, .proof = std::move(proof), .states = solution.states};
    result.problem.ply = ply;
    result.problem.expect_mate = solution.verdict == Verdict::mate;
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
    const Solution solution = solve(problem_, ply, options_.second_search, second_algorithm(ply));
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
    return {referee::json_text(json), *solution.length, ply};
  }

  Problem part(const std::vector<std::size_t>& states) const {
    Problem result = problem_;
    result.states.clear();
    for (const std::size_t i : states) result.states.push_back(problem_.states[i]);
    return result;
  }

  // Takes in more and more states that a plan mates, beginning with those that two ply less mated; states that no plan
  // can take in are dropped. Whether there is a witness now that needs as many ply.
  bool grow_witness(int ply) {
    if (!is_wanted(false, ply) && !anything_wanted_from(ply + 2)) return false;
    const std::uint64_t limit = (witness_.empty() ? 1 : kLongerWitness) * options_.short_search;
    const std::size_t count = problem_.states.size();
    std::uint64_t budget = kWitnessSearches * limit;
    std::vector<std::size_t> mated = witness_;
    std::size_t dropped = 0;
    checker::PlanPointer plan;
    const auto is_taken = [&](std::size_t i) { return plan && !fault(part({i}), ply, *plan); };
    for (std::size_t i = 0; i < count; ++i) {
      if (std::find(witness_.begin(), witness_.end(), i) != witness_.end()) continue;
      if (2 * dropped > count) return false;
      const bool taken = is_taken(i);
      mated.push_back(i);
      if (taken) continue;
      Solution solution = solve(part(mated), ply, std::min(limit, budget));
      budget -= std::min(budget, solution.states);
      if (solution.verdict == Verdict::mate) {
        plan = std::move(*checker::read_plan(kriegspiel::to_json(*solution.plan)));
      } else {
        mated.pop_back();
        ++dropped;
      }
    }
    if (2 * mated.size() < count || mated.size() == witness_.size()) return false;
    std::sort(mated.begin(), mated.end());
    // The last plan was made before the states that came for nothing.
    const Solution whole = solve(part(mated), ply, options_.long_search);
    if (whole.verdict != Verdict::mate) return false;
    witness_proof_ = proof_of(part(mated), ply, whole);
    witness_ = std::move(mated);
    return solve(part(witness_), ply - 2, options_.long_search).verdict == Verdict::no_mate;
  }

  const Problem& problem_;
  const FinderOptions& options_;
  const Wanted& wanted_;
  std::vector<std::size_t> witness_;  // states that a plan mates, at least half of all, or none
  Proof witness_proof_;
};

}  // namespace

std::vector<FoundProblem> find_problems(const Problem& problem, const FinderOptions& options, const Wanted& wanted) {
  try {
    return Finder(problem, options, wanted).find();
  } catch (const checker::Stopped&) {
    return {};  // Ctrl-C: the game is not counted
  }
}

}  // namespace blindmate::lab
