// Net files: the weights of a trained net, as train/ writes them (docs/learning.md).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "blindmate/base/expected.hpp"

namespace blindmate::policy {

struct Tensor {
  std::vector<std::size_t> shape;
  std::vector<float> values;  // row-major
};

// What is made of one of the record's numbers.
struct Feature {
  std::size_t number = 0;
  float scale = 0;
  int value = -1;  // to compare with; -1: the number itself counts, scaled

  float of(std::uint8_t given) const;
};

struct NetFile {
  std::string kind;
  std::map<std::string, std::size_t> settings;
  std::vector<Feature> features;
  std::map<std::string, Tensor> tensors;
};

Expected<NetFile> read_net_file(std::string_view bytes);

}  // namespace blindmate::policy
