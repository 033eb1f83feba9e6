// Tactical positions with the one move that wins, as tests/data/tactics.epd has them: the first four fields of a FEN,
// then `bm SAN; id "NAME";`.
#pragma once

#include <string>
#include <vector>

#include "blindmate/base/files.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/san.hpp"

namespace blindmate::engines {

struct Tactic {
  std::string name;
  chess::Position position;
  chess::Move winner;
};

inline std::vector<Tactic> read_tactics(const std::string& file) {
  constexpr std::string_view kBestMove = " bm ";
  const Expected<std::vector<Line>> lines = read_lines(file);
  std::vector<Tactic> tactics;
  for (const Line& line : *lines) {
    const std::string_view text = line.text;
    const std::size_t fields = text.find(kBestMove);
    const std::string_view operations = text.substr(fields + kBestMove.size());
    const chess::Position position = *chess::read_position(text.substr(0, fields));
    tactics.push_back({.name = std::string(split(operations, '"')[1]),
                       .position = position,
                       .winner = *chess::read_san(split(operations, ';')[0], position)});
  }
  return tactics;
}

}  // namespace blindmate::engines
