#include "blindmate/policy/convolution.hpp"

namespace blindmate::policy {
namespace {

constexpr std::size_t kPoints = 16;  // of a tile
constexpr std::size_t kTiles = 16;   // of a board: each gives 2x2 squares, and sees 4x4

Vector load(const float* from) { return *reinterpret_cast<const Vector*>(from); }
void store(float* to, const Vector& value) { *reinterpret_cast<Vector*>(to) = value; }

// The weights of a point, from those of one pair of channels.
float point_weight(const float* weights, std::size_t point) {
  constexpr float kTransform[4][3] = {{1, 0, 0}, {0.5F, 0.5F, 0.5F}, {0.5F, -0.5F, 0.5F}, {0, 0, 1}};
  float sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) sum += kTransform[point / 4][i] * weights[3 * i + j] * kTransform[point % 4][j];
  }
  return sum;
}

template <std::size_t kNumber>
struct Vectors {
  Vector at[kNumber];
};

Vectors<4> from_squares(const Vector& a, const Vector& b, const Vector& c, const Vector& d) {
  return {{a - c, b + c, c - b, b - d}};
}

Vectors<2> to_squares(const Vector& a, const Vector& b, const Vector& c, const Vector& d) {
  return {{a + b + c, b - c - d}};
}

// tiles[point][tile][channel]
void cut(const Layer& from, float* tiles) {
  const std::size_t channels = from.channels();
  for (std::size_t tile = 0; tile < kTiles; ++tile) {
    const int rank = 2 * static_cast<int>(tile / 4) - 1;
    const int file = 2 * static_cast<int>(tile % 4) - 1;
    for (std::size_t channel = 0; channel < channels; channel += kVector) {
      Vectors<4> ranks[4];
      for (int i = 0; i < 4; ++i) {
        const auto seen = [&](int j) { return load(from.at(rank + i, file + j) + channel); };
        ranks[i] = from_squares(seen(0), seen(1), seen(2), seen(3));
      }
      for (std::size_t j = 0; j < 4; ++j) {
        const auto column = from_squares(ranks[0].at[j], ranks[1].at[j], ranks[2].at[j], ranks[3].at[j]);
        for (std::size_t i = 0; i < 4; ++i)
          store(tiles + ((4 * i + j) * kTiles + tile) * channels + channel, column.at[i]);
      }
    }
  }
}

// The way back: finish(square, channel, value) for whole vectors of channels.
template <class Finish>
void join(const float* products, std::size_t channels, const Finish& finish) {
  for (std::size_t tile = 0; tile < kTiles; ++tile) {
    for (std::size_t channel = 0; channel < channels; channel += kVector) {
      const auto point = [&](std::size_t i, std::size_t j) {
        return load(products + ((4 * i + j) * kTiles + tile) * channels + channel);
      };
      Vectors<2> columns[4];
      for (std::size_t j = 0; j < 4; ++j) columns[j] = to_squares(point(0, j), point(1, j), point(2, j), point(3, j));
      for (std::size_t i = 0; i < 2; ++i) {
        const auto rank = to_squares(columns[0].at[i], columns[1].at[i], columns[2].at[i], columns[3].at[i]);
        const std::size_t square = 8 * (2 * (tile / 4) + i) + 2 * (tile % 4);
        finish(square, channel, rank.at[0]);
        finish(square + 1, channel, rank.at[1]);
      }
    }
  }
}

}  // namespace

Convolution::Convolution(const Tensor& weights) {
  const std::size_t out = weights.shape[0];
  const std::size_t in = weights.shape[1];
  points_.reserve(kPoints);
  for (std::size_t point = 0; point < kPoints; ++point) {
    points_.emplace_back(padded(in, kVector), out, [&](std::size_t from, std::size_t to) {
      return from < in ? point_weight(weights.values.data() + 9 * (to * in + from), point) : 0;
    });
  }
}

void Convolution::apply(const Layer& from, const float* bias, const Layer* also, Layer& to, ConvolutionSpace& space,
                        Instructions instructions) const {
  const std::size_t in = from.channels();
  const std::size_t out = to.channels();
  space.tiles.resize(std::max(space.tiles.size(), kPoints * kTiles * in));
  space.products.resize(std::max(space.products.size(), kPoints * kTiles * out));
  cut(from, space.tiles.data());
  for (std::size_t i = 0; i < kPoints; ++i) {
    points_[i].multiply(space.tiles.data() + i * kTiles * in, kTiles, space.products.data() + i * kTiles * out,
                        instructions);
  }
  join(space.products.data(), out, [&](std::size_t square, std::size_t channel, Vector value) {
    if (bias != nullptr) value += load(bias + channel);
    if (also != nullptr) value += load(also->at(square) + channel);
    store(to.at(square) + channel, value > 0 ? value : Vector{});
  });
}

}  // namespace blindmate::policy
