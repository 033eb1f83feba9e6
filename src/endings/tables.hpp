// The tables that are built in, and how each is made. They are files in data/endings, packed, and part of the library,
// so that players need no files.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/endings/retrograde.hpp"

namespace blindmate::endings {

struct Recipe {
  Ending ending;
  std::size_t most_sets;  // RetrogradeOptions
  std::size_t starts;     // needed()
};

inline constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

// An ending comes after those that a capture or a promotion leads to. A new one is a row here and in CMakeLists.txt,
// and its file: blindmate endings NAME --write data/endings
inline constexpr std::array kRecipes = {
    Recipe{Ending("kqk"), kAll, 4}, Recipe{Ending("krk"), kAll, kAll}, Recipe{Ending("kpk"), kAll, 4},
    Recipe{Ending("krrk"), 50, 4},  Recipe{Ending("kbbk"), 100, 4},
};

// In the order of the recipes.
const std::vector<Table>& tables();

// In the one that has this board.
std::optional<Win> find_win(const referee::OwnBoard& own, chess::Bitboard kings);

std::string to_bytes(const Table& table);
Expected<Table> from_bytes(const Ending& ending, std::string_view bytes);

}  // namespace blindmate::endings
