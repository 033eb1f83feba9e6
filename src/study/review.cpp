#include "blindmate/study/review.hpp"

#include <algorithm>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/study/proof.hpp"

namespace blindmate::study {

using belief::Observation;
using kriegspiel::Verdict;

namespace {

std::vector<chess::Position> positions_of(const referee::Game& game) {
  std::vector<chess::Position> positions = {game.start()};
  for (const referee::Event& event : game.record()) {
    const chess::Move* played = std::get_if<chess::Move>(&*event.ask);
    if (played != nullptr && event.heard.answer == referee::Answer::ok)
      positions.push_back(positions.back().after(*played));
  }
  return positions;
}

}  // namespace

Reviewer::Reviewer(const referee::Game& ended, chess::Side side, const ReviewLimits& limits)
    : limits_(limits),
      positions_(positions_of(ended)),
      observations_(belief::observations(ended.view(side))),
      belief_(ended.start(), side, ended.rules()) {}

std::optional<Moment> Reviewer::next() {
  if (next_ > observations_.size()) return std::nullopt;
  if (next_ > 0 && !hear(observations_[next_ - 1])) return std::nullopt;
  Moment moment{.ply = ply_, .asked = asked_, .states = belief_.size(), .is_exact = is_exact_};
  moment.men = belief::man_map(belief_);
  const bool turn_begins = belief_.turn() == belief_.side() && asked_ == 0;
  if (turn_begins) look_for_mate(moment);
  if (interrupted()) return std::nullopt;
  ++next_;
  return moment;
}

bool Reviewer::hear(const Observation& observation) {
  if (belief_.hear(observation) != belief::Stop::none) return false;
  if (belief::move_heard(observation) != nullptr) {
    ++ply_;
    asked_ = 0;
  } else if (!std::holds_alternative<belief::OpponentTurn>(observation)) {
    ++asked_;
  }
  keep_to_limit();
  return true;
}

// A part of the states may die out, so the true position is always among them.
void Reviewer::keep_to_limit() {
  if (belief_.size() > limits_.states) {
    belief_.thin(limits_.states, random_);
    is_exact_ = false;
  }
  const chess::Position& truth = positions_[static_cast<std::size_t>(ply_)];
  if (!is_exact_ && !belief_.contains(truth)) belief_.add(truth);
}

void Reviewer::look_for_mate(Moment& moment) const {
  const bool can_move = chess::count_legal_moves(positions_[static_cast<std::size_t>(ply_)]) > 0;
  if (!can_move || !is_exact_ || belief_.size() > limits_.mate_states) return;
  referee::Problem problem{.id = {}, .rules = &belief_.rules()};
  for (std::size_t i = 0; i < belief_.size(); ++i) problem.states.push_back(belief_.position(i));
  kriegspiel::SolveOptions options;
  options.deepen = options.plan = true;
  options.budget.states = limits_.search_states;
  kriegspiel::Solution solution = kriegspiel::solve(problem, limits_.mate_ply, options);
  const bool is_mate = solution.verdict == Verdict::mate;
  if (is_mate && !passes_checker(problem, *solution.length, *solution.plan)) return;
  moment.verdict = solution.verdict;
  if (!is_mate) return;
  moment.mate = Mate{*solution.length, std::move(problem), std::move(*solution.plan)};
}

std::vector<std::size_t> missed_mates(const std::vector<Moment>& moments, const referee::Game& ended) {
  std::vector<std::size_t> missed;
  for (std::size_t i = 0; i < moments.size(); ++i) {
    if (!moments[i].mate) continue;
    const int next_turn = moments[i].ply + 2;
    const bool is_over = ended.plies() < next_turn && ended.outcome() && ended.outcome()->reason == "checkmate";
    const auto next = std::find_if(moments.begin(), moments.end(),
                                   [&](const Moment& m) { return m.ply == next_turn && m.asked == 0; });
    const bool goes_on = next != moments.end() && next->mate && next->mate->length < moments[i].mate->length;
    if (!is_over && !goes_on) missed.push_back(i);
  }
  return missed;
}

}  // namespace blindmate::study
