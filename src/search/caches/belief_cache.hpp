// BeliefCache: what is known of belief states met before (Wolfe & Russell 2007). It finds, for a belief state and a
// depth, a proof, a disproof or a place on the stack that entails its value: of the same set of states, or, with
// subsumption, a proof of a superset, a disproof of a subset, a subset on the stack (figure 3 of the paper).
//
// A status object stands for a row of nested belief states, its first state, its first two and so on, each with the
// least depth at which it was proved and the action that did it; the whole row can also be disproved. DFS makes an
// object for each belief state; DBU extends one as states are added, so memory stays linear in the number of states
// ("telescoped"; the paper's DBU-subset).
//
// Equality: by a hash over the sorted states. Subsumption: by inverted files, lists of the objects that hold a state. A
// superset of the query is in all of the query's lists, so only those of its shortest list are counted; a subset needs
// to be filed under one of its states only. The stack is short and looked through.
//
// At its limit of memory the cache forgets every object that no node of the search holds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include "blindmate/search/algorithms/options.hpp"
#include "blindmate/search/caches/counts.hpp"
#include "blindmate/search/caches/interner.hpp"
#include "blindmate/search/meter.hpp"

namespace blindmate::search {

inline constexpr int kForever = std::numeric_limits<int>::max() / 2;  // a depth beyond all

using ObjectId = std::uint32_t;

template <Domain D>
class BeliefCache {
 public:
  using Action = typename D::Action;
  using Elements = std::span<const Element>;

  struct Found {
    enum class Kind : std::uint8_t { nothing, proof, disproof, cycle } kind = Kind::nothing;
    int depth = 0;    // of the proof or disproof
    int place = 0;    // on the stack
    Action action{};  // of the proof
  };

  BeliefCache(Related related, const Without& without, Meter& meter)
      : related_(related),
        without_(without),
        meter_(meter),
        interner_(meter.memory()),
        objects_(meter.memory()),
        free_(meter.memory()),
        stack_(meter.memory()),
        marks_(meter.memory()),
        proved_with_(meter.memory()),
        disproved_under_(meter.memory()),
        by_hash_(meter.memory()) {}

  Element intern(const typename D::Situation& situation, const typename D::State& state) {
    const Element element = interner_.intern(situation, state);
    if (element >= marks_.size()) {
      const std::size_t size = element + std::size_t{1};
      marks_.resize(size, 0);
      if (related_ == Related::subset) {
        proved_with_.resize(size);
        disproved_under_.resize(size);
      }
    }
    return element;
  }

  Found find(Elements query, int depth) {
    ++counts_.lookups;
    mark(query);
    Found found;
    if (!without_.proofs) found = find_proof(query, depth, {});
    if (found.kind == Found::Kind::nothing && !without_.disproofs) found = find_disproof(query, depth);
    if (found.kind == Found::Kind::nothing && !without_.cycles) found = find_on_stack(query);
    switch (found.kind) {
      case Found::Kind::nothing: break;
      case Found::Kind::proof: ++counts_.proofs; break;
      case Found::Kind::disproof: ++counts_.disproofs; break;
      case Found::Kind::cycle: ++counts_.cycles; break;
    }
    return found;
  }

  // For reading a plan off the cache: a proof by an action that was not tried in vain in this turn.
  std::optional<Found> proof_without(Elements query, int depth, std::span<const Action> tried) {
    mark(query);
    const Found found = find_proof(query, depth, tried);
    return found.kind == Found::Kind::proof ? std::optional(found) : std::nullopt;
  }

  // An object without states, held until it is let go.
  ObjectId open() {
    ObjectId id = static_cast<ObjectId>(objects_.size());
    if (free_.empty()) {
      objects_.emplace_back(meter_.memory());
    } else {
      id = free_.back();
      free_.pop_back();
      objects_[id] = Object(meter_.memory());
    }
    objects_[id].holders = 1;
    ++opened_;
    return id;
  }

  void append(ObjectId id, Element element) {
    interner_.hold(element);
    objects_[id].row.push_back({element, kForever, Action{}});
  }

  void hold(ObjectId id) { ++objects_[id].holders; }
  void let_go(ObjectId id) { --objects_[id].holders; }

  void push_on_stack(ObjectId id) { stack_.push_back(id); }
  void pop_from_stack() { stack_.pop_back(); }
  int stack_size() const { return static_cast<int>(stack_.size()); }

  // Of all states of the object.
  void prove(ObjectId id, int depth, const Action& action) {
    Object& object = objects_[id];
    Step& last = object.row.back();
    if (last.proof_depth <= depth) return;
    const bool first = last.proof_depth == kForever;
    last.proof_depth = depth;
    last.action = action;
    if (!first) return;
    if (related_ == Related::equal) {
      by_hash_.emplace(hash(id), Filed{id, static_cast<std::uint32_t>(object.row.size())});
    } else {
      for (; object.filed < object.row.size(); ++object.filed) {
        proved_with_[object.row[object.filed].element].push_back(id);
      }
    }
  }

  void disprove(ObjectId id, int depth) {
    Object& object = objects_[id];
    if (object.disproof_depth >= depth) return;
    const bool first = object.disproof_depth < 0;
    object.disproof_depth = depth;
    if (!first) return;
    if (related_ == Related::equal) {
      by_hash_.emplace(hash(id), Filed{id, static_cast<std::uint32_t>(object.row.size())});
      return;
    }
    const auto shorter = [this](const Step& a, const Step& b) {
      return disproved_under_[a.element].size() < disproved_under_[b.element].size();
    };
    disproved_under_[std::min_element(object.row.begin(), object.row.end(), shorter)->element].push_back(id);
  }

  bool is_full() const { return opened_ >= kept_ && meter_.bytes_left() < meter_.bytes_limit() / kKeepFree; }

  // Everything but the held objects.
  void forget() {
    opened_ = kept_ = 0;
    for (ObjectId id = 0; id < objects_.size(); ++id) {
      Object& object = objects_[id];
      if (object.holders > 0) ++kept_;
      if (object.holders > 0 || object.row.empty()) continue;
      for (const Step& step : object.row) interner_.release(step.element);
      objects_[id] = Object(meter_.memory());
      free_.push_back(id);
      ++counts_.forgotten;
    }
    interner_.sweep();
    file_anew();
  }

  const CacheCounts& counts() const { return counts_; }

 private:
  struct Step {
    Element element;
    int proof_depth;
    Action action;
  };
  struct Object {
    explicit Object(std::pmr::memory_resource* memory) : row(memory) {}

    std::pmr::vector<Step> row;
    int disproof_depth = -1;  // of the whole row
    std::uint32_t filed = 0;  // of the row's states, in the lists of proofs
    int holders = 0;
  };
  struct Filed {
    ObjectId object;
    std::uint32_t length;  // of the part of the row
  };

  static constexpr std::uint64_t kKeepFree = 8;  // forget when less than this part of the memory is left

  void mark(Elements query) {
    ++stamp_;
    for (const Element element : query) marks_[element] = stamp_;
  }
  bool in_query(Element element) const { return marks_[element] == stamp_; }
  bool all_in_query(const Object& object, std::size_t length) const {
    return std::all_of(object.row.begin(), object.row.begin() + static_cast<std::ptrdiff_t>(length),
                       [this](const Step& step) { return in_query(step.element); });
  }

  static Found proof(const Step& step) {
    return {.kind = Found::Kind::proof, .depth = step.proof_depth, .action = step.action};
  }

  Found find_proof(Elements query, int depth, std::span<const Action> tried) {
    const auto good = [&](const Step& step) {
      return step.proof_depth <= depth && std::find(tried.begin(), tried.end(), step.action) == tried.end();
    };
    if (related_ == Related::equal) {
      const auto [first, last] = by_hash_.equal_range(hash(query));
      for (auto it = first; it != last; ++it) {
        const auto& [id, length] = it->second;
        if (length != query.size() || !good(objects_[id].row[length - 1])) continue;
        if (all_in_query(objects_[id], length)) return proof(objects_[id].row[length - 1]);
      }
      return {};
    }
    const auto shorter = [this](Element a, Element b) { return proved_with_[a].size() < proved_with_[b].size(); };
    const Element rarest = *std::min_element(query.begin(), query.end(), shorter);
    for (const ObjectId id : proved_with_[rarest]) {
      const Object& object = objects_[id];
      if (object.filed < query.size()) continue;
      // The shortest part of the row that holds the query, then the first good proof of that or of a longer one.
      std::size_t missing = query.size();
      std::size_t length = 0;
      for (; missing > 0 && length < object.filed && missing <= object.filed - length; ++length) {
        if (in_query(object.row[length].element)) --missing;
      }
      if (missing > 0) continue;
      for (--length; length < object.filed; ++length) {
        if (good(object.row[length])) return proof(object.row[length]);
      }
    }
    return {};
  }

  Found find_disproof(Elements query, int depth) {
    const auto fits = [&](const Object& object) {
      return object.disproof_depth >= depth && object.row.size() <= query.size() &&
             all_in_query(object, object.row.size());
    };
    if (related_ == Related::equal) {
      const auto [first, last] = by_hash_.equal_range(hash(query));
      for (auto it = first; it != last; ++it) {
        const Object& object = objects_[it->second.object];
        if (object.row.size() == query.size() && fits(object))
          return {.kind = Found::Kind::disproof, .depth = object.disproof_depth};
      }
      return {};
    }
    for (const Element element : query) {
      for (const ObjectId id : disproved_under_[element]) {
        if (fits(objects_[id])) return {.kind = Found::Kind::disproof, .depth = objects_[id].disproof_depth};
      }
    }
    return {};
  }

  Found find_on_stack(Elements query) const {
    for (std::size_t place = stack_.size(); place-- > 0;) {  // the nearest, so that the cycle closes soonest
      const Object& object = objects_[stack_[place]];
      const bool size_fits =
          related_ == Related::equal ? object.row.size() == query.size() : object.row.size() <= query.size();
      if (size_fits && all_in_query(object, object.row.size()))
        return {.kind = Found::Kind::cycle, .place = static_cast<int>(place)};
    }
    return {};
  }

  // A linear hash over the sorted hashes of the states. (A sum would be easier, but collides systematically: footnote 3
  // of the paper.)
  std::uint64_t hash(Elements elements) {
    sorted_.clear();
    for (const Element element : elements) sorted_.push_back(interner_.hash(element));
    std::sort(sorted_.begin(), sorted_.end());
    std::uint64_t result = sorted_.size();
    for (const std::uint64_t h : sorted_) result = (result ^ result >> 31) * 0x9E3779B97F4A7C15U + h;
    return result;
  }
  std::uint64_t hash(ObjectId id) { return hash(id, objects_[id].row.size()); }
  std::uint64_t hash(ObjectId id, std::size_t length) {
    row_.clear();
    for (std::size_t i = 0; i < length; ++i) row_.push_back(objects_[id].row[i].element);
    return hash(row_);
  }

  void file_anew() {
    by_hash_.clear();
    for (auto& list : proved_with_) std::pmr::vector<ObjectId>(meter_.memory()).swap(list);
    for (auto& list : disproved_under_) std::pmr::vector<ObjectId>(meter_.memory()).swap(list);
    for (ObjectId id = 0; id < objects_.size(); ++id) {
      Object& object = objects_[id];
      object.filed = 0;
      for (std::uint32_t i = 0; i < object.row.size(); ++i) {
        if (object.row[i].proof_depth == kForever) continue;
        if (related_ == Related::equal) {
          by_hash_.emplace(hash(id, i + 1), Filed{id, i + 1});
        } else {
          for (; object.filed <= i; ++object.filed) {
            proved_with_[object.row[object.filed].element].push_back(id);
          }
        }
      }
      const int disproof_depth = std::exchange(object.disproof_depth, -1);
      if (disproof_depth >= 0) disprove(id, disproof_depth);
    }
  }

  Related related_;
  Without without_;
  Meter& meter_;
  Interner<D> interner_;
  std::pmr::deque<Object> objects_;
  std::pmr::vector<ObjectId> free_;
  std::size_t kept_ = 0;    // objects, when it last forgot
  std::size_t opened_ = 0;  // objects, since then: before there are as many, forgetting again would not pay
  std::pmr::vector<ObjectId> stack_;
  std::pmr::deque<std::uint64_t> marks_;  // by element: the last query that had it
  std::uint64_t stamp_ = 0;
  std::pmr::deque<std::pmr::vector<ObjectId>> proved_with_;      // by element
  std::pmr::deque<std::pmr::vector<ObjectId>> disproved_under_;  // by element
  std::pmr::unordered_multimap<std::uint64_t, Filed> by_hash_;
  std::vector<std::uint64_t> sorted_;  // of the hash in the making
  std::vector<Element> row_;
  CacheCounts counts_;
};

}  // namespace blindmate::search
