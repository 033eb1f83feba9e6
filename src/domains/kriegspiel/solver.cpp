#include "blindmate/kriegspiel/solver.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "blindmate/belief/belief_state.hpp"
#include "blindmate/belief/depth_first.hpp"
#include "blindmate/search/solve.hpp"

namespace blindmate::kriegspiel {

using chess::Position;
using referee::PlayerView;

namespace {

using search::Limit;
using search::LimitReached;

constexpr const char* kContradiction = "no position fits all that was heard";
constexpr int kDepthStep = 2;  // mates have odd lengths

// One problem under way: its clock, its limits and what it has found.
class Solving {
 public:
  Solving(const SolveOptions& options, chess::Side attacker, const referee::RuleSet& rules)
      : options_(options),
        domain_(attacker, rules, options.material_wins),
        algorithm_(*search::find_algorithm<Checkmate>(options.algorithm)),
        limits_(options.budget.from_now()),
        meter_(limits_),
        shuffle_(options.seed) {}

  const search::Limits& limits() const { return limits_; }
  Solution stopped_by(Limit limit, std::size_t positions) {
    solution_.limit = limit;
    solution_.positions = positions;
    return finish();
  }

  Solution run(const Checkmate::Situation& situation, referee::Problem given, int ply) {
    search::Problem<Checkmate> problem{.situation = situation, .states = std::move(given.states), .depth = ply};
    solution_.positions = problem.states.size();
    try {
      meter_.charge(problem.states.capacity() * sizeof(Position));
    } catch (const LimitReached& reached) {
      return stopped_by(reached.limit, problem.states.size());
    }
    shuffle_(problem.states.begin(), problem.states.end());
    const search::Solver<Checkmate> solver = algorithm_.begin(search());
    const search::Outcome<Checkmate> outcome =
        options_.deepen ? search::solve_deepening(problem, solver, kDepthStep) : search::solve(problem, solver);
    take(outcome.verdict, outcome.policy.get(), problem);
    solution_.limit = outcome.limit;
    if (options_.all_keys && outcome.verdict == search::Verdict::disproved) solution_.keys.emplace();
    if (options_.all_keys && outcome.verdict == search::Verdict::proved) {
      problem.depth = outcome.depth;
      find_keys(problem, solver);
    }
    given.states = std::move(problem.states);
    solution_.problem = std::move(given);
    return finish();
  }

  Solution run_seen(const Position& p, int ply) {
    solution_.positions = 1;
    try {
      SeenMate mates(domain_, meter_);
      const int most = (ply + 1) / 2;
      int moves = 1;
      while (moves <= most && !mates.wins(p, moves)) ++moves;
      solution_.verdict = moves <= most ? Verdict::mate : Verdict::no_mate;
      if (moves <= most) solution_.length = 2 * moves - 1;
      if (options_.all_keys) solution_.keys = seen_keys(mates, p, options_.deepen ? moves : most);
    } catch (const LimitReached& reached) {
      solution_.limit = reached.limit;
    }
    return finish();
  }

  // Takes the states as they are found; those of a smaller depth are used again for the next.
  Expected<Solution> run_interleaved(const Checkmate::Situation& situation, belief::DepthFirst source, int ply) {
    search::Problem<Checkmate> problem{.situation = situation, .states = {}, .depth = options_.deepen ? 1 : ply};
    try {
      const search::Solver<Checkmate> solver = algorithm_.begin(search());
      for (; problem.depth <= ply; problem.depth += kDepthStep) {
        const auto policy = algorithm_.one_at_a_time ? extend(problem, source) : solve_growing(solver, problem, source);
        if (problem.states.empty()) return Error{kContradiction};
        take(policy ? search::Verdict::proved : search::Verdict::disproved, policy.get(), problem);
        if (policy) break;
      }
    } catch (const LimitReached& reached) {
      solution_.verdict = Verdict::unknown;
      solution_.limit = reached.limit;
    }
    solution_.positions = problem.states.size();
    return finish();
  }

 private:
  using Clock = std::chrono::steady_clock;

  using PolicyPointer = search::Policy<Checkmate>::Pointer;

  // DBU takes one state after the other.
  PolicyPointer extend(search::Problem<Checkmate>& problem, belief::DepthFirst& source) {
    search::Dbu<Checkmate> dbu(search(), *algorithm_.one_at_a_time);
    dbu.begin(problem.situation, problem.depth);
    for (const Position& state : problem.states) {
      if (!dbu.add(state)) return nullptr;
    }
    while (const std::optional<Position> state = next_state(source)) {
      problem.states.push_back(*state);
      if (!dbu.add(*state)) return nullptr;
    }
    return problem.states.empty() ? nullptr : dbu.policy();
  }

  // Others look at the states that there are whenever their number has doubled.
  PolicyPointer solve_growing(const search::Solver<Checkmate>& solver, search::Problem<Checkmate>& problem,
                              belief::DepthFirst& source) {
    for (;;) {
      const std::size_t wanted = std::max<std::size_t>(1, 2 * problem.states.size());
      if (!problem.states.empty()) {
        PolicyPointer policy = solver(problem);
        if (!policy || source.exhausted()) return policy;
      }
      while (problem.states.size() < wanted) {
        const std::optional<Position> state = next_state(source);
        if (!state) break;
        problem.states.push_back(*state);
      }
      if (problem.states.empty()) return nullptr;
    }
  }

  std::optional<Position> next_state(belief::DepthFirst& source) {
    constexpr std::uint64_t kSlice = 10000;  // moves of the opponent between two looks at the limits
    while (!source.exhausted()) {
      if (auto state = source.next({.moves = kSlice, .deadline = limits_.deadline})) return state;
      meter_.look();
      if (source.bytes() > meter_.bytes_left()) throw LimitReached{Limit::memory};
    }
    return std::nullopt;
  }

  void take(search::Verdict verdict, const search::Policy<Checkmate>* policy,
            const search::Problem<Checkmate>& problem) {
    switch (verdict) {
      case search::Verdict::proved: solution_.verdict = Verdict::mate; break;
      case search::Verdict::disproved: solution_.verdict = Verdict::no_mate; break;
      case search::Verdict::unknown: solution_.verdict = Verdict::unknown; break;
    }
    if (policy == nullptr) return;
    solution_.length = search::length(domain_, *policy);
    if (!options_.plan) return;
    try {
      solution_.plan = search::spell_out<Checkmate>(domain_, problem.situation, problem.states, *policy, &meter_);
    } catch (const LimitReached& reached) {  // a mate that cannot be told
      solution_.verdict = Verdict::unknown;
      solution_.length.reset();
      solution_.limit = reached.limit;
    }
  }

  void find_keys(const search::Problem<Checkmate>& problem, const search::Solver<Checkmate>& solver) {
    try {
      std::vector<std::string> found;
      for (const Checkmate::Action& key : search::keys(search(), problem, solver)) found.push_back(text(key));
      std::sort(found.begin(), found.end());
      solution_.keys = std::move(found);
    } catch (const LimitReached& reached) {
      solution_.limit = reached.limit;
    }
  }

  std::vector<std::string> seen_keys(SeenMate& mates, const Position& p, int moves) const {
    std::vector<std::string> found;
    if (solution_.verdict == Verdict::no_mate) return found;
    for (const chess::Move move : chess::legal_moves(p)) {
      if (mates.wins_by(p, move, moves)) found.push_back(chess::text(move));
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  search::Search<Checkmate> search() { return {domain_, meter_, shuffle_, options_.without, &solution_.cache}; }

  Solution finish() {
    solution_.states = meter_.states();
    solution_.nodes = meter_.nodes();
    solution_.peak_bytes = meter_.peak_bytes();
    solution_.time = Clock::now() - started_;
    return std::move(solution_);
  }

  Clock::time_point started_ = Clock::now();
  const SolveOptions& options_;
  Checkmate domain_;
  const search::Algorithm<Checkmate>& algorithm_;
  search::Limits limits_;
  search::Meter meter_;
  search::Shuffle shuffle_;
  Solution solution_;
};

Checkmate::Situation situation_of(const referee::Problem& problem, const referee::OwnBoard& own) {
  Checkmate::Situation result{.any_answer = problem.any_answer, .duty = problem.duty};
  const bool may_owe = problem.rules->any == referee::AnyQuestion::one_capture_try && problem.any_answer != false;
  for (const chess::Move tried : problem.refused) {
    if (may_owe) result.forbid_as_duty_try(tried, own.is_pawn_capture(tried));
  }
  return result;
}

Limit limit_of(belief::Stop stop) {
  switch (stop) {
    case belief::Stop::none: return Limit::none;
    case belief::Stop::states: return Limit::states;
    case belief::Stop::memory: return Limit::memory;
    case belief::Stop::time: return Limit::time;
    case belief::Stop::interrupted: return Limit::interrupted;
  }
  return Limit::none;
}

}  // namespace

referee::Problem turn_of(const PlayerView& view) {
  referee::Problem result{.id = "", .rules = &view.rules()};
  for (const referee::Event& event : view.log()) {
    if (event.by != view.side() || event.heard.answer == referee::Answer::ok) {
      result.any_answer.reset();
      result.refused.clear();
    } else if (event.heard.answer == referee::Answer::any_yes || event.heard.answer == referee::Answer::any_no) {
      result.any_answer = event.heard.answer == referee::Answer::any_yes;
    } else if (event.heard.answer == referee::Answer::no && !event.nonsense) {
      result.refused.push_back(std::get<chess::Move>(*event.ask));
    }
  }
  result.duty = view.capture_duty();
  return result;
}

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::mate: return "mate";
    case Verdict::no_mate: return "no-mate";
    case Verdict::unknown: return "unknown";
  }
  return "";
}

std::optional<std::string> options_problem(const SolveOptions& options) {
  if (search::find_algorithm<Checkmate>(options.algorithm) == nullptr) {
    std::vector<std::string_view> names;
    for (const auto& algorithm : search::kAlgorithms<Checkmate>) names.push_back(algorithm.name);
    return fmt::format("unknown algorithm \"{}\"; known are {}", options.algorithm, fmt::join(names, ", "));
  }
  if (options.seen && options.plan) return "the plan of a mate answers what is heard; where all is seen there is none";
  if (options.seen && options.interleave) return "where all is seen there is nothing to estimate";
  if (options.interleave && options.all_keys)
    return "all keys need the whole belief state, so they cannot be found interleaved";
  return std::nullopt;
}

std::optional<std::string> view_problem(const PlayerView& view) {
  if (view.outcome()) return "the game has ended: " + view.outcome()->reason;
  if (view.turn() != view.side()) return fmt::format("it is not {}'s turn", title(view.side()));
  return std::nullopt;
}

Solution solve(const referee::Problem& problem, int ply, const SolveOptions& options) {
  if (options.seen) {
    BLINDMATE_CHECK(problem.states.size() == 1, "{} positions cannot be seen", problem.states.size());
    return Solving(options, problem.attacker(), *problem.rules).run_seen(problem.states.front(), ply);
  }
  const referee::OwnBoard own(problem.states.front(), problem.attacker());
  return Solving(options, problem.attacker(), *problem.rules).run(situation_of(problem, own), problem, ply);
}

Expected<Solution> solve(const PlayerView& view, int ply, const SolveOptions& options) {
  if (const std::optional<std::string> wrong = view_problem(view)) return Error{*wrong};
  referee::Problem problem = turn_of(view);
  const Checkmate::Situation situation = situation_of(problem, view.own_board());
  Solving solving(options, view.side(), view.rules());
  if (options.interleave) return solving.run_interleaved(situation, belief::DepthFirst(view), ply);
  belief::BeliefState states(view.start(), view.side(), view.rules());
  const belief::Limits limits{
      .states = solving.limits().states, .bytes = solving.limits().bytes, .deadline = solving.limits().deadline};
  for (const belief::Observation& observation : belief::observations(view)) {
    const belief::Stop stop = states.hear(observation, limits);
    if (stop != belief::Stop::none) return solving.stopped_by(limit_of(stop), states.size());
    if (states.size() == 0) return Error{kContradiction};
  }
  problem.states.reserve(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) problem.states.push_back(states.position(i));
  states = belief::BeliefState(view.start(), view.side(), view.rules());  // its memory is the search's now
  return solving.run(situation, std::move(problem), ply);
}

}  // namespace blindmate::kriegspiel
