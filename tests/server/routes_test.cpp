// The tables of routes, against docs/server.md.
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "blindmate/server/api.hpp"

namespace blindmate::server {
namespace {

using Names = std::set<std::string>;

std::string documented() {
  std::ifstream file(std::string(TESTS_FOLDER) + "/../docs/server.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

// What the first group matches, wherever the pattern does; without a query.
Names found(const std::string& text, const std::string& pattern) {
  Names names;
  const std::regex regex(pattern);
  for (std::sregex_iterator i(text.begin(), text.end(), regex); i != std::sregex_iterator(); ++i) {
    const std::string name = (*i)[1];
    names.insert(name.substr(0, name.find('?')));
  }
  return names;
}

// "/api/games/{id}" is "/api/games/ID" there.
std::string as_documented(std::string_view pattern) {
  std::string text;
  bool is_argument = false;
  for (const char c : pattern) {
    if (c == '{' || c == '}') {
      is_argument = c == '{';
    } else {
      text += is_argument ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    }
  }
  return text;
}

TEST(Routes, AreThoseOfTheDocument) {
  Names routes;
  for (const Api::Route& route : Api::routes())
    EXPECT_TRUE(routes.insert(std::string(route.method) + " " + as_documented(route.pattern)).second) << route.pattern;
  EXPECT_EQ(routes, found(documented(), R"(\| `((GET|POST) /[^`]*)` \|)"));
}

TEST(Routes, OfWebSocketsAreThoseOfTheDocument) {
  Names routes;
  for (const Api::SocketRoute& route : Api::socket_routes()) routes.insert(as_documented(route.pattern));
  EXPECT_EQ(routes, found(documented(), "`(/ws/[^`]*)`"));
}

TEST(Routes, OfPagesAreThoseOfTheDocument) {
  const std::string text = documented();
  const std::size_t begin = text.find("or the page itself: ");
  ASSERT_NE(begin, std::string::npos);
  Names pages;
  for (const std::string_view pattern : Api::pages()) pages.insert(as_documented(pattern));
  EXPECT_EQ(pages, found(text.substr(begin, text.find("; for anything else", begin) - begin), "`([^`]*)`"));
}

TEST(Routes, MatchWholePaths) {
  EXPECT_EQ(matched("/api/games/{id}", "/api/games/x"), "x");
  EXPECT_EQ(matched("/api/games/{id}/pgn", "/api/games/x/pgn"), "x");
  EXPECT_EQ(matched("/api/games/{id}", "/api/games/"), "");
  EXPECT_EQ(matched("/api/games", "/api/games"), "");
  EXPECT_EQ(matched("/", "/"), "");
  for (const char* other : {"", "*", "api/games/x", "/api/games", "/api/games/x/", "/api/games/x/pgn", "/api/Games/x"})
    EXPECT_FALSE(matched("/api/games/{id}", other)) << other;
}

}  // namespace
}  // namespace blindmate::server
