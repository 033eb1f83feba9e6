#include "blindmate/belief/depth_first.hpp"

#include <algorithm>

#include "blindmate/base/random.hpp"
#include "blindmate/belief/update.hpp"

namespace blindmate::belief {

using chess::Move;
using chess::Position;

Order random_order(std::uint64_t seed) {
  return [random = Random(seed)](const Position&, std::vector<Move>& replies) mutable {
    for (std::size_t k = replies.size(); k > 1; --k) {
      std::swap(replies[k - 1], replies[random.below(static_cast<std::uint32_t>(k))]);
    }
  };
}

DepthFirst::DepthFirst(const referee::PlayerView& view, Order order)
    : DepthFirst({view.start()}, view.side(), view.rules(), observations(view), std::move(order)) {}

DepthFirst::DepthFirst(std::vector<Position> starts, chess::Side side, const referee::RuleSet& rules,
                       std::vector<Observation> observations, Order order)
    : starts_(std::move(starts)),
      side_(side),
      rules_(&rules),
      observations_(std::move(observations)),
      order_(std::move(order)),
      visited_(observations_.size() + 1) {
  BLINDMATE_CHECK(!starts_.empty(), "no position to start from");
  turns_.push_back(referee::Turn::after(referee::announce_start(starts_.front(), rules)));
  for (const Observation& observation : observations_) {
    const referee::Heard* heard = move_heard(observation);
    turns_.push_back(heard != nullptr ? referee::Turn::after(*heard) : turns_.back());
  }
}

std::optional<Position> DepthFirst::next(const WalkBudget& budget) {
  const std::uint64_t most = budget.moves ? moves_tried_ + *budget.moves : ~std::uint64_t{0};
  while (!exhausted()) {
    if (moves_tried_ >= most) return std::nullopt;
    if (budget.deadline && std::chrono::steady_clock::now() >= *budget.deadline) return std::nullopt;
    if (const std::optional<Position> found = step()) return found;
  }
  return std::nullopt;
}

// One move of the opponent, or one step back from where there are no more, or a new beginning.
std::optional<Position> DepthFirst::step() {
  if (path_.empty()) {
    const Position start = starts_.back();
    starts_.pop_back();
    return descend(start, 0);
  }
  Node& node = path_.back();
  if (node.replies.empty()) {
    path_.pop_back();
    return std::nullopt;
  }
  const Move reply = node.replies.back();
  node.replies.pop_back();
  ++moves_tried_;
  const Update update(observations_[node.observation], turns_[node.observation], *rules_);
  const std::optional<Position> after = update.after_reply(node.position, reply);
  return after ? descend(*after, node.observation + 1) : std::nullopt;
}

// Lets a state meet the observations up to the next move of the opponent, where its node is put on the path; returns a
// state that has met them all.
std::optional<Position> DepthFirst::descend(const Position& position, std::size_t observation) {
  Position current = position;
  for (std::size_t i = observation; i < observations_.size(); ++i) {
    const Update update(observations_[i], turns_[i], *rules_);
    const OpponentTurn* turn = std::get_if<OpponentTurn>(&observations_[i]);
    if (turn == nullptr) {
      const std::optional<Position> after = update.after_own(current);
      if (!after) return std::nullopt;
      current = *after;
      continue;
    }
    if (!update.can_begin(current)) return std::nullopt;
    if (!turn->moved) continue;
    if (!first_visit(current, i)) return std::nullopt;
    Node node{current, i, {}};
    for (const Move reply : chess::legal_moves(current)) node.replies.push_back(reply);
    if (order_) order_(current, node.replies);
    std::reverse(node.replies.begin(), node.replies.end());
    path_.push_back(std::move(node));
    return std::nullopt;
  }
  if (!first_visit(current, observations_.size())) return std::nullopt;
  return current;
}

bool DepthFirst::first_visit(const Position& position, std::size_t observation) {
  return visited_[observation].insert(Frame(position, side_).state(position));
}

std::uint64_t DepthFirst::bytes() const {
  std::uint64_t total = 0;
  for (const StateSet& set : visited_) total += set.bytes();
  return total;
}

}  // namespace blindmate::belief
