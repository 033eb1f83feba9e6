// The naive referee as the checker sees one, so that plans are judged twice.
#pragma once

#include <string>
#include <vector>

#include "blindmate/checker/checker.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "naive/board.hpp"
#include "naive/referee.hpp"

namespace blindmate::kriegspiel {

inline referee::Heard heard_of(const naive::Heard& plain) {
  referee::Heard heard;
  if (!plain.capture.empty()) heard.capture = *chess::parse_square(plain.capture);
  if (!plain.kind.empty()) heard.captured_kind = *referee::find_captured_kind(plain.kind);
  for (const std::string& direction : plain.check) {
    heard.check = static_cast<referee::Directions>(heard.check | *referee::find_direction(direction));
  }
  heard.en_passant = plain.en_passant;
  heard.promotion = plain.promotion;
  if (plain.pawn_tries == "true" || plain.pawn_tries == "false") {
    heard.pawn_tries = {referee::PawnTries::whether, plain.pawn_tries == "true" ? 1U : 0U};
  } else if (plain.pawn_tries.starts_with('[')) {
    heard.pawn_tries.form = referee::PawnTries::squares;
    for (std::size_t i = 1; i + 1 < plain.pawn_tries.size(); i += 3) {
      heard.pawn_tries.value |= chess::bit(*chess::parse_square(plain.pawn_tries.substr(i, 2)));
    }
  } else if (!plain.pawn_tries.empty()) {
    heard.pawn_tries = {referee::PawnTries::number, std::stoul(plain.pawn_tries)};
  }
  return heard;
}

class NaiveReferee {
 public:
  using Position = naive::Board;

  explicit NaiveReferee(const referee::RuleSet& rules) : rules_(&rules) {}

  const referee::RuleSet& rules() const { return *rules_; }
  Position read(const chess::Position& state) const { return naive::read_fen(chess::fen(state)); }
  std::string fen(const Position& board) const {
    Position without_clocks = board;
    without_clocks.halfmove = 0;
    without_clocks.fullmove = 1;
    return naive::write_fen(without_clocks);
  }
  bool is_legal(const Position& board, chess::Move move) const { return naive::legal(board, chess::text(move)); }
  std::vector<chess::Move> legal_moves(const Position& board) const {
    std::vector<chess::Move> result;
    for (const std::string& move : naive::legal_moves(board)) result.push_back(*chess::parse_coordinates(move));
    return result;
  }
  Position play(const Position& board, chess::Move move) const { return naive::play(board, chess::text(move)); }
  bool answers_any(const Position& board) const { return !naive::legal_pawn_captures(board).empty(); }

  // What a referee at the table would say after the same turn so far. A duty that was paid before the problem began
  // cannot be repeated, and a game that has ended for lack of men answers nothing: nothing is objected to then.
  bool is_askable(const Position& board, const checker::TurnSoFar& so_far, chess::Move tried) const {
    naive::Referee table(std::string(rules_->name), fen(board));
    const bool paid = so_far.any_answer == true && !so_far.duty;
    if (!table.end().empty() || paid) return true;
    for (const chess::Move refused : so_far.refused) table.ask(chess::text(refused));
    if (so_far.any_answer) table.ask("any");
    const std::vector<std::string> askable = table.askable();
    return std::find(askable.begin(), askable.end(), chess::text(tried)) != askable.end();
  }

  referee::Heard announce_turn(const Position& board) const {
    naive::Heard heard;
    heard.check = naive::check_directions(board);
    heard.pawn_tries = naive::pawn_tries(std::string(rules_->name), board);
    return heard_of(heard);
  }
  referee::Heard announce(const Position& before, chess::Move move, const Position& after) const {
    naive::Heard heard = naive::heard_of_move(std::string(rules_->name), before, chess::text(move));
    heard.check = naive::check_directions(after);
    const bool goes_on = naive::has_legal_move(after);
    if (goes_on) heard.pawn_tries = naive::pawn_tries(std::string(rules_->name), after);
    referee::Heard result = heard_of(heard);
    if (!goes_on) result.end = heard.check.empty() ? referee::End::stalemate : referee::End::checkmate;
    return result;
  }
  // Certain ones: a bare king that can move, and a queen, a rook or a pawn off the edge files beside the other king.
  bool is_material_win(const Position& after, const checker::MaterialWins& wins) const {
    const bool attacker = !after.white_to_move;
    const int king = naive::king_square(after, attacker);
    bool won = false;
    for (int square = 0; square < 64; ++square) {
      const char man = naive::man_at(after, square);
      if (naive::belongs_to(man, !attacker) && !naive::is_king(man)) return false;
      if (!naive::belongs_to(man, attacker) || !naive::attacks(after, king, square)) continue;
      const bool on_edge = naive::file_of(square) == 0 || naive::file_of(square) == after.size - 1;
      won = won || std::string("QqRr").find(man) != std::string::npos || (naive::is_pawn(man) && !on_edge);
    }
    return won && wins.certain && naive::has_legal_move(after);
  }

 private:
  const referee::RuleSet* rules_;
};

}  // namespace blindmate::kriegspiel
