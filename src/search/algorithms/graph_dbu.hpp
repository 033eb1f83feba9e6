// DBU on the graph of belief states (Wolfe & Russell 2007, figure 6): a plan for one state, extended state by state,
// that uses what is known of belief states met before, of equal ones (DBU=) or of subsets and supersets (DBU-subset).
//
// Invariant: each action of an OR-node has been extended to its first states; in those, the branches that are solved
// win. The first action that is extended to all states proves the node.
//
// What differs from the tree search, because relations change when states are added:
// - A proof found in the cache leaves the node's own actions behind. When the next state breaks it, they go on where
// they
//   were, the action of that proof first.
// - An action that fails by a cycle is loopy: it is kept with its branches, and looked at again when a state is added,
//   for that may break the cycle. It need not be looked at while none of the belief states on the stack that it may
//   rest on has grown since: the node at the end of the cycle can only have grown, so it still holds the one on the
//   stack.
// - An action that fails otherwise fails for good: belief states only grow.
#pragma once

#include "blindmate/search/algorithms/graph.hpp"
#include "blindmate/search/owned.hpp"
#include "blindmate/search/state_list.hpp"

namespace blindmate::search {

template <Domain D>
class GraphDbu {
 public:
  using Pointer = typename Policy<D>::Pointer;
  using State = typename D::State;
  using Action = typename D::Action;
  using Percept = typename D::Percept;
  using Situation = typename D::Situation;
  using States = std::span<const State>;

  GraphDbu(const Search<D>& search, const GraphOptions& options)
      : search_(search),
        options_(options),
        memory_(search.meter.memory()),
        cache_(options.related, search.without, search.meter),
        undecided_(cache_, memory_),
        stack_(memory_) {}

  ~GraphDbu() {
    if (search_.cache_counts != nullptr) *search_.cache_counts = cache_.counts();
  }
  GraphDbu(const GraphDbu&) = delete;
  GraphDbu& operator=(const GraphDbu&) = delete;

  Pointer solve(const Problem<D>& problem) {
    const Result result = solve_anew(problem.situation, problem.states, problem.depth, true);
    if (!result.proved()) return nullptr;
    const auto again = [this](const Situation& situation, States states, int depth) {
      solve_anew(situation, states, depth, false);
    };
    return read_off(search_, cache_, problem.situation, States(problem.states), result.depth,
                    std::pmr::vector<Action>(memory_), again);
  }

 private:
  struct Move;

  // A status object, for as long as a node extends it.
  class Held {
   public:
    explicit Held(BeliefCache<D>& cache) : cache_(cache), object_(cache.open()) {}
    ~Held() { cache_.let_go(object_); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

    ObjectId operator*() const { return object_; }

   private:
    BeliefCache<D>& cache_;
    ObjectId object_;
  };

  struct OrNode {
    OrNode(const Situation& in, int left, BeliefCache<D>& cache, std::pmr::memory_resource* memory)
        : situation(in),
          depth(left),
          object(cache),
          states(memory),
          elements(memory),
          choices(memory),
          moves(memory),
          loopy(memory) {}

    Situation situation;
    int depth;  // left
    Held object;
    StateList<State> states;
    std::pmr::vector<Element> elements;  // the states, for the cache
    Choices<D> choices;
    std::pmr::vector<Owned<Move>> moves;  // under way, the one to go on with first
    std::pmr::vector<Owned<Move>> loopy;
    int failed_depth = kForever;   // the least depth of the disproofs of all other moves
    std::uint64_t grown = 0;       // when the last state came
    std::optional<Action> hint{};  // the action of a proof that was found in the cache
    bool looks_up = true;
  };

  struct Branch {
    Percept percept;
    Owned<OrNode> node;
    bool solved = false;  // in all of its states
    int depth = 0;        // of the proof, the action included
  };

  struct Successor {
    Percept percept;
    State state;
  };

  // An action, the AND-node under it, and how far it has been extended.
  struct Move {
    Move(const Action& by, std::pmr::memory_resource* memory)
        : action(by), branches(memory), order(memory), pending(memory) {}

    Action action;
    std::pmr::vector<Branch> branches;
    std::pmr::vector<std::uint32_t> order;  // of the node's states, as they are integrated
    std::size_t integrated = 0;             // of these
    std::pmr::vector<Successor> pending;    // of the last one, still to be handed to the branches; the next is the last
    Result cycle{};                         // why it is loopy
    std::uint64_t checked = 0;              // when it was found so
  };

  Result solve_anew(const Situation& situation, States states, int depth, bool look_up) {
    const Owned<OrNode> root = new_node(situation, depth);
    root->looks_up = look_up;
    Result result = Result::disproof(kForever);
    for (const State& state : states) {
      add(*root, state);
      result = solve_or(*root);
      if (!result.proved()) break;
    }
    return result;
  }

  Owned<OrNode> new_node(const Situation& situation, int depth) {
    return make_owned<OrNode>(memory_, situation, depth, cache_, memory_);
  }

  bool add(OrNode& node, const State& state) {
    if (!node.states.insert(state)) return false;
    node.elements.push_back(cache_.intern(node.situation, state));
    cache_.append(*node.object, node.elements.back());
    node.grown = ++clock_;
    return true;
  }

  // After a state was added, or to look at its cycles again.
  Result solve_or(OrNode& node) {
    if (node.states.size() == 1) search_.meter.count_node();
    if (cache_.is_full() && !stack_.empty()) strip_loopy_moves(*stack_.front());
    forget_if_full(cache_, undecided_);
    const auto found = node.looks_up ? cache_.find(node.elements, node.depth) : typename BeliefCache<D>::Found{};
    switch (found.kind) {
      case BeliefCache<D>::Found::Kind::nothing: break;
      case BeliefCache<D>::Found::Kind::proof: node.hint = found.action; return Result::proof(found.depth);
      case BeliefCache<D>::Found::Kind::disproof: return Result::disproof(found.depth);
      case BeliefCache<D>::Found::Kind::cycle:
        return {.kind = Result::Kind::cycle, .depth = kForever, .highest = found.place, .lowest = found.place};
    }
    const int place = cache_.stack_size();
    cache_.push_on_stack(*node.object);
    stack_.push_back(&node);
    const std::size_t mark = undecided_.mark();
    bool hopeless = false;
    const Result result = try_moves(node, hopeless);
    stack_.pop_back();
    cache_.pop_from_stack();
    if (result.proved()) {
      cache_.prove(*node.object, result.depth, node.moves.front()->action);
      undecided_.forget_since(mark);
      return result;
    }
    if (result.highest < place) {
      undecided_.add(mark, *node.object, result.depth);
      return {.kind = Result::Kind::cycle,
              .depth = result.depth,
              .highest = result.highest,
              .lowest = std::min(result.lowest, place - 1)};
    }
    cache_.disprove(*node.object, result.depth);
    if (hopeless) {  // whatever the other moves rest on
      undecided_.forget_since(mark);
    } else {
      undecided_.disprove_since(mark, result.depth);
    }
    return Result::disproof(result.depth);
  }

  // First the moves under way, then those not tried yet, then those that were loopy.
  Result try_moves(OrNode& node, bool& hopeless) {
    Result all{.depth = node.failed_depth};
    follow_hint(node);
    std::pmr::vector<Owned<Move>> again(memory_);
    again.swap(node.loopy);
    for (;;) {
      if (node.moves.empty()) {
        const auto action = node.choices.next(search_.domain, node.situation, node.states.all(), search_.shuffle);
        if (!action) break;
        node.moves.push_back(make_owned<Move>(memory_, *action, memory_));
      }
      const Result one = extend(node, *node.moves.front(), hopeless);
      if (one.proved() || hopeless) {
        std::move(again.begin(), again.end(), std::back_inserter(node.loopy));
        return one;
      }
      add_failure(all, one);
      Owned<Move> move = std::move(node.moves.front());
      node.moves.erase(node.moves.begin());
      put_aside(node, std::move(move), one);
    }
    for (std::size_t i = 0; i < again.size(); ++i) {
      Result one = again[i]->cycle;
      if (may_have_broken(*again[i])) {
        one = extend(node, *again[i], hopeless);
        if (one.proved()) node.moves.push_back(std::move(again[i]));
        if (one.proved() || hopeless) {
          std::move(again.begin() + static_cast<std::ptrdiff_t>(i) + 1, again.end(), std::back_inserter(node.loopy));
          return one;
        }
        put_aside(node, std::move(again[i]), one);
      } else {
        node.loopy.push_back(std::move(again[i]));
      }
      add_failure(all, one);
    }
    return all;
  }

  // A failed move is loopy, or is forgotten but for the depth up to which it fails.
  void put_aside(OrNode& node, Owned<Move> move, const Result& failure) {
    if (failure.kind == Result::Kind::disproof) {
      node.failed_depth = std::min(node.failed_depth, failure.depth);
      return;
    }
    move->cycle = failure;
    move->checked = clock_;
    node.loopy.push_back(std::move(move));
  }

  // For lack of memory: loopy moves lose their branches, and begin anew when they are looked at again.
  void strip_loopy_moves(OrNode& node) {
    for (Owned<Move>& move : node.loopy) {
      Owned<Move> bare = make_owned<Move>(memory_, move->action, memory_);
      bare->cycle = move->cycle;
      bare->checked = move->checked;
      move = std::move(bare);
    }
    for (const Owned<Move>& move : node.moves) {
      for (const Branch& branch : move->branches) strip_loopy_moves(*branch.node);
    }
  }

  bool may_have_broken(const Move& move) const {
    for (int place = move.cycle.highest; place <= move.cycle.lowest; ++place) {
      if (stack_[static_cast<std::size_t>(place)]->grown > move.checked) return true;
    }
    return false;
  }

  void follow_hint(OrNode& node) {
    if (!node.hint) return;
    const Action action = *std::exchange(node.hint, std::nullopt);
    const States states = node.states.all();
    if (std::all_of(states.begin(), states.end(),
                    [&](const State& s) { return search_.domain.heard_in_place(s, action).has_value(); }))
      return;  // the proof was of more states, and this action does nothing for these
    const auto is_hinted = [&action](const Owned<Move>& move) { return move->action == action; };
    if (const auto found = std::find_if(node.moves.begin(), node.moves.end(), is_hinted); found != node.moves.end()) {
      std::rotate(node.moves.begin(), found, found + 1);
    } else if (const auto loop = std::find_if(node.loopy.begin(), node.loopy.end(), is_hinted);
               loop != node.loopy.end()) {
      Owned<Move> move = std::move(*loop);
      node.loopy.erase(loop);
      node.moves.insert(node.moves.begin(), std::move(move));
    } else if (node.choices.give(action)) {
      node.moves.insert(node.moves.begin(), make_owned<Move>(memory_, action, memory_));
    }
  }

  // Extends a move to all states of its node.
  Result extend(OrNode& node, Move& move, bool& hopeless) {
    put_in_order(node, move);
    for (;;) {
      for (Branch& branch : move.branches) {
        if (branch.solved) continue;
        const Result result = after_action(solve_or(*branch.node), search_.domain.carried_out(branch.percept));
        if (!result.proved()) {
          hopeless = options_.greedy && result.kind == Result::Kind::disproof &&
                     search_.is_subproblem(node.situation, branch.percept, branch.node->situation);
          return result;
        }
        branch.solved = true;
        branch.depth = result.depth;
      }
      if (!move.pending.empty()) {
        const Successor successor = move.pending.back();
        move.pending.pop_back();
        Branch& branch = branch_for(node, move, successor.percept);
        if (add(*branch.node, successor.state)) branch.solved = false;
      } else if (move.integrated < move.order.size()) {
        if (!construct(node, move, node.states[move.order[move.integrated++]]))
          return Result::disproof(node.depth == 1 ? 1 : kForever);
      } else {
        break;
      }
    }
    int longest = 1;
    for (const Branch& branch : move.branches) longest = std::max(longest, branch.depth);
    return Result::proof(longest);
  }

  // States that are new to a move, those in which it is feasible first if so asked.
  void put_in_order(const OrNode& node, Move& move) {
    const auto known = static_cast<std::ptrdiff_t>(move.order.size());
    for (std::size_t i = move.order.size(); i < node.states.size(); ++i)
      move.order.push_back(static_cast<std::uint32_t>(i));
    if (options_.first == First::any) return;
    std::stable_partition(move.order.begin() + known, move.order.end(),
                          [&](std::uint32_t i) { return !search_.domain.heard_in_place(node.states[i], move.action); });
  }

  // All successors of a state; false when one of them fails.
  bool construct(const OrNode& node, Move& move, const State& s) {
    if (const auto heard = search_.domain.heard_in_place(s, move.action)) {
      move.pending.push_back({*heard, s});
      return true;
    }
    bool failed = false;
    search_.domain.outcomes(s, move.action, search_.shuffle, [&](const State& next, const auto& event) {
      search_.meter.count_state();
      if (search_.domain.won(next)) return true;
      failed = failed || node.depth == 1 || search_.domain.lost(next);
      if (!failed) move.pending.push_back({search_.domain.percept(s, event, next), next});
      return true;
    });
    std::reverse(move.pending.begin(), move.pending.end());
    return !failed;
  }

  Branch& branch_for(OrNode& node, Move& move, const Percept& percept) {
    for (Branch& branch : move.branches) {
      if (branch.percept == percept) return branch;
    }
    move.branches.push_back({percept, new_node(search_.domain.next(node.situation, move.action, percept),
                                               search_.depth_after(node.depth, percept))});
    return move.branches.back();
  }

  Search<D> search_;
  GraphOptions options_;
  std::pmr::memory_resource* memory_;
  BeliefCache<D> cache_;
  Undecided<D> undecided_;
  std::pmr::vector<OrNode*> stack_;
  std::uint64_t clock_ = 0;  // states added
};

}  // namespace blindmate::search
