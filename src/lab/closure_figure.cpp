// The default algorithm, turn closure, beside the best of the papers, and without its parts: how many problems of 5 to
// 11 ply are solved by when.
#include <array>
#include <filesystem>

#include "blindmate/lab/solve_times.hpp"

namespace blindmate::lab {
namespace {

constexpr std::size_t kSample = 50;  // problems of each file
constexpr int kLeastPly = 5;

struct Row {
  std::string_view title;
  Kind kind;
  int ply;
};
constexpr std::array kRows = {
    Row{"mates within 5 ply", Kind::mate, 5},   Row{"near misses of 5 ply", Kind::near_miss, 5},
    Row{"mates within 7 ply", Kind::mate, 7},   Row{"near misses of 7 ply", Kind::near_miss, 7},
    Row{"mates within 9 ply", Kind::mate, 9},   Row{"near misses of 9 ply", Kind::near_miss, 9},
    Row{"mates within 11 ply", Kind::mate, 11}, Row{"near misses of 11 ply", Kind::near_miss, 11}};

}  // namespace

std::optional<std::string> closure_figure(const FigureOptions& given) {
  FigureOptions options = given;
  if (!options.sample) options.sample = kSample;
  SolveTimesFigure figure{.name = "closure",
                          .title = "Turn closure beside the algorithms of the papers, and without its parts",
                          .sets = {},
                          .algorithms = {"closure", "closure without bound", "closure without levels",
                                         "closure without history", "gl-dbu", "gl-dbu-subset", "dbu-subset"},
                          .budget = {.bytes = std::uint64_t{2} << 30, .cpu_s = 5}};
  for (const Row& row : kRows) {
    // A database need not have the long problems.
    const std::filesystem::path file =
        std::filesystem::path(options.problems) / (file_name(row.kind, row.ply) + ".jsonl.zst");
    if (row.ply == kLeastPly || std::filesystem::exists(file))
      figure.sets.push_back({row.title, row.kind, row.ply, {}});
  }
  return reproduce(figure, options);
}

}  // namespace blindmate::lab
