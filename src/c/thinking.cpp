// Belief states, guaranteed mates and players of blindmate.h.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <cmath>

#include "blindmate/belief/observation.hpp"
#include "blindmate/checker/checker.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/kriegspiel/answer.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/search/algorithms/table.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/json_text.hpp"
#include "border.hpp"

using namespace blindmate;
using namespace blindmate::c;
using belief::BeliefState;
using referee::PlayerView;
using referee::Problem;

namespace {

constexpr std::size_t kMostPlanLevels = 1000;  // half of what fits into a stack of 2 MiB

BeliefState estimate(const PlayerView& view, const belief::EstimateLimits& limits) {
  BeliefState states(view.start(), view.side(), view.rules());
  for (const belief::Observation& observation : belief::observations(view)) {
    const belief::Stop stop = states.hear(observation, limits);
    if (stop != belief::Stop::none)
      throw Failure{BM_LIMIT, fmt::format("the limit of {} was reached", belief::name(stop))};
    if (states.size() == 0) throw Failure{BM_BAD_TEXT, "no position fits all that was heard"};
  }
  return states;
}

kriegspiel::SolveOptions read_options(const bm_solve_options& from) {
  kriegspiel::SolveOptions options;
  if (from.algorithm != nullptr) options.algorithm = from.algorithm;
  options.deepen = from.deepen != 0;
  options.all_keys = from.all_keys != 0;
  options.plan = from.plan != 0;
  const int material = need_between(from.material_wins, 0, 2, "material_wins");
  options.material_wins = {.certain = material >= 1, .likely = material == 2};
  const belief::EstimateLimits limits = read_limits(&from.limits);
  if (from.limits.states > 0) options.budget.states = limits.states;
  if (from.limits.bytes > 0) options.budget.bytes = limits.bytes;
  if (from.limits.seconds > 0) options.budget.time = std::chrono::duration<double>(from.limits.seconds);
  if (const auto checked = kriegspiel::check_options(options); !checked)
    throw Failure{BM_BAD_ARGUMENT, checked.error().reason};
  options.algorithm = search::find_algorithm(options.algorithm)->name;  // no alias
  return options;
}

// The bound that is given, or else the problem's own.
int bound(int given, const std::optional<int>& own) {
  if (given == 0 && !own) throw Failure{BM_BAD_ARGUMENT, "ply: a bound is needed"};
  const int ply = given != 0 ? given : *own;
  if (const auto checked = referee::check_ply(ply); !checked)
    throw Failure{BM_BAD_ARGUMENT, "ply: " + checked.error().reason};
  return ply;
}

bool extends(const PlayerView& view, const PlayerView& earlier) {
  if (view.side() != earlier.side() || &view.rules() != &earlier.rules() || !(view.start() == earlier.start()) ||
      view.log().size() < earlier.log().size())
    return false;
  for (std::size_t i = 0; i < earlier.log().size(); ++i) {
    referee::Event event = earlier.log()[i];
    if (i + 1 == earlier.log().size()) event.times = std::max(event.times, view.log()[i].times);
    if (!(event == view.log()[i])) return false;
  }
  return true;
}

}  // namespace

bm_status bm_belief_of_view(const bm_view* view, const bm_limits* limits, bm_belief** belief) {
  return guarded([&] {
    need(belief, "belief");
    *belief = make_handle<bm_belief>(estimate(need(view, "view").view, read_limits(limits)));
  });
}

void bm_belief_free(bm_belief* belief) { free_handle(belief); }

bm_status bm_belief_size(const bm_belief* belief, uint64_t* positions) {
  return guarded([&] { need(positions, "positions") = need(belief, "belief").states.size(); });
}

bm_status bm_belief_counts(const bm_belief* belief, uint64_t counts[384]) {
  return guarded([&] {
    const BeliefState& states = need(belief, "belief").states;
    need(counts, "counts");
    std::fill(counts, counts + 384, 0);
    const chess::Side opponent = other(states.side());
    for (std::size_t i = 0; i < states.size(); ++i) {
      const chess::Position position = states.position(i);
      for (unsigned man = 0; man < 6; ++man) {
        for (const chess::Square s : chess::Squares(position.men(opponent, static_cast<chess::Man>(man))))
          ++counts[64 * man + s];
      }
    }
  });
}

bm_status bm_belief_positions(const bm_belief* belief, uint64_t first, uint64_t most, char** fens) {
  return guarded([&] {
    const BeliefState& states = need(belief, "belief").states;
    need(fens, "fens");
    std::string lines;
    for (std::uint64_t i = first; i < states.size() && i - first < most; ++i)
      lines += chess::fen(states.position(i)) + '\n';
    *fens = copied(lines);
  });
}

bm_status bm_belief_contains(const bm_belief* belief, const char* fen, int* contained) {
  return guarded([&] {
    const BeliefState& states = need(belief, "belief").states;
    need(contained, "contained");
    *contained = states.contains(needed(chess::read_position(need_text(fen, "fen"))));
  });
}

size_t bm_algorithm_count(void) { return search::kAlgorithms.size(); }
const char* bm_algorithm_name(size_t number) {
  const auto all = search::kAlgorithms;
  return number < all.size() ? all[number].name.data() : nullptr;
}

bm_status bm_solve(const char* problem, const bm_solve_options* options, char** json) {
  return guarded([&] {
    need(json, "json");
    const bm_solve_options given = options != nullptr ? *options : bm_solve_options{};
    const Problem read = needed(referee::read_problem(need_text(problem, "problem")));
    const kriegspiel::SolveOptions solve_options = read_options(given);
    const int ply = bound(given.ply, read.ply);
    const kriegspiel::Solution solution = kriegspiel::solve(read, ply, solve_options);
    *json = copied(referee::json_text(kriegspiel::to_json(solution, read.id, ply, solve_options)));
  });
}

bm_status bm_solve_view(const bm_view* view, const bm_solve_options* options, char** json) {
  return guarded([&] {
    need(json, "json");
    const PlayerView& known = need(view, "view").view;
    const bm_solve_options given = options != nullptr ? *options : bm_solve_options{};
    const kriegspiel::SolveOptions solve_options = read_options(given);
    const int ply = bound(given.ply, std::nullopt);
    if (const auto checked = kriegspiel::check_view(known); !checked) throw Failure{BM_NOT_NOW, checked.error().reason};
    const kriegspiel::Solution solution = needed(kriegspiel::solve(known, ply, solve_options));
    *json = copied(referee::json_text(kriegspiel::to_json(solution, "view", ply, solve_options)));
  });
}

bm_status bm_problem_of_view(const bm_view* view, int ply, const bm_limits* limits, char** problem) {
  return guarded([&] {
    need(problem, "problem");
    const PlayerView& known = need(view, "view").view;
    if (const auto checked = kriegspiel::check_view(known); !checked) throw Failure{BM_NOT_NOW, checked.error().reason};
    Problem posed = kriegspiel::turn_of(known);
    const BeliefState states = estimate(known, read_limits(limits));
    for (std::size_t i = 0; i < states.size(); ++i) posed.states.push_back(states.position(i));
    posed.id = "view";
    if (ply != 0) posed.ply = bound(ply, std::nullopt);
    *problem = copied(referee::json_text(referee::to_json(posed)));
  });
}

bm_status bm_verify(const char* problem, const char* plan, int ply, int material_wins, const bm_limits* limits,
                    int* valid, char** reason) {
  return guarded([&] {
    need(valid, "valid");
    const Problem read = needed(referee::read_problem(need_text(problem, "problem")));
    const auto json = needed(referee::read_json(need_text(plan, "plan"), kMostPlanLevels));
    const checker::PlanPointer read_plan = needed(checker::read_plan(json));
    const int within = bound(ply, read.ply);
    const int material = need_between(material_wins, 0, 2, "material_wins");
    checker::Checker<checker::Referee> checker(checker::Referee(*read.rules),
                                               {.certain = material >= 1, .likely = material == 2},
                                               read_limits(limits).deadline);
    try {
      const std::optional<std::string> fault = checker.fault(read, within, *read_plan);
      if (reason != nullptr) *reason = copied(fault.value_or(""));
      *valid = !fault;
    } catch (const checker::Stopped&) {
      throw Failure{BM_LIMIT, "the limit of time was reached"};
    }
  });
}

size_t bm_player_count(void) { return players::kPlayers.size(); }
const char* bm_player_name(size_t number) {
  return number < players::kPlayers.size() ? players::kPlayers[number].name.data() : nullptr;
}

bm_status bm_player_new(const char* spec, uint64_t seed, bm_player** player) {
  return guarded([&] {
    need(player, "player");
    const players::PlayerSpec read = needed(players::read_player(need_text(spec, "spec")), BM_BAD_ARGUMENT);
    *player = make_handle<bm_player>(needed(players::make_player(read, seed), BM_BAD_ARGUMENT), read);
  });
}

void bm_player_free(bm_player* player) { free_handle(player); }

bm_status bm_player_choose(bm_player* player, const bm_view* view, double seconds, uint64_t nodes, bm_ask* ask) {
  return guarded([&] {
    bm_player& thinker = need(player, "player");
    const PlayerView& known = need(view, "view").view;
    need(ask, "ask");
    if (nodes == 0 && (!std::isfinite(seconds) || seconds < 0 || seconds > 1e6))
      throw Failure{BM_BAD_ARGUMENT, "seconds is no time"};
    if (known.turn() != known.side() || known.outcome()) throw Failure{BM_NOT_NOW, "the view's player is not to move"};
    if (known.askable_tries().empty()) throw Failure{BM_BAD_TEXT, "every try was refused: no position fits that"};
    if (const auto checked = players::check_board(thinker.spec, known.own_board().size()); !checked)
      throw Failure{BM_BAD_ARGUMENT, "view: " + checked.error().reason};
    if (thinker.last && !extends(known, *thinker.last))
      throw Failure{BM_BAD_ARGUMENT, "view: of another game than the one this player plays; a player plays one"};
    players::Thinking thinking = nodes > 0 ? players::Thinking::for_nodes(nodes)
                                           : players::Thinking::for_time(std::chrono::duration<double>(seconds));
    thinker.last = known;
    *ask = ask_code(thinker.player->choose(*thinker.last, thinking));
  });
}
