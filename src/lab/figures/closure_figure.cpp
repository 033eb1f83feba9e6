// The default algorithm, turn closure, beside the best of the papers, and without its parts: how many problems of 5 to
// 11 ply are solved by when.
#include <filesystem>

#include "blindmate/lab/figures/solve_times.hpp"

namespace blindmate::lab {
namespace {

constexpr std::size_t kSample = 50;  // problems of each file
constexpr int kLeastPly = 5;

constexpr int kMostPly = 11;

}  // namespace

Expected<void> closure_figure(const FigureOptions& given) {
  FigureOptions options = given;
  if (!options.sample) options.sample = kSample;
  SolveTimesFigure figure{.name = "closure",
                          .title = "Turn closure beside the algorithms of the papers, and without its parts",
                          .sets = {},
                          .algorithms = {"closure", "closure without bound", "closure without levels",
                                         "closure without history", "gl-dbu", "gl-dbu-subset", "dbu-subset"},
                          .comparisons = {{"gl-dbu-subset", "closure", ""}, {"gl-dbu", "closure", ""}},
                          .budget = {.bytes = std::uint64_t{2} << 30, .cpu_s = 5}};
  for (int ply = kLeastPly; ply <= kMostPly; ply += 2) {
    for (const Kind kind : {Kind::mate, Kind::near_miss}) {
      // A database need not have the long problems.
      const std::filesystem::path file =
          std::filesystem::path(options.problems) / (file_name(kind, ply) + ".jsonl.zst");
      if (ply == kLeastPly || std::filesystem::exists(file)) figure.sets.push_back({kind, ply});
    }
  }
  return reproduce(figure, options);
}

}  // namespace blindmate::lab
