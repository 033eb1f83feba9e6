#include "blindmate/policy/net.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "blindmate/policy/actions.hpp"
#include "blindmate/policy/embedded.hpp"

namespace blindmate::policy {
namespace {

constexpr std::size_t kPlanes = BM_PLANES + 6;
constexpr std::size_t kPooled = 64;
constexpr std::size_t kOut = 7;

struct Limit {
  const char* name;
  std::size_t most;
};
constexpr std::array kLimits = {Limit{"channels", 512}, Limit{"blocks", 64}, Limit{"vector", 512}};

template <class Numbers>
void softmax(Numbers& numbers) {
  const float most = *std::max_element(numbers.begin(), numbers.end());
  float sum = 0;
  for (float& number : numbers) sum += number = std::exp(number - most);
  for (float& number : numbers) number /= sum;
}

}  // namespace

Memory first_memory(int board_size) {
  Memory memory{};
  if (board_size != chess::kLargestBoard) return memory;
  constexpr std::array<unsigned, 8> kMen = {3, 1, 2, 4, 5, 2, 1, 3};
  for (unsigned file = 0; file < 8; ++file) {
    memory[0][48 + file] = 255;
    memory[kMen[file]][56 + file] = 255;
  }
  return memory;
}

Memory Evaluation::memory() const {
  Memory memory;
  for (std::size_t man = 0; man < 6; ++man) {
    for (std::size_t s = 0; s < 64; ++s)
      memory[man][s] = static_cast<std::uint8_t>(std::nearbyint(255 * belief[s][man + 1]));
  }
  return memory;
}

struct Net::Space {
  explicit Space(const Net& net)
      : trunk(net.trunk_),
        squares(64 * net.trunk_.channels()),
        ends(64 * net.ends_.columns()),
        to_vectors(64 * net.vector_),
        belief(64 * net.belief_.columns()),
        pools(kRowsAtOnce * net.pooled_.rows()),
        pooled(kRowsAtOnce * net.pooled_.columns()),
        out(kRowsAtOnce * net.out_.columns()) {}

  Trunk::Space trunk;
  std::vector<float> squares;
  std::vector<float> ends;
  std::vector<float> to_vectors;
  std::vector<float> belief;
  std::vector<float> pools;
  std::vector<float> pooled;
  std::vector<float> out;
};

Net::Net(Weights& weights, std::size_t channels, std::size_t blocks, std::size_t vector, Instructions instructions)
    : instructions_(instructions),
      features_(weights.file().features),
      channels_(channels),
      vector_(vector),
      trunk_(weights, kPlanes, features_.size(), channels, blocks),
      ends_(weights.linear("ends.weight", 2 * vector, channels, {1, 1})),
      ends_bias_(weights.vector("ends.bias", 2 * vector)),
      belief_(weights.linear("belief.weight", 7, channels, {1, 1})),
      belief_bias_(weights.vector("belief.bias", 7)),
      pooled_(weights.linear("pooled.weight", kPooled, 2 * channels)),
      pooled_bias_(weights.vector("pooled.bias", kPooled)),
      out_(weights.linear("out.weight", kOut, kPooled)),
      out_bias_(weights.vector("out.bias", kOut)) {}

Expected<Net> Net::read(std::string_view bytes, Instructions instructions) {
  Expected<NetFile> file = read_net_file(bytes);
  if (!file) return file.error();
  if (file->kind != "actor")
    return Error{fmt::format("a net file of the kind {}, where an actor is needed", file->kind)};
  std::array<std::size_t, kLimits.size()> settings{};
  for (std::size_t i = 0; i < kLimits.size(); ++i) {
    settings[i] = file->settings[kLimits[i].name];
    if (settings[i] == 0 || settings[i] > kLimits[i].most)
      return Error{fmt::format("a net file that cannot be used: {} {}, which must be from 1 to {}", settings[i],
                               kLimits[i].name, kLimits[i].most)};
  }
  Weights weights(std::move(*file));
  Net net(weights, settings[0], settings[1], settings[2], instructions);
  if (weights.problem()) return Error{"a net file that cannot be used: " + *weights.problem()};
  return net;
}

std::shared_ptr<const Net> Net::shipped(std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string_view, std::shared_ptr<const Net>> nets;
  const std::lock_guard lock(mutex);
  std::shared_ptr<const Net>& net = nets[name];
  if (!net) net = std::make_shared<const Net>(*read(embedded(name)));
  return net;
}

Evaluation Net::evaluate(const Sight& sight) const {
  Evaluation result;
  evaluate({&sight, 1}, {&result, 1});
  return result;
}

void Net::evaluate(std::span<const Sight> sights, std::span<Evaluation> evaluations) const {
  Space space(*this);
  for (std::size_t i = 0; i < sights.size(); ++i) {
    look(sights[i], space);
    trunk_.run(space.trunk, instructions_);
    read_off(space, evaluations[i]);
  }
}

void Net::look(const Sight& sight, Space& space) const {
  for (std::size_t s = 0; s < 64; ++s) {
    float* square = space.trunk.input.at(s);
    for (std::size_t i = 0; i < BM_PLANES; ++i) square[i] = static_cast<float>(sight.record->planes[i] >> s & 1);
    for (std::size_t man = 0; man < 6; ++man)
      square[BM_PLANES + man] = static_cast<float>((*sight.memory)[man][s]) / 255;
  }
  for (std::size_t i = 0; i < features_.size(); ++i)
    space.trunk.features[i] = features_[i].of(sight.record->numbers[features_[i].number]);
}

void Net::read_off(Space& space, Evaluation& evaluation) const {
  const std::size_t width = trunk_.channels();
  float* means = space.pools.data();
  float* maxima = means + channels_;
  std::copy_n(space.trunk.means.data(), channels_, means);
  std::fill_n(maxima, channels_, 0.F);  // nothing is below it
  for (std::size_t s = 0; s < 64; ++s) {
    const float* values = space.trunk.output.at(s);
    std::copy_n(values, width, space.squares.data() + s * width);
    for (std::size_t i = 0; i < channels_; ++i) maxima[i] = std::max(maxima[i], values[i]);
  }

  pooled_.multiply(space.pools.data(), kRowsAtOnce, space.pooled.data(), instructions_);
  for (std::size_t i = 0; i < kPooled; ++i) space.pooled[i] = std::max(space.pooled[i] + pooled_bias_[i], 0.F);
  out_.multiply(space.pooled.data(), kRowsAtOnce, space.out.data(), instructions_);
  std::array<float, kOut> out;
  for (std::size_t i = 0; i < kOut; ++i) out[i] = space.out[i] + out_bias_[i];
  std::array<float, 3> ends = {out[0], out[1], out[2]};
  softmax(ends);
  evaluation.win = ends[0];
  evaluation.draw = ends[1];
  evaluation.loss = ends[2];

  belief_.multiply(space.squares.data(), 64, space.belief.data(), instructions_);
  for (std::size_t s = 0; s < 64; ++s) {
    for (std::size_t i = 0; i < 7; ++i)
      evaluation.belief[s][i] = space.belief[s * belief_.columns() + i] + belief_bias_[i];
    softmax(evaluation.belief[s]);
  }

  ends_.multiply(space.squares.data(), 64, space.ends.data(), instructions_);
  std::vector<float>& to_vectors = space.to_vectors;  // [vector, square]
  for (std::size_t s = 0; s < 64; ++s) {
    float* vectors = space.ends.data() + s * ends_.columns();
    for (std::size_t i = 0; i < 2 * vector_; ++i) vectors[i] += ends_bias_[i];
    for (std::size_t i = 0; i < vector_; ++i) to_vectors[64 * i + s] = vectors[vector_ + i];
  }
  const float scale = 1 / std::sqrt(static_cast<float>(vector_));
  for (std::size_t from = 0; from < 64; ++from) {
    float* logits = evaluation.logits.data() + 64 * from;
    std::fill_n(logits, 64, 0.F);
    for (std::size_t i = 0; i < vector_; ++i) {
      const float part = scale * space.ends[from * ends_.columns() + i];
      for (std::size_t to = 0; to < 64; ++to) logits[to] += part * to_vectors[64 * i + to];
    }
  }
  for (std::size_t i = 0; i < BM_ACTION_ANY - kUnderPromotions; ++i) {
    const std::size_t from = 48 + i % 24 / 3;
    const std::size_t to =
        std::clamp<std::size_t>(from + 8 + i % 3, 57, 64) - 1;  // those off the board are never asked
    evaluation.logits[kUnderPromotions + i] = evaluation.logits[64 * from + to] + out[3 + i / 24];
  }
  evaluation.logits[BM_ACTION_ANY] = out[6];
}

}  // namespace blindmate::policy
