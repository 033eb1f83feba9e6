#include "blindmate/players/choose_move.hpp"

#include <algorithm>
#include <cmath>

#include "blindmate/base/check.hpp"

namespace blindmate::players {

using chess::Move;
using chess::Position;

namespace {

// A mate on one board must not outweigh everything on the others.
constexpr int kMostValue = 3000;

// When the best try is clear: boards it was valued on, and errors of the mean between it and any other.
constexpr int kFewestBoards = 8;
constexpr double kErrors = 3;

}  // namespace

ChooseMove::ChooseMove(const referee::PlayerView& view, const chess::MoveList& tries, engines::Engine& engine,
                       const engines::Effort& effort)
    : view_(view), engine_(engine), effort_(effort), tries_(tries), sums_(tries_.size()) {}

bool ChooseMove::add(const Position& board, Thinking& thinking) {
  std::vector<std::pair<std::size_t, int>> values;  // by try
  engines::Effort effort = effort_;
  effort.deadline = thinking.deadline();
  for (std::size_t i = 0; i < tries_.size(); ++i) {
    if (!board.is_legal(tries_[i])) continue;
    if (thinking.is_over()) return false;
    const engines::Evaluation evaluation = engine_.evaluate(board.after(tries_[i]), effort);
    thinking.charge(evaluation.nodes);
    values.emplace_back(i, std::clamp(-evaluation.value, -kMostValue, kMostValue));
  }
  if (thinking.deadline() && thinking.is_over()) return false;  // the last values are not what they should be
  for (const auto& [i, value] : values) {
    sums_[i].value += value;
    sums_[i].squares += static_cast<double>(value) * value;
    ++sums_[i].boards;
  }
  ++boards_;
  return true;
}

bool ChooseMove::is_clear() const {
  const Sum* best = nullptr;
  for (const Sum& sum : sums_) {
    if (sum.boards >= kFewestBoards && (best == nullptr || sum.mean() > best->mean())) best = &sum;
  }
  if (best == nullptr) return false;
  return std::all_of(sums_.begin(), sums_.end(), [&](const Sum& sum) {
    if (&sum == best || sum.boards == 0) return true;
    const double doubt = kErrors * std::sqrt(best->variance_of_mean() + sum.variance_of_mean());
    return best->mean() - sum.mean() > doubt;
  });
}

std::vector<Valued> ChooseMove::valued() const {
  std::vector<Valued> result;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    if (sums_[i].boards > 0) result.push_back({tries_[i], sums_[i].value / sums_[i].boards});
  }
  std::stable_sort(result.begin(), result.end(), [](const Valued& a, const Valued& b) { return a.value > b.value; });
  return result;
}

std::optional<referee::Ask> ChooseMove::best() const {
  const std::vector<Valued> all = valued();
  if (all.empty()) return std::nullopt;
  const Move best = std::get<Move>(all.front().ask);
  const auto place = static_cast<std::size_t>(std::find(tries_.begin(), tries_.end(), best) - tries_.begin());
  const bool uncertain = static_cast<std::size_t>(sums_[place].boards) < boards_;
  if (uncertain && view_.may_ask_any() && view_.own_board().is_pawn_capture(best)) return referee::AnyAsked{};
  return best;
}

Move random_try(const referee::PlayerView& view, Random& random) {
  const chess::MoveList tries = view.askable_tries();
  BLINDMATE_CHECK(!tries.empty(), "nothing to ask in {}", view.own_board().men());
  return tries[random.below(static_cast<std::uint32_t>(tries.size()))];
}

}  // namespace blindmate::players
