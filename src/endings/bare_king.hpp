// BareKing: what to try against a lone king, with any men. A sure mate from the tables or from a short search where
// there is one; otherwise the try that leads, at worst, to the shortest mate that some of the men would have without
// the others; otherwise the one that risks least and gains most on the average.
#pragma once

#include <chrono>
#include <map>
#include <optional>

#include "blindmate/endings/tables.hpp"

namespace blindmate::endings {

class BareKing {
 public:
  struct Choice {
    chess::Move tried{};
    std::optional<int> moves{};  // to a sure mate, at most
  };

  // For the short search.
  struct Effort {
    std::uint64_t boards = 20000;
    std::optional<std::chrono::steady_clock::time_point> deadline{};
  };

  // The king is on one of these squares. Nothing when no try is possible.
  std::optional<Choice> choose(const referee::OwnBoard& own, chess::Bitboard kings, const Effort& effort);

 private:
  using Key = std::pair<std::array<chess::Bitboard, 6>, chess::Bitboard>;

  double value(const referee::OwnBoard& own, chess::Bitboard kings) const;

  // How long a mate takes from where this player has been, as far as looking ahead has told: what keeps it from going
  // in circles (learning real-time search, Korf 1990).
  std::map<Key, double> learnt_;
};

}  // namespace blindmate::endings
