// Plots by gnuplot, as SVG or PNG: one, or several on a sheet.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "blindmate/base/expected.hpp"

namespace blindmate::lab {

enum class Style { lines, steps, points, histogram };

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;
  Style style = Style::lines;
};

struct Plot {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool log_x = false;
  bool log_y = false;
  std::optional<double> top{};  // of the axis upwards, where it is known
  std::vector<Series> series;   // in the order of the legend; one needs no name
};

struct Sheet {
  std::vector<Plot> plots;  // row by row
  std::size_t columns = 1;
  int width = 900;  // of a plot
  int height = 500;
};

// Whether a file can be plotted to, before any work is done for it.
Expected<void> check_plot_file(const std::string& file);

Expected<void> draw(const Sheet& sheet, const std::string& file);
Expected<void> draw(const Plot& plot, const std::string& file);

// Whether draw() works on this machine.
Expected<void> check_gnuplot();

}  // namespace blindmate::lab
