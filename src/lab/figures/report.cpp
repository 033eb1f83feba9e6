#include "blindmate/lab/figures/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sodium.h>

#include <array>
#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <thread>

#include "blindmate/base/files.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/view/json_text.hpp"
#include "revision.hpp"

namespace blindmate::lab {

namespace json = boost::json;

namespace {

std::string base_of(std::string_view figure, const FigureOptions& options) {
  return (std::filesystem::path(options.folder) / figure).string();
}

// "parker2005-figure3", or of a second set "parker2005-figure3-gnuchess".
std::string named(std::string_view figure, const FigureOptions& options) {
  return options.name.empty() ? std::string(figure) : fmt::format("{}-{}", figure, options.name);
}

std::string processor() {
  std::ifstream stream("/proc/cpuinfo");
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

// Revision, machine and options, so that a table can be made again.
std::string provenance(std::string_view figure, const FigureOptions& options) {
  std::string given;
  std::vector<std::string_view> sets;
  for (const Kind kind : options.kinds) sets.push_back(name(kind));
  if (!sets.empty()) given += fmt::format(" --sets {}", fmt::join(sets, ","));
  if (!options.plies.empty()) given += fmt::format(" --ply {}", fmt::join(options.plies, ","));
  if (!options.algorithms.empty()) given += fmt::format(" --algorithms {}", fmt::join(options.algorithms, ","));
  if (options.sample) given += fmt::format(" --sample {}", *options.sample);
  if (options.runs) given += fmt::format(" --runs {}", *options.runs);
  if (options.budget.cpu_s) given += fmt::format(" --time-limit {}", *options.budget.cpu_s);
  if (options.budget.states) given += fmt::format(" --states-limit {}", *options.budget.states);
  if (options.budget.bytes) given += fmt::format(" --memory-limit {}", *options.budget.bytes >> 20);
  if (options.engine != engines::kBuiltIn) given += fmt::format(" --engine {}", options.engine);
  if (options.boards) given += fmt::format(" --boards {}", *options.boards);
  if (options.move_time_s) given += fmt::format(" --move-time {}", *options.move_time_s);
  if (!options.pairing.empty()) given += fmt::format(" --pairing {}", options.pairing);
  if (!options.name.empty()) given += fmt::format(" --name {}", options.name);
  return fmt::format("blindmate {}: reproduce {}{} --seed {} --threads {}\n{} threads of {}\n", BLINDMATE_REVISION,
                     figure, given, options.seed, options.threads, std::thread::hardware_concurrency(), processor());
}

}  // namespace

std::string sha256(std::string_view text) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return fmt::format("{:02x}", fmt::join(hash, ""));
}

json::object task_of(std::string_view figure, const FigureOptions& options) {
  return {{"task", json::string(figure)},
          {"revision", BLINDMATE_REVISION},
          {"processor", processor()},
          {"cpu_s", json::value_from(options.budget.cpu_s)},
          {"bytes", json::value_from(options.budget.bytes)},
          {"states", json::value_from(options.budget.states)},
          {"seed", options.seed}};
}

Expected<void> do_pieces(const Pieces& pieces, const json::object& task, const FigureOptions& options) {
  const std::string text = referee::json_text(task);
  const std::string name = fmt::format("{}-{}.journal", task.at("task").as_string().c_str(), sha256(text).substr(0, 8));
  return do_pieces(pieces, base_of(name, options), text, options.threads);
}

std::size_t key_of(std::string_view text) { return std::stoull(sha256(text).substr(0, 16), nullptr, 16); }

Expected<void> check_report(std::string_view figure, const FigureOptions& options) {
  if (!Ranks::is_first()) return {};
  std::error_code problem;
  std::filesystem::create_directories(options.folder, problem);
  if (problem) return Error{fmt::format("{}: {}", options.folder, problem.message())};
  if (const auto done = check_plot_file(base_of(named(figure, options), options) + ".svg"); !done) return done.error();
  return check_gnuplot();
}

Expected<void> write_report(const Report& report, std::string_view figure, const FigureOptions& options) {
  const std::string name = named(figure, options);
  const std::string base = base_of(name, options);
  std::string comments;
  std::string facts;
  const std::string where = provenance(figure, options);
  for (std::size_t begin = 0; begin < where.size(); begin = where.find('\n', begin) + 1) {
    const std::string line = where.substr(begin, where.find('\n', begin) - begin);
    comments += "# " + line + '\n';
    facts += fmt::format("    {}\n", line);
  }
  const std::string picture = fmt::format("\n![{0}]({0}.png)\n\n", name);
  if (const auto done = write_file(base + ".csv", comments + report.csv); !done) return done.error();
  if (const auto done = write_file(base + ".md", report.markdown + picture + facts); !done) return done.error();
  if (const auto done = draw(report.sheet, base + ".svg"); !done) return done.error();
  if (const auto done = draw(report.sheet, base + ".png"); !done) return done.error();
  fmt::print("{}\nFiles: {}.csv, .md, .svg, .png\n", report.markdown, base);
  return {};
}

std::string revision() { return BLINDMATE_REVISION; }

}  // namespace blindmate::lab
