#include "blindmate/lab/plot.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace blindmate::lab {
namespace {

bool is_control(char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; }

constexpr std::array kColours = {"#2f6f9f", "#c0392b", "#27803f", "#8e44ad", "#c77d0a", "#333333",
                                 "#16a0a0", "#d6618f", "#7f8c1f", "#6b4f3a", "#999999"};

// A string of gnuplot's, which knows no escapes but the doubled quote.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, is_control(c) ? '?' : c);
  return result + "'";
}

}  // namespace

std::optional<std::string> plot_problem(const std::string& file) {
  if (!file.ends_with(".svg") && !file.ends_with(".png"))
    return fmt::format("{}: a plot is an .svg or a .png file", file);
  if (std::any_of(file.begin(), file.end(), is_control))
    return "a file name with control characters cannot be plotted to";
  const bool existed = std::filesystem::exists(file);
  if (!std::ofstream(file, std::ios::app)) return fmt::format("{}: cannot be written", file);
  if (!existed) std::filesystem::remove(file);
  return std::nullopt;
}

std::optional<std::string> draw(const Plot& plot, const std::string& file) {
  const auto before = std::signal(SIGPIPE, SIG_IGN);  // where gnuplot ends early its exit code tells
  FILE* gnuplot = popen("gnuplot", "w");
  if (gnuplot == nullptr) {
    std::signal(SIGPIPE, before);
    return "gnuplot cannot be started";
  }
  const bool svg = file.ends_with(".svg");
  fmt::print(gnuplot, "set terminal {} size 900,500\n",
             svg ? "svg background 'white' font 'sans,13'" : "png font 'sans,11'");
  fmt::print(gnuplot, "set output {}\nset title {} noenhanced\nset xlabel {}\nset ylabel {}\n", quoted(file),
             quoted(plot.title), quoted(plot.x_label), quoted(plot.y_label));
  if (plot.logarithmic) fmt::print(gnuplot, "set logscale y\nset format y '10^{{%T}}'\n");
  double right = 0;
  for (const Series& series : plot.series) {
    for (const auto& [x, y] : series.points) right = std::max(right, x);
  }
  fmt::print(gnuplot, "set grid\nset key {}\nset xrange [0:{}]\nplot ", plot.series.size() > 1 ? "outside" : "off",
             right + 1);
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    fmt::print(
        gnuplot,
        "{}'-' using 1:2 with linespoints linewidth 2 pointtype 7 pointsize 0.5 linecolor rgb '{}' title {} noenhanced",
        i == 0 ? "" : ", ", kColours[i % kColours.size()], quoted(plot.series[i].name));
  }
  fmt::print(gnuplot, "\n");
  for (const Series& series : plot.series) {
    for (const auto& [x, y] : series.points) fmt::print(gnuplot, "{} {}\n", x, y);
    fmt::print(gnuplot, "e\n");
  }
  const int status = pclose(gnuplot);
  std::signal(SIGPIPE, before);
  if (status == 0) return std::nullopt;
  return WEXITSTATUS(status) == 127 ? "gnuplot is not installed" : fmt::format("{}: gnuplot cannot draw it", file);
}

}  // namespace blindmate::lab
