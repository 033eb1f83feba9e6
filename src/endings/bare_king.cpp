#include "blindmate/endings/bare_king.hpp"

#include <algorithm>
#include <limits>

#include "blindmate/endings/lone_king.hpp"

namespace blindmate::endings {

using chess::bit;
using chess::Bitboard;
using chess::Man;
using chess::Move;
using chess::Square;
using chess::Squares;
using referee::OwnBoard;

namespace {

constexpr int kLongestSearch = 4;  // moves
constexpr double kLost = 1000;     // for men that cannot mate as far as is known
constexpr double kManLost = 2000;  // for a man lost for nothing
constexpr double kStalemate = 3000;
constexpr double kWon = 20;  // pawns, for a mate that is known

struct Spent {};  // thrown when the effort is

// Is there a mate in so many moves wherever the king is? The first try of it.
class MateSearch {
 public:
  explicit MateSearch(const BareKing::Effort& effort) : effort_(effort) {}

  std::optional<Move> find(const OwnBoard& own, Bitboard kings, int moves) {
    if (++boards_ > effort_.boards) throw Spent{};
    if (effort_.deadline && std::chrono::steady_clock::now() > *effort_.deadline) throw Spent{};
    for (const Move tried : attempts(own)) {
      if (mates(own, kings, Attempt(own, tried), moves)) return tried;
    }
    return std::nullopt;
  }

 private:
  bool mates(const OwnBoard& own, Bitboard kings, const Attempt& attempt, int moves) {
    const Bitboard refused = kings & attempt.refused();
    if (refused == kings) return false;
    const std::vector<Attempt::Part> parts = attempt.parts(kings);
    for (const auto& [check, part] : parts) {
      if ((next_to(part) & attempt.capturable()) != 0) return false;
      if (check == 0 && attempt.stuck(part) != 0) return false;
      if (moves == 1 && (next_to(part) & attempt.allowed()) != 0) return false;
    }
    for (const auto& [check, part] : parts) {
      const Bitboard replies = next_to(part) & attempt.allowed();
      if (replies != 0 && !find(attempt.after(), replies, moves - 1)) return false;
    }
    return refused == 0 || find(own, refused, moves);
  }

  BareKing::Effort effort_;
  std::uint64_t boards_ = 0;
};

// The shortest mate that men of an ending, chosen from all, would have alone; of the strongest ending that there is.
double alone(const OwnBoard& own, Bitboard kings) {
  double best = kLost;
  for (const Table& table : tables()) {
    if (best < kLost) break;
    const Ending& ending = table.ending();
    for (const Square first : Squares(own.men(ending.men[0]))) {
      const Bitboard others = ending.count() == 1 ? bit(first) : own.men(ending.men[1]) & ~bit(first);
      for (const Square second : Squares(others)) {
        std::array<Bitboard, 6> men{};
        men[chess::index(Man::king)] = own.men(Man::king);
        men[chess::index(ending.men[0])] |= bit(first);
        if (ending.count() == 2) men[chess::index(ending.men[1])] |= bit(second);
        if (const auto win = table.find(board_of(men, own.side()), kings)) best = std::min<double>(best, win->moves);
      }
    }
  }
  return best;
}

// How good a board is where no mate is in sight: men, pawns that have come far, a king that is near, few squares left.
double promise(const OwnBoard& own, Bitboard kings) {
  constexpr std::array kValues = {1.0, 3.0, 3.0, 5.0, 9.0, 0.0};
  double sum = 0;
  for (unsigned man = 0; man < 6; ++man) sum += kValues[man] * chess::count(own.men(static_cast<Man>(man)));
  for (const Square pawn : Squares(own.men(Man::pawn))) {
    const int rank = own.side() == chess::Side::white ? chess::rank_of(pawn) : 7 - chess::rank_of(pawn);
    sum += 0.1 * rank * rank / 6;
  }
  double distance = 0;
  for (const Square king : Squares(kings)) {
    distance += std::max(std::abs(chess::file_of(king) - chess::file_of(own.king())),
                         std::abs(chess::rank_of(king) - chess::rank_of(own.king())));
  }
  const int number = std::max(1, chess::count(kings));
  return sum - 0.05 * distance / number - 0.02 * number;
}

}  // namespace

double BareKing::value(const OwnBoard& own, Bitboard kings) const {
  const auto known = learnt_.find({men_of(own), kings});
  return std::max(alone(own, kings), known == learnt_.end() ? 0 : known->second);
}

std::optional<BareKing::Choice> BareKing::choose(const OwnBoard& own, Bitboard kings, const Effort& effort) {
  Choice choice;
  if (const auto win = find_win(own, kings)) return Choice{win->tried, win->moves};
  try {
    MateSearch search(effort);
    for (int moves = 1; moves <= kLongestSearch; ++moves) {
      if (const std::optional<Move> tried = search.find(own, kings, moves)) return Choice{*tried, moves};
    }
  } catch (const Spent&) {
  }
  double best_worst = std::numeric_limits<double>::infinity();
  double best_mean = 0;
  for (const Move tried : attempts(own)) {
    const Attempt attempt(own, tried);
    const Bitboard refused = kings & attempt.refused();
    if (refused == kings) continue;
    double worst = refused == 0 ? 0 : value(own, refused);
    double mean = chess::count(refused) * promise(own, refused);
    const auto outcome = [&](const OwnBoard& after, Bitboard left, int weight, double least) {
      const double moves = value(after, left);
      worst = std::max(worst, moves < kLost ? 1 + moves : std::max(1 + moves, least));
      mean += weight * (promise(after, left) + (moves < kLost ? kWon : 0));
    };
    for (const auto& [check, part] : attempt.parts(kings)) {
      if (check == 0 && attempt.stuck(part) != 0) {
        worst = std::max(worst, kStalemate);
        mean -= kWon * chess::count(attempt.stuck(part));
      }
      const Bitboard replies = next_to(part) & attempt.allowed();
      if (replies != 0) outcome(attempt.after(), replies, chess::count(part & next_to(replies)), 0);
      for (const Square man : Squares(attempt.capturable() & next_to(part)))
        outcome(without(attempt.after(), man), bit(man), chess::count(part & next_to(bit(man))), kManLost);
    }
    worst = std::max(worst, 1.0);
    if (std::pair(worst, -mean) < std::pair(best_worst, -best_mean)) {
      best_worst = worst;
      best_mean = mean;
      choice.tried = tried;
    }
  }
  if (best_worst == std::numeric_limits<double>::infinity()) return std::nullopt;
  double& learnt = learnt_[{men_of(own), kings}];
  learnt = std::max(learnt, best_worst);
  return choice;
}

}  // namespace blindmate::endings
