#include "blindmate/kriegspiel/solver.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/belief/belief_state.hpp"
#include "blindmate/belief/depth_first.hpp"
#include "blindmate/search/algorithms/dbu.hpp"
#include "blindmate/search/solve.hpp"

namespace blindmate::kriegspiel {

using chess::Position;
using referee::PlayerView;

namespace {

using search::Limit;
using search::LimitReached;

constexpr const char* kContradiction = "no position fits all that was heard";
constexpr int kDepthStep = 2;  // mates have odd lengths

// One of several threads that solve the same problem, each in an order of its own.
struct Member {
  SharedMates* mates = nullptr;
  std::uint64_t number = 0;

  std::optional<std::uint64_t> seed(std::optional<std::uint64_t> given) const {
    return number == 0 ? given : given.value_or(0) + number;
  }
};

// One problem under way: its clock, its limits and what it has found.
class Solving {
 public:
  Solving(const SolveOptions& options, chess::Side attacker, const referee::RuleSet& rules, const Member& member = {})
      : options_(options),
        domain_(attacker, rules, options.material_wins),
        algorithm_(*search::find_algorithm(options.algorithm)),
        limits_(options.budget.from_now()),
        meter_(limits_),
        shuffle_(member.seed(options.seed)),
        is_helper_(member.number > 0) {
    if (member.mates != nullptr) domain_.share(*member.mates, member.number);
  }

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
    meter_.tell_depth(ply);
    // Helpers take the states in the same order, since together they are done sooner with each of them.
    search::Shuffle same(options_.seed);
    (is_helper_ ? same : shuffle_)(problem.states.begin(), problem.states.end());
    const search::Solver<Checkmate> solver = search::make_solver(algorithm_, search());
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
      const search::Solver<Checkmate> solver = search::make_solver(algorithm_, search());
      for (; problem.depth <= ply; problem.depth += kDepthStep) {
        const auto policy = std::holds_alternative<search::DbuOptions>(algorithm_.options)
                                ? extend(problem, source)
                                : solve_growing(solver, problem, source);
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
    search::Dbu<Checkmate> dbu(search(), std::get<search::DbuOptions>(algorithm_.options));
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
  const search::Algorithm& algorithm_;
  search::Limits limits_;
  search::Meter meter_;
  search::Shuffle shuffle_;
  bool is_helper_;
  Solution solution_;
};

// Threads that share what they find where everything is seen, which is nearly all the time of the default algorithm.
// The first that has an answer is heard.
class Team {
 public:
  Team(const SolveOptions& options, const Checkmate::Situation& situation, const referee::Problem& problem, int ply)
      : options_(options),
        situation_(situation),
        problem_(problem),
        ply_(ply),
        mates_(static_cast<std::size_t>(options.threads), ply, share_of_bytes(options)) {
    if (options_.budget.states) *options_.budget.states /= static_cast<std::uint64_t>(options.threads);
    if (options_.budget.bytes) *options_.budget.bytes = share_of_bytes(options);
  }

  Solution solve() {
    const auto started = std::chrono::steady_clock::now();
    {
      std::vector<std::jthread> threads;
      for (int number = 0; number < options_.threads; ++number)
        threads.emplace_back([this, number] { take_part(static_cast<std::uint64_t>(number)); });
      std::unique_lock lock(mutex_);
      while (!ended_.wait_for(lock, kLook, [this] { return ended_count_ == options_.threads; })) {
        if (interrupted()) stop_.request_stop();
      }
    }
    if (failure_ && !(answer_ && answer_->limit == Limit::none)) std::rethrow_exception(failure_);
    Solution solution = std::move(*answer_);
    solution.states = states_;
    solution.nodes = nodes_;
    solution.peak_bytes = bytes_ + mates_.bytes();
    solution.time = std::chrono::steady_clock::now() - started;
    if (solution.problem) solution.problem->states = problem_.states;  // in the order in which they were given
    return solution;
  }

 private:
  static constexpr std::chrono::milliseconds kLook{20};

  // All that was asked, then a mate whose keys are not all known.
  static int worth(const Solution& solution) {
    return solution.limit == Limit::none ? 2 : solution.verdict == Verdict::unknown ? 0 : 1;
  }

  // One is for each thread, and one for what they have together.
  static std::uint64_t share_of_bytes(const SolveOptions& options) {
    return options.budget.bytes.value_or(std::numeric_limits<std::uint64_t>::max()) /
           (static_cast<std::uint64_t>(options.threads) + 1);
  }

  void take_part(std::uint64_t number) {
    std::optional<Solution> found;
    std::exception_ptr failure;
    try {
      const Stoppable stoppable(stop_.get_token());
      Solving solving(options_, problem_.attacker(), *problem_.rules, {&mates_, number});
      found = solving.run(situation_, problem_, ply_);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    ++ended_count_;
    if (failure) failure_ = failure;
    if (found) {
      states_ += found->states;
      nodes_ += found->nodes;
      bytes_ += found->peak_bytes;
      if (!answer_ || worth(*found) > worth(*answer_)) answer_ = std::move(found);
    }
    if (failure_ || (answer_ && answer_->limit == Limit::none)) stop_.request_stop();
    ended_.notify_all();
  }

  SolveOptions options_;
  const Checkmate::Situation& situation_;
  const referee::Problem& problem_;
  int ply_;
  SharedMates mates_;
  std::stop_source stop_;
  std::mutex mutex_;
  std::condition_variable ended_;
  int ended_count_ = 0;
  std::optional<Solution> answer_;  // one without a limit, if there is one
  std::exception_ptr failure_;
  std::uint64_t states_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t bytes_ = 0;
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

Expected<void> check_options(const SolveOptions& options) {
  if (search::find_algorithm(options.algorithm) == nullptr) {
    std::vector<std::string_view> names;
    for (const auto& algorithm : search::kAlgorithms) names.push_back(algorithm.name);
    return Error{fmt::format("unknown algorithm \"{}\"; known are {}", options.algorithm, fmt::join(names, ", "))};
  }
  if (options.seen && options.plan)
    return Error{"the plan of a mate answers what is heard; where all is seen there is none"};
  if (options.seen && options.interleave) return Error{"where all is seen there is nothing to estimate"};
  if (options.interleave && options.all_keys)
    return Error{"all keys need the whole belief state, so they cannot be found interleaved"};
  return {};
}

Expected<void> check_view(const PlayerView& view) {
  if (view.outcome()) return Error{"the game has ended: " + view.outcome()->reason};
  if (view.turn() != view.side()) return Error{fmt::format("it is not {}'s turn", title(view.side()))};
  return {};
}

Solution solve(const referee::Problem& problem, int ply, const SolveOptions& options) {
  if (problem.material_wins && !options.material_wins.certain) {
    SolveOptions with_wins = options;
    with_wins.material_wins.certain = true;
    return solve(problem, ply, with_wins);
  }
  if (options.seen) {
    BLINDMATE_CHECK(problem.states.size() == 1, "{} positions cannot be seen", problem.states.size());
    return Solving(options, problem.attacker(), *problem.rules).run_seen(problem.states.front(), ply);
  }
  const Checkmate::Situation situation =
      situation_of(problem, referee::OwnBoard(problem.states.front(), problem.attacker()));
  if (options.threads > 1 && options.algorithm == kDefaultAlgorithm)
    return Team(options, situation, problem, ply).solve();
  return Solving(options, problem.attacker(), *problem.rules).run(situation, problem, ply);
}

Expected<Solution> solve(const PlayerView& view, int ply, const SolveOptions& options) {
  if (const auto checked = check_view(view); !checked) return checked.error();
  referee::Problem problem = turn_of(view);
  const Checkmate::Situation situation = situation_of(problem, view.own_board());
  Solving solving(options, view.side(), view.rules());
  if (options.interleave) return solving.run_interleaved(situation, belief::DepthFirst(view), ply);
  belief::BeliefState states(view.start(), view.side(), view.rules());
  const belief::EstimateLimits limits{
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
