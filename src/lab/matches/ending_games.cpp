#include "blindmate/lab/matches/ending_games.hpp"

#include <algorithm>

#include "blindmate/base/check.hpp"
#include "blindmate/base/random.hpp"
#include "blindmate/endings/lone_king.hpp"

namespace blindmate::lab {

using chess::bit;
using chess::Bitboard;
using chess::Square;
using endings::Attempt;
using endings::BareKing;
using referee::OwnBoard;

namespace {

constexpr int kMostMoves = 100;

Square any(Bitboard set, Random& random) {
  for (auto n = random.below(static_cast<std::uint32_t>(chess::count(set))); n > 0; --n) set &= set - 1;
  return chess::lowest(set);
}

int moves_to_mate(const OwnBoard& own, Bitboard kings) {
  const std::optional<endings::Win> win = endings::find_win(own, kings);
  return win ? win->moves : kMostMoves;
}

// The announcement that the king on this square brings, as the squares on which it would be the same.
const Attempt::Part& part_of(const std::vector<Attempt::Part>& parts, Square king) {
  const auto found = std::find_if(parts.begin(), parts.end(),
                                  [king](const Attempt::Part& part) { return chess::contains(part.kings, king); });
  BLINDMATE_CHECK(found != parts.end(), "a king that is nowhere");
  return *found;
}

class EndingGame {
 public:
  EndingGame(const OwnBoard& own, Square king, Defender defender, Random& random)
      : own_(own), king_(king), kings_(endings::safe_squares(own)), defender_(defender), random_(random) {}

  void play(EndingGames& result) {
    ++result.games;
    bool lost = false;
    for (int moves = 0; moves < kMostMoves;) {
      const Attempt attempt(own_, try_of(own_, kings_));
      if (chess::contains(attempt.refused(), king_)) {
        kings_ &= attempt.refused();
        continue;
      }
      ++moves;
      const std::vector<Attempt::Part> parts = attempt.parts(kings_);
      const Attempt::Part& part = part_of(parts, king_);
      own_ = attempt.after();
      const Bitboard captures = endings::next_to(bit(king_)) & attempt.capturable();
      const Bitboard replies = endings::next_to(bit(king_)) & attempt.allowed();
      if ((captures | replies) == 0) {
        result.won += part.check != 0 ? 1 : 0;
        result.stalemates += part.check != 0 ? 0 : 1;
        if (part.check != 0) {
          result.moves += moves;
          result.longest = std::max(result.longest, moves);
        }
        result.men_lost += lost ? 1 : 0;
        return;
      }
      const Bitboard silent = endings::next_to(part.kings) & attempt.allowed();
      king_ = reply(captures, replies, silent);
      if (chess::contains(captures, king_)) {
        lost = true;
        own_ = endings::without(own_, king_);
        kings_ = bit(king_);
        if (chess::count(own_.men()) == 1) break;
      } else {
        kings_ = silent;
      }
    }
    result.men_lost += lost ? 1 : 0;
    ++result.unfinished;
  }

 private:
  chess::Move try_of(const OwnBoard& own, Bitboard kings) {
    const std::optional<BareKing::Choice> choice = attacker_.choose(own, kings, {});
    BLINDMATE_CHECK(choice, "no try is left");
    return choice->tried;
  }

  Square reply(Bitboard captures, Bitboard replies, Bitboard silent) {
    if (defender_ == Defender::random) return any(captures | replies, random_);
    if (captures != 0) return any(captures, random_);
    // The attacker will make the same try wherever the king goes; what it then hears is what matters.
    const Attempt next(own_, try_of(own_, silent));
    Square best = chess::kNoSquare;
    int longest = -1;
    for (const Square to : chess::Squares(replies)) {
      const int moves = after(next, to, silent);
      if (moves > longest) best = to;
      longest = std::max(longest, moves);
    }
    return best;
  }

  int after(const Attempt& attempt, Square king, Bitboard kings) const {
    if (chess::contains(attempt.refused(), king)) return moves_to_mate(own_, kings & attempt.refused());
    if ((endings::next_to(bit(king)) & attempt.capturable()) != 0) return 2 * kMostMoves;
    const std::vector<Attempt::Part> parts = attempt.parts(kings);
    const Bitboard replies = endings::next_to(part_of(parts, king).kings) & attempt.allowed();
    const bool mated = (endings::next_to(bit(king)) & attempt.allowed()) == 0;
    return mated ? 0 : 1 + moves_to_mate(attempt.after(), replies);
  }

  OwnBoard own_;
  Square king_;
  Bitboard kings_;
  Defender defender_;
  Random& random_;
  BareKing attacker_;
};

}  // namespace

EndingGames play_endings(const endings::Ending& ending, Defender defender, int games, bool sure, std::uint64_t seed) {
  const endings::Placements placements(ending);
  Random random(seed);
  EndingGames result;
  while (result.games < games) {
    const OwnBoard& own = placements.board(random.below(static_cast<std::uint32_t>(placements.size())));
    const Bitboard kings = endings::safe_squares(own);
    if (kings == 0 || (sure && moves_to_mate(own, kings) == kMostMoves)) continue;
    EndingGame(own, any(kings, random), defender, random).play(result);
  }
  return result;
}

}  // namespace blindmate::lab
