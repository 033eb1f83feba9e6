#include "blindmate/lab/figures/problem_set.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/lab/figures/report.hpp"

namespace blindmate::lab {

using kriegspiel::Verdict;

Expected<std::vector<referee::Problem>> read_problem_set(Kind kind, int ply, const FigureOptions& options) {
  const std::string file = (std::filesystem::path(options.problems) / (file_name(kind, ply) + ".jsonl.zst")).string();
  const Expected<std::vector<referee::ProblemLine>> lines = referee::read_problems(file);
  if (!lines) return Error{lines.error().reason + " (--problems names the folder of the database)"};
  if (lines->empty()) return Error{file + ": no problem in it"};
  std::vector<referee::Problem> result;
  for (referee::ProblemLine& line : sample(*lines, options.sample)) {
    if (!line.problem.ply || !line.problem.expect_mate) return Error{line.place + ": ply and expect are needed"};
    result.push_back(std::move(line.problem));
  }
  return result;
}

void compare_with_database(const referee::Problem& problem, std::string_view algorithm, std::string_view verdict) {
  if (verdict == name(Verdict::unknown) || (verdict == name(Verdict::mate)) == *problem.expect_mate) return;
  throw Contradiction(fmt::format("{}: {} says {}", problem.id, algorithm, verdict));
}

}  // namespace blindmate::lab
