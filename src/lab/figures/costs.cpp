#include "blindmate/lab/figures/costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace blindmate::lab {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The least value that so large a part of the values does not exceed.
double quantile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  const auto needed = static_cast<std::size_t>(std::ceil(part * static_cast<double>(values.size())));
  return values[std::max<std::size_t>(needed, 1) - 1];
}

}  // namespace

void Costs::add(double spent, bool solved) {
  spent_.push_back(spent);
  needed_.push_back(solved ? spent : kInfinity);
}

double Costs::to_solve(double part) const { return quantile(needed_, part); }

double Costs::at_least(double part) const { return quantile(spent_, part); }

double Costs::most() const { return *std::max_element(spent_.begin(), spent_.end()); }

double Costs::mean_log(double least, double most) const {
  double sum = 0;
  for (const double needed : needed_) sum += std::log(std::clamp(needed, least, most));
  return sum / static_cast<double>(needed_.size());
}

std::vector<double> Costs::solved() const {
  std::vector<double> result = needed_;
  std::erase(result, kInfinity);
  std::sort(result.begin(), result.end());
  return result;
}

std::string ratio(const Costs& costs, const Costs& other, double part) {
  const double needs = costs.to_solve(part);
  const double other_needs = other.to_solve(part);
  if (std::isinf(needs) && std::isinf(other_needs)) return "unknown";
  if (std::isinf(needs)) return fmt::format("more than {:.3g}", costs.at_least(part) / other_needs);
  if (std::isinf(other_needs)) return fmt::format("less than {:.3g}", needs / other.at_least(part));
  return fmt::format("{:.3g}", needs / other_needs);
}

}  // namespace blindmate::lab
