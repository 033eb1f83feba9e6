#include "blindmate/checker/checker.hpp"

#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/view/announce.hpp"
#include "blindmate/view/own_board.hpp"
#include "blindmate/view/turn.hpp"

namespace blindmate::checker {
namespace {

using chess::Bitboard;
using chess::Man;
using chess::Position;
using chess::Square;

bool is_dark(Square s) { return (chess::file_of(s) + chess::rank_of(s)) % 2 == 0; }

}  // namespace

std::string Referee::fen(const Position& position) const { return chess::fen(position); }

std::vector<chess::Move> Referee::legal_moves(const Position& position) const {
  const chess::MoveList moves = chess::legal_moves(position);
  return {moves.begin(), moves.end()};
}

bool Referee::answers_any(const Position& position) const {
  return referee::announce_any(position).answer == referee::Answer::any_yes;
}

bool Referee::is_askable(const Position& position, const TurnSoFar& so_far, chess::Move tried) const {
  for (const chess::Move refused : so_far.refused) {
    if (refused.from() == tried.from() && refused.to() == tried.to()) return false;
  }
  const referee::OwnBoard own(position, position.turn());
  referee::Turn turn = referee::Turn::after(so_far.announced);
  turn.any_answer = so_far.any_answer;
  turn.capture_duty = so_far.duty;
  const Man man = own.man_at(tried.from());
  return chess::contains(referee::askable_targets(own, turn, *rules_, man, tried.from()), tried.to()) &&
         own.promotes(tried) == (tried.promotion() != Man::none) && tried.promotion() != Man::king;
}

referee::Heard Referee::announce_turn(const Position& position) const {
  return referee::announce_turn(position, *rules_);
}

referee::Heard Referee::announce(const Position& before, chess::Move move, const Position& after) const {
  return chess::has_legal_move(after) ? referee::announce_going_on(before, move, after, *rules_)
                                      : referee::announce(before, move, after, *rules_);
}

bool Referee::is_material_win(const Position& p, const MaterialWins& wins) const {
  const chess::Side defender = p.turn();
  const chess::Side attacker = other(defender);
  const Square bare = p.king(defender);
  if (p.men(defender) != chess::bit(bare) || !chess::has_legal_move(p)) return false;
  bool light_bishop = false;
  bool dark_bishop = false;
  bool knight = false;
  for (const Square s : chess::Squares(p.men(attacker))) {
    const bool beside_king = chess::contains(chess::king_attacks(p.king(attacker)), s);
    const bool edge_file = chess::file_of(s) == 0 || chess::file_of(s) == p.size() - 1;
    switch (p.man_at(s)) {
      case Man::pawn:
        if (wins.certain && beside_king && !edge_file) return true;
        break;
      case Man::queen:
      case Man::rook:
        if (wins.certain && beside_king) return true;
        break;
      case Man::bishop: (is_dark(s) ? dark_bishop : light_bishop) = true; break;
      case Man::knight: knight = true; break;
      case Man::king:
      case Man::none: break;
    }
  }
  if (!wins.likely) return false;
  for (const Square s : chess::Squares(p.men(attacker))) {
    if (p.is_legal(chess::Move(bare, s))) return false;
  }
  return (light_bishop && dark_bishop) || (knight && (light_bishop || dark_bishop));
}

}  // namespace blindmate::checker
