// Successors go into one of many small sets by their hash, so that threads rarely wait for each other and growing needs
// little memory at once. The states are kept in the order of their hashes, which does not depend on threads.
#include "blindmate/belief/belief_state.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <system_error>
#include <thread>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/random.hpp"
#include "blindmate/belief/state_set.hpp"
#include "blindmate/belief/update.hpp"

namespace blindmate::belief {
namespace {

using chess::Position;

constexpr std::size_t kShards = 64;
constexpr int kShardBits = 6;
static_assert(kShards == 1U << kShardBits);
constexpr std::size_t kBatch = 256;   // successors that go to a shard at once
constexpr std::size_t kChunk = 1024;  // states that a thread takes at once
constexpr std::size_t kAhead = 16;    // slots fetched before they are needed
constexpr std::size_t kSmall = 65536;

// The same job in so many threads, or in as many as can be had.
template <class Job>
void in_threads(int threads, const Job& job) {
  std::vector<std::jthread> others;
  try {
    for (int i = 1; i < threads; ++i) others.emplace_back(job);
  } catch (const std::system_error&) {
    // The threads that were started do the work.
  }
  job();
}

// One pass over all states, in chunks, until it is done or a limit is reached.
class Pass {
 public:
  Pass(const std::vector<State>& states, const EstimateLimits& limits, Work& work)
      : states_(states), limits_(limits), work_(work) {}

  // Each thread makes a worker of its own, and calls it with the bounds of one chunk after the other.
  template <class MakeWorker>
  Stop run(const MakeWorker& make_worker) {
    work_.states_done = 0;
    in_threads(limits_.threads, [&] {
      try {
        auto worker = make_worker();
        while (stop_ == Stop::none) {
          const std::size_t begin = next_.fetch_add(kChunk);
          if (begin >= states_.size()) break;
          const std::size_t end = std::min(begin + kChunk, states_.size());
          worker(begin, end);
          work_.states_done += end - begin;
          look_at_clock();
        }
        if constexpr (requires { worker.finish(); }) worker.finish();
      } catch (const std::bad_alloc&) {
        stop_ = Stop::memory;
      }
    });
    return stop_;
  }

  void stop(Stop reason) { stop_ = reason; }

 private:
  void look_at_clock() {
    if (limits_.deadline && std::chrono::steady_clock::now() > *limits_.deadline) stop_ = Stop::time;
    if (interrupted()) stop_ = Stop::interrupted;
  }

  const std::vector<State>& states_;
  const EstimateLimits& limits_;
  Work& work_;
  std::atomic<std::size_t> next_{0};
  std::atomic<Stop> stop_{Stop::none};
};

struct Shard {
  std::mutex mutex;
  StateSet set{kShardBits};
};

// The successors of all states.
class Expansion {
 public:
  Expansion(const std::vector<State>& states, const Frame& frame, const Update& update, const EstimateLimits& limits,
            Work& work)
      : states_(states), frame_(frame), update_(update), limits_(limits), work_(work), shards_(kShards) {}

  // Room for so many states.
  Stop reserve(std::size_t states) {
    const std::size_t each = states / kShards + states / kShards / 8;
    for (Shard& shard : shards_) {
      if (!room_for(shard.set.growth(each))) return Stop::memory;
      shard.set.reserve(each);
    }
    return Stop::none;
  }

  Stop run() {
    Pass pass(states_, limits_, work_);
    pass_ = &pass;
    return pass.run([this] { return Worker(*this); });
  }

  const std::optional<Frame>& next_frame() const { return next_frame_; }

  // All states, ordered. Each thread takes whole shards.
  std::vector<State> take() {
    std::vector<State> result(size_);
    std::array<std::size_t, kShards> begins{};
    for (std::size_t i = 1; i < kShards; ++i) begins[i] = begins[i - 1] + shards_[i - 1].set.size();
    std::atomic<std::size_t> next{0};
    in_threads(limits_.threads, [&] {
      for (std::size_t i = next++; i < kShards; i = next++) shards_[i].set.take(result.data() + begins[i]);
    });
    return result;
  }

 private:
  class Worker {
   public:
    explicit Worker(Expansion& expansion) : expansion_(expansion) {
      for (std::vector<State>& buffer : buffers_) buffer.reserve(kBatch);
    }

    void operator()(std::size_t begin, std::size_t end) {
      std::uint64_t made = 0;
      for (std::size_t i = begin; i < end; ++i) made += expand(expansion_.states_[i]);
      expansion_.work_.states_made += made;
    }

    void finish() {
      for (std::size_t i = 0; i < kShards; ++i) expansion_.insert(i, buffers_[i]);
    }

   private:
    std::uint64_t expand(const State& state) {
      const Position position = expansion_.frame_.position(state);
      const int made = expansion_.update_.apply(position, [&](const Position& after) {
        if (!expansion_.framed_) expansion_.make_frame(after);
        const State next = expansion_.frame_.state(after);  // The frame does not matter to a state.
        const std::size_t shard = next.hash() >> (64 - kShardBits);
        buffers_[shard].push_back(next);
        if (buffers_[shard].size() == kBatch) expansion_.insert(shard, buffers_[shard]);
      });
      return static_cast<std::uint64_t>(made);
    }

    Expansion& expansion_;
    std::array<std::vector<State>, kShards> buffers_;
  };

  void make_frame(const Position& after) {
    const std::lock_guard lock(frame_mutex_);
    if (!next_frame_) next_frame_.emplace(after, frame_.side());
    framed_ = true;
  }

  // In the end the old states make room for the new ones, while the sets still stand.
  std::uint64_t bytes() const { return bytes_ + std::max<std::uint64_t>(states_.size(), size_) * sizeof(State); }

  // Takes note of memory that is about to be used, if there is enough.
  bool room_for(std::uint64_t more) {
    bytes_ += more;
    if (bytes() > limits_.bytes) return false;
    work_.bytes = std::max(work_.bytes.load(), bytes());
    return true;
  }

  void insert(std::size_t i, std::vector<State>& buffer) {
    Shard& shard = shards_[i];
    std::array<std::uint64_t, kBatch> hashes;
    for (std::size_t k = 0; k < buffer.size(); ++k) hashes[k] = buffer[k].hash();
    const std::lock_guard lock(shard.mutex);
    const std::size_t before = shard.set.size();
    if (!room_for(shard.set.growth(before + buffer.size()))) {
      pass_->stop(Stop::memory);
      buffer.clear();
      return;
    }
    shard.set.reserve(before + buffer.size());
    for (std::size_t k = 0; k < buffer.size(); ++k) {
      if (k + kAhead < buffer.size()) shard.set.prefetch(hashes[k + kAhead]);
      shard.set.insert(buffer[k], hashes[k]);
    }
    buffer.clear();
    size_ += shard.set.size() - before;
    if (size_ > limits_.states) pass_->stop(Stop::states);
  }

  const std::vector<State>& states_;
  const Frame& frame_;
  const Update& update_;
  const EstimateLimits& limits_;
  Work& work_;
  std::vector<Shard> shards_;
  Pass* pass_ = nullptr;
  std::atomic<std::uint64_t> size_{0};
  std::atomic<std::uint64_t> bytes_{0};
  std::mutex frame_mutex_;
  std::atomic<bool> framed_{false};
  std::optional<Frame> next_frame_;
};

// Which states an observation allows, as a byte for each.
Stop mark_allowed(const std::vector<State>& states, const Frame& frame, const Update& update,
                  const EstimateLimits& limits, Work& work, std::vector<char>& allowed) {
  return Pass(states, limits, work).run([&] {
    return [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        update.apply(frame.position(states[i]), [&](const Position&) { allowed[i] = 1; });
      }
    };
  });
}

}  // namespace

std::string_view name(Stop stop) {
  switch (stop) {
    case Stop::none: return "";
    case Stop::states: return "states";
    case Stop::memory: return "memory";
    case Stop::time: return "time";
    case Stop::interrupted: return "interrupted";
  }
  return "";
}

BeliefState::BeliefState(const Position& start, chess::Side side, const referee::RuleSet& rules)
    : frame_(start, side), rules_(&rules), turn_(referee::Turn::after(referee::announce_start(start, rules))) {
  states_.push_back(frame_.state(start));
}

BeliefState::BeliefState(const Frame& frame, std::vector<State> states, const referee::Turn& announced,
                         const referee::RuleSet& rules)
    : frame_(frame), rules_(&rules), turn_(announced), states_(std::move(states)) {
  std::sort(states_.begin(), states_.end(), ordered);
  states_.erase(std::unique(states_.begin(), states_.end()), states_.end());
}

Expected<BeliefState> BeliefState::from(const std::vector<Position>& positions, chess::Side side,
                                        const referee::RuleSet& rules) {
  if (positions.empty()) return Error{"a belief state has at least one position"};
  const Frame frame(positions.front(), side);
  std::vector<State> states = {frame.state(positions.front())};
  const referee::Heard announced = referee::announce_start(positions.front(), rules);
  for (std::size_t i = 1; i < positions.size(); ++i) {
    if (!frame.fits(positions[i])) {
      return Error{
          fmt::format("position {} differs from the first in the own men, rights, side to move or size", i + 1)};
    }
    if (rules.pawn_tries != referee::PawnTries::untold) {
      const referee::Heard other_announced = referee::announce_start(positions[i], rules);
      if (other_announced.check != announced.check || other_announced.pawn_tries != announced.pawn_tries) {
        return Error{
            fmt::format("position {} differs from the first in what {} announces before the turn", i + 1, rules.name)};
      }
    }
    states.push_back(frame.state(positions[i]));
  }
  return BeliefState(frame, std::move(states), referee::Turn::after(announced), rules);
}

bool BeliefState::contains(const Position& position) const {
  return frame_.fits(position) && std::binary_search(states_.begin(), states_.end(), frame_.state(position), ordered);
}

Stop BeliefState::hear(const Observation& observation, const EstimateLimits& limits, Work* work) {
  Work unwatched;
  Work& watched = work != nullptr ? *work : unwatched;
  const Update update(observation, turn_, *rules_);
  if (Update::only_filters(observation)) {
    std::vector<char> allowed(states_.size());
    const Stop stop = mark_allowed(states_, frame_, update, limits, watched, allowed);
    if (stop != Stop::none) return stop;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (allowed[i] != 0) states_[kept++] = states_[i];
    }
    states_.resize(kept);
    return Stop::none;
  }

  Expansion expansion(states_, frame_, update, limits, watched);
  // An own move keeps most states, and with them the order of their hashes, in which a set must not grow. For other
  // updates nothing is known; a small set need not begin from nothing.
  const bool own_move = std::holds_alternative<OwnMove>(observation);
  Stop stop = expansion.reserve(own_move ? states_.size() : std::min(states_.size(), kSmall));
  if (stop == Stop::none) stop = expansion.run();
  if (stop != Stop::none) return stop;
  states_ = {};
  states_ = expansion.take();
  if (expansion.next_frame()) {
    frame_ = *expansion.next_frame();
  } else {
    frame_.pass_turn();
  }
  turn_ = referee::Turn::after(*move_heard(observation));
  return Stop::none;
}

void BeliefState::add(const Position& position) {
  if (states_.empty()) frame_ = Frame(position, side());
  BLINDMATE_CHECK(frame_.fits(position), "other own men than those of the belief state");
  const State state = frame_.state(position);
  const auto place = std::lower_bound(states_.begin(), states_.end(), state, ordered);
  if (place == states_.end() || *place != state) states_.insert(place, state);
}

void BeliefState::thin(std::size_t most, Random& random) {
  if (states_.size() <= most) return;
  // Each state is kept with the chance that leaves exactly `most`.
  std::size_t kept = 0;
  for (std::size_t i = 0; kept < most; ++i) {
    const auto left = static_cast<double>(states_.size() - i);
    const double dice = static_cast<double>(random.next() >> 11) * 0x1.0p-53;
    if (dice * left < static_cast<double>(most - kept)) states_[kept++] = states_[i];
  }
  states_.resize(most);
  states_.shrink_to_fit();
}

}  // namespace blindmate::belief
