// ByMove: means over many games, move by move; games that have ended count no more.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "blindmate/lab/figures/plot.hpp"

namespace blindmate::lab {

class ByMove {
 public:
  void add(std::size_t move, double value) {
    sums_.resize(std::max(sums_.size(), move + 1));
    games_.resize(sums_.size());
    sums_[move] += value;
    ++games_[move];
  }

  std::size_t moves() const { return sums_.empty() ? 0 : sums_.size() - 1; }  // the last
  std::size_t games(std::size_t move) const { return move < games_.size() ? games_[move] : 0; }
  double mean(std::size_t move) const { return sums_[move] / static_cast<double>(games_[move]); }

  // Without the moves that too few games have.
  Series series(std::string name, std::size_t fewest, double factor = 1) const {
    Series result{.name = std::move(name), .points = {}};
    for (std::size_t move = 1; move < sums_.size(); ++move) {
      if (games_[move] >= fewest) result.points.emplace_back(move, factor * mean(move));
    }
    return result;
  }

 private:
  std::vector<double> sums_;
  std::vector<std::size_t> games_;
};

}  // namespace blindmate::lab
