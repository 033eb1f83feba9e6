// The record of a view as the naive maker has it, and how the two differ, for people to read.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "blindmate/chess/fen.hpp"
#include "blindmate/policy/record.hpp"
#include "blindmate/view/player_view.hpp"
#include "naive/record.hpp"
#include "referee/plain.hpp"

namespace blindmate::policy {

static_assert(sizeof(Record) == sizeof(naive::Record));  // plain arrays in the same order

inline naive::Record naive_record(const referee::PlayerView& view) {
  std::vector<naive::LogEvent> log;
  for (const referee::Event& event : view.log()) {
    log.push_back({event.by == view.side(), event.ask ? referee::text(*event.ask) : "", referee::plain(event.heard),
                   event.nonsense, event.times});
  }
  const bool white = view.side() == chess::Side::white;
  return naive::record_of(std::string(view.rules().name), chess::fen(view.start()), white, log);
}

// Two sets of squares beside each other, as the player sees the board.
inline std::string boards(std::uint64_t fast, std::uint64_t naive) {
  std::string text = "fast              naive\n";
  for (int rank = 7; rank >= 0; --rank) {
    for (const std::uint64_t squares : {fast, naive}) {
      for (int file = 0; file < 8; ++file) text += (squares >> (8 * rank + file) & 1) != 0 ? "X " : ". ";
      text += "  ";
    }
    text += '\n';
  }
  return text;
}

inline std::string action_text(int action) {
  if (action >= 4096) return action == BM_ACTION_ANY ? "any" : "under-promotion " + std::to_string(action - 4096);
  return naive::square_name(action / 64) + naive::square_name(action % 64);
}

inline std::string different_actions(const std::string& what, const std::uint64_t* fast, const std::uint64_t* naive) {
  std::string text;
  for (int action = 0; action < 64 * BM_ACTION_WORDS; ++action) {
    const bool in_fast = (fast[action / 64] >> action % 64 & 1) != 0;
    const bool in_naive = (naive[action / 64] >> action % 64 & 1) != 0;
    if (in_fast != in_naive) text += what + ' ' + action_text(action) + (in_fast ? ": fast only\n" : ": naive only\n");
  }
  return text;
}

// Everything in which the two differ, squares as the player sees them from his side; empty when they are the same.
inline std::string difference(const Record& fast, const naive::Record& naive) {
  if (std::memcmp(&fast, &naive, sizeof fast) == 0) return "";
  std::string text;
  for (std::size_t i = 0; i < naive.planes.size(); ++i) {
    if (fast.planes[i] == naive.planes[i]) continue;
    text += "plane " + std::to_string(i) + '\n' + boards(fast.planes[i], naive.planes[i]);
  }
  for (std::size_t i = 0; i < naive.numbers.size(); ++i) {
    if (fast.numbers[i] == naive.numbers[i]) continue;
    text += "number " + std::to_string(i) + ": fast " + std::to_string(fast.numbers[i]) + ", naive " +
            std::to_string(naive.numbers[i]) + '\n';
  }
  text += different_actions("askable", fast.askable, naive.askable.data());
  return text + different_actions("impossible", fast.impossible, naive.impossible.data());
}

// The action that asks for a try, as docs/environment.md numbers them.
inline int action_of(const std::string& tried, bool white, int size) {
  const auto seen = [&](char rank) { return white ? rank - '1' : size - 1 - (rank - '1'); };
  const int from_file = tried[0] - 'a';
  const int to_file = tried[2] - 'a';
  if (tried.size() == 5 && tried[4] != 'q') {
    const int man = tried[4] == 'r' ? 0 : tried[4] == 'b' ? 1 : 2;
    return 4096 + 24 * man + 3 * from_file + (to_file - from_file + 1);
  }
  return 64 * (8 * seen(tried[1]) + from_file) + 8 * seen(tried[3]) + to_file;
}

inline bool contains(const std::uint64_t* words, int action) { return (words[action / 64] >> action % 64 & 1) != 0; }

}  // namespace blindmate::policy
