// Proof and disproof numbers (Allis 1994): how many leaves must at least be proved to prove a node, and disproved to
// disprove it. Zero is done, kNever cannot be done any more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace blindmate::search {

using ProofNumber = std::uint32_t;
inline constexpr ProofNumber kNever = std::numeric_limits<ProofNumber>::max();

inline ProofNumber add(ProofNumber a, ProofNumber b) { return a > kNever - b ? kNever : a + b; }

struct ProofNumbers {
  ProofNumber proof = 1;
  ProofNumber disproof = 1;

  bool proved() const { return proof == 0; }
  bool disproved() const { return disproof == 0; }
  bool operator==(const ProofNumbers&) const = default;
};
inline constexpr ProofNumbers kProved{.proof = 0, .disproof = kNever};
inline constexpr ProofNumbers kDisproved{.proof = kNever, .disproof = 0};

// One of the alternatives is enough to prove an OR-node.
template <class Nodes>
ProofNumbers any_of(const Nodes& nodes) {
  ProofNumbers result = kDisproved;
  for (const auto& node : nodes) {
    result.proof = std::min(result.proof, node->numbers.proof);
    result.disproof = add(result.disproof, node->numbers.disproof);
  }
  return result;
}

// All branches are needed to prove an AND-node.
template <class Nodes>
ProofNumbers all_of(const Nodes& nodes) {
  ProofNumbers result = kProved;
  for (const auto& node : nodes) {
    result.proof = add(result.proof, node->numbers.proof);
    result.disproof = std::min(result.disproof, node->numbers.disproof);
  }
  return result;
}

// Of nodes that are not empty, the one that is easiest to prove, or to disprove; the first of equals.
template <class Nodes>
auto& easiest_to_prove(Nodes& nodes) {
  return **std::min_element(nodes.begin(), nodes.end(),
                            [](const auto& a, const auto& b) { return a->numbers.proof < b->numbers.proof; });
}
template <class Nodes>
auto& easiest_to_disprove(Nodes& nodes) {
  return **std::min_element(nodes.begin(), nodes.end(),
                            [](const auto& a, const auto& b) { return a->numbers.disproof < b->numbers.disproof; });
}

}  // namespace blindmate::search
