// The claims: at least 10 million successor states made a second and thread (before filter and duplicates); at
// least 1.7 times as many on two threads; at least 50 times as fast as a plain implementation with a hash set of FENs.
// All on one turn of the opponent in the middle of a game, from a belief state of a million states.
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <thread>
#include <unordered_set>

#include "blindmate/belief/update.hpp"
#include "blindmate/chess/fen.hpp"
#include "measure.hpp"
#include "mid_game.hpp"
#include "naive/referee.hpp"

namespace {

using namespace blindmate;

constexpr int kRounds = 5;

// Successors made by one thread from every second, third ... state, without keeping them.
std::uint64_t make_successors(const bench::MidGame& game, std::size_t first, std::size_t step) {
  const belief::Update update(game.turn, game.belief.announced(), game.belief.rules());
  std::uint64_t made = 0;
  std::uint64_t checksum = 0;
  for (std::size_t i = first; i < game.belief.size(); i += step) {
    made += static_cast<std::uint64_t>(update.apply(game.belief.position(i), [&](const chess::Position& after) {
      checksum ^= game.belief.frame().state(after).hash();
    }));
  }
  return checksum == 1 ? 0 : made;  // the checksum must be computed
}

std::uint64_t made_in_parallel(const bench::MidGame& game, std::size_t threads) {
  std::vector<std::uint64_t> made(threads);
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < threads; ++i) {
    others.emplace_back([&, i] { made[i] = make_successors(game, i, threads); });
  }
  made[0] = make_successors(game, 0, threads);
  for (std::thread& thread : others) thread.join();
  std::uint64_t total = 0;
  for (const std::uint64_t part : made) total += part;
  return total;
}

std::string without_clocks(const std::string& fen) {
  return fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1)) + " 0 1";
}

using Fens = std::unordered_set<std::string>;

// The plain way: a set of texts, and a mailbox referee that is asked about each move.
Fens hear_naively(const Fens& fens, const naive::Heard& heard, const std::string& rules) {
  Fens next;
  for (const std::string& fen : fens) {
    for (const std::string& move : naive::legal_moves(naive::read_fen(fen))) {
      naive::Referee referee(rules, fen);
      if (referee.ask(move).mover == heard) next.insert(without_clocks(referee.fen()));
    }
  }
  return next;
}

// The same set of texts on our own chess core.
Fens hear_with_fens(const Fens& fens, const referee::Heard& heard, const referee::RuleSet& rules) {
  Fens next;
  for (const std::string& fen : fens) {
    const chess::Position position = *chess::read_position(fen);
    for (const chess::Move move : chess::legal_moves(position)) {
      const chess::Position after = position.after(move);
      if (referee::announce(position, move, after, rules) == heard) next.insert(without_clocks(chess::fen(after)));
    }
  }
  return next;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t states = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  bench::MidGame game = bench::mid_game(states, 1, 2);
  auto& turn = std::get<belief::OpponentTurn>(game.turn);
  for (const int refused : {3, 1, 0}) {  // refusals must be counted out in each state; the rest is measured without
    turn.refused_before = refused;
    std::uint64_t successors = 0;
    const double time = bench::seconds([&] { successors = made_in_parallel(game, 1); });
    fmt::print("{} refusals heard: {:.1f} million successors made a second on one thread\n", refused,
               static_cast<double>(successors) / time / 1e6);
  }

  std::vector<double> rate_one, rate_two, turn_one, turn_two;
  std::uint64_t made = 0;
  std::size_t left = 0;
  for (int round = 0; round < kRounds; ++round) {
    const auto rate = [&](std::size_t threads) {
      const double time = bench::seconds([&] { made = made_in_parallel(game, threads); });
      return static_cast<double>(made) / time / 1e6;
    };
    rate_one.push_back(rate(1));
    rate_two.push_back(rate(2));
    for (const int threads : {1, 2}) {
      belief::BeliefState belief = game.belief;
      const double time = bench::seconds([&] { belief.hear(game.turn, {.threads = threads}); });
      (threads == 1 ? turn_one : turn_two).push_back(time);
      left = belief.size();
    }
  }
  fmt::print("{} states, {} successors made, {} left after filter and duplicates\n", game.belief.size(), made, left);
  fmt::print(
      "successors made: {:.1f} million a second on one thread (claim: 10), {:.1f} on two, ratio {:.2f} (claim: 1.7)\n",
      bench::median(rate_one), bench::median(rate_two), bench::median(rate_two) / bench::median(rate_one));
  fmt::print(
      "whole turn, duplicates removed: {:.2f} s on one thread ({:.1f} million successors a second), {:.2f} s on two, "
      "ratio {:.2f}\n",
      bench::median(turn_one), static_cast<double>(made) / bench::median(turn_one) / 1e6, bench::median(turn_two),
      bench::median(turn_one) / bench::median(turn_two));

  // The plain ways are measured on a part, against ourselves on the same part.
  Random random(2);
  belief::BeliefState part = game.belief;
  part.thin(std::min<std::size_t>(states, 20000), random);
  Fens fens;
  for (std::size_t i = 0; i < part.size(); ++i) fens.insert(chess::fen(part.position(i)));
  std::vector<double> ours, plain, own_core;
  naive::Heard silent;  // as the turn of mid_game is
  silent.answer = "ok";
  for (int round = 0; round < kRounds; ++round) {
    belief::BeliefState belief = part;
    ours.push_back(bench::seconds([&] { belief.hear(game.turn); }));
    Fens naive_left, left_by_own_core;
    plain.push_back(bench::seconds([&] { naive_left = hear_naively(fens, silent, std::string(belief.rules().name)); }));
    own_core.push_back(bench::seconds([&] { left_by_own_core = hear_with_fens(fens, *turn.moved, belief.rules()); }));
    if (naive_left != left_by_own_core || naive_left.size() != belief.size()) {
      fmt::print(stderr, "belief_bench: {} states, with FENs {} and {}\n", belief.size(), naive_left.size(),
                 left_by_own_core.size());
      return 1;
    }
  }
  fmt::print(
      "{} states, one thread: {:.0f} times as fast as a plain set of FENs (claim: 50), {:.1f} times as fast as one on "
      "our core\n",
      part.size(), bench::median(plain) / bench::median(ours), bench::median(own_core) / bench::median(ours));
}
