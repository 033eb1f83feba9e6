// Ratings: Glicko-2 (M. Glickman, "Example of the Glicko-2 system", 2013), on the scale of Glicko, where 1500 is usual.
#pragma once

#include <vector>

namespace blindmate::store {

struct Rating {
  double rating = 1500;
  double deviation = 350;
  double volatility = 0.06;

  bool operator==(const Rating&) const = default;
};

// Above it a rating says little.
inline constexpr double kProvisionalDeviation = 110;

struct RatedResult {
  Rating opponent;
  double score = 0;  // 1, 0.5 or 0
};

// After a rating period with these results.
Rating rated(const Rating& before, const std::vector<RatedResult>& results);

// After so many rating periods, or a part of one, without a game: less certain.
Rating unplayed(const Rating& before, double periods);

}  // namespace blindmate::store
