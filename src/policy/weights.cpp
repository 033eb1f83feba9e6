#include "blindmate/policy/weights.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <numeric>

namespace blindmate::policy {

const Tensor& Weights::tensor(const std::string& name, std::vector<std::size_t> shape) {
  Tensor& found = file_.tensors[name];
  if (found.shape == shape) return found;
  if (!problem_)
    problem_ = fmt::format("{} has the shape [{}] instead of [{}]", name, fmt::join(found.shape, ", "),
                           fmt::join(shape, ", "));
  const std::size_t size = std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
  found = {std::move(shape), std::vector<float>(size)};
  return found;
}

Matrix Weights::linear(const std::string& name, std::size_t out, std::size_t in,
                       std::initializer_list<std::size_t> tail) {
  std::vector<std::size_t> shape = {out, in};
  shape.insert(shape.end(), tail);
  const Tensor& weights = tensor(name, std::move(shape));
  return {padded(in, kVector), out,
          [&](std::size_t from, std::size_t to) { return from < in ? weights.values[to * in + from] : 0; }};
}

}  // namespace blindmate::policy
