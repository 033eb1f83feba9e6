// How large exact belief states are, by move and rule set, and how many bits each kind of announcement tells.
//
// A belief state that has once exceeded the limit is not followed any more, and counts as larger from then on; so
// quantiles below the limit are right, or too high where it has become small again.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cmath>
#include <limits>
#include <map>

#include "blindmate/lab/figures/figures.hpp"
#include "blindmate/lab/figures/game_mean.hpp"
#include "blindmate/lab/figures/information.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/figures/watched_games.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

constexpr std::string_view kName = "belief-sizes";
constexpr double kAbove = std::numeric_limits<double>::infinity();
constexpr int kFewest = 20;  // one in so many belief states of the first move is enough to draw those of a later one

using Sizes = std::vector<std::vector<double>>;                        // by move, from 1
using Bits = std::map<std::pair<std::string, std::string>, GameMean>;  // by `by` and `what` of information.hpp

void add_sizes(const json::object& game, Sizes& sizes) {
  for (const json::value& side : game.at("sides").as_array()) {
    const json::array& followed = side.at("sizes").as_array();
    const auto turns = side.at("turns").to_number<std::size_t>();
    if (sizes.size() <= turns) sizes.resize(turns + 1);
    for (std::size_t turn = 0; turn < turns; ++turn)
      sizes[turn + 1].push_back(turn < followed.size() ? followed[turn].to_number<double>() : kAbove);
  }
}

void add_bits(const json::object& game, std::size_t number, Bits& bits) {
  for (const json::value& side : game.at("sides").as_array()) {
    for (const json::value& told : side.at("told").as_array()) {
      bits[{std::string(told.at(1).as_string()), std::string(told.at(2).as_string())}].add(
          number, told.at(3).to_number<double>());
    }
  }
}

// The value that so large a part of the others is below; of values in order.
double quantile(const std::vector<double>& ordered, double part) {
  return ordered[static_cast<std::size_t>(std::lround(part * static_cast<double>(ordered.size() - 1)))];
}

std::string text(double size) { return size == kAbove ? "above" : fmt::format("{:.0f}", size); }

struct Quantile {
  std::string_view name;
  double part;
};
constexpr std::array kQuantiles = {Quantile{"lower quartile", 0.25}, Quantile{"median", 0.5},
                                   Quantile{"upper quartile", 0.75}};

// The sizes of one rule set: lines of the tables, and their plot.
void report_sizes(std::string_view rules, Sizes& sizes, Report& report) {
  Plot plot{.title = std::string(rules),
            .x_label = "move",
            .y_label = "positions",
            .log_y = true,
            .top = static_cast<double>(kWatchedStates),
            .series = {}};
  for (const Quantile& quantile : kQuantiles) plot.series.push_back({.name = std::string(quantile.name), .points = {}});
  for (std::size_t move = 1; move < sizes.size(); ++move) {
    std::vector<double>& here = sizes[move];
    if (here.size() * kFewest < sizes[1].size()) break;
    std::sort(here.begin(), here.end());
    std::array<double, kQuantiles.size()> values{};
    for (std::size_t i = 0; i < kQuantiles.size(); ++i) {
      values[i] = quantile(here, kQuantiles[i].part);
      if (values[i] != kAbove) plot.series[i].points.emplace_back(move, values[i]);
    }
    const auto above = std::count(here.begin(), here.end(), kAbove);
    const double share = static_cast<double>(above) / static_cast<double>(here.size());
    report.csv += fmt::format("size,{},{},{},,{},{},{},{},{:.4f}\n", rules, kWatchedStarts[0], move, here.size(),
                              text(values[0]), text(values[1]), text(values[2]), share);
    if (values[0] != kAbove) {
      report.markdown += fmt::format("| {} | {} | {} | {} | {} | {} | {:.0f}% |\n", rules, move, here.size(),
                                     text(values[0]), text(values[1]), text(values[2]), 100 * share);
    }
  }
  report.sheet.plots.push_back(std::move(plot));
}

// One line for each thing that was heard, one column for each rule set.
void report_bits(std::string_view start, const std::array<Bits, referee::kRuleSets.size()>& bits, Report& report) {
  report.markdown +=
      fmt::format("\n### The information in an announcement, in bits: games with {}\n\n| heard at | what |", start);
  for (const referee::RuleSet* rules : referee::kRuleSets) report.markdown += fmt::format(" {} |", rules->name);
  report.markdown += "\n|---|---|---|---|---|---|---|---|\n";
  Bits all;  // only for its keys
  for (const Bits& of_rules : bits) all.insert(of_rules.begin(), of_rules.end());
  for (const auto& [key, unused] : all) {
    const auto& [by, what] = key;
    if (by == kRefused || by == kAccepted) continue;  // refusal-information has them
    report.markdown += fmt::format("| {} | {} |", by, what);
    for (std::size_t rules = 0; rules < bits.size(); ++rules) {
      const auto found = bits[rules].find(key);
      if (found == bits[rules].end()) {
        report.markdown += " |";
        continue;
      }
      const GameMean& mean = found->second;
      report.csv +=
          fmt::format("bits,{},{},{},{},{},{:.4f},{:.4f},{:.4f},\n", referee::kRuleSets[rules]->name, start, by, what,
                      mean.events(), mean.mean() - mean.reach(), mean.mean(), mean.mean() + mean.reach());
      report.markdown += fmt::format(" {} ({}) |", mean.text(2), mean.events());
    }
    report.markdown += "\n";
  }
}

}  // namespace

Expected<void> belief_sizes(const FigureOptions& options) {
  if (const auto done = check_report(kName, options); !done) return done.error();
  std::vector<json::object> games;
  if (const auto done = watch_games(options, games); !done) return done.error();
  if (games.empty()) return {};
  const std::size_t each = watched_games_each(options);
  Report report{
      .csv = "measure,rules,start,at,what,count,low,middle,high,above\n",
      .markdown = fmt::format(
          "## Belief states: sizes, and the information in announcements\n\n"
          "{} games of `{}` against itself under each rule set: every other one from the start of chess, with two "
          "random moves of each side first, the others with few men. Positions that are possible for a side at the "
          "beginning of its turn, in games from the start of chess; both sides, while the game goes on. A belief state "
          "of more than {} positions is not "
          "followed any more and counts as larger (\"above\") until the end of its game.\n\n| rules | move | belief "
          "states | lower quartile | median | upper quartile | above |\n|---|---|---|---|---|---|---|\n",
          each, kWatchedPlayer, kWatchedStates),
      .sheet = {.plots = {}, .columns = 2, .width = 600, .height = 330}};
  std::array<std::array<Bits, referee::kRuleSets.size()>, kWatchedStarts.size()> bits;
  for (std::size_t rules = 0; rules < referee::kRuleSets.size(); ++rules) {
    Sizes sizes;
    for (std::size_t number = 0; number < each; ++number) {
      const json::object& game = games[rules * each + number];
      if (watched_start(number) == 0) add_sizes(game, sizes);
      add_bits(game, number, bits[watched_start(number)][rules]);
    }
    report_sizes(referee::kRuleSets[rules]->name, sizes, report);
  }
  for (std::size_t start = 0; start < bits.size(); ++start) report_bits(kWatchedStarts[start], bits[start], report);
  report.markdown += fmt::format(
      "\nMean, half the width of its 95% interval (from the spread between games), and how often it was heard. What is "
      "heard carries log2(positions possible before it / positions left) bits, all positions counted as equally "
      "likely; "
      "measured while at most {} are possible. Parts of one announcement are taken in the order of the referee's "
      "words, each after the ones before it, and add up to \"all\".\n",
      kMeasuredStates);
  return write_report(report, kName, options);
}

}  // namespace blindmate::lab
