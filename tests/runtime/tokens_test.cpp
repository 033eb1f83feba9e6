// Secrets: long, different, fit for an address; and their hashes.
#include "blindmate/runtime/tokens.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace blindmate::runtime {
namespace {

TEST(Tokens, AreDifferentAndFitForAnAddress) {
  std::set<std::string> seen;
  for (int i = 0; i < 5000; ++i) {
    const std::string token = new_token();
    const std::string id = new_game_id();
    ASSERT_EQ(token.size(), 22U) << "128 bits, six in each letter";
    ASSERT_EQ(id.size(), 16U) << "96 bits";
    ASSERT_TRUE(is_token(token)) << token;
    ASSERT_TRUE(is_token(id)) << id;
    ASSERT_TRUE(seen.insert(token).second);
    ASSERT_TRUE(seen.insert(id).second);
  }
}

// Of the 64 letters, each comes about as often as the others, in every place.
TEST(Tokens, PreferNoLetter) {
  constexpr int kTokens = 6400;
  constexpr std::size_t kPlaces = 21;  // the last letter holds two bits only
  std::array<std::array<int, 256>, kPlaces> counts{};
  for (int i = 0; i < kTokens; ++i) {
    const std::string token = new_token();
    for (std::size_t place = 0; place < kPlaces; ++place) ++counts[place][static_cast<unsigned char>(token[place])];
  }
  for (const auto& place : counts) {
    const auto seen = std::count_if(place.begin(), place.end(), [](int count) { return count > 0; });
    EXPECT_EQ(seen, 64);
    EXPECT_LT(*std::max_element(place.begin(), place.end()), 200) << "100 are expected, and 10 is their deviation";
  }
}

TEST(Tokens, NothingElseLooksLikeOne) {
  EXPECT_TRUE(is_token("AZaz09-_"));
  EXPECT_TRUE(is_token(std::string(64, 'a')));
  for (const std::string& text : {std::string(), std::string("a b"), std::string("a/b"), std::string("../x"),
                                  std::string("a%20"), std::string("a'--"), std::string("a\0b", 3),
                                  std::string("\xC3\xA4"), std::string("a="), std::string(65, 'a')}) {
    EXPECT_FALSE(is_token(text)) << text;
  }
}

// BLAKE2b with 32 bytes, computed elsewhere: python3 -c "import hashlib; print(hashlib.blake2b(b'abc',
// digest_size=32).hexdigest())"
TEST(Tokens, HashIsThatOfTheBook) {
  EXPECT_EQ(token_hash("abc"), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
  EXPECT_EQ(token_hash(""), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  EXPECT_NE(token_hash("abd"), token_hash("abc"));
}

TEST(Tokens, TheNameInLogsIsShortAndNotTheGame) {
  const std::string id = new_game_id();
  EXPECT_EQ(log_name(id).size(), 8U);
  EXPECT_EQ(log_name(id), log_name(id));
  EXPECT_EQ(id.find(log_name(id)), std::string::npos);
}

}  // namespace
}  // namespace blindmate::runtime
