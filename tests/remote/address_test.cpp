#include "blindmate/remote/address.hpp"

#include <gtest/gtest.h>

namespace blindmate::remote {
namespace {

TEST(Address, IsReadFromWhatPeopleWrite) {
  const auto expect = [](std::string_view url, const Address& address, std::string_view header) {
    const Expected<Address> read = read_address(url);
    ASSERT_TRUE(read) << read.error().reason;
    EXPECT_EQ(*read, address) << url;
    EXPECT_EQ(read->host_header(), header) << url;
  };
  expect("http://localhost:8080", {false, "localhost", "8080"}, "localhost:8080");
  expect("http://localhost:8080/", {false, "localhost", "8080"}, "localhost:8080");
  expect("http://blindmate.example", {false, "blindmate.example", "80"}, "blindmate.example");
  expect("https://blindmate.example", {true, "blindmate.example", "443"}, "blindmate.example");
  expect("https://blindmate.example:80", {true, "blindmate.example", "80"}, "blindmate.example:80");
  expect("http://127.0.0.1:1", {false, "127.0.0.1", "1"}, "127.0.0.1:1");
  expect("http://[::1]:9000", {false, "::1", "9000"}, "[::1]:9000");
  expect("https://[::1]", {true, "::1", "443"}, "[::1]");
}

TEST(Address, IsNothingElse) {
  for (const char* url :
       {"", "localhost:8080", "ftp://localhost", "http://", "http://:8080", "http://localhost:", "http://localhost:0",
        "http://localhost:65536", "http://localhost:-1", "http://localhost/game/1", "http://anna@localhost",
        "http://[::1", "http://a b", "http://localhost:8080\r\nX: y", "HTTP://localhost", "http://localhost?x"}) {
    const Expected<Address> read = read_address(url);
    ASSERT_FALSE(read) << url;
    EXPECT_NE(read.error().reason.find("is not the address of a server"), std::string::npos);
  }
}

}  // namespace
}  // namespace blindmate::remote
