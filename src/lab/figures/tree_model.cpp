#include "blindmate/lab/figures/tree_model.hpp"

#include <algorithm>

#include "blindmate/search/algorithms/dfs.hpp"

namespace blindmate::lab {

using kriegspiel::Checkmate;

std::optional<ExpandNode> look_at(const Checkmate& domain, std::span<const chess::Position> expand_node) {
  search::Meter meter;
  search::Shuffle as_listed;
  search::Parts<Checkmate> parts(meter.memory());
  if (!search::apply(domain, expand_node, Checkmate::Action{}, 2, false, meter, as_listed, parts)) return std::nullopt;
  Mean tries;
  for (const auto& part : parts) {
    std::pmr::vector<Checkmate::Action> actions(meter.memory());
    domain.list_actions({}, part.states.all(), 0, actions);
    tries.add(static_cast<double>(actions.size()));
  }
  return ExpandNode{.size = static_cast<double>(expand_node.size()),
                    .replies = static_cast<double>(meter.states()),
                    .percepts = static_cast<double>(tries.count()),
                    .tries = tries.value()};
}

namespace {

// Checkmate that looks at what it is asked.
class Watched {
 public:
  using State = Checkmate::State;
  using Action = Checkmate::Action;
  using Percept = Checkmate::Percept;
  using Event = Checkmate::Event;
  struct Situation {
    Checkmate::Situation inner{};
    int made = 0;  // moves

    bool operator==(const Situation&) const = default;
  };

  Watched(const Checkmate& inner, int ply, TreeShape& shape, const AtExpandNode& at_expand_node)
      : inner_(inner), ply_(ply), shape_(shape), at_expand_node_(at_expand_node) {}

  bool agent_acts(const Situation& situation) const { return inner_.agent_acts(situation.inner); }
  void list_actions(const Situation& situation, std::span<const State> states, std::size_t k,
                    std::pmr::vector<Action>& actions) const;
  std::optional<Percept> heard_in_place(const State& s, const Action& action) const {
    return inner_.heard_in_place(s, action);
  }
  template <class Visit>
  void outcomes(const State& s, const Action& action, search::Shuffle& shuffle, const Visit& visit) const {
    inner_.outcomes(s, action, shuffle, visit);
  }
  Percept percept(const State& before, chess::Move played, const State& after) const {
    return inner_.percept(before, played, after);
  }
  bool won(const State& s) const { return inner_.won(s); }
  bool lost(const State& s) const {
    const bool result = inner_.lost(s);
    shape_.lost.add(result ? 1 : 0);
    return result;
  }
  Situation next(const Situation& situation, const Action& action, const Percept& percept) const {
    return {inner_.next(situation.inner, action, percept), situation.made + (carried_out(percept) ? 1 : 0)};
  }
  bool carried_out(const Percept& percept) const { return inner_.carried_out(percept); }

 private:
  void look_at_replies(std::span<const State> states) const;
  void look_at_tries(std::span<const State> states, std::span<const Action> tries) const;

  const Checkmate& inner_;
  int ply_;
  TreeShape& shape_;
  const AtExpandNode& at_expand_node_;
};

void Watched::list_actions(const Situation& situation, std::span<const State> states, std::size_t k,
                           std::pmr::vector<Action>& actions) const {
  const std::size_t known = actions.size();
  inner_.list_actions(situation.inner, states, k, actions);
  if (k > 0) return;
  if (situation.made == ply_ - 2) {
    look_at_replies(states);
  } else if (agent_acts(situation) && situation.made < ply_ - 2) {
    look_at_tries(states, std::span(actions).subspan(known));
  }
}

void Watched::look_at_replies(std::span<const State> states) const {
  const std::optional<ExpandNode> node = look_at(inner_, states);
  if (!node) return;
  shape_.size.add(node->size);
  shape_.replies.add(node->replies / node->size);
  shape_.percepts.add(node->percepts);
  shape_.tries.add(node->tries);
  if (at_expand_node_) at_expand_node_(states, *node);
}

void Watched::look_at_tries(std::span<const State> states, std::span<const Action> tries) const {
  for (const Action& action : tries) {
    search::Meter meter;
    search::Shuffle as_listed;
    search::Parts<Checkmate> parts(meter.memory());
    if (!search::apply(inner_, states, action, ply_, false, meter, as_listed, parts)) continue;
    const auto heard = std::count_if(parts.begin(), parts.end(),
                                     [this](const auto& part) { return inner_.carried_out(part.percept); });
    if (heard > 0) shape_.white_percepts.add(static_cast<double>(heard));
  }
}

}  // namespace

void watch(const Checkmate& domain, const std::vector<chess::Position>& states, int ply, search::Meter& meter,
           TreeShape& shape, const AtExpandNode& at_expand_node) {
  const Watched watched(domain, ply, shape, at_expand_node);
  search::Shuffle as_listed;
  search::Dfs<Watched> le_dfs({watched, meter, as_listed}, {.first = search::First::legal, .early = true});
  try {
    le_dfs.solve({.states = states, .depth = ply});
  } catch (const search::LimitReached&) {
    // What was seen up to there counts.
  }
}

}  // namespace blindmate::lab
