#include "blindmate/policy/knowledge.hpp"

#include <algorithm>

#include "blindmate/view/announce.hpp"
#include "blindmate/view/rule_set.hpp"
#include "blindmate/view/turn.hpp"

namespace blindmate::policy {

using chess::bit;
using chess::Bitboard;
using chess::contains;
using chess::Man;
using chess::Move;
using chess::Side;
using chess::Square;
using chess::Squares;
using referee::Direction;
using referee::Heard;

namespace {

bool slides(Man man) { return man == Man::bishop || man == Man::rook || man == Man::queen; }

// The whole line through two squares; none where they are on no common one.
Bitboard line_through(Square a, Square b) {
  using namespace chess::tables;
  for (const PerSquare* lines : {&kRank, &kFile, &kDiagonal, &kAntidiagonal}) {
    if (contains((*lines)[a], b)) return (*lines)[a] | bit(a);
  }
  return 0;
}

Bitboard king_steps(Bitboard kings) {
  Bitboard result = 0;
  for (const Square s : Squares(kings)) result |= chess::king_attacks(s);
  return result;
}

// Squares of a set that pawns of a side on `pawns` attack.
Bitboard attacked_by_pawns(Side side, Bitboard pawns) {
  using chess::shift;
  return side == Side::white ? shift<7>(pawns) | shift<9>(pawns) : shift<-7>(pawns) | shift<-9>(pawns);
}

Bitboard ahead(Side side, Bitboard pawns) { return side == Side::white ? pawns << 8 : pawns >> 8; }

}  // namespace

Knowledge::Knowledge(const chess::Position& start, Side side, const referee::RuleSet& rules)
    : rules_(&rules),
      own_(start, side),
      side_(side),
      board_(~start.walls()),
      start_en_passant_(start.en_passant()),
      opponents_rights_(start.castling()),
      kings_(start.men(other(side), Man::king)),
      pawns_(start.men(other(side), Man::pawn)),
      empty_(board_ & ~start.occupied()),
      opponents_(chess::count(start.men(other(side)))),
      most_pawns_(chess::count(pawns_)) {
  if (start.turn() != side) {
    if (start.en_passant() != chess::kNoSquare) {
      passed_over_ = bit(start.en_passant());
      double_stepped_ = ahead(side, passed_over_);
    }
    return;
  }
  check_ = referee::announce_start(start, rules).check;
  begin_turn(false);
}

void Knowledge::follow(const referee::PlayerView& view) {
  const std::vector<referee::Event>& log = view.log();
  // Refusals of the opponent in a row are one event that grows.
  if (events_read_ > 0 && log[events_read_ - 1].times > times_read_)
    opponents_refusals_ += log[events_read_ - 1].times - times_read_;
  for (; events_read_ < log.size(); ++events_read_) {
    const referee::Event& event = log[events_read_];
    event.by == side_ ? hear_own(event) : hear_opponent(event);
  }
  if (events_read_ > 0) times_read_ = log[events_read_ - 1].times;
}

void Knowledge::hear_own(const referee::Event& event) {
  if (event.nonsense) return;
  switch (event.heard.answer) {
    case referee::Answer::ok: hear_own_move(std::get<Move>(*event.ask), event.heard); break;
    case referee::Answer::no: hear_refusal(std::get<Move>(*event.ask)); break;
    case referee::Answer::any_yes: any_answer_ = true; break;
    case referee::Answer::any_no: any_answer_ = false; break;
    case referee::Answer::nonsense: break;
  }
}

void Knowledge::hear_opponent(const referee::Event& event) {
  switch (event.heard.answer) {
    case referee::Answer::ok: hear_opponents_move(event.heard); break;
    case referee::Answer::no: opponents_refusals_ += event.times; break;
    case referee::Answer::any_yes: opponents_any_ = true; break;
    case referee::Answer::any_no: opponents_any_ = false; break;
    case referee::Answer::nonsense: break;
  }
}

void Knowledge::hear_refusal(Move tried) {
  const Man man = own_.man_at(tried.from());
  const Bitboard to = bit(tried.to());
  refused_tries_.push_back(tried);
  now(history_.refused) |= to;
  refused_now_.from |= bit(tried.from());
  refused_now_.path |= chess::between(tried.from(), tried.to());
  if (man == Man::pawn) (own_.is_pawn_capture(tried) ? refused_now_.pawn_captures : refused_now_.pawn_advances) |= to;
  if (man == Man::king) refused_now_.king |= to;
  if (man == Man::knight) refused_now_.knight |= to;
  if (check_ != 0 || man == Man::king || can_be_pinned(tried.from())) return;
  // Something stands in the way: if all but one of the squares are empty, on that one.
  const Bitboard unsure = must_be_empty(man, tried) & ~empty_;
  if (!chess::several(unsure)) occupied_ |= unsure;
}

void Knowledge::hear_own_move(Move played, const Heard& heard) {
  const Bitboard from = bit(played.from());
  const Bitboard to = bit(played.to());
  const Bitboard path = chess::between(played.from(), played.to());
  const bool pawn = contains(own_.men(Man::pawn), played.from());
  const bool captured = heard.capture != chess::kNoSquare;
  empty_ |= from | path;
  if (own_.is_castling(played)) {
    for (const chess::Castling& castling : chess::kCastlings) {
      if (castling.king_from == played.from() && castling.king_to == played.to())
        empty_ |= chess::between(castling.king_from, castling.rook_from) | bit(castling.rook_from);
    }
  }
  if (captured) empty_ |= bit(heard.capture);  // matters where that is not `to`: en passant
  own_.play(played);
  empty_ &= ~own_.men();
  occupied_ = 0;

  earlier_move_ = last_move_;
  last_move_ = {from, to, path, heard};
  const bool double_step = pawn && path != 0;
  double_stepped_ = double_step ? to : 0;
  passed_over_ = double_step ? path : 0;
  ++own_moves_;
  now(history_.passed) |= from | path;
  if (captured) {
    now(history_.taken) |= bit(heard.capture);
    --opponents_;
    if (heard.captured_kind == referee::CapturedKind::pawn) --most_pawns_;
    most_pawns_ = std::min(most_pawns_, opponents_ - 1);
  }
  quiet_plies_ = captured || pawn ? 0 : quiet_plies_ + 1;
  if (captured || pawn) placements_.clear();

  kings_ &= ~(empty_ | own_.men());
  pawns_ &= ~(empty_ | own_.men());
  forget_pawns_if_none();
  if (heard.check == 0) kings_ &= ~surely_attacked();
  for (const Direction direction : kDirections) {
    if ((heard.check & direction) != 0) kings_ &= checked_from(direction);
  }

  check_ = 0;
  refused_now_ = {};
  refused_tries_.clear();
  any_answer_.reset();
  opponents_any_.reset();
  opponents_refusals_ = 0;
}

void Knowledge::hear_opponents_move(const Heard& heard) {
  before_opponents_first_move_ = false;
  opponent_captured_ = heard.capture != chess::kNoSquare;
  ++round_;
  for (Rounds* rounds : {&history_.lost, &history_.taken, &history_.passed, &history_.refused}) now(*rounds) = 0;
  if (heard.promotion) {
    ++promotions_told_;
    --most_pawns_;
  }
  // The square behind a pawn that may have been taken en passant; none otherwise.
  Bitboard behind = 0;
  bool unnamed_en_passant = false;
  if (opponent_captured_) {
    now(history_.lost) |= bit(heard.capture);
    unnamed_en_passant = !rules_->names_en_passant && double_stepped_ == bit(heard.capture);
    if (unnamed_en_passant) behind = passed_over_;
    own_.lose_man(heard);
  }
  opponents_pawns_move(heard, behind);
  opponents_king_moves(heard);
  empty_ = opponent_captured_ ? empty_ & ~(bit(heard.capture) | behind) : 0;
  kings_ &= board_ & ~own_.men() & ~surely_attacked();
  occupied_ = opponent_captured_ && !unnamed_en_passant ? bit(heard.capture) : 0;
  check_ = heard.check;
  quiet_plies_ = opponent_captured_ ? 0 : quiet_plies_ + 1;
  begin_turn(opponent_captured_);
}

void Knowledge::opponents_pawns_move(const Heard& heard, Bitboard behind) {
  const Side opponent = other(side_);
  if (opponent_captured_) {
    pawns_ |= attacked_by_pawns(opponent, pawns_) & (bit(heard.capture) | behind);
  } else {
    const Bitboard step = ahead(opponent, pawns_) & ~own_.men();
    pawns_ |= step;
    if (chess::has_double_step(own_.size()))
      pawns_ |= ahead(opponent, step) & ~own_.men() & chess::rank_mask(chess::double_step_rank(opponent));
  }
  pawns_ &= board_ & ~own_.men() & ~chess::rank_mask(chess::last_rank(opponent, own_.size()));
  forget_pawns_if_none();
}

void Knowledge::opponents_king_moves(const Heard& heard) {
  Bitboard steps = king_steps(kings_);
  if (opponent_captured_) {
    steps &= bit(heard.capture);
  } else if (opponents_ > 1) {
    for (const chess::Castling& castling : chess::kCastlings) {
      const bool had_right = castling.side != side_ && (opponents_rights_ & castling.right) != 0;
      if (had_right && contains(kings_, castling.king_from)) steps |= bit(castling.king_to);
    }
  }
  kings_ = opponents_ == 1 ? steps : kings_ | steps;
}

void Knowledge::begin_turn(bool irreversible) {
  if (!rules_->chess_draws) return;
  if (irreversible) placements_.clear();
  recurrences_ = static_cast<int>(std::count(placements_.begin(), placements_.end(), own_));
  placements_.push_back(own_);
}

void Knowledge::forget_pawns_if_none() {
  if (opponents_ == 1 || most_pawns_ == 0) pawns_ = 0;
}

Bitboard Knowledge::aged(const Rounds& rounds, int youngest, int oldest) const {
  Bitboard result = 0;
  for (int age = youngest; age <= std::min(oldest, round_); ++age)
    result |= rounds[static_cast<unsigned>(round_ - age) % History::kRounds];
  return result;
}

Bitboard Knowledge::attacked_through(Bitboard see_through) const {
  const Bitboard blockers = ~see_through;
  Bitboard result = attacked_by_pawns(side_, own_.men(Man::pawn)) | chess::king_attacks(own_.king());
  for (const Square s : Squares(own_.men(Man::knight))) result |= chess::knight_attacks(s);
  for (const Square s : Squares(own_.men(Man::bishop) | own_.men(Man::queen)))
    result |= chess::bishop_attacks(s, blockers);
  for (const Square s : Squares(own_.men(Man::rook) | own_.men(Man::queen))) result |= chess::rook_attacks(s, blockers);
  return result & board_;
}

Bitboard Knowledge::checkers(Direction direction) const {
  const Square king = own_.king();
  const Bitboard on_lines = referee::check_squares(own_, direction) & board_;
  if (direction == referee::kCheckKnight) return on_lines & ~own_.men();
  const Bitboard blockers = own_.men() | ~board_;
  return on_lines & (chess::bishop_attacks(king, blockers) | chess::rook_attacks(king, blockers)) & ~own_.men();
}

// Squares on which a king would be in check from this direction, if nothing unseen stands in the way.
Bitboard Knowledge::checked_from(Direction direction) const {
  const Bitboard blockers = own_.men() | ~board_;
  Bitboard result = 0;
  if (direction == referee::kCheckKnight) {
    for (const Square s : Squares(own_.men(Man::knight))) result |= chess::knight_attacks(s);
    return result;
  }
  if (direction == referee::kCheckFile || direction == referee::kCheckRank) {
    const auto& lines = direction == referee::kCheckFile ? chess::tables::kFile : chess::tables::kRank;
    for (const Square s : Squares(own_.men(Man::rook) | own_.men(Man::queen)))
      result |= chess::rook_attacks(s, blockers) & lines[s];
    return result;
  }
  const auto add = [&](Square s, Bitboard attacks) {
    for (const Square king : Squares(attacks & kings_)) {
      if (referee::check_direction(s, king, own_.size()) == direction) result |= bit(king);
    }
  };
  for (const Square s : Squares(own_.men(Man::bishop) | own_.men(Man::queen)))
    add(s, chess::bishop_attacks(s, blockers));
  for (const Square s : Squares(own_.men(Man::pawn))) add(s, chess::pawn_attacks(side_, s));
  return result;
}

// The squares that must be empty for a try, pawn captures and the king aside.
Bitboard Knowledge::must_be_empty(Man man, Move tried) const {
  const Bitboard path = chess::between(tried.from(), tried.to());
  if (slides(man)) return path;
  return man == Man::pawn && !own_.is_pawn_capture(tried) ? path | bit(tried.to()) : 0;
}

bool Knowledge::can_be_pinned(Square s) const {
  return line_through(own_.king(), s) != 0 && (chess::between(own_.king(), s) & own_.men()) == 0;
}

bool Knowledge::can_be_en_passant(Square target) const {
  if (before_opponents_first_move_) return target == start_en_passant_;
  if (opponent_captured_ || own_.size() != chess::kLargestBoard) return false;
  return chess::rank_of(target) == (side_ == Side::white ? 5 : 2);
}

TargetsByFrom Knowledge::impossible(const TargetsByFrom& askable, const referee::PlayerView& view) const {
  TargetsByFrom result{};
  const bool no_pawn_tries = view.pawn_tries().form != referee::PawnTries::untold && view.pawn_tries().value == 0;
  Bitboard answers = 0;
  for (const Direction direction : kDirections) {
    if ((check_ & direction) != 0) answers |= checkers(direction);
  }
  if (chess::several(check_)) answers = 0;
  for (const Square from : Squares(own_.men() & ~bit(own_.king()))) {
    if (askable[from] == 0) continue;
    const bool pawn = contains(own_.men(Man::pawn), from);
    const Bitboard captures = pawn ? askable[from] & ~chess::file_mask(chess::file_of(from)) : 0;
    if (no_pawn_tries || opponents_ == 1) result[from] |= captures;
    Bitboard not_en_passant = askable[from];
    for (const Square to : Squares(captures)) {
      if (can_be_en_passant(to)) not_en_passant &= ~bit(to);
    }
    result[from] |= captures & empty_ & not_en_passant;
    if (chess::several(check_)) {
      result[from] = askable[from];
    } else if (check_ != 0) {
      result[from] |= not_en_passant & ~answers;
    }
  }
  for (const Square to : Squares(askable[own_.king()])) {
    const bool step = contains(chess::king_attacks(own_.king()), to);
    if (step ? kings_ != 0 && (kings_ & ~chess::king_attacks(to)) == 0 : check_ != 0) result[own_.king()] |= bit(to);
  }
  if (check_ == 0) {
    for (const Move refused : refused_tries_) add_impossible_after_refusal(refused, result);
  }
  for (unsigned from = 0; from < 64; ++from) result[from] &= askable[from];
  return result;
}

void Knowledge::add_impossible_after_refusal(Move refused, TargetsByFrom& impossible) const {
  const Square from = refused.from();
  const Square to = refused.to();
  const Man man = own_.man_at(from);
  const bool blockable = slides(man) || (man == Man::pawn && !own_.is_pawn_capture(refused));
  if (blockable) {
    // Beyond the refused target; for a pawn that is its double step.
    for (const Square target : Squares(line_through(from, to))) {
      if (contains(chess::between(from, target), to)) impossible[from] |= bit(target);
    }
  }
  if (man == Man::king) {
    for (const chess::Castling& castling : chess::kCastlings) {
      if (castling.king_from == from && contains(chess::between(from, castling.king_to), to))
        impossible[from] |= bit(castling.king_to);
    }
  }
  if ((blockable || man == Man::knight) && (must_be_empty(man, refused) & ~empty_) == 0)
    impossible[from] |= ~line_through(own_.king(), from);
}

}  // namespace blindmate::policy
