#include "blindmate/policy/record.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "blindmate/policy/actions.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "blindmate/view/turn.hpp"

namespace blindmate::policy {

using chess::Bitboard;
using chess::Man;
using chess::Move;
using chess::Square;
using chess::Squares;

static_assert(sizeof(Record) == 8 * (BM_PLANES + 2 * BM_ACTION_WORDS) + BM_NUMBERS);
static_assert(std::is_trivially_copyable_v<Record>);

namespace {

// Fills a record from its beginning: planes and numbers in the order of the page.
class Writer {
 public:
  Writer(const referee::PlayerView& view, const Knowledge& knowledge, Record& record)
      : view_(view), own_(view.own_board()), known_(knowledge), own_side_(view.side(), own_.size()), record_(record) {
    std::memset(&record_, 0, sizeof record_);
  }

  void write() {
    for (const Move tried : view_.askable_tries()) askable_[tried.from()] |= chess::bit(tried.to());
    impossible_ = known_.impossible(askable_, view_);
    write_actions(askable_, record_.askable);
    write_actions(impossible_, record_.impossible);
    if (view_.may_ask_any()) record_.askable[BM_ACTION_ANY / 64] |= std::uint64_t{1} << BM_ACTION_ANY % 64;
    write_planes();
    write_numbers();
  }

 private:
  void write_actions(const TargetsByFrom& targets, std::uint64_t* words) const {
    const Bitboard last = chess::rank_mask(chess::last_rank(own_.side(), own_.size()));
    for (const Square from : Squares(own_.men())) {
      words[own_side_.of(from)] = own_side_.of(targets[from]);
      if (!chess::contains(own_.men(Man::pawn), from)) continue;
      for (const Square to : Squares(targets[from] & last)) {
        for (const Man man : kLesserMen) {
          const int action = action_of(Move(from, to, man), own_side_);
          words[action / 64] |= std::uint64_t{1} << action % 64;
        }
      }
    }
  }

  void put(Bitboard squares) { record_.planes[plane_++] = own_side_.of(squares); }
  void put_number(int number) { record_.numbers[number_++] = static_cast<std::uint8_t>(std::min(number, 255)); }

  void write_planes() {
    for (unsigned man = 0; man < 6; ++man) put(own_.men(static_cast<Man>(man)));
    put(known_.last_move().from);
    put(known_.last_move().to);
    put(known_.last_move().path);
    put(known_.earlier_move().from);
    put(known_.earlier_move().to);
    put(known_.lost(0, 0));
    put(known_.lost(1, 1));
    put(known_.lost(2, 3));
    put(known_.lost(4, 7));
    put(known_.lost(8, 15));
    put(known_.taken(1, 1));
    put(known_.taken(2, 3));
    put(known_.taken(4, 7));
    put(known_.taken(8, 15));
    put(known_.passed(2, 3));
    put(known_.passed(4, 7));
    put(known_.passed(8, 15));
    put(known_.refused_now().from);
    put(known_.refused(0, 0));
    put(known_.refused_now().pawn_advances);
    put(known_.refused_now().pawn_captures);
    put(known_.refused_now().path);
    put(known_.refused_now().king);
    put(known_.refused_now().knight);
    put(known_.refused(1, 1));
    put(known_.refused(2, 3));
    put(known_.refused(4, 7));
    for (const referee::Direction direction : kDirections)
      put((view_.check() & direction) != 0 ? known_.checkers(direction) : 0);
    put(known_.kings());
    put(known_.pawns());
    Bitboard targets = 0;
    Bitboard pawn_captures = 0;
    for (const Square from : Squares(own_.men())) {
      const Bitboard to = askable_[from] & ~impossible_[from];
      targets |= to;
      if (chess::contains(own_.men(Man::pawn), from)) pawn_captures |= to & ~chess::file_mask(chess::file_of(from));
    }
    put(targets);
    put(pawn_captures);
    put(view_.pawn_tries().form == referee::PawnTries::squares ? view_.pawn_tries().value : 0);
    put(known_.attacked());
    put(known_.surely_attacked());
    Bitboard castling_targets = 0;
    for (const chess::Castling& castling : chess::kCastlings) {
      if ((own_.castling() & castling.right) != 0) castling_targets |= chess::bit(castling.king_to);
    }
    put(castling_targets);
    const Bitboard board = ~chess::walls(own_.size());
    put(board);
    put(board & chess::kDarkSquares);
    put(known_.empty());
    put(known_.occupied());
  }

  void write_numbers() {
    put_number(static_cast<int>(view_.side()));
    put_number(rule_set_number(view_.rules()));
    put_number(own_.size());
    put_number(known_.own_moves());
    put_number(known_.quiet_plies());
    put_number(known_.recurrences());
    put_number(known_.refusals());
    put_number(known_.opponents_refusals());
    for (const referee::Direction direction : kDirections) put_number((view_.check() & direction) != 0);
    const referee::Heard& said = known_.last_move().heard;
    for (const referee::Direction direction : kDirections) put_number((said.check & direction) != 0);
    put_pawn_tries(view_.pawn_tries());
    put_pawn_tries(said.pawn_tries);
    put_number(known_.opponents());
    put_number(known_.most_pawns());
    for (const int file : {6, 2}) {
      put_number(std::any_of(chess::kCastlings.begin(), chess::kCastlings.end(), [&](const chess::Castling& castling) {
        return chess::file_of(castling.king_to) == file && (own_.castling() & castling.right) != 0;
      }));
    }
    const bool took = said.capture != chess::kNoSquare;
    put_number(took ? 1 + static_cast<int>(said.captured_kind) : 0);
    put_number(known_.opponent_captured());
    put_number(view_.may_ask_any());
    put_answer(known_.any_answer());
    put_number(view_.capture_duty());
    put_answer(known_.opponents_any());
    put_number(known_.promotions_told());
    put_number(chess::count(known_.kings()));
    put_number(chess::count(known_.pawns()));
    int possible = 0;
    for (unsigned i = 0; i < BM_ACTION_WORDS; ++i)
      possible += chess::count(record_.askable[i] & ~record_.impossible[i]);
    put_number(possible);
  }

  void put_pawn_tries(const referee::PawnTriesHeard& told) {
    put_number(told.form != referee::PawnTries::untold);
    put_number(told.form == referee::PawnTries::squares ? chess::count(told.value) : static_cast<int>(told.value));
  }

  void put_answer(const std::optional<bool>& any) { put_number(!any ? 0 : *any ? 1 : 2); }

  const referee::PlayerView& view_;
  const referee::OwnBoard& own_;
  const Knowledge& known_;
  OwnSide own_side_;
  Record& record_;
  TargetsByFrom askable_{};
  TargetsByFrom impossible_{};
  unsigned plane_ = 0;
  unsigned number_ = 0;
};

}  // namespace

int rule_set_number(const referee::RuleSet& rules) {
  return static_cast<int>(std::find(referee::kRuleSets.begin(), referee::kRuleSets.end(), &rules) -
                          referee::kRuleSets.begin());
}

void write_record(const referee::PlayerView& view, const Knowledge& knowledge, Record& record) {
  Writer(view, knowledge, record).write();
}

Record record_of(const referee::PlayerView& view) {
  Knowledge knowledge(view.start(), view.side(), view.rules());
  knowledge.follow(view);
  Record record;
  write_record(view, knowledge, record);
  return record;
}

}  // namespace blindmate::policy
