// Report: what a figure leaves behind. The measurements as CSV, with where they come from; a table, also printed;
// plots.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blindmate/lab/figures/figures.hpp"
#include "blindmate/lab/figures/plot.hpp"
#include "blindmate/lab/pieces/pieces.hpp"

namespace blindmate::lab {

struct Report {
  std::string csv;
  std::string markdown;
  Sheet sheet;
};

// Before the work is done: whether a report can be written.
Expected<void> check_report(std::string_view figure, const FigureOptions& options);

// FIGURE.csv, .md, .svg and .png in the options' folder, or FIGURE-NAME with the options' name.
Expected<void> write_report(const Report& report, std::string_view figure, const FigureOptions& options);

// What all measurements depend on: the revision, the machine and the options that limit a run. A figure adds its own.
boost::json::object task_of(std::string_view figure, const FigureOptions& options);

// The pieces of a figure's work, with a journal in the options' folder for each task.
Expected<void> do_pieces(const Pieces& pieces, const boost::json::object& task, const FigureOptions& options);

// A key of pieces for journals.
std::size_t key_of(std::string_view text);

// As many as the sample allows, spread over all.
template <class T>
std::vector<T> sample(const std::vector<T>& all, std::optional<std::size_t> size) {
  if (!size || *size >= all.size()) return all;
  std::vector<T> result;
  for (std::size_t i = 0; i < *size; ++i) result.push_back(all[i * all.size() / *size]);
  return result;
}

std::string sha256(std::string_view text);

std::string revision();  // of this program

}  // namespace blindmate::lab
