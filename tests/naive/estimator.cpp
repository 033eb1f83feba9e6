// A naive exact estimator: each position is dropped, kept or replaced by its successors, one after the other.
#include "estimator.hpp"

#include <cstddef>
#include <stdexcept>

namespace naive {

namespace {

// The from-to pairs that the referee would refuse now.
std::set<std::string> refusable(const Referee& referee, const Board& board) {
  std::set<std::string> pairs;
  for (const std::string& tried : referee.askable()) {
    if (!legal(board, tried)) pairs.insert(tried.substr(0, 4));
  }
  return pairs;
}

bool at_least(const std::set<std::string>& pairs, int count) { return pairs.size() >= static_cast<std::size_t>(count); }

// Whether what the referee would say of a move in one position is what was heard of it.
bool sounds_like(Heard said, const Heard& heard) {
  if (heard.end == "repetition" || heard.end == "fifty-moves") {
    // A position does not show these ends; the ends that it does show come before them.
    if (!said.end.empty()) return false;
    said.end = heard.end;
    said.pawn_tries = heard.pawn_tries;
  }
  return said == heard;
}

// The position after the move, nullopt when the move is illegal or does not sound as heard.
std::optional<std::string> successor(Referee referee, const std::string& move, const Heard& heard) {
  const Answer answer = referee.ask(move);
  if (answer.mover.answer != "ok") return std::nullopt;
  if (!sounds_like(answer.mover, heard)) return std::nullopt;  // of a move that is made both hear the same
  return without_clocks(read_fen(referee.fen()));
}

}  // namespace

Estimator::Estimator(const std::string& rules, const std::string& start_fen, bool white)
    : rules_(rules), own_turn_(read_fen(start_fen).white_to_move == white) {
  states_.insert(without_clocks(read_fen(start_fen)));
}

void Estimator::own_refused(const std::string& tried) {
  expect_turn(true);
  std::erase_if(states_, [&](const std::string& fen) { return legal(read_fen(fen), tried); });
}

void Estimator::own_question(bool yes) {
  expect_turn(true);
  const std::string answer = yes ? "any-yes" : "any-no";
  std::erase_if(states_,
                [&](const std::string& fen) { return Referee(rules_, fen).ask("any").mover.answer != answer; });
}

void Estimator::own_move(const std::string& tried, const Heard& heard) {
  expect_turn(true);
  std::set<std::string> after;
  for (const std::string& fen : states_) {
    const std::optional<std::string> next = successor(Referee(rules_, fen), tried, heard);
    if (next) after.insert(*next);
  }
  states_ = after;
  own_turn_ = false;
}

void Estimator::opponent_turn(const OpponentTurn& turn) {
  expect_turn(false);
  std::erase_if(states_, [&](const std::string& fen) { return !can_sound_like(fen, turn); });
  if (!turn.moved) return;

  // After "yes" a pawn capture is owed; in english only until one try at it was refused.
  const bool owed = turn.any == "yes" && (rules_ != "english" || turn.refused_after == 0);
  std::set<std::string> after;
  for (const std::string& fen : states_) {
    const Board board = read_fen(fen);
    const Referee referee(rules_, fen);
    for (const std::string& move : legal_moves(board)) {
      if (owed && !is_pawn_capture(board, move)) continue;
      const std::optional<std::string> next = successor(referee, move, *turn.moved);
      if (next) after.insert(*next);
    }
  }
  states_ = after;
  own_turn_ = true;
}

const std::set<std::string>& Estimator::states() const { return states_; }

void Estimator::expect_turn(bool own) const {
  if (own_turn_ != own) throw std::logic_error("an event out of turn");
}

bool Estimator::can_sound_like(const std::string& fen, const OpponentTurn& turn) const {
  const Board board = read_fen(fen);
  Referee referee(rules_, fen);
  const std::set<std::string> before = refusable(referee, board);
  if (!turn.any.empty() && referee.ask("any").mover.answer != "any-" + turn.any) return false;
  const std::set<std::string> after = refusable(referee, board);

  if (rules_ == "wild16") return true;  // refusals are not heard
  if (rules_ == "english") {
    // Impossible tries sound like refusals, but not while a pawn capture is owed: then the first refusal is a real one.
    return turn.any != "yes" || turn.refused_after == 0 || !after.empty();
  }
  // No pair is refused twice in one turn, and every pair that is refusable after the question was so before it. So the
  // later refusals can be chosen first, and the earlier ones find enough pairs exactly when all together do.
  return at_least(after, turn.refused_after) && at_least(before, turn.refused_before + turn.refused_after);
}

}  // namespace naive
