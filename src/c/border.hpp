// The border between C and C++: what handles hold, how errors get out. Nothing throws across it; every function of
// blindmate.h runs its work through guarded().
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "blindmate.h"
#include "blindmate/base/expected.hpp"
#include "blindmate/belief/belief_state.hpp"
#include "blindmate/environment/environment.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/referee/pgn.hpp"

namespace blindmate::c {

// Thrown inside, a status and its reason outside.
struct Failure {
  bm_status status;
  std::string reason;
};

bm_status fail(bm_status status, const char* reason) noexcept;

template <class Work>
bm_status guarded(const Work& work) noexcept {
  try {
    work();
    return BM_OK;
  } catch (const Failure& failure) {
    return fail(failure.status, failure.reason.c_str());
  } catch (const std::bad_alloc&) {
    return fail(BM_NO_MEMORY, "there is not enough memory");
  } catch (const std::exception& exception) {
    return fail(BM_INTERNAL, exception.what());
  } catch (...) {
    return fail(BM_INTERNAL, "an unknown fault");
  }
}

// What every handle begins with, so that one of another kind is noticed.
struct Handle {
  std::uint32_t kind;
};

}  // namespace blindmate::c

struct bm_game : blindmate::c::Handle {
  static constexpr std::uint32_t kKind = 0x626D6761;
  blindmate::referee::Game game;
};

struct bm_pgn : blindmate::c::Handle {
  static constexpr std::uint32_t kKind = 0x626D7067;
  std::vector<blindmate::referee::PgnGame> games;
};

struct bm_view : blindmate::c::Handle {
  static constexpr std::uint32_t kKind = 0x626D7669;
  blindmate::referee::PlayerView view;
};

struct bm_belief : blindmate::c::Handle {
  static constexpr std::uint32_t kKind = 0x626D6265;
  blindmate::belief::BeliefState states;
};

struct bm_player : blindmate::c::Handle {
  static constexpr std::uint32_t kKind = 0x626D706C;
  std::unique_ptr<blindmate::players::Player> player;
  blindmate::players::PlayerSpec spec;
  std::optional<blindmate::referee::PlayerView> last{};  // what it was shown last
};

struct bm_env : blindmate::c::Handle {
  static constexpr std::uint32_t kKind = 0x626D656E;
  std::unique_ptr<blindmate::environment::Environment> environment;
};

namespace blindmate::c {

// That a pointer is there, and a handle of its kind.
template <class T>
T& need(T* pointer, const char* name) {
  if (pointer == nullptr) throw Failure{BM_BAD_ARGUMENT, std::string(name) + " is NULL"};
  if constexpr (std::is_base_of_v<Handle, T>) {
    if (pointer->kind != T::kKind) throw Failure{BM_BAD_ARGUMENT, std::string(name) + " is a handle of another kind"};
  }
  return *pointer;
}
std::string_view need_text(const char* text, const char* name);
chess::Side need_side(int side);
const referee::RuleSet& need_rules(const char* name);
int need_between(long long value, long long least, long long most, const char* name);

template <class T>
T needed(Expected<T> expected, bm_status status = BM_BAD_TEXT) {
  if (!expected) throw Failure{status, expected.error().text()};
  return *std::move(expected);
}

template <class H, class... Content>
H* make_handle(Content&&... content) {
  return new H{{H::kKind}, std::forward<Content>(content)...};
}

template <class H>
void free_handle(H* handle) noexcept {
  if (handle == nullptr || handle->kind != H::kKind) return;
  handle->kind = 0;
  delete handle;
}

char* copied(std::string_view text);

// Words of C and of the referee.
referee::Ask read_ask(bm_ask ask);
bm_ask ask_code(const referee::Ask& ask);
bm_announcement announcement(chess::Side by, const referee::Heard& heard, bool opponent_hears);
void write_tries(const chess::MoveList& list, bm_ask* tries, size_t room, size_t* count);
void write_result(const std::optional<referee::Outcome>& outcome, int* end, int* winner, char** reason);
belief::EstimateLimits read_limits(const bm_limits* limits);

}  // namespace blindmate::c
