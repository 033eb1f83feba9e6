#include "plot.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace blindmate::cli {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
}

}  // namespace

std::optional<std::string> plot_problem(const std::string& file) {
  if (file.ends_with(".svg") || file.ends_with(".png")) return std::nullopt;
  return fmt::format("{}: a plot is an .svg or a .png file", file);
}

std::optional<std::string> draw(const Plot& plot, const std::string& file) {
  FILE* gnuplot = popen("gnuplot", "w");
  if (gnuplot == nullptr) return "gnuplot cannot be started";
  const bool svg = file.ends_with(".svg");
  fmt::print(gnuplot, "set terminal {} size 900,500\n",
             svg ? "svg background 'white' font 'sans,13'" : "png font 'sans,11'");
  fmt::print(gnuplot, "set output {}\nset title {} noenhanced\nset xlabel {}\nset ylabel {}\n", quoted(file),
             quoted(plot.title), quoted(plot.x_label), quoted(plot.y_label));
  if (plot.logarithmic) fmt::print(gnuplot, "set logscale y\nset format y '10^{{%T}}'\n");
  fmt::print(gnuplot, "set grid\nunset key\nset offsets graph 0.01, graph 0.02, 0, 0\n");
  fmt::print(gnuplot,
             "plot '-' using 1:2 with linespoints linewidth 2 pointtype 7 pointsize 0.5 linecolor rgb '#2f6f9f'\n");
  for (const auto& [x, y] : plot.points) fmt::print(gnuplot, "{} {}\n", x, y);
  fmt::print(gnuplot, "e\n");
  return pclose(gnuplot) == 0 ? std::nullopt : std::optional(fmt::format("{}: gnuplot cannot draw it", file));
}

}  // namespace blindmate::cli
