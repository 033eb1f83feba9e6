// Weights: the tensors of a net file for those who build a net of them. The first that is missing or has another shape
// is remembered, and replaced by zeros, so that a net can be built and thrown away.
#pragma once

#include <initializer_list>
#include <optional>

#include "blindmate/policy/matrix.hpp"
#include "blindmate/policy/net_file.hpp"

namespace blindmate::policy {

class Weights {
 public:
  explicit Weights(NetFile file) : file_(std::move(file)) {}

  const NetFile& file() const { return file_; }
  const Tensor& tensor(const std::string& name, std::vector<std::size_t> shape);
  std::vector<float> vector(const std::string& name, std::size_t size) { return tensor(name, {size}).values; }
  // Of a linear map, or of a 1x1 convolution with `tail` {1, 1}. Its rows are filled up with zeros to whole vectors
  // too.
  Matrix linear(const std::string& name, std::size_t out, std::size_t in, std::initializer_list<std::size_t> tail = {});

  const std::optional<std::string>& problem() const { return problem_; }

 private:
  NetFile file_;
  std::optional<std::string> problem_;
};

}  // namespace blindmate::policy
