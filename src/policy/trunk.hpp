// Trunk: what actor and critic have in common (train/net.py): a convolution, to which a linear map of the features is
// added, and residual blocks, each with a bias that comes from the mean over the board. docs/learning.md has the
// formulas.
#pragma once

#include "blindmate/policy/convolution.hpp"
#include "blindmate/policy/weights.hpp"

namespace blindmate::policy {

class Trunk {
 public:
  Trunk(Weights& weights, std::size_t planes, std::size_t features, std::size_t channels, std::size_t blocks);

  std::size_t channels() const { return numbers_.columns(); }

  std::size_t features() const { return numbers_.rows(); }

  // `input` and `features` are filled in by the caller; `means` are those of `output`.
  struct Space {
    explicit Space(const Trunk& trunk);

    Layer input;
    std::vector<float> features;
    Layer output;
    std::vector<float> means;

   private:
    friend class Trunk;
    Layer inner_;
    std::vector<float> bias_;
    ConvolutionSpace convolution_;
  };
  void run(Space& space, Instructions instructions) const;

 private:
  struct Block {
    Convolution first;
    std::vector<float> bias;  // of the first convolution and of the pool together
    Matrix pool;
    Convolution second;
  };

  std::size_t planes_;
  Convolution first_;
  std::vector<float> bias_;
  Matrix numbers_;
  std::vector<Block> blocks_;
};

}  // namespace blindmate::policy
