#include "blindmate/base/text.hpp"

#include <gtest/gtest.h>

namespace blindmate {
namespace {

TEST(Text, WordsAreBetweenRunsOfWhiteSpace) {
  EXPECT_EQ(words("  a bc\t\nd "), (std::vector<std::string_view>{"a", "bc", "d"}));
  EXPECT_TRUE(words(" \n").empty());
}

TEST(Text, SplitKeepsEmptyParts) {
  EXPECT_EQ(split("a,,b,", ','), (std::vector<std::string_view>{"a", "", "b", ""}));
  EXPECT_EQ(split("", ','), (std::vector<std::string_view>{""}));
}

TEST(Text, NumbersAreDigitsWithinTheLimit) {
  EXPECT_EQ(number("42", 42), 42);
  EXPECT_EQ(number("0", 42), 0);
  for (const char* text : {"", "43", "-1", "-0", "+1", "4x", " 4", "99999999999999999999"}) {
    EXPECT_EQ(number(text, 42), std::nullopt) << text;
  }
}

TEST(Text, ErrorsSayLineAndColumn) {
  const std::string_view text = "one\ntwo\nthree";
  EXPECT_EQ(error_at(text, 0, "x").text("f"), "f:1:1: x");
  EXPECT_EQ(error_at(text, 4, "x").text("f"), "f:2:1: x");
  EXPECT_EQ(error_at(text, text.size(), "x").text("f"), "f:3:6: x");
  EXPECT_EQ(Error{"x"}.text("f"), "f: x");
  EXPECT_EQ(Error{"x"}.text(), "x");
}

}  // namespace
}  // namespace blindmate
