// Files as text: read whole, packed (.zst) or not; and written so that a file is there in full or not at all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blindmate/base/expected.hpp"

namespace blindmate {

inline constexpr std::string_view kPacked = ".zst";

// The reason of an error is without the file's name.
Expected<std::string> read_file(const std::string& file);

struct Line {
  std::string place;  // "problems.jsonl:7"
  std::string text;
};

// Those that are not blank. Errors have the file's name in their reason.
Expected<std::vector<Line>> read_lines(const std::string& file);

// With the column of an error inside a line, where it is known.
std::string at(const std::string& place, const Error& error);

// True for a name like "games.pgn" and "games.pgn.zst".
bool has_extension(const std::string& file, std::string_view extension);

// What a packed file holds.
Expected<std::string> unpacked(std::string_view packed);

// Packed if the name says so.
Expected<void> write_file(const std::string& file, std::string_view text);

}  // namespace blindmate
