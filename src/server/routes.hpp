// Patterns of paths, as the tables in routes.cpp and docs/server.md have them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace blindmate::server {

inline constexpr std::size_t kMostBody = 16 * 1024;      // bytes
inline constexpr std::size_t kLargestBody = 128 * 1024;  // of any route: a game that is imported

// The part of the path that stands for {..} in the pattern: "x" for "/api/games/x" and "/api/games/{id}". Empty where
// the pattern has no such part; nothing where the path is another one.
std::optional<std::string> matched(std::string_view pattern, std::string_view path);

}  // namespace blindmate::server
