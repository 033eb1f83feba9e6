#include "blindmate/lab/figures/plot.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

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
void write_points(FILE* gnuplot, const Series& series) {
  double height = 0;
  for (const auto& [x, y] : series.points) {
    if (series.style == Style::steps) fmt::print(gnuplot, "{} {}\n", x, std::exchange(height, y));
    fmt::print(gnuplot, "{} {}\n", x, y);
  }
  fmt::print(gnuplot, "e\n");
}

void write_commands(FILE* gnuplot, const Plot& plot) {
  fmt::print(gnuplot, "set title {} noenhanced\nset xlabel {}\nset ylabel {}\n", quoted(plot.title),
             quoted(plot.x_label), quoted(plot.y_label));
  for (const auto& [axis, logarithmic] : {std::pair('x', plot.log_x), std::pair('y', plot.log_y)}) {
    if (logarithmic) {
      fmt::print(gnuplot, "set logscale {0}\nset format {0} '10^{{%T}}'\n", axis);
    } else {
      fmt::print(gnuplot, "unset logscale {0}\nset format {0}\n", axis);
    }
  }
  double right = 0;
  bool empty = true;
  for (const Series& series : plot.series) {
    empty = empty && series.points.empty();
    for (const auto& [x, y] : series.points) right = std::max(right, x);
  }
  fmt::print(gnuplot, "set xrange [{}]\n", empty ? "1:10" : plot.log_x ? "*:*" : fmt::format("0:{}", right + 1));
  const std::string bottom = !plot.log_y ? "0" : empty ? "1" : "*";
  const std::string top = plot.top ? fmt::format("{}", *plot.top) : empty ? "10" : "*";
  fmt::print(gnuplot, "set yrange [{}:{}]\nset grid\nset key {}\nplot ", bottom, top,
             plot.series.size() <= 1   ? "off"
             : plot.series.size() <= 3 ? "above"
                                       : "outside");
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Look look = look_of(plot.series[i].name, i);
    // A series without points would be an error of gnuplot's; a function that is not a number is drawn nowhere.
    fmt::print(gnuplot, "{}{} with {} linecolor rgb '{}' title {} noenhanced", i == 0 ? "" : ", ",
               plot.series[i].points.empty() ? "NaN" : "'-' using 1:2", with(plot.series[i], look), look.colour,
               quoted(plot.series[i].name));
  }
  fmt::print(gnuplot, "{}\n", plot.series.empty() ? "NaN notitle" : "");
  for (const Series& series : plot.series) {
    if (!series.points.empty()) write_points(gnuplot, series);
  }
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

Expected<void> draw(const Sheet& sheet, const std::string& file) {
  if (const auto done = check_gnuplot(); !done) return done.error();
  const auto before = std::signal(SIGPIPE, SIG_IGN);  // where gnuplot ends early its exit code tells
  FILE* gnuplot = popen("gnuplot 2> /dev/null", "w");
  if (gnuplot == nullptr) {
    std::signal(SIGPIPE, before);
    return Error{"gnuplot cannot be started"};
  }
  const std::size_t rows = (sheet.plots.size() + sheet.columns - 1) / sheet.columns;
  const std::string unfinished = file + ".part";
  fmt::print(gnuplot, "set terminal {} size {},{}\nset output {}\n",
             file.ends_with(".svg") ? "svg background 'white' font 'sans,13'" : "pngcairo font 'sans,11'",
             static_cast<std::size_t>(sheet.width) * sheet.columns, static_cast<std::size_t>(sheet.height) * rows,
             quoted(unfinished));
  if (sheet.plots.size() > 1) fmt::print(gnuplot, "set multiplot layout {},{}\n", rows, sheet.columns);
  for (const Plot& plot : sheet.plots) write_commands(gnuplot, plot);
  const int status = pclose(gnuplot);
  std::signal(SIGPIPE, before);
  std::error_code problem;
  if (status == 0) std::filesystem::rename(unfinished, file, problem);
  if (status == 0 && !problem) return {};
  return Error{fmt::format("{}: gnuplot cannot draw it", file)};
}

Expected<void> draw(const Plot& plot, const std::string& file) { return draw(Sheet{.plots = {plot}}, file); }

}  // namespace blindmate::lab
