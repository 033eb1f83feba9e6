// Random small problems: strong attackers, few defenders, boards of all sizes, all rule sets, in mid-turn too.
#pragma once

#include <algorithm>
#include <vector>

#include "blindmate/view/own_board.hpp"
#include "support.hpp"

namespace blindmate::kriegspiel {

class RandomProblem {
 public:
  RandomProblem(const referee::RuleSet& rules, std::uint64_t seed) : rules_(rules), random_(seed) {}

  referee::Problem next() {
    for (;;) {
      referee::Problem problem{.id = "random", .rules = &rules_, .ply = random_.below(3) == 0 ? 1 : 3};
      problem.states = states();
      if (problem.states.empty()) continue;
      const bool asked = rules_.any != referee::AnyQuestion::none && random_.below(4) == 0;
      const bool refused_first = random_.below(4) == 0;
      if (refused_first) refuse_something(problem);
      if (asked) ask_any(problem);
      if (!refused_first && !problem.duty && random_.below(4) == 0) refuse_something(problem);
      return problem;
    }
  }

 private:
  unsigned below(int bound) { return random_.below(static_cast<unsigned>(bound)); }

  chess::Square free_square(const chess::Setup& setup) {
    for (;;) {
      const chess::Square s = chess::square(static_cast<int>(below(setup.size)), static_cast<int>(below(setup.size)));
      if (setup.men[s].man == chess::Man::none) return s;
    }
  }

  void place(chess::Setup& setup, chess::Man man, chess::Side side) { setup.men[free_square(setup)] = {man, side}; }

  // Positions with the same attackers.
  std::vector<chess::Position> states() {
    using chess::Man;
    chess::Setup attackers;
    attackers.size = 4 + static_cast<int>(below(5));
    attackers.turn = below(2) == 0 ? chess::Side::white : chess::Side::black;
    const bool castles = attackers.size == 8 && below(4) == 0;
    if (castles) {
      const chess::Castling& castling = chess::kCastlings[(attackers.turn == chess::Side::white ? 0U : 2U) + below(2)];
      attackers.castling = castling.right;
      attackers.men[castling.king_from] = {Man::king, attackers.turn};
      attackers.men[castling.rook_from] = {Man::rook, attackers.turn};
    } else {
      place(attackers, Man::king, attackers.turn);
    }
    constexpr std::array kMen = {Man::queen, Man::rook, Man::queen,  Man::rook,
                                 Man::pawn,  Man::pawn, Man::bishop, Man::knight};
    for (unsigned men = 1 + below(attackers.size > 5 ? 4 : 3); men > 0; --men) {
      place(attackers, kMen[below(8)], attackers.turn);
    }
    const int defenders = static_cast<int>(below(3));
    std::vector<chess::Position> result;
    for (int attempts = 0; attempts < 40 && result.size() < 4; ++attempts) {
      chess::Setup setup = attackers;
      place(setup, Man::king, other(setup.turn));
      for (int men = 0; men < defenders; ++men) place(setup, static_cast<Man>(below(5)), other(setup.turn));
      if (setup.size == 8 && below(3) == 0) add_en_passant(setup);
      const Expected<chess::Position> valid = chess::Position::from(setup);
      if (valid && fits(*valid, result)) result.push_back(*valid);
      if (!result.empty() && below(12) == 0) break;
    }
    return result;
  }

  // A pawn that may just have made its double step, where an attacker's pawn can take it.
  void add_en_passant(chess::Setup& setup) {
    const bool white = setup.turn == chess::Side::white;
    for (int file = 0; file < 7; ++file) {
      const chess::Square beside = chess::square(file, white ? 4 : 3);
      const chess::Square pawn = chess::square(file + 1, white ? 4 : 3);
      if (setup.men[pawn].man != chess::Man::pawn || setup.men[pawn].side != setup.turn) continue;
      if (setup.men[beside].man != chess::Man::none) continue;
      setup.men[beside] = {chess::Man::pawn, other(setup.turn)};
      setup.en_passant = chess::square(file, white ? 5 : 2);
      return;
    }
  }

  bool fits(const chess::Position& position, const std::vector<chess::Position>& others) const {
    if (others.empty()) return true;
    if (std::find(others.begin(), others.end(), position) != others.end()) return false;
    return rules_.pawn_tries == referee::PawnTries::untold ||
           referee::announce_turn(position, rules_) == referee::announce_turn(others.front(), rules_);
  }

  void ask_any(referee::Problem& problem) {
    const referee::Heard answer = referee::announce_any(problem.states.front());
    std::erase_if(problem.states, [&](const auto& s) { return referee::announce_any(s) != answer; });
    problem.any_answer = answer.answer == referee::Answer::any_yes;
    const bool paid = rules_.any == referee::AnyQuestion::one_capture_try && below(3) == 0;
    problem.duty = *problem.any_answer && !paid;
  }

  // The turn has begun with a try that is illegal in the states left.
  void refuse_something(referee::Problem& problem) {
    const referee::OwnBoard own(problem.states.front(), problem.attacker());
    const chess::MoveList tries = own.tries();
    if (tries.empty()) return;
    const chess::Move tried = tries[below(static_cast<int>(tries.size()))];
    if (problem.any_answer && own.is_pawn_capture(tried)) return;
    std::vector<chess::Position> left = problem.states;
    std::erase_if(left, [&](const auto& s) { return s.is_legal(tried); });
    if (left.empty()) return;
    problem.states = left;
    problem.refused.push_back(tried);
  }

  const referee::RuleSet& rules_;
  Random random_;
};

}  // namespace blindmate::kriegspiel
