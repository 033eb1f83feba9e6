#include "blindmate/store/glicko2.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace blindmate::store {
namespace {

// The letters of the paper: mu and phi are a rating and its deviation on its inner scale, sigma is the volatility.
constexpr double kScale = 173.7178;
constexpr double kMiddle = 1500;
constexpr double kTau = 0.5;
constexpr double kMostDeviation = 350;
constexpr double kPrecision = 1e-6;

double mu_of(const Rating& rating) { return (rating.rating - kMiddle) / kScale; }
double phi_of(const Rating& rating) { return rating.deviation / kScale; }
double square(double x) { return x * x; }

double g(double phi) { return 1 / std::sqrt(1 + 3 * square(phi / std::numbers::pi)); }
double expected(double mu, const Rating& opponent) {
  return 1 / (1 + std::exp(-g(phi_of(opponent)) * (mu - mu_of(opponent))));
}

// Step 5: the root of f by the Illinois variant of regula falsi.
double new_volatility(double sigma, double phi, double variance, double delta) {
  const double a = std::log(square(sigma));
  const auto f = [&](double x) {
    const double e = std::exp(x);
    const double d = square(phi) + variance + e;
    return e * (square(delta) - d) / (2 * square(d)) - (x - a) / square(kTau);
  };
  double low = a;
  double high = std::log(square(delta) - square(phi) - variance);
  if (square(delta) <= square(phi) + variance) {
    int k = 1;
    while (f(a - k * kTau) < 0) ++k;
    high = a - k * kTau;
  }
  double f_low = f(low);
  double f_high = f(high);
  while (std::abs(high - low) > kPrecision) {
    const double next = low + (low - high) * f_low / (f_high - f_low);
    const double f_next = f(next);
    if (f_next * f_high <= 0) {
      low = high;
      f_low = f_high;
    } else {
      f_low /= 2;
    }
    high = next;
    f_high = f_next;
  }
  return std::exp(low / 2);
}

}  // namespace

Rating rated(const Rating& before, const std::vector<RatedResult>& results) {
  if (results.empty()) return unplayed(before, 1);
  const double mu = mu_of(before);
  double information = 0;
  double surprise = 0;
  for (const RatedResult& result : results) {
    const double weight = g(phi_of(result.opponent));
    const double chance = expected(mu, result.opponent);
    information += square(weight) * chance * (1 - chance);
    surprise += weight * (result.score - chance);
  }
  const double variance = 1 / information;
  const double sigma = new_volatility(before.volatility, phi_of(before), variance, variance * surprise);
  const double phi = 1 / std::sqrt(1 / (square(phi_of(before)) + square(sigma)) + information);
  return {kMiddle + kScale * (mu + square(phi) * surprise), std::min(kMostDeviation, kScale * phi), sigma};
}

Rating unplayed(const Rating& before, double periods) {
  const double phi = std::sqrt(square(phi_of(before)) + periods * square(before.volatility));
  return {before.rating, std::min(kMostDeviation, kScale * phi), before.volatility};
}

}  // namespace blindmate::store
