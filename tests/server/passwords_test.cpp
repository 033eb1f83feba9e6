// Passwords as the store remembers them.
#include "blindmate/server/passwords.hpp"

#include <gtest/gtest.h>

namespace blindmate::server {
namespace {

TEST(Passwords, AreHashedByArgon2id) {
  const std::string hash = password_hash("correct horse");
  EXPECT_TRUE(hash.starts_with("$argon2id$v=19$m=65536,t=2,p=1$")) << hash;
  EXPECT_EQ(hash.find("correct"), std::string::npos);
  EXPECT_EQ(hash.find('\0'), std::string::npos);
}

TEST(Passwords, AreKnownAgain) {
  const std::string hash = password_hash("correct horse");
  EXPECT_TRUE(is_password("correct horse", hash));
  for (const char* wrong : {"", "correct hors", "correct horse ", "Correct horse", "correct horsf", "battery staple"})
    EXPECT_FALSE(is_password(wrong, hash)) << wrong;
  EXPECT_FALSE(is_password(hash, hash)) << "who has read the store knows no password";
}

TEST(Passwords, HaveASaltEach) {
  const std::string first = password_hash("correct horse");
  const std::string second = password_hash("correct horse");
  EXPECT_NE(first, second);
  EXPECT_TRUE(is_password("correct horse", first));
  EXPECT_TRUE(is_password("correct horse", second));
}

// Every byte counts, also those after a zero and after what some hashes cut off at 72 bytes.
TEST(Passwords, CountToTheLastByte) {
  const std::string zero("ab\0cdefgh", 9);
  const std::string hash = password_hash(zero);
  EXPECT_TRUE(is_password(zero, hash));
  EXPECT_FALSE(is_password("ab", hash));
  EXPECT_FALSE(is_password(std::string("ab\0cdefgi", 9), hash));
  const std::string very_long(200, 'x');
  const std::string long_hash = password_hash(very_long);
  EXPECT_TRUE(is_password(very_long, long_hash));
  EXPECT_FALSE(is_password(very_long.substr(1), long_hash));
}

TEST(Passwords, NothingFitsNoHash) {
  for (const char* password : {"", "x", "correct horse"}) {
    EXPECT_FALSE(is_password(password, "")) << password;
    EXPECT_FALSE(is_password(password, "damaged")) << password;
    EXPECT_FALSE(is_password(password, "$argon2id$v=19$m=65536,t=2,p=1$")) << password;
  }
}

// One that the reference implementation of argon2 has made: a vector of its own tests
// (github.com/P-H-C/phc-winner-argon2, src/test.c), with the same numbers as ours.
TEST(Passwords, AreThoseOfTheReferenceImplementation) {
  const std::string hash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  EXPECT_TRUE(is_password("password", hash));
  EXPECT_FALSE(is_password("passwore", hash));
}

}  // namespace
}  // namespace blindmate::server
