// That the tables are right, by induction over the wins: a win's try is asked in each of its positions, of the naive
// referee, and what is left after each answer and each reply must be a win again, which comes before it.
#include <gtest/gtest.h>

#include <algorithm>

#include "blindmate/endings/tables.hpp"
#include "naive/referee.hpp"
#include "naive_ending.hpp"

namespace blindmate::endings {
namespace {

using chess::Bitboard;

// Positions that sound alike to the attacker after a try and the lone king's reply.
struct Group {
  naive::Heard tried;
  naive::Heard reply;
  Bitboard kings = 0;
  std::string fen;  // one of them
};

void add(std::vector<Group>& groups, const naive::Heard& tried, const naive::Heard& reply, const std::string& fen) {
  const naive::Board board = naive::read_fen(fen);
  const int king = naive::king_square(board, !board.white_to_move);
  const auto same =
      std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.tried == tried && g.reply == reply; });
  if (same == groups.end()) {
    groups.push_back({tried, reply, Bitboard{1} << king, fen});
  } else {
    same->kings |= Bitboard{1} << king;
  }
}

class Proof {
 public:
  Proof(std::string rules, const Table& table) : rules_(std::move(rules)), table_(table) {}

  // What is wrong with a win, looked at in this frame; "" when it is sure.
  std::string fault(std::size_t placement, std::size_t number, const Frame& frame) {
    const Win& win = table_.wins(placement)[number];
    const std::string tried = chess::text(frame.of(win.tried));
    const naive::Board men = image(naive_board(table_.placements().board(placement)), frame);
    Bitboard refused = 0;
    groups_.clear();
    for (int square = 0; square < 64; ++square) {
      if ((win.kings >> square & 1) == 0) continue;
      const std::optional<naive::Board> board = with_lone_king(men, frame.of(square));
      if (!board) return "an impossible square";
      const naive::Heard heard = ask(naive::write_fen(*board), tried);
      if (heard.answer == "no") refused |= Bitboard{1} << square;
      if (!fault_.empty()) return fault_ + " of " + naive::write_fen(*board) + " after " + tried;
    }
    if (win.kings == 0 || win.moves == 0) return "nothing";
    if (refused == win.kings) return "a try that is always refused";
    if (refused != 0 && !is_won_before(placement, number, refused)) return "not won after a refusal";
    for (const Group& group : groups_) {
      if (!is_won(group, win.moves - 1)) return "not won after a reply: " + group.fen;
    }
    return "";
  }

 private:
  // What the attacker hears. Adds what is left after the replies; anything wrong becomes the fault.
  naive::Heard ask(const std::string& fen, const std::string& tried) {
    naive::Referee referee(rules_, fen);
    const naive::Heard heard = referee.ask(tried).mover;
    fault_ = heard.answer == "ok" || heard.answer == "no" ? "" : heard.answer;
    if (heard.answer != "ok" || referee.end() == "checkmate") return heard;
    if (!referee.end().empty()) fault_ = referee.end();
    for (const std::string& move : naive::legal_moves(naive::read_fen(referee.fen()))) {
      naive::Referee after = referee;
      const std::optional<naive::Heard> reply = after.ask(move).opponent;
      if (!reply || reply->answer != "ok") fault_ = "a reply that is not heard";
      if (!after.end().empty()) fault_ = after.end();
      if (!fault_.empty()) break;
      add(groups_, heard, *reply, after.fen());
    }
    return heard;
  }

  bool is_won_before(std::size_t placement, std::size_t number, Bitboard kings) const {
    for (std::size_t i = 0; i < number; ++i) {
      const Win& earlier = table_.wins(placement)[i];
      if ((kings & ~earlier.kings) == 0 && earlier.moves <= table_.wins(placement)[number].moves) return true;
    }
    return false;
  }

  static bool is_won(const Group& group, int moves) {
    const referee::OwnBoard own = attacker(group.fen);
    for (const Table& table : tables()) {
      const std::optional<Win> win = table.find(own, group.kings);
      if (win && (group.kings & ~win->kings) == 0 && win->moves <= moves) return true;
    }
    return false;
  }

  std::string rules_;
  const Table& table_;
  std::vector<Group> groups_;
  std::string fault_;
};

// Each n-th win, each in another frame.
void expect_sure(const std::string& rules, const Table& table, std::size_t every) {
  Proof proof(rules, table);
  const std::vector<Frame> all_frames = frames(table.ending());
  std::size_t wins = 0;
  std::size_t proved = 0;
  for (std::size_t placement = 0; placement < table.placements().size(); ++placement) {
    for (std::size_t number = 0; number < table.wins(placement).size(); ++number) {
      if (wins++ % every != 0) continue;
      ASSERT_EQ(proof.fault(placement, number, all_frames[proved++ % all_frames.size()]), "")
          << table.ending().name << ", placement " << placement << ", win " << number;
    }
  }
  EXPECT_GT(proved * every, 1000U);
}

const Table& table_of(std::string_view name) {
  for (const Table& table : tables()) {
    if (table.ending().name == name) return table;
  }
  throw std::invalid_argument("no such table");
}

class Certainty : public testing::TestWithParam<std::string> {};

// With sanitizers it would take too long.
TEST_P(Certainty, EveryWinIsSure) { expect_sure("berkeley", table_of(GetParam()), BLINDMATE_SANITIZED ? 20 : 1); }

// The others tell the attacker no less. What they make a draw by its history, a position for the third time, is not
// looked at: each win begins a game of its own.
TEST_P(Certainty, WinsAreSureByAllRules) {
  for (const char* rules : {"berkeley-any", "cincinnati", "wild16", "rand", "english"})
    expect_sure(rules, table_of(GetParam()), BLINDMATE_SANITIZED ? 500 : 50);
}

INSTANTIATE_TEST_SUITE_P(Endings, Certainty, testing::Values("kqk", "krk", "kpk", "krrk", "kbbk"),
                         [](const testing::TestParamInfo<std::string>& ending) { return ending.param; });

}  // namespace
}  // namespace blindmate::endings
