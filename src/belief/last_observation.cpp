#include "blindmate/belief/last_observation.hpp"

#include <algorithm>
#include <cstdlib>

#include "blindmate/chess/movegen.hpp"
#include "blindmate/view/announce.hpp"

namespace blindmate::belief {

using chess::bit;
using chess::Bitboard;
using chess::Man;
using chess::Move;
using chess::Position;
using chess::Side;
using chess::Square;
using referee::Answer;
using referee::CapturedKind;

namespace {

constexpr int kPromotionOdds = 50;  // one pawn in so many has promoted, where nothing is told
constexpr int kEnPassantOdds = 8;   // one capture in so many that can be en passant is one

// Where a pawn lands that takes one of `side` en passant.
Square behind(Square captured, Side side) { return static_cast<Square>(captured + (side == Side::white ? -8 : 8)); }

// How many pawns can have promoted in so many moves.
int most_promotions(const Position& start, Side side, int moves) {
  std::vector<int> needed;
  for (const Square s : chess::Squares(start.men(side, Man::pawn))) {
    const int ranks = std::abs(chess::last_rank(side, start.size()) - chess::rank_of(s));
    const int home = chess::double_step_rank(side) + (side == Side::white ? -2 : 2);
    needed.push_back(chess::has_double_step(start.size()) && chess::rank_of(s) == home ? ranks - 1 : ranks);
  }
  std::sort(needed.begin(), needed.end());
  int promotions = 0;
  for (const int more : needed) {
    moves -= more;
    promotions += moves >= 0 ? 1 : 0;
  }
  return promotions;
}

constexpr std::initializer_list<Man> kAnyMan = {Man::pawn, Man::knight, Man::bishop, Man::rook, Man::queen, Man::king};
constexpr std::initializer_list<Man> kPromoted = {Man::knight, Man::bishop, Man::rook, Man::queen};

}  // namespace

Position own_position(const referee::PlayerView& view) {
  const referee::OwnBoard& own = view.own_board();
  std::array<Bitboard, 6> men{};
  for (unsigned i = 0; i < 6; ++i) men[i] = own.men(static_cast<Man>(i));
  const Position empty = view.start().without_men(Side::white).without_men(Side::black).with_turn(view.side());
  return empty.with_men(view.side(), men, own.castling(), chess::kNoSquare);
}

// Which men are placed, and where.
class LastObservation::Draft {
 public:
  Draft(std::vector<Man> men, Bitboard free, int size, Random& random)
      : left_(std::move(men)), free_(free), size_(size), random_(random) {}

  // Places one of the men that are left and of these kinds on a random square of these.
  bool place(std::initializer_list<Man> kinds, Bitboard squares) {
    std::vector<std::size_t> choices;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const bool wanted = std::find(kinds.begin(), kinds.end(), left_[i]) != kinds.end();
      if (wanted && (squares & allowed(left_[i])) != 0) choices.push_back(i);
    }
    if (choices.empty()) return false;
    const std::size_t i = choices[random_.below(static_cast<std::uint32_t>(choices.size()))];
    put(i, squares);
    return true;
  }

  void keep_empty(Square s) { free_ &= ~bit(s); }

  bool place_rest() {
    while (!left_.empty()) {
      if (allowed(left_.back()) == 0) return false;
      put(left_.size() - 1, ~Bitboard{0});
    }
    return true;
  }

  const std::array<Bitboard, 6>& men() const { return men_; }
  Bitboard placed() const { return men_[0] | men_[1] | men_[2] | men_[3] | men_[4] | men_[5]; }

 private:
  Bitboard allowed(Man man) const {
    return man == Man::pawn ? free_ & ~(chess::rank_mask(0) | chess::rank_mask(size_ - 1)) : free_;
  }

  void put(std::size_t i, Bitboard squares) {
    const Man man = left_[i];
    Bitboard choices = squares & allowed(man);
    for (std::uint32_t skip = random_.below(static_cast<std::uint32_t>(chess::count(choices))); skip > 0; --skip) {
      choices &= choices - 1;
    }
    const Square s = chess::lowest(choices);
    men_[chess::index(man)] |= bit(s);
    free_ &= ~bit(s);
    left_[i] = left_.back();
    left_.pop_back();
  }

  std::vector<Man> left_;
  std::array<Bitboard, 6> men_{};
  Bitboard free_;
  int size_;
  Random& random_;
};

LastObservation::LastObservation(const referee::PlayerView& view, std::uint64_t seed)
    : rules_(&view.rules()), own_(view.own_board()), own_men_(own_position(view)), random_(seed) {
  BLINDMATE_CHECK(view.turn() == view.side() && !view.outcome(), "the other side's turn, or the end of the game");
  const Side opponent = other(view.side());
  for (unsigned i = 0; i < 5; ++i) {
    const int men = chess::count(view.start().men(opponent, static_cast<Man>(i)));
    start_men_.insert(start_men_.end(), static_cast<std::size_t>(men), static_cast<Man>(i));
  }
  for (const chess::Castling& castling : chess::kCastlings) {
    if (castling.side == opponent && (view.start().castling() & castling.right) != 0) start_rights_ |= castling.right;
  }
  heard_ = referee::announce_start(view.start(), *rules_);
  int moves = 0;
  referee::OwnBoard own(view.start(), view.side());
  Square double_step = chess::kNoSquare;  // where the own last move went, if it was one
  for (const referee::Event& event : view.log()) {
    const bool moved = event.heard.answer == Answer::ok;
    if (event.by == opponent && moved) {
      heard_ = event.heard;
      can_be_en_passant_ =
          !rules_->names_en_passant && double_step != chess::kNoSquare && heard_.capture == double_step;
      own.lose_man(heard_);
      refused_.clear();
      any_answer_.reset();
      ++moves;
      promotions_heard_ += event.heard.promotion ? 1 : 0;
    } else if (event.by != opponent && moved) {
      const Move move = std::get<Move>(*event.ask);
      const bool two_steps =
          chess::contains(own.men(Man::pawn), move.from()) && std::abs(move.to() - move.from()) == 16;
      double_step = two_steps ? move.to() : chess::kNoSquare;
      own.play(move);
      captured_ += event.heard.capture != chess::kNoSquare ? 1 : 0;
      captured_pawns_ += event.heard.captured_kind == CapturedKind::pawn ? 1 : 0;
    } else if (event.by != opponent && event.heard.answer == Answer::no && !event.nonsense) {
      refused_.push_back(std::get<Move>(*event.ask));
    } else if (event.by != opponent &&
               (event.heard.answer == Answer::any_yes || event.heard.answer == Answer::any_no)) {
      any_answer_ = event.heard.answer == Answer::any_yes;
    }
  }
  most_promotions_ = most_promotions(view.start(), opponent, moves);
}

std::optional<Position> LastObservation::sample(int attempts) {
  for (int i = 0; i < attempts; ++i) {
    if (const std::optional<Position> position = attempt(); position && fits(*position)) return position;
  }
  return std::nullopt;
}

bool LastObservation::fits(const Position& position) const {
  const Side side = own_.side();
  if (position.attackers(position.king(other(side)), side, position.occupied() | position.walls()) != 0) return false;
  const Bitboard men = position.men(other(side));
  const Bitboard pawns = men & position.men(Man::pawn);
  if (heard_.en_passant && !chess::contains(pawns, heard_.capture)) return false;
  if (heard_.capture != chess::kNoSquare && !chess::contains(men, heard_.capture)) {
    if (!can_be_en_passant_ || !chess::contains(pawns, behind(heard_.capture, side))) return false;
  }
  if (heard_.promotion) {
    const Bitboard last = chess::rank_mask(chess::last_rank(other(side), position.size()));
    const Bitboard where = heard_.capture != chess::kNoSquare ? bit(heard_.capture) : last;
    if ((men & ~pawns & ~position.men(Man::king) & where & last) == 0) return false;
  }
  const referee::Heard announced = referee::announce_start(position, *rules_);
  if (announced.check != heard_.check || announced.pawn_tries != heard_.pawn_tries) return false;
  if (announced.end != referee::End::none) return false;
  if (any_answer_ && (referee::announce_any(position).answer == Answer::any_yes) != *any_answer_) return false;
  return std::none_of(refused_.begin(), refused_.end(), [&](Move tried) { return position.is_legal(tried); });
}

// The opponent's men without the king: some pawns promoted, those that were captured taken away.
std::optional<std::vector<Man>> LastObservation::draw_men() {
  std::vector<Man> men = start_men_;
  int promotions = promotions_heard_;
  if (!rules_->tells_promotion) {
    while (promotions < most_promotions_ && random_.below(kPromotionOdds) == 0) ++promotions;
  }
  for (Man& man : men) {
    if (promotions == 0 || man != Man::pawn) continue;
    man = chess::kPromotions[random_.below(4) == 0 ? random_.below(4) : 0];
    --promotions;
  }
  if (promotions > 0) return std::nullopt;

  const bool kinds_told = rules_->captured_man == referee::CapturedMan::pawn_or_piece;
  for (int i = 0; i < captured_; ++i) {
    std::vector<std::size_t> choices;
    for (std::size_t k = 0; k < men.size(); ++k) {
      if (!kinds_told || (men[k] == Man::pawn) == (i < captured_pawns_)) choices.push_back(k);
    }
    if (choices.empty()) return std::nullopt;
    const std::size_t taken = choices[random_.below(static_cast<std::uint32_t>(choices.size()))];
    men[taken] = men.back();
    men.pop_back();
  }
  return men;
}

std::optional<Position> LastObservation::attempt() {
  std::optional<std::vector<Man>> men = draw_men();
  if (!men) return std::nullopt;
  men->push_back(Man::king);
  Draft draft(std::move(*men), ~(own_.men() | chess::walls(own_.size())), own_.size(), random_);
  if (!place_mover(draft) || !place_checkers(draft)) return std::nullopt;
  place_blockers(draft);
  if (!draft.place_rest()) return std::nullopt;
  const std::array<Bitboard, 6>& placed = draft.men();
  chess::CastlingRights rights = 0;
  for (const chess::Castling& castling : chess::kCastlings) {
    const bool at_home = chess::contains(placed[chess::index(Man::king)], castling.king_from) &&
                         chess::contains(placed[chess::index(Man::rook)], castling.rook_from);
    if ((start_rights_ & castling.right) != 0 && at_home && random_.below(2) == 0) rights |= castling.right;
  }
  return own_men_.with_men(other(own_.side()), placed, rights, chess::kNoSquare);
}

// The man that made the last move, where it was told: it captured there, or it is a pawn no more.
bool LastObservation::place_mover(Draft& draft) {
  if (heard_.promotion) {
    const Bitboard last = chess::rank_mask(chess::last_rank(other(own_.side()), own_.size()));
    return draft.place(kPromoted, heard_.capture != chess::kNoSquare ? bit(heard_.capture) : last);
  }
  if (heard_.capture == chess::kNoSquare) return true;
  if (heard_.en_passant) return draft.place({Man::pawn}, bit(heard_.capture));
  if (can_be_en_passant_ && random_.below(kEnPassantOdds) == 0) {
    draft.keep_empty(heard_.capture);
    return draft.place({Man::pawn}, bit(behind(heard_.capture, own_.side())));
  }
  return draft.place(kAnyMan, bit(heard_.capture));
}

// A man on each line of check, unless the one that captured already checks there.
bool LastObservation::place_checkers(Draft& draft) {
  const Square king = own_.king();
  const Bitboard blockers = own_.men() | chess::walls(own_.size());
  const Bitboard pawn_squares = chess::pawn_attacks(own_.side(), king);
  const auto checks_on = [&](Bitboard squares, std::initializer_list<Man> kinds) {
    for (const Man man : kinds) {
      if ((draft.men()[chess::index(man)] & squares) != 0) return true;
    }
    return draft.place(kinds, squares);
  };
  const auto diagonals = [&](bool is_long) {
    Bitboard squares = 0;
    for (const bool parallel : {true, false}) {
      if (referee::is_long_diagonal(king, parallel, own_.size()) != is_long) continue;
      squares |= chess::line_attacks(king, (parallel ? chess::tables::kDiagonal : chess::tables::kAntidiagonal)[king],
                                     blockers);
    }
    const bool by_pawn = (squares & pawn_squares) != 0 && random_.below(4) == 0;
    return by_pawn ? checks_on(squares & pawn_squares, {Man::pawn}) : checks_on(squares, {Man::bishop, Man::queen});
  };
  const referee::Directions check = heard_.check;
  if ((check & referee::kCheckFile) != 0 &&
      !checks_on(chess::line_attacks(king, chess::tables::kFile[king], blockers), {Man::rook, Man::queen})) {
    return false;
  }
  if ((check & referee::kCheckRank) != 0 && !checks_on(chess::rank_attacks(king, blockers), {Man::rook, Man::queen})) {
    return false;
  }
  if ((check & referee::kCheckKnight) != 0 && !checks_on(chess::knight_attacks(king), {Man::knight})) return false;
  if ((check & referee::kCheckLong) != 0 && !diagonals(true)) return false;
  return (check & referee::kCheckShort) == 0 || diagonals(false);
}

// A man in the way of refused tries that are not stopped yet. Pawn captures and knights are not stopped so.
void LastObservation::place_blockers(Draft& draft) {
  for (const Move tried : refused_) {
    Bitboard way = chess::between(tried.from(), tried.to());
    const Man man = own_.man_at(tried.from());
    if (man == Man::king) way = 0;
    if (man == Man::pawn && !own_.is_pawn_capture(tried)) way |= bit(tried.to());
    if (way == 0 || (way & draft.placed()) != 0 || heard_.check != 0) continue;
    draft.place(kAnyMan, way);
  }
}

}  // namespace blindmate::belief
