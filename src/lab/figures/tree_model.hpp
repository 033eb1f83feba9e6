// The cost model of Russell & Wolfe 2005, section 6.4: a tree of belief states in which every node has the same numbers
// of moves and percepts; how many states an algorithm constructs there to disprove an EXPAND-node two ply from the
// depth limit, and how many it must remember in the worst case. And the same numbers of a real tree.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "blindmate/kriegspiel/checkmate.hpp"
#include "blindmate/search/meter.hpp"

namespace blindmate::lab {

// In the paper's letters.
struct TreeModel {
  double u0 = 1;   // states at the root
  int depth = 1;   // in ply
  double u = 1;    // replies in all states of an EXPAND-node two ply from the limit
  double m_w = 1;  // White's moves in a state
  double m_b = 1;  // Black's
  double p_w = 1;  // percepts after a move of White
  double p_b = 1;  // after one of Black

  // States constructed below an EXPAND-node two ply from the limit.
  double dfs() const { return u + u / p_b * m_w; }
  double udb() const { return u + m_w; }
  double dub_and_dbu() const { return 1 + m_w; }

  // States in memory, in the worst case.
  double branch() const { return p_b * grown_by(m_b / (p_b * p_w)); }  // DFS, UDB and DUB
  double proof_tree() const { return grown_by(m_b); }                  // DBU
  double whole_tree() const { return grown_by(m_b * m_w); }            // PNS and IPNS

 private:
  double grown_by(double factor) const {
    double sum = 0;
    double level = u0;
    for (int i = 0; i <= depth / 2; ++i, level *= factor) sum += level;
    return sum;
  }
};

// An EXPAND-node two ply from the limit and the OR-nodes below it. The model knows no replies that end the game.
struct ExpandNode {
  double size = 0;
  double replies = 0;
  double percepts = 0;
  double tries = 0;  // legal in the first state of an OR-node below, on average
};
std::optional<ExpandNode> look_at(const kriegspiel::Checkmate& domain, std::span<const chess::Position> expand_node);

class Mean {
 public:
  void add(double value) {
    sum_ += value;
    ++count_;
  }
  double value() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }
  std::size_t count() const { return count_; }

 private:
  double sum_ = 0;
  std::size_t count_ = 0;
};

// What a search was seen to visit.
struct TreeShape {
  Mean size, replies, percepts, tries;  // of EXPAND-nodes two ply from the limit; replies are those of a state
  Mean white_percepts;                  // of tries before the last
  Mean lost;                            // whether a state before the limit is a draw or a loss: a shallow false leaf

  double u() const { return size.value() * replies.value(); }
};

using AtExpandNode = std::function<void(std::span<const chess::Position>, const ExpandNode&)>;

// Solves a problem by LE-DFS, within the limits of the meter, and looks at the nodes that it visits.
void watch(const kriegspiel::Checkmate& domain, const std::vector<chess::Position>& states, int ply,
           search::Meter& meter, TreeShape& shape, const AtExpandNode& at_expand_node = {});

}  // namespace blindmate::lab
