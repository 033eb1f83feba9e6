// The table of engines, and the pool of their processes: a program takes a tenth of a second to start, so one that is
// given back is kept for the next player.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "blindmate/base/expected.hpp"
#include "blindmate/engines/engine.hpp"

namespace blindmate::engines {

inline constexpr std::string_view kBuiltIn = "built-in";

// Programs that need to be told something; any other name is a UCI program without arguments.
struct KnownProgram {
  std::string_view name;
  std::string_view argument;
  bool counts_nodes;
};
inline constexpr std::array kKnownPrograms = {
    KnownProgram{"stockfish", "", true},
    KnownProgram{"gnuchess", "--uci", false},
};

// Goes back to the pool by itself.
using EnginePointer = std::unique_ptr<Engine, std::function<void(Engine*)>>;

// The error says why the program cannot be used.
Expected<EnginePointer> borrow_engine(const std::string& name, std::size_t table_bytes = kTableBytes);

}  // namespace blindmate::engines
