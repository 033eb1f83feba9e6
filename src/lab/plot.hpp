// Plots by gnuplot, as SVG or PNG.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace blindmate::lab {

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

struct Plot {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool logarithmic = false;    // upwards
  std::vector<Series> series;  // one needs no name
};

// What is wrong with a file's name, before any work is done for it.
std::optional<std::string> plot_problem(const std::string& file);

// What went wrong, or nothing.
std::optional<std::string> draw(const Plot& plot, const std::string& file);

}  // namespace blindmate::lab
