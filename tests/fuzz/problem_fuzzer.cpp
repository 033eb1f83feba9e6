// Any text: an error with a reason, or a problem that keeps its promises.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "blindmate/base/check.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/view/problem.hpp"

using namespace blindmate;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Expected<referee::Problem> read = referee::read_problem(text);
  if (!read) {
    BLINDMATE_CHECK(!read.error().reason.empty(), "no reason");
    return 0;
  }
  BLINDMATE_CHECK(!read->id.empty() && read->rules != nullptr && !read->states.empty(), "incomplete");
  BLINDMATE_CHECK(!read->ply || referee::check_ply(*read->ply), "{} ply", *read->ply);
  BLINDMATE_CHECK(!read->duty || read->any_answer == true, "a duty without its question");
  BLINDMATE_CHECK(!read->any_answer || read->rules->any != referee::AnyQuestion::none, "a question nobody can ask");
  const auto attackers = [](const chess::Position& state) { return state.without_men(other(state.turn())); };
  for (auto state = read->states.begin(); state != read->states.end(); ++state) {
    const std::string fen = chess::fen(*state);
    BLINDMATE_CHECK(state->turn() == read->attacker(), "{}", fen);
    BLINDMATE_CHECK(attackers(*state) == attackers(read->states.front()), "{}", fen);
    BLINDMATE_CHECK(std::find(read->states.begin(), state, *state) == state, "{} is there twice", fen);
    const Expected<chess::Position> again = chess::read_position(fen);
    BLINDMATE_CHECK(again && *again == *state, "{}", fen);
  }
  return 0;
}
