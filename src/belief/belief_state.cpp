// Successors go into one of many small sets by their hash, so that threads rarely wait for each other and growing needs
// little memory at once. The states are kept in the order of their hashes, which does not depend on threads.
#include "blindmate/belief/belief_state.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <thread>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/random.hpp"
#include "blindmate/belief/state_set.hpp"
#include "blindmate/belief/update.hpp"

namespace blindmate::belief {
namespace {

using chess::Position;

constexpr std::size_t kShards = 64;
constexpr std::size_t kBatch = 256;   // successors that go to a shard at once
constexpr std::size_t kChunk = 1024;  // states that a thread takes at once
constexpr std::size_t kAhead = 16;    // slots fetched before they are needed

constexpr int kShardBits = 6;
static_assert(kShards == 1U << kShardBits);

struct Shard {
  std::mutex mutex;
  StateSet set{kShardBits};
};

// One update of all states, by several threads.
class Expansion {
 public:
  Expansion(const std::vector<State>& states, const Frame& frame, const Update& update, const Limits& limits,
            Work& work)
      : states_(states), frame_(frame), update_(update), limits_(limits), work_(work), shards_(kShards) {
    // Room for as many states as there are: an own move keeps most of them, and with them the order of their hashes, in
    // which a set must not grow.
    for (Shard& shard : shards_) {
      shard.set.reserve(states_.size() / kShards + states_.size() / kShards / 8);
      bytes_ += shard.set.bytes();
    }
  }

  Stop run() {
    in_threads([this] { work(); });
    check_limits();
    return stop_;
  }

  const std::optional<Frame>& next_frame() const { return next_frame_; }

  // All states, ordered. Each thread takes whole shards.
  std::vector<State> take() {
    std::vector<State> result(size_);
    std::array<std::size_t, kShards> begins{};
    for (std::size_t i = 1; i < kShards; ++i) begins[i] = begins[i - 1] + shards_[i - 1].set.size();
    std::atomic<std::size_t> next{0};
    in_threads([&] {
      for (std::size_t i = next++; i < kShards; i = next++) shards_[i].set.take(result.data() + begins[i]);
    });
    return result;
  }

 private:
  using Buffers = std::array<std::vector<State>, kShards>;

  template <class Job>
  void in_threads(const Job& job) const {
    std::vector<std::thread> others;
    for (int i = 1; i < limits_.threads; ++i) others.emplace_back(job);
    job();
    for (std::thread& thread : others) thread.join();
  }

  void work() {
    Buffers buffers;
    for (std::vector<State>& buffer : buffers) buffer.reserve(kBatch);
    while (stop_ == Stop::none) {
      const std::size_t begin = next_.fetch_add(kChunk);
      if (begin >= states_.size()) break;
      const std::size_t end = std::min(begin + kChunk, states_.size());
      std::uint64_t made = 0;
      for (std::size_t i = begin; i < end; ++i) made += expand(states_[i], buffers);
      work_.states_done += end - begin;
      work_.states_made += made;
      check_limits();
    }
    for (std::size_t i = 0; i < kShards; ++i) flush(i, buffers[i]);
  }

  std::uint64_t expand(const State& state, Buffers& buffers) {
    const Position position = frame_.position(state);
    const int made = update_.apply(position, [&](const Position& after) {
      if (!framed_) make_frame(after);
      // The frame does not matter to a state.
      const State next = frame_.state(after);
      const std::size_t shard = next.hash() >> (64 - kShardBits);
      buffers[shard].push_back(next);
      if (buffers[shard].size() == kBatch) flush(shard, buffers[shard]);
    });
    return static_cast<std::uint64_t>(made);
  }

  void make_frame(const Position& after) {
    const std::lock_guard lock(frame_mutex_);
    if (!next_frame_) next_frame_.emplace(after, frame_.side());
    framed_ = true;
  }

  void flush(std::size_t i, std::vector<State>& buffer) {
    Shard& shard = shards_[i];
    std::array<std::uint64_t, kBatch> hashes;
    for (std::size_t k = 0; k < buffer.size(); ++k) hashes[k] = buffer[k].hash();
    const std::lock_guard lock(shard.mutex);
    const std::size_t size_before = shard.set.size();
    const std::size_t bytes_before = shard.set.bytes();
    for (std::size_t k = 0; k < buffer.size(); ++k) {
      if (k + kAhead < buffer.size()) shard.set.prefetch(hashes[k + kAhead]);
      shard.set.insert(buffer[k], hashes[k]);
    }
    buffer.clear();
    size_ += shard.set.size() - size_before;
    bytes_ += shard.set.bytes() - bytes_before;
  }

  void check_limits() {
    // In the end the old states make room for the new ones, while the sets still stand.
    const std::uint64_t states = std::max<std::uint64_t>(states_.capacity(), size_);
    const std::uint64_t bytes = bytes_ + states * sizeof(State);
    work_.bytes = std::max(work_.bytes.load(), bytes);
    if (size_ > limits_.states) stop_ = Stop::states;
    if (bytes > limits_.bytes) stop_ = Stop::memory;
    if (limits_.deadline && std::chrono::steady_clock::now() > *limits_.deadline) stop_ = Stop::time;
    if (interrupted()) stop_ = Stop::interrupted;
  }

  const std::vector<State>& states_;
  const Frame& frame_;
  const Update& update_;
  const Limits& limits_;
  Work& work_;
  std::vector<Shard> shards_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::uint64_t> size_{0};
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<Stop> stop_{Stop::none};
  std::mutex frame_mutex_;
  std::atomic<bool> framed_{false};
  std::optional<Frame> next_frame_;
};

// Keeps the states that the observation allows; each thread looks after a part of them.
void filter(std::vector<State>& states, const Frame& frame, const Update& update, int threads) {
  const auto allowed = [&](const State& state) {
    bool keep = false;
    update.apply(frame.position(state), [&](const Position&) { keep = true; });
    return keep;
  };
  const std::size_t parts = static_cast<std::size_t>(std::max(threads, 1));
  std::vector<std::vector<State>::iterator> begins(parts + 1);
  for (std::size_t i = 0; i <= parts; ++i) {
    begins[i] = states.begin() + static_cast<std::ptrdiff_t>(states.size() * i / parts);
  }
  std::vector<std::vector<State>::iterator> ends(parts);
  const auto work = [&](std::size_t i) {
    ends[i] = std::remove_if(begins[i], begins[i + 1], [&](const State& state) { return !allowed(state); });
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < parts; ++i) others.emplace_back(work, i);
  work(0);
  for (std::thread& thread : others) thread.join();
  auto end = ends[0];
  for (std::size_t i = 1; i < parts; ++i) end = std::move(begins[i], ends[i], end);
  states.erase(end, states.end());
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

Expected<BeliefState> BeliefState::from(const std::vector<Position>& positions, chess::Side side,
                                        const referee::RuleSet& rules) {
  if (positions.empty()) return Error{"a belief state has at least one position"};
  BeliefState result(positions.front(), side, rules);
  const referee::Heard announced = referee::announce_start(positions.front(), rules);
  for (std::size_t i = 1; i < positions.size(); ++i) {
    if (!result.frame_.fits(positions[i])) {
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
    result.states_.push_back(result.frame_.state(positions[i]));
  }
  std::sort(result.states_.begin(), result.states_.end(), ordered);
  result.states_.erase(std::unique(result.states_.begin(), result.states_.end()), result.states_.end());
  return result;
}

bool BeliefState::contains(const Position& position) const {
  if (!frame_.fits(position)) return false;
  return std::binary_search(states_.begin(), states_.end(), frame_.state(position), ordered);
}

Stop BeliefState::hear(const Observation& observation, const Limits& limits, Work* work) {
  Work unwatched;
  Work& watched = work != nullptr ? *work : unwatched;
  const Update update(observation, turn_, *rules_);
  if (Update::only_filters(observation)) {
    filter(states_, frame_, update, limits.threads);
    return Stop::none;
  }
  Expansion expansion(states_, frame_, update, limits, watched);
  const Stop stop = expansion.run();
  if (stop != Stop::none) return stop;
  states_ = {};
  states_ = expansion.take();
  if (expansion.next_frame()) frame_ = *expansion.next_frame();
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
