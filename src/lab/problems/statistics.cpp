#include "blindmate/lab/problems/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <boost/json.hpp>
#include <cmath>
#include <filesystem>

#include "blindmate/base/files.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/lab/experiment.hpp"
#include "blindmate/lab/figures/plot.hpp"

namespace blindmate::lab {
namespace {

using chess::Position;

std::vector<Position> states_of(const Entry& entry) {
  std::vector<Position> result;
  for (const auto& state : entry.line.at("states").as_array())
    result.push_back(*chess::read_position(state.as_string()));
  return result;
}

double belief_size(const Entry& entry, const std::vector<Position>&) {
  return static_cast<double>(entry.line.at("states").as_array().size());
}

double largest_belief(const Entry& entry, const std::vector<Position>&) {
  double largest = 1;
  for (const auto& size : entry.line.at("belief").as_array()) largest = std::max(largest, size.to_number<double>());
  return largest;
}

double attackers_men(const Entry&, const std::vector<Position>& states) {
  return std::popcount(states.front().men(states.front().turn()));
}

double defenders_men(const Entry&, const std::vector<Position>& states) {
  return std::popcount(states.front().men(other(states.front().turn())));
}

// Mean over the states.
double attackers_moves(const Entry&, const std::vector<Position>& states) {
  double sum = 0;
  for (const Position& state : states) sum += static_cast<double>(chess::count_legal_moves(state));
  return sum / static_cast<double>(states.size());
}

// Mean over the states and the attacker's moves there.
double defenders_replies(const Entry&, const std::vector<Position>& states) {
  double sum = 0;
  double count = 0;
  for (const Position& state : states) {
    for (const chess::Move move : chess::legal_moves(state)) {
      sum += static_cast<double>(chess::count_legal_moves(state.after(move)));
      ++count;
    }
  }
  return count == 0 ? 0 : sum / count;
}

double tries_of_plan(const Entry& entry, const std::vector<Position>&) {
  constexpr std::string_view kTry = "\"try\"";
  double count = 0;
  for (std::size_t at = entry.plan.find(kTry); at != std::string::npos; at = entry.plan.find(kTry, at + 1)) ++count;
  return count;
}

double states_searched(const Entry& entry, const std::vector<Position>&) {
  return entry.line.at("searched").to_number<double>();
}

struct Quantity {
  std::string_view name;
  double (*of)(const Entry&, const std::vector<Position>&);
  double step;  // of the histogram; zero for powers of two
};
constexpr std::array kQuantities = {
    Quantity{"belief state", belief_size, 4},         Quantity{"largest before", largest_belief, 0},
    Quantity{"attacker's men", attackers_men, 1},     Quantity{"defender's men", defenders_men, 1},
    Quantity{"attacker's moves", attackers_moves, 3}, Quantity{"defender's replies", defenders_replies, 1},
    Quantity{"tries in the plan", tries_of_plan, 0},  Quantity{"states searched", states_searched, 0},
};
using Values = std::array<std::vector<double>, kQuantities.size()>;  // by quantity

Values measure(const std::vector<Entry>& entries) {
  Values result;
  for (const Entry& entry : entries) {
    const std::vector<Position> states = states_of(entry);
    for (std::size_t q = 0; q < kQuantities.size(); ++q) result[q].push_back(kQuantities[q].of(entry, states));
  }
  return result;
}

// Empty boxes between others are zero.
std::vector<std::pair<double, double>> histogram(const std::vector<double>& values, const Quantity& quantity) {
  const bool by_powers = quantity.step == 0;
  std::map<int, double> boxes;
  for (const double value : values)
    ++boxes[static_cast<int>(by_powers ? std::log2(std::max(value, 1.0)) : value / quantity.step)];
  std::vector<std::pair<double, double>> result;
  for (int box = boxes.begin()->first; box <= boxes.rbegin()->first; ++box)
    result.emplace_back(by_powers ? std::exp2(box + 0.5) : (box + 0.5) * quantity.step, boxes[box]);
  return result;
}

}  // namespace

Expected<void> write_statistics(const Database& database, const std::string& folder) {
  const std::string_view rules = database.options().rules;
  const bool material_wins = database.options().material_wins;
  std::string table = "| problems | number |";
  std::string rule = "|---|---|";
  for (const Quantity& quantity : kQuantities) {
    table += fmt::format(" {} |", quantity.name);
    rule += "---|";
  }
  table = "Median and largest value of each.\n\n" + table + '\n' + rule + '\n';
  std::map<int, std::array<Plot, kQuantities.size()>> plots;  // by ply and quantity
  const auto add = [&](Kind kind, int ply) {
    const std::vector<Entry>& entries = database.entries(kind, ply);
    if (entries.empty()) return;
    const Values values = measure(entries);
    table += fmt::format("| {} | {} |", file_name(kind, ply, rules, material_wins), entries.size());
    for (std::size_t q = 0; q < kQuantities.size(); ++q) {
      table +=
          fmt::format(" {:.0f}, {:.0f} |", median(values[q]), *std::max_element(values[q].begin(), values[q].end()));
      Plot& plot = plots[ply][q];
      plot.title = fmt::format("{} ply", ply);
      plot.x_label = kQuantities[q].name;
      plot.y_label = "problems";
      plot.log_x = kQuantities[q].step == 0;
      plot.series.push_back(
          {kind == Kind::mate ? "mates" : "near misses", histogram(values[q], kQuantities[q]), Style::histogram});
    }
    table += '\n';
  };
  for (int ply = 3; ply <= database.options().most_ply; ply += 2) {
    for (const Kind kind : {Kind::mate, Kind::near_miss}) add(kind, ply);
  }
  const std::string name = file_prefix(rules, material_wins) + "statistics";
  const std::string base = (std::filesystem::path(folder) / name).string();
  if (const auto done = write_file(base + ".md", fmt::format("{}\n![histograms]({}.png)\n", table, name)); !done)
    return done.error();
  if (plots.empty()) {
    std::filesystem::remove(base + ".png");  // of an earlier run
    return {};
  }
  Sheet sheet{.plots = {}, .columns = plots.size(), .width = 330, .height = 210};
  for (std::size_t q = 0; q < kQuantities.size(); ++q) {
    for (const auto& [ply, row] : plots) sheet.plots.push_back(row[q]);
  }
  return draw(sheet, base + ".png");
}

}  // namespace blindmate::lab
