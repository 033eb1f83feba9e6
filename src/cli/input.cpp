#include "input.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "blindmate/base/text.hpp"

namespace blindmate::cli {

using chess::Side;
using referee::PlayerView;

Expected<std::string> read_file(const std::string& file) {
  if (std::filesystem::is_directory(file)) return Error{"cannot be read: it is a folder"};
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return Error{"cannot be read"};
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (stream.bad()) return Error{"cannot be read to its end"};
  return text;
}

Expected<std::vector<Line>> read_lines(const std::string& file) {
  const Expected<std::string> text = read_file(file);
  if (!text) return Error{text.error().text(file)};
  std::vector<Line> result;
  int number = 0;
  for (const std::string_view line : split(*text, '\n')) {
    ++number;
    if (!trimmed(line).empty()) result.push_back({fmt::format("{}:{}", file, number), std::string(trimmed(line))});
  }
  return result;
}

std::string at(const std::string& place, const Error& error) {
  return error.column == 0 ? place : fmt::format("{}:{}", place, error.column);
}

Expected<std::vector<ProblemLine>> read_problem_lines(const std::string& file) {
  const Expected<std::vector<Line>> lines = read_lines(file);
  if (!lines) return lines.error();
  std::vector<ProblemLine> result;
  for (const Line& line : *lines) {
    const Expected<referee::Problem> problem = referee::read_problem(line.text);
    if (!problem) return Error{fmt::format("{}: {}", at(line.place, problem.error()), problem.error().reason)};
    result.push_back({line.place, *problem});
  }
  return result;
}

Expected<std::vector<referee::PgnGame>> read_games_file(const std::string& file) {
  const Expected<std::string> text = read_file(file);
  if (!text) return text.error();
  return referee::read_pgn(*text);
}

Expected<PlayerView> view_of(const referee::PgnGame& game, const std::string& side) {
  if (const referee::Game* whole = std::get_if<referee::Game>(&game.content)) {
    if (side.empty()) return Error{"the game is not filtered: say whose knowledge is meant with --side"};
    return whole->view(side == "white" ? Side::white : Side::black);
  }
  const PlayerView& view = std::get<PlayerView>(game.content);
  if (!side.empty() && side != name(view.side()))
    return Error{fmt::format("the game is filtered for {}", title(view.side()))};
  return view;
}

}  // namespace blindmate::cli
