// The naive estimator as a listener: told the same observations as a belief state.
#pragma once

#include "blindmate/belief/observation.hpp"
#include "blindmate/chess/fen.hpp"
#include "naive/estimator.hpp"
#include "referee/plain.hpp"

namespace blindmate::belief {

inline std::string without_clocks(const chess::Position& p) {
  const std::string text = chess::fen(p);
  return text.substr(0, text.rfind(' ', text.rfind(' ') - 1)) + " 0 1";
}

inline void hear_naively(naive::Estimator& naive, const Observation& observation) {
  if (const OwnRefusal* refusal = std::get_if<OwnRefusal>(&observation)) {
    naive.own_refused(chess::text(refusal->tried));
  } else if (const OwnQuestion* question = std::get_if<OwnQuestion>(&observation)) {
    naive.own_question(question->yes);
  } else if (const OwnMove* move = std::get_if<OwnMove>(&observation)) {
    naive.own_move(chess::text(move->played), referee::plain(move->heard));
  } else {
    const OpponentTurn& turn = std::get<OpponentTurn>(observation);
    naive::OpponentTurn plain{turn.refused_before, "", turn.refused_after, std::nullopt};
    if (turn.any) plain.any = *turn.any ? "yes" : "no";
    if (turn.moved) plain.moved = referee::plain(*turn.moved);
    naive.opponent_turn(plain);
  }
}

}  // namespace blindmate::belief
