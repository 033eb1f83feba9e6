#include "blindmate/study/pose.hpp"

#include <fmt/format.h>

#include "blindmate/belief/belief_state.hpp"
#include "blindmate/kriegspiel/solver.hpp"

namespace blindmate::study {

Expected<referee::PlayerView> view_at(const referee::Game& game, chess::Side side, int ply, int asked) {
  referee::Game replayed(game.rules(), game.start());
  int asked_so_far = 0;
  const auto is_there = [&] {
    return replayed.plies() == ply && asked_so_far == asked && replayed.position().turn() == side;
  };
  for (const referee::Event& event : game.record()) {
    if (is_there()) break;
    replayed.ask(*event.ask);
    if (event.heard.answer == referee::Answer::ok) {
      asked_so_far = 0;
    } else if (!event.nonsense) {
      ++asked_so_far;
    }
  }
  if (!is_there()) return Error{fmt::format("there is no such moment in a turn of {}", chess::title(side))};
  return replayed.view(side);
}

Expected<referee::Problem> problem_of(const referee::PlayerView& view, std::uint64_t most_states,
                                      std::optional<std::chrono::steady_clock::time_point> deadline) {
  if (const auto checked = kriegspiel::check_view(view); !checked) return checked.error();
  // On the way there may be more of them than in the end.
  const belief::EstimateLimits limits{.states = 20 * most_states, .deadline = deadline};
  belief::BeliefState belief(view.start(), view.side(), view.rules());
  const Error too_many{fmt::format("more than {} positions are possible", most_states)};
  for (const belief::Observation& observation : belief::observations(view)) {
    const belief::Stop stop = belief.hear(observation, limits);
    if (stop == belief::Stop::time) return Error{"there is no time to find all positions that are possible"};
    if (stop != belief::Stop::none) return too_many;
    if (belief.size() == 0) return Error{"what the player has heard contradicts itself"};
  }
  if (belief.size() > most_states) return too_many;
  referee::Problem problem = kriegspiel::turn_of(view);
  for (std::size_t i = 0; i < belief.size(); ++i) problem.states.push_back(belief.position(i));
  return problem;
}

}  // namespace blindmate::study
