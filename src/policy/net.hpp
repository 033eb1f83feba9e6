// Net: an actor on the CPU. It sees what a player knows and what he believed at his last decision, and says how he
// should choose, what he should believe now, and how the game will end. docs/learning.md has the formulas, train/net.py
// is the original.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "blindmate/policy/record.hpp"
#include "blindmate/policy/trunk.hpp"

namespace blindmate::policy {

// Of each kind of the opponent's men, pawn to king, the probability of being on each square, in 255ths; squares are
// seen from the own side.
using Memory = std::array<std::array<std::uint8_t, 64>, 6>;

// Before a player's first decision.
Memory first_memory(int board_size);

struct Sight {
  const Record* record = nullptr;
  const Memory* memory = nullptr;
};

struct Evaluation {
  std::array<float, BM_ACTIONS> logits;
  std::array<std::array<float, 7>, 64> belief;  // probabilities of no man, pawn ... king on each square
  float win = 0;
  float draw = 0;
  float loss = 0;

  float score() const { return win - loss; }
  Memory memory() const;
};

class Net {
 public:
  // The error says why the bytes of a net file cannot be used.
  static Expected<Net> read(std::string_view bytes, Instructions instructions = best_instructions());
  // One of data/nets, which are part of the program: the best, or another by its file's name.
  static std::shared_ptr<const Net> shipped(std::string_view name = "actor.net");

  // Several threads may call it. Together costs as much as one by one: arithmetic is what it takes.
  void evaluate(std::span<const Sight> sights, std::span<Evaluation> evaluations) const;
  Evaluation evaluate(const Sight& sight) const;

 private:
  struct Space;

  Net(Weights& weights, std::size_t channels, std::size_t blocks, std::size_t vector, Instructions instructions);
  void look(const Sight& sight, Space& space) const;
  void read_off(Space& space, Evaluation& evaluation) const;

  Instructions instructions_;
  std::vector<Feature> features_;
  std::size_t channels_;
  std::size_t vector_;
  Trunk trunk_;
  Matrix ends_;
  std::vector<float> ends_bias_;
  Matrix belief_;
  std::vector<float> belief_bias_;
  Matrix pooled_;
  std::vector<float> pooled_bias_;
  Matrix out_;
  std::vector<float> out_bias_;
};

}  // namespace blindmate::policy
