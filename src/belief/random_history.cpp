#include "blindmate/belief/random_history.hpp"

#include "blindmate/belief/update.hpp"

namespace blindmate::belief {

using chess::Position;

RandomHistory::RandomHistory(const referee::PlayerView& view, std::uint64_t seed)
    : RandomHistory(view, observations(view), seed) {}

RandomHistory::RandomHistory(const referee::PlayerView& view, std::vector<Observation> observations, std::uint64_t seed)
    : start_(view.start()), rules_(&view.rules()), observations_(std::move(observations)), random_(seed) {}

std::optional<Position> RandomHistory::draw() {
  Position current = start_;
  referee::Turn turn = referee::Turn::after(referee::announce_start(start_, *rules_));
  for (const Observation& observation : observations_) {
    const Update update(observation, turn, *rules_);
    const OpponentTurn* opponent = std::get_if<OpponentTurn>(&observation);
    std::optional<Position> after;
    if (opponent == nullptr) {
      after = update.after_own(current);
    } else if (update.can_begin(current)) {
      if (!opponent->moved) {
        after = current;
      } else if (const chess::MoveList replies = chess::legal_moves(current); !replies.empty()) {
        ++moves_made_;
        after = update.after_reply(current, replies[random_.below(static_cast<std::uint32_t>(replies.size()))]);
      }
    }
    if (!after) return std::nullopt;
    current = *after;
    if (const referee::Heard* heard = move_heard(observation)) turn = referee::Turn::after(*heard);
  }
  return current;
}

}  // namespace blindmate::belief
