#include "blindmate/tournament/cross_table.hpp"

#include <algorithm>
#include <cmath>

namespace blindmate::tournament {
namespace {

constexpr double kTwoSided95 = 1.96;

}  // namespace

double elo(double part) { return -400 * std::log10(1 / std::clamp(part, 1e-6, 1 - 1e-6) - 1); }

CrossTable::CrossTable(std::size_t players) : cells_(players, std::vector<Cell>(players)) {}

void CrossTable::add(std::size_t first, std::size_t second, int wins, int draws, int losses) {
  const auto count = [&](Cell& cell, int won) {
    cell.points += won + 0.5 * draws;
    cell.squares += won + 0.25 * draws;
    cell.games += wins + draws + losses;
  };
  count(cells_[first][second], wins);
  count(cells_[second][first], losses);
}

std::vector<double> CrossTable::ratings() const {
  constexpr int kRounds = 1000;
  constexpr double kVirtualDraw = 0.5;  // against everybody, so that who wins all games has a rating
  const std::size_t n = cells_.size();
  std::vector<double> strengths(n, 1);
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      double won = 0;
      double expected = 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (i == j || games(i, j) == 0) continue;
        won += points(i, j) + kVirtualDraw;
        expected += (games(i, j) + 2 * kVirtualDraw) / (strengths[i] + strengths[j]);
      }
      if (expected > 0) strengths[i] = won / expected;
    }
  }
  double mean = 0;
  for (double& strength : strengths) {
    strength = 400 * std::log10(strength);
    mean += strength / static_cast<double>(n);
  }
  for (double& strength : strengths) strength -= mean;
  return strengths;
}

std::vector<Standing> CrossTable::standings() const {
  const std::vector<double> rated = ratings();
  std::vector<Standing> result;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    Standing standing{.player = i, .rating = rated[i]};
    double squares = 0;
    double opponents = 0;  // the sum of their ratings, game by game
    double information = 0;
    for (std::size_t j = 0; j < cells_.size(); ++j) {
      const double expected = 1 / (1 + std::pow(10, (rated[j] - rated[i]) / 400));
      information += games(i, j) * expected * (1 - expected);
      opponents += games(i, j) * rated[j];
      squares += cells_[i][j].squares;
      standing.points += points(i, j);
      standing.games += games(i, j);
    }
    if (standing.games > 0) {
      const double mean = standing.points / standing.games;
      const double deviation = std::sqrt(std::max(0.0, squares / standing.games - mean * mean) / standing.games);
      standing.error = kTwoSided95 * 400 / std::log(10) / std::sqrt(information);
      standing.low = opponents / standing.games + elo(mean - kTwoSided95 * deviation);
      standing.high = opponents / standing.games + elo(mean + kTwoSided95 * deviation);
    }
    result.push_back(standing);
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Standing& a, const Standing& b) { return a.rating > b.rating; });
  return result;
}

}  // namespace blindmate::tournament
