// Convolution: 3x3 on the squares of the board, zeros around it, as 16 products of matrices (Lavin & Gray 2016, "Fast
// Algorithms for Convolutional Neural Networks": F(2x2, 3x3)). That takes 4/9 of the multiplications.
#pragma once

#include <vector>

#include "blindmate/policy/matrix.hpp"
#include "blindmate/policy/net_file.hpp"

namespace blindmate::policy {

// Numbers on the squares of a board, a row of channels for each, within a frame of squares that are 0. Square 8 * rank
// + file, as everywhere.
class Layer {
 public:
  explicit Layer(std::size_t channels) : channels_(channels), values_(kSide * kSide * channels) {}

  std::size_t channels() const { return channels_; }
  // The channels of a square; rank and file from -1 to 8.
  const float* at(int rank, int file) const { return values_.data() + place(rank, file) * channels_; }
  float* at(std::size_t square) {
    return values_.data() + place(static_cast<int>(square / 8), static_cast<int>(square % 8)) * channels_;
  }
  const float* at(std::size_t square) const { return at(static_cast<int>(square / 8), static_cast<int>(square % 8)); }

 private:
  static constexpr int kSide = 10;
  static std::size_t place(int rank, int file) { return static_cast<std::size_t>((rank + 1) * kSide + file + 1); }

  std::size_t channels_;
  std::vector<float> values_;
};

// Room for what is between the steps of a convolution.
struct ConvolutionSpace {
  std::vector<float> tiles;
  std::vector<float> products;
};

class Convolution {
 public:
  explicit Convolution(const Tensor& weights);  // [out, in, 3, 3]

  // to = relu(convolution + bias + also). Without a bias it is null; `also` may be null, or `to` itself.
  void apply(const Layer& from, const float* bias, const Layer* also, Layer& to, ConvolutionSpace& space,
             Instructions instructions) const;

 private:
  std::vector<Matrix> points_;
};

}  // namespace blindmate::policy
