// What several tests need: positions from text, and random games on random boards.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "blindmate/base/random.hpp"
#include "blindmate/chess/fen.hpp"

namespace blindmate {

inline chess::Position position(std::string_view fen) {
  const Expected<chess::Position> read = chess::read_position(fen);
  EXPECT_TRUE(read) << fen << ": " << (read ? "" : read.error().text());
  return *read;
}

// A valid position with men scattered at random; castling rights and en passant do not occur.
inline chess::Position random_position(int size, Random& random) {
  for (;;) {
    chess::Setup setup;
    setup.size = size;
    setup.turn = random.below(2) == 0 ? chess::Side::white : chess::Side::black;
    const auto place = [&](chess::Man man, chess::Side side) {
      const auto file = static_cast<int>(random.below(static_cast<unsigned>(size)));
      const auto rank = static_cast<int>(random.below(static_cast<unsigned>(size)));
      setup.men[chess::square(file, rank)] = {man, side};
    };
    const unsigned others = 1 + random.below(static_cast<unsigned>(size * size / 2));
    for (unsigned i = 0; i < others; ++i) {
      place(static_cast<chess::Man>(random.below(5)), random.below(2) == 0 ? chess::Side::white : chess::Side::black);
    }
    place(chess::Man::king, chess::Side::white);
    place(chess::Man::king, chess::Side::black);
    if (const Expected<chess::Position> valid = chess::Position::from(setup)) return *valid;
  }
}

}  // namespace blindmate
