// Glicko-2 a second time, for one opponent a rating period: straight from the steps of Glickman's paper, with the
// volatility found by halving an interval instead of by regula falsi.
#pragma once

#include <algorithm>
#include <cmath>

namespace blindmate::naive {

// Ratings are whatever has a rating, a deviation and a volatility, in this order.
template <class Rating>
Rating rated(const Rating& own, const Rating& opponent, double score) {
  constexpr double kPi = 3.14159265358979323846;
  constexpr double kTau = 0.5;
  // Step 2: to the inner scale.
  const double mu = (own.rating - 1500) / 173.7178;
  const double phi = own.deviation / 173.7178;
  const double mu_j = (opponent.rating - 1500) / 173.7178;
  const double phi_j = opponent.deviation / 173.7178;
  // Steps 3 and 4.
  const double g = 1 / std::sqrt(1 + 3 * phi_j * phi_j / (kPi * kPi));
  const double e = 1 / (1 + std::exp(-g * (mu - mu_j)));
  const double v = 1 / (g * g * e * (1 - e));
  const double delta = v * g * (score - e);
  // Step 5: f falls from above zero to below it, so its root lies between.
  const auto f = [&](double x) {
    const double ex = std::exp(x);
    const double denominator = 2 * std::pow(phi * phi + v + ex, 2);
    return ex * (delta * delta - phi * phi - v - ex) / denominator -
           (x - std::log(own.volatility * own.volatility)) / (kTau * kTau);
  };
  double above = -50;
  double below = 50;
  for (int i = 0; i < 200; ++i) {
    const double middle = (above + below) / 2;
    (f(middle) > 0 ? above : below) = middle;
  }
  const double sigma = std::exp(above / 2);
  // Steps 6, 7 and 8.
  const double phi_star = std::sqrt(phi * phi + sigma * sigma);
  const double new_phi = 1 / std::sqrt(1 / (phi_star * phi_star) + 1 / v);
  const double new_mu = mu + new_phi * new_phi * g * (score - e);
  return {173.7178 * new_mu + 1500, std::min(350.0, 173.7178 * new_phi), sigma};
}

}  // namespace blindmate::naive
