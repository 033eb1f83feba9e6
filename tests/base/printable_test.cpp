#include "blindmate/base/printable.hpp"

#include <gtest/gtest.h>

namespace blindmate {
namespace {

TEST(Printable, WhatPeopleWriteStays) {
  for (const std::string text : {"", "Kb1, Qa1\n\tnext", "Capture on é5", "♔ and 黒", "\xF0\x9F\x99\x82"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, ControlCharactersAreSpeltOut) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("a\rb\x07\x7f"), "a\\x0db\\x07\\x7f");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\xc2\\x9b31m")
      << "the one-character form of ESC [";
  EXPECT_EQ(printable("\xC2\xA0"), "\xC2\xA0") << "a space, no control character";
}

// "exe.pgn" that reads as "ngp.exe".
TEST(Printable, TheDirectionOfWritingIsNotTurned) {
  EXPECT_EQ(printable("a\u202Eb\u2066c\u200Fd\u061Ce"), "a\\xe2\\x80\\xaeb\\xe2\\x81\\xa6c\\xe2\\x80\\x8fd\\xd8\\x9ce");
  EXPECT_EQ(printable("שלום"), "שלום") << "which is written from right to left by itself";
}

TEST(Printable, NamesHaveNothingHidden) {
  EXPECT_EQ(without_controls("An\u202Ena\n\x1b[31m\tB\xFF é\u2069"), "Anna[31mB é");
  EXPECT_EQ(without_controls("\u200E\x07"), "");
}

TEST(Printable, BytesThatAreNoTextAreSpeltOut) {
  EXPECT_EQ(printable("a\x9b"
                      "31m"),
            "a\\x9b31m");
  EXPECT_EQ(printable("\xE2\x99"), "\\xe2\\x99") << "cut short";
  EXPECT_EQ(printable("\xFF\xC0\xAF"), "\\xff\\xc0\\xaf");
  EXPECT_EQ(printable("\xE2\x1b[m"), "\\xe2\\x1b[m");
}

}  // namespace
}  // namespace blindmate
