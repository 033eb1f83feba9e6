// A game, whole and filtered for each side, is the same game after it was written to PGN and read again.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "blindmate/referee/pgn.hpp"

namespace blindmate::referee {

inline PgnGame read_one(const std::string& text) {
  Expected<std::vector<PgnGame>> games = read_pgn(text);
  EXPECT_TRUE(games) << games.error().text() << "\n" << text;
  EXPECT_EQ(games->size(), 1U);
  return std::move(games->front());
}

// What the file does not hold: nonsense that sounded like nonsense, or like the own refusal.
inline std::vector<Event> without_nonsense(std::vector<Event> log) {
  std::erase_if(log, [](const Event& event) { return event.nonsense || event.heard.answer == Answer::nonsense; });
  std::vector<Event> result;
  for (const Event& event : log) {
    const bool refusal = !event.ask && event.heard.answer == Answer::no;
    if (refusal && !result.empty() && result.back().by == event.by && result.back().heard == event.heard) {
      result.back().times += event.times;
    } else {
      result.push_back(event);
    }
  }
  return result;
}

inline void expect_round_trip(const Game& game) {
  const std::string whole = write_pgn(game);
  const PgnGame read = read_one(whole);
  const Game& again = std::get<Game>(read.content);
  EXPECT_EQ(again.record(), game.record()) << whole;
  EXPECT_EQ(again.position(), game.position()) << whole;
  EXPECT_EQ(again.outcome(), game.outcome()) << whole;
  EXPECT_EQ(write_pgn(again, read.tags), whole);
  for (const chess::Side side : {chess::Side::white, chess::Side::black}) {
    const std::string filtered = write_pgn(game.view(side));
    const PgnGame half = read_one(filtered);
    const PlayerView& view = std::get<PlayerView>(half.content);
    EXPECT_EQ(view.side(), side);
    EXPECT_EQ(view.log(), without_nonsense(game.view(side).log())) << filtered;
    EXPECT_EQ(view.own_board(), game.view(side).own_board()) << filtered;
    EXPECT_EQ(view.outcome(), game.outcome()) << filtered;
    EXPECT_TRUE(std::ranges::equal(view.askable_tries(), game.view(side).askable_tries())) << filtered;
    EXPECT_EQ(write_pgn(view, half.tags), filtered);
  }
}

}  // namespace blindmate::referee
