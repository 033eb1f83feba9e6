#include "blindmate/belief/depth_first.hpp"

#include <algorithm>

#include "blindmate/belief/update.hpp"

namespace blindmate::belief {

using chess::Move;
using chess::Position;

DepthFirst::DepthFirst(const referee::PlayerView& view, std::optional<std::uint64_t> seed)
    : DepthFirst(view.start(), view.side(), view.rules(), observations(view), seed) {}

DepthFirst::DepthFirst(const Position& start, chess::Side side, const referee::RuleSet& rules,
                       std::vector<Observation> observations, std::optional<std::uint64_t> seed)
    : start_(start), side_(side), rules_(&rules), observations_(std::move(observations)) {
  if (seed) random_.emplace(*seed);
  visited_.resize(observations_.size() + 1);
  turns_.push_back(referee::Turn::after(referee::announce_start(start_, *rules_)));
  for (const Observation& observation : observations_) {
    const referee::Heard* heard = move_heard(observation);
    turns_.push_back(heard != nullptr ? referee::Turn::after(*heard) : turns_.back());
  }
}

std::optional<Position> DepthFirst::next(const Budget& budget) {
  if (!started_) {
    started_ = true;
    if (const std::optional<Position> found = descend(start_, 0)) return found;
  }
  const std::uint64_t most = budget.moves ? moves_made_ + *budget.moves : ~std::uint64_t{0};
  while (!path_.empty()) {
    if (moves_made_ >= most) return std::nullopt;
    if (budget.deadline && std::chrono::steady_clock::now() >= *budget.deadline) return std::nullopt;
    Node& node = path_.back();
    if (node.replies.empty()) {
      path_.pop_back();
      continue;
    }
    const Move reply = node.replies.back();
    node.replies.pop_back();
    ++moves_made_;
    const Update update(observations_[node.observation], turns_[node.observation], *rules_);
    const std::optional<Position> after = update.after_reply(node.position, reply);
    if (!after) continue;
    if (const std::optional<Position> found = descend(*after, node.observation + 1)) return found;
  }
  return std::nullopt;
}

// Lets a state meet the observations up to the next move of the opponent, where its node is put on the path; returns a
// state that has met them all.
std::optional<Position> DepthFirst::descend(const Position& position, std::size_t observation) {
  Position current = position;
  for (std::size_t i = observation; i < observations_.size(); ++i) {
    furthest_ = std::max(furthest_, i);
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
    if (random_) {
      for (std::size_t k = node.replies.size(); k > 1; --k) {
        std::swap(node.replies[k - 1], node.replies[random_->below(static_cast<std::uint32_t>(k))]);
      }
    } else {
      std::reverse(node.replies.begin(), node.replies.end());  // the last is tried first
    }
    path_.push_back(std::move(node));
    return std::nullopt;
  }
  furthest_ = observations_.size();
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
