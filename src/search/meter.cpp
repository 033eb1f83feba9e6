#include "blindmate/search/meter.hpp"

#include <algorithm>

#include "blindmate/base/cpu_time.hpp"
#include "blindmate/base/interrupt.hpp"

namespace blindmate::search {

std::string_view name(Limit limit) {
  switch (limit) {
    case Limit::none: return "none";
    case Limit::states: return "states";
    case Limit::memory: return "memory";
    case Limit::time: return "time";
    case Limit::interrupted: return "interrupted";
  }
  return "";
}

Limits Budget::from_now() const {
  Limits result;
  if (states) result.states = *states;
  if (bytes) result.bytes = *bytes;
  using Clock = std::chrono::steady_clock;
  if (time) result.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(*time);
  if (cpu_s) result.cpu_deadline_s = thread_cpu_s() + *cpu_s;
  result.watch = watch;
  return result;
}

void Meter::stop() const {
  if (states_ == limits_.states) throw LimitReached{Limit::states};
  throw Paused{};
}

void Meter::look() {
  until_look_ = kLookEvery;
  if (limits_.watch != nullptr) limits_.watch->states.store(states_, std::memory_order_relaxed);
  if (interrupted()) throw LimitReached{Limit::interrupted};
  if (limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline) throw LimitReached{Limit::time};
  if (limits_.cpu_deadline_s && thread_cpu_s() >= *limits_.cpu_deadline_s) throw LimitReached{Limit::time};
}

namespace {

// What glibc's malloc takes for so many bytes, with its own word before them: for small objects, of which a search has
// most, much more. Holes between these, which no request fits, took up to 15% more in what was measured; a twentieth
// is counted. Large blocks are pages of their own.
std::uint64_t taken_for(std::size_t bytes) {
  constexpr std::uint64_t kWord = 8;
  constexpr std::uint64_t kStep = 16;
  constexpr std::uint64_t kLarge = 128 * 1024;
  const std::uint64_t chunk = std::max<std::uint64_t>(2 * kStep, (bytes + kWord + kStep - 1) / kStep * kStep);
  return chunk < kLarge ? chunk + chunk / 20 : chunk;
}

}  // namespace

void Meter::Memory::charge(std::uint64_t bytes) {
  if (bytes > most_ - used_) throw LimitReached{Limit::memory};
  used_ += bytes;
  peak_ = std::max(peak_, used_);
}

void* Meter::Memory::do_allocate(std::size_t bytes, std::size_t alignment) {
  charge(taken_for(bytes));
  return std::pmr::new_delete_resource()->allocate(bytes, alignment);
}

void Meter::Memory::do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) {
  std::pmr::new_delete_resource()->deallocate(memory, bytes, alignment);
  used_ -= taken_for(bytes);
}

}  // namespace blindmate::search
