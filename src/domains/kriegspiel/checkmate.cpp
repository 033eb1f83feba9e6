#include "blindmate/kriegspiel/checkmate.hpp"

#include "blindmate/view/announce.hpp"
#include "blindmate/view/own_board.hpp"

namespace blindmate::kriegspiel {
namespace {

using chess::Bitboard;
using chess::Man;
using chess::Move;
using chess::Position;
using chess::Side;
using chess::Square;
using referee::AnyQuestion;

bool is_pawn_capture(const Position& p, Move move) {
  return chess::file_of(move.from()) != chess::file_of(move.to()) && chess::contains(p.men(Man::pawn), move.from());
}

// Index of the direction in which a pawn captures.
unsigned direction(Move capture) { return chess::file_of(capture.to()) > chess::file_of(capture.from()) ? 1 : 0; }

bool certain_win(const Position& p, Side attacker) {
  const Bitboard protected_men = chess::king_attacks(p.king(attacker)) & p.men(attacker);
  const Bitboard edge_files = chess::file_mask(0) | chess::file_mask(p.size() - 1);
  return (protected_men & (p.men(Man::queen) | p.men(Man::rook) | (p.men(Man::pawn) & ~edge_files))) != 0;
}

bool likely_win(const Position& p, Side attacker) {
  const Bitboard bishops = p.men(attacker, Man::bishop);
  const bool pair = (bishops & chess::kDarkSquares) != 0 && (bishops & ~chess::kDarkSquares) != 0;
  if (!pair && (bishops == 0 || p.men(attacker, Man::knight) == 0)) return false;
  for (const Move reply : chess::legal_moves(p)) {
    if (p.captured_by(reply) != chess::kNoSquare) return false;
  }
  return true;
}

}  // namespace

bool is_material_win(const Position& p, const MaterialWins& wins) {
  const Side attacker = other(p.turn());
  if (p.men(p.turn()) != p.men(p.turn(), Man::king) || !chess::has_legal_move(p)) return false;
  return (wins.certain && certain_win(p, attacker)) || (wins.likely && likely_win(p, attacker));
}

void Checkmate::list_actions(const Situation& situation, std::span<const State> states, std::size_t k,
                             std::pmr::vector<Action>& actions) const {
  if (!situation.attacker_to_move) {
    if (k == 0) actions.push_back({.kind = Action::Kind::wait});
    return;
  }
  const State& s = states[k];
  for (const Move move : chess::legal_moves(s)) {
    const bool pawn_capture = is_pawn_capture(s, move);
    if (situation.duty && !pawn_capture) continue;
    actions.push_back({.kind = Action::Kind::try_move, .pawn_capture = pawn_capture, .tried = move});
  }
  if (rules_->any == AnyQuestion::none) return;
  if (!situation.any_answer) {
    if (k > 0 && referee::announce_any(s) != referee::announce_any(states[0]))
      actions.push_back({.kind = Action::Kind::ask_any});
  } else if (situation.duty && rules_->any == AnyQuestion::one_capture_try && k == 0) {
    list_duty_tries(situation, s, actions);
  }
}

// One refused pawn capture pays off the duty, so a try that is illegal in all states is worth something here.
void Checkmate::list_duty_tries(const Situation& situation, const State& s, std::pmr::vector<Action>& actions) const {
  const referee::OwnBoard own(s, attacker_);
  for (const Move tried : own.tries()) {
    if (!own.is_pawn_capture(tried) || s.is_legal(tried)) continue;
    if (tried.promotion() != Man::none && tried.promotion() != Man::queen) continue;  // refused alike
    if (chess::contains(situation.refused_captures[direction(tried)], tried.from())) continue;
    actions.push_back({.kind = Action::Kind::try_move, .pawn_capture = true, .tried = tried});
  }
}

std::optional<referee::Heard> Checkmate::heard_in_place(const State& s, const Action& action) const {
  switch (action.kind) {
    case Action::Kind::wait: return std::nullopt;
    case Action::Kind::ask_any: return referee::announce_any(s);
    case Action::Kind::try_move: break;
  }
  if (s.is_legal(action.tried)) return std::nullopt;
  return Percept{.answer = referee::Answer::no};
}

referee::Heard Checkmate::percept(const State& before, Move played, const State& after) const {
  if (after.turn() != attacker_ && after.checkers() != 0 && !chess::has_legal_move(after))
    return referee::announce(before, played, after, *rules_);
  return referee::announce_going_on(before, played, after, *rules_);
}

Checkmate::Situation Checkmate::next(const Situation& situation, const Action& action, const Percept& percept) const {
  if (carried_out(percept)) return {.attacker_to_move = !situation.attacker_to_move};
  Situation result = situation;
  if (action.kind == Action::Kind::ask_any) {
    result.any_answer = result.duty = percept.answer == referee::Answer::any_yes;
    if (!result.duty) result.refused_captures = {};
  } else if (rules_->any == AnyQuestion::one_capture_try) {
    if (result.duty) {
      result.duty = false;
      result.refused_captures = {};
    } else if (!result.any_answer) {
      result.forbid_as_duty_try(action.tried, action.pawn_capture);
    }
  }
  return result;
}

void Checkmate::Situation::forbid_as_duty_try(Move refused, bool pawn_capture) {
  if (pawn_capture) refused_captures[direction(refused)] |= chess::bit(refused.from());
}

std::string text(const Checkmate::Action& action) {
  return action.kind == Checkmate::Action::Kind::try_move ? chess::text(action.tried) : "any";
}

}  // namespace blindmate::kriegspiel
