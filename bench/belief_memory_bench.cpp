// The claim: a hundred million states fit into 4 GiB, and no update that leaves no more than that needs over 8 GiB,
// whether a try is refused, a move made, or the opponent heard. Takes some minutes.
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include "blindmate/chess/movegen.hpp"
#include "blindmate/view/announce.hpp"
#include "blindmate/view/announced_text.hpp"
#include "measure.hpp"
#include "mid_game.hpp"

namespace {

using namespace blindmate;

constexpr int kThreads = 2;
constexpr double kGibibyte = 1024.0 * 1024 * 1024;

// The most memory in use since the last call of forget_peak().
double peak_gib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != "VmHWM:") continue;
    double kibibytes = 0;
    status >> kibibytes;
    return kibibytes * 1024 / kGibibyte;
  }
  return 0;
}
void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

void hear(belief::BeliefState& belief, const belief::Observation& observation, const std::string& what) {
  const std::size_t before = belief.size();
  forget_peak();
  const double time = bench::seconds([&] { belief.hear(observation, {.threads = kThreads}); });
  fmt::print("{:34} {:>11} -> {:>11} states, {:6.1f} s, peak {:.2f} GiB (claim: 8)\n", what, before, belief.size(),
             time, peak_gib());
  std::fflush(stdout);
}

constexpr std::size_t kSample = 5000;

chess::Position sampled(const belief::BeliefState& belief, std::size_t i) {
  return belief.position(belief.size() / kSample * i);
}

// The own try that is refused in the fewest states but some, and the one that is legal in most.
std::pair<chess::Move, chess::Move> choose_tries(const belief::BeliefState& belief) {
  std::pair<chess::Move, chess::Move> result{};
  double most_refused = 0;
  double most_legal = 0;
  const referee::OwnBoard own(belief.position(0), belief.side());
  for (const chess::Move tried : own.tries()) {
    double legal = 0;
    for (std::size_t i = 0; i < kSample; ++i) legal += sampled(belief, i).is_legal(tried) ? 1.0 / kSample : 0;
    if (legal > 0 && 1 - legal > most_refused) {
      most_refused = 1 - legal;
      result.first = tried;
    }
    if (legal > most_legal && !own.is_pawn_capture(tried)) {
      most_legal = legal;
      result.second = tried;
    }
  }
  return result;
}

// What can be heard of the opponent's move that leaves most states, as far as a sample tells, but at most so many.
referee::Heard choose_heard(const belief::BeliefState& belief, double most) {
  std::map<std::string, std::pair<referee::Heard, double>> heard;
  for (std::size_t i = 0; i < kSample; ++i) {
    const chess::Position position = sampled(belief, i);
    for (const chess::Move move : chess::legal_moves(position)) {
      const referee::Heard said = referee::announce(position, move, position.after(move), belief.rules());
      if (said.end != referee::End::none) continue;
      auto& [one, states] = heard[referee::announced_text(said)];
      one = said;
      states += static_cast<double>(belief.size()) / kSample;
    }
  }
  std::pair<referee::Heard, double> best{};
  for (const auto& [text, candidate] : heard) {
    if (candidate.second > best.second && candidate.second <= most) best = candidate;
  }
  return best.first;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t states = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100'000'000;
  bench::MidGame game = bench::mid_game(states / 64, 1, kThreads);
  belief::BeliefState& belief = game.belief;
  std::get<belief::OpponentTurn>(game.turn).refused_before = 0;
  Random random(1);
  // Silent moves of both sides until there are enough states.
  while (belief.size() < states) {
    belief.thin(states / 10, random);
    belief.hear(game.turn, {.threads = kThreads});
    if (belief.size() >= states) break;
    belief.hear(belief::OwnMove{choose_tries(belief).second, {}}, {.threads = kThreads});
  }
  belief.thin(states, random);
  forget_peak();
  fmt::print("{} states are held in {:.2f} GiB, the whole program in {:.2f} (claim: 4)\n", belief.size(),
             static_cast<double>(belief.bytes()) / kGibibyte, peak_gib());

  hear(belief, belief::OwnRefusal{choose_tries(belief).first}, "an own try refused");
  hear(belief, belief::OwnMove{choose_tries(belief).second, {}}, "an own move");
  const referee::Heard heard = choose_heard(belief, static_cast<double>(states));
  hear(belief, belief::OpponentTurn{.moved = heard},
       fmt::format("an opponent's turn, announced {}", referee::announced_text(heard)));
}
