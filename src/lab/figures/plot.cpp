#include "blindmate/lab/figures/plot.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "blindmate/base/files.hpp"
#include "blindmate/lab/figures/looks.hpp"

namespace blindmate::lab {
namespace {

bool is_control(char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; }

// A string of gnuplot's, which knows no escapes but the doubled quote.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, is_control(c) ? '?' : c);
  return result + "'";
}

std::string with(const Series& series, const Look& look) {
  constexpr std::size_t kMarks = 10;  // on a line, so that it can still be seen
  const std::string line = fmt::format("linewidth 2 dashtype {}", look.dash);
  const std::string mark = fmt::format("pointtype {} pointsize 0.8", look.mark);
  const std::size_t every = std::max<std::size_t>(1, series.points.size() / kMarks);
  switch (series.style) {
    case Style::lines: return fmt::format("linespoints {} {} pointinterval {}", line, mark, every);
    case Style::steps: return fmt::format("linespoints {} {} pointinterval {}", line, mark, 2 * every);
    case Style::points: return "points " + mark;
    case Style::histogram: return "histeps " + line;
  }
  return "";
}

// Steps rise from 0, and have their corners written out: gnuplot's own have no marks.
void write_points(FILE* script, const Series& series) {
  double height = 0;
  for (const auto& [x, y] : series.points) {
    if (series.style == Style::steps) fmt::print(script, "{} {}\n", x, std::exchange(height, y));
    fmt::print(script, "{} {}\n", x, y);
  }
  fmt::print(script, "e\n");
}

void write_commands(FILE* script, const Plot& plot) {
  fmt::print(script, "set title {} noenhanced\nset xlabel {}\nset ylabel {}\n", quoted(plot.title),
             quoted(plot.x_label), quoted(plot.y_label));
  for (const auto& [axis, logarithmic] : {std::pair('x', plot.log_x), std::pair('y', plot.log_y)}) {
    if (logarithmic) {
      fmt::print(script, "set logscale {0}\nset format {0} '10^{{%T}}'\n", axis);
    } else {
      fmt::print(script, "unset logscale {0}\nset format {0}\n", axis);
    }
  }
  double right = 0;
  bool empty = true;
  for (const Series& series : plot.series) {
    empty = empty && series.points.empty();
    for (const auto& [x, y] : series.points) right = std::max(right, x);
  }
  fmt::print(script, "set xrange [{}]\n", empty ? "1:10" : plot.log_x ? "*:*" : fmt::format("0:{}", right + 1));
  const std::string bottom = !plot.log_y ? "0" : empty ? "1" : "*";
  const std::string top = plot.top ? fmt::format("{}", *plot.top) : empty ? "10" : "*";
  fmt::print(script, "set yrange [{}:{}]\nset grid\nset key {}\nplot ", bottom, top,
             plot.series.size() <= 1   ? "off"
             : plot.series.size() <= 3 ? "above"
                                       : "outside");
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Look look = look_of(plot.series[i].name, i);
    // A series without points would be an error of gnuplot's; a function that is not a number is drawn nowhere.
    fmt::print(script, "{}{} with {} linecolor rgb '{}' title {} noenhanced", i == 0 ? "" : ", ",
               plot.series[i].points.empty() ? "NaN" : "'-' using 1:2", with(plot.series[i], look), look.colour,
               quoted(plot.series[i].name));
  }
  fmt::print(script, "{}\n", plot.series.empty() ? "NaN notitle" : "");
  for (const Series& series : plot.series) {
    if (!series.points.empty()) write_points(script, series);
  }
}

// Whether a command has ended well, and what it wrote.
std::pair<bool, std::string> output_of(const std::string& command) {
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {false, ""};
  std::string output;
  std::array<char, 1 << 16> part;
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe)) output.append(part.data(), size);
  return {pclose(pipe) == 0, output};
}

}  // namespace

Expected<void> check_plot_file(const std::string& file) {
  if (!file.ends_with(".svg") && !file.ends_with(".png"))
    return Error{fmt::format("{}: a plot is an .svg or a .png file", file)};
  if (std::any_of(file.begin(), file.end(), is_control))
    return Error{"a file name with control characters cannot be plotted to"};
  const bool existed = std::filesystem::exists(file);
  if (!std::ofstream(file, std::ios::app)) return Error{fmt::format("{}: cannot be written", file)};
  if (!existed) std::filesystem::remove(file);
  return {};
}

Expected<void> check_gnuplot() {
  if (std::system("command -v gnuplot > /dev/null 2>&1") == 0) return {};
  return Error{"gnuplot is not installed"};
}

// gnuplot tells nobody when a disk is full. So it draws into a pipe, and the file is written here.
Expected<void> draw(const Sheet& sheet, const std::string& file) {
  if (const auto done = check_gnuplot(); !done) return done.error();
  FILE* const script = fdopen(memfd_create("plot", 0), "w");
  if (script == nullptr) return Error{fmt::format("{}: there is no memory to draw it", file)};
  const std::size_t rows = (sheet.plots.size() + sheet.columns - 1) / sheet.columns;
  fmt::print(script, "set terminal {} size {},{}\n",
             file.ends_with(".svg") ? "svg background 'white' font 'sans,13'" : "pngcairo font 'sans,11'",
             static_cast<std::size_t>(sheet.width) * sheet.columns, static_cast<std::size_t>(sheet.height) * rows);
  if (sheet.plots.size() > 1) fmt::print(script, "set multiplot layout {},{}\n", rows, sheet.columns);
  for (const Plot& plot : sheet.plots) write_commands(script, plot);
  std::fflush(script);
  const auto [drawn, picture] = output_of(fmt::format("gnuplot /dev/fd/{} 2> /dev/null", fileno(script)));
  std::fclose(script);
  if (!drawn) return Error{fmt::format("{}: gnuplot cannot draw it", file)};
  return write_file(file, picture);
}

Expected<void> draw(const Plot& plot, const std::string& file) { return draw(Sheet{.plots = {plot}}, file); }

}  // namespace blindmate::lab
