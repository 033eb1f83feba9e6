#include "blindmate/policy/actor.hpp"

#include <algorithm>
#include <cmath>

#include "blindmate/base/check.hpp"

namespace blindmate::policy {

Actor::Actor(std::shared_ptr<const Net> net, const referee::PlayerView& view)
    : net_(std::move(net)),
      seen_(view.start(), view.side(), view.rules()),
      knowledge_(view.start(), view.side(), view.rules()),
      memory_(first_memory(view.own_board().size())) {}

const Evaluation& Actor::consider(const referee::PlayerView& view) {
  // The last event that was seen may have happened more often since then.
  while (seen_.log() != view.log()) {
    const std::size_t known = seen_.log().size();
    referee::Event next;
    if (known > 0 && seen_.log().back().times < view.log()[known - 1].times) {
      next = view.log()[known - 1];
      next.times -= seen_.log().back().times;
    } else {
      next = view.log()[known];
    }
    if (next.by == view.side()) {
      decide();
      considered_ = false;
    }
    seen_.hear(next);
  }
  decide();
  return evaluation_;
}

void Actor::decide() {
  if (considered_) return;
  knowledge_.follow(seen_);
  write_record(seen_, knowledge_, record_);
  evaluation_ = net_->evaluate({&record_, &memory_});
  memory_ = evaluation_.memory();
  considered_ = true;
}

std::vector<std::pair<int, float>> probabilities(const Evaluation& evaluation, const Record& record,
                                                 double temperature) {
  std::vector<std::pair<int, float>> result;
  const auto take = [&](bool also_impossible) {
    for (int word = 0; word < BM_ACTION_WORDS; ++word) {
      const std::uint64_t actions =
          record.askable[word] & (also_impossible ? ~std::uint64_t{0} : ~record.impossible[word]);
      for (const chess::Square bit : chess::Squares(actions)) {
        const int action = 64 * word + bit;
        result.emplace_back(action, evaluation.logits[static_cast<unsigned>(action)]);
      }
    }
  };
  take(false);
  if (result.empty()) take(true);
  BLINDMATE_CHECK(!result.empty(), "there is nothing to ask");
  const auto best =
      std::max_element(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (temperature <= 0) return {{best->first, 1.F}};
  const float most = best->second;
  float sum = 0;
  for (auto& [action, weight] : result) sum += weight = std::exp((weight - most) / static_cast<float>(temperature));
  for (auto& [action, weight] : result) weight /= sum;
  return result;
}

}  // namespace blindmate::policy
