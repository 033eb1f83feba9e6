#include "blindmate/study/attack.hpp"

#include <algorithm>
#include <unordered_set>

#include "blindmate/chess/movegen.hpp"
#include "blindmate/view/announce.hpp"

namespace blindmate::study {

using chess::Bitboard;
using chess::Man;
using chess::Move;
using chess::Position;
using chess::Square;
using referee::AnyQuestion;
using referee::Heard;

namespace {

// Positions by what was heard, each once.
class Parts {
 public:
  struct Part {
    Heard heard;
    std::vector<Position> positions{};
    std::unordered_set<Position, decltype([](const Position& position) { return position.hash(); })> known{};
  };

  void add(const Heard& heard, const Position& position) {
    auto found = std::find_if(parts_.begin(), parts_.end(), [&](const Part& part) { return part.heard == heard; });
    if (found == parts_.end()) found = parts_.insert(parts_.end(), Part{heard});
    if (found->known.insert(position).second) found->positions.push_back(position);
  }
  std::vector<Part>& all() { return parts_; }

 private:
  std::vector<Part> parts_;
};

Heard heard_of(const Position& before, Move move, const Position& after, const referee::RuleSet& rules) {
  return chess::has_legal_move(after) ? referee::announce_going_on(before, move, after, rules)
                                      : referee::announce(before, move, after, rules);
}

}  // namespace

Attack::Attack(const referee::Problem& problem) : problem_(problem), attacker_(problem.attacker()) {
  // Where nothing is announced before a turn, what would be said may differ from state to state.
  if (rules().pawn_tries != referee::PawnTries::untold)
    turn_ = referee::Turn::after(referee::announce_turn(states().front(), rules()));
  turn_.any_answer = problem.any_answer;
  turn_.capture_duty = problem.duty;
}

Attack::Attack(const Attack& before, std::vector<Position> states)
    : problem_{.id = {}, .rules = before.problem_.rules, .states = std::move(states)}, attacker_(before.attacker_) {}

belief::ManMap Attack::men() const {
  belief::ManMap map{};
  const double share = 1.0 / static_cast<double>(states().size());
  for (const Position& state : states()) {
    for (unsigned man = 0; man < map.size(); ++man) {
      for (const Square s : chess::Squares(state.men(other(attacker_), static_cast<Man>(man)))) map[man][s] += share;
    }
  }
  return map;
}

Bitboard Attack::askable_targets(const referee::OwnBoard& own, Man man, Square from) const {
  Bitboard targets = referee::askable_targets(own, turn_, rules(), man, from);
  for (const Move refused : problem_.refused) {
    if (refused.from() == from) targets &= ~chess::bit(refused.to());
  }
  return targets;
}

chess::MoveList Attack::askable() const {
  const referee::OwnBoard own = own_board();
  return own.tries_to([&](Man man, Square from) { return askable_targets(own, man, from); });
}

bool Attack::is_askable(Move tried) const {
  const chess::MoveList all = askable();
  return std::find(all.begin(), all.end(), tried) != all.end();
}

bool Attack::may_ask_any() const { return rules().any != AnyQuestion::none && !turn_.any_answer; }

std::optional<Attack> Attack::refused(Move tried) const {
  Attack after = *this;
  std::erase_if(after.problem_.states, [&](const Position& state) { return state.is_legal(tried); });
  if (after.states().empty()) return std::nullopt;
  after.problem_.refused.push_back(tried);
  if (rules().any == AnyQuestion::one_capture_try) after.problem_.duty = after.turn_.capture_duty = false;
  return after;
}

std::optional<Attack> Attack::answered(bool yes) const {
  Attack after = *this;
  std::erase_if(after.problem_.states, [&](const Position& state) {
    return (referee::announce_any(state).answer == referee::Answer::any_yes) != yes;
  });
  if (after.states().empty()) return std::nullopt;
  after.turn_.hear_any(yes);
  after.problem_.any_answer = yes;
  after.problem_.duty = after.turn_.capture_duty;
  return after;
}

std::vector<Attack::Step> Attack::played(Move tried) const {
  Parts parts;
  for (const Position& state : states()) {
    if (!state.is_legal(tried)) continue;
    const Position after = state.after(tried);
    parts.add(heard_of(state, tried, after, rules()), after);
  }
  std::vector<Step> steps;
  for (Parts::Part& part : parts.all()) steps.push_back({part.heard, Attack(*this, std::move(part.positions))});
  return steps;
}

std::vector<Attack::Step> Attack::replied() const {
  Parts parts;
  for (const Position& state : states()) {
    for (const Move reply : chess::legal_moves(state)) {
      const Position after = state.after(reply);
      parts.add(heard_of(state, reply, after, rules()), after);
    }
  }
  std::vector<Step> steps;
  for (Parts::Part& part : parts.all()) {
    steps.push_back({part.heard, Attack(*this, std::move(part.positions))});
    steps.back().after.turn_ = referee::Turn::after(part.heard);
  }
  return steps;
}

}  // namespace blindmate::study
