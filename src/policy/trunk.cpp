#include "blindmate/policy/trunk.hpp"

#include <fmt/format.h>

namespace blindmate::policy {
namespace {

void add(const std::vector<float>& more, std::vector<float>& to) {
  for (std::size_t i = 0; i < more.size(); ++i) to[i] += more[i];
}

void take_means(const Layer& layer, std::vector<float>& means) {
  std::fill(means.begin(), means.end(), 0.F);
  for (std::size_t square = 0; square < 64; ++square) {
    const float* values = layer.at(square);
    for (std::size_t i = 0; i < layer.channels(); ++i) means[i] += values[i] / 64;
  }
}

}  // namespace

Trunk::Trunk(Weights& weights, std::size_t planes, std::size_t features, std::size_t channels, std::size_t blocks)
    : planes_(padded(planes, kVector)),
      first_(weights.tensor("trunk.planes.weight", {channels, planes, 3, 3})),
      bias_(weights.vector("trunk.planes.bias", channels)),
      numbers_(weights.linear("trunk.numbers.weight", channels, features)) {
  const auto square = {channels, channels, std::size_t{3}, std::size_t{3}};
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::string name = fmt::format("trunk.blocks.{}.", i);
    std::vector<float> bias = weights.vector(name + "first.bias", channels);
    add(weights.vector(name + "pool.bias", channels), bias);
    blocks_.push_back({Convolution(weights.tensor(name + "first.weight", square)), std::move(bias),
                       weights.linear(name + "pool.weight", channels, channels),
                       Convolution(weights.tensor(name + "second.weight", square))});
  }
}

// Of single rows, the first of those that a product takes.
Trunk::Space::Space(const Trunk& trunk)
    : input(trunk.planes_),
      features(kRowsAtOnce * trunk.features()),
      output(trunk.channels()),
      means(kRowsAtOnce * trunk.channels()),
      inner_(trunk.channels()),
      bias_(kRowsAtOnce * trunk.channels()) {}

void Trunk::run(Space& space, Instructions instructions) const {
  numbers_.multiply(space.features.data(), kRowsAtOnce, space.bias_.data(), instructions);
  add(bias_, space.bias_);
  first_.apply(space.input, space.bias_.data(), nullptr, space.output, space.convolution_, instructions);
  take_means(space.output, space.means);
  for (const Block& block : blocks_) {
    block.pool.multiply(space.means.data(), kRowsAtOnce, space.bias_.data(), instructions);
    add(block.bias, space.bias_);
    block.first.apply(space.output, space.bias_.data(), nullptr, space.inner_, space.convolution_, instructions);
    block.second.apply(space.inner_, nullptr, &space.output, space.output, space.convolution_, instructions);
    take_means(space.output, space.means);
  }
}

}  // namespace blindmate::policy
