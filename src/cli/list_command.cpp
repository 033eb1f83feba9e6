// The tables by name: algorithms, rule sets, players, figures.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <memory>
#include <string>

#include "blindmate/lab/figures/figures.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/search/algorithms/table.hpp"
#include "blindmate/view/json_text.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "command.hpp"

namespace blindmate::cli {
namespace {

void print_row(std::string_view name, std::string_view summary, bool json) {
  namespace json_ns = boost::json;
  if (json) {
    fmt::print("{}\n", referee::json_text(
                           json_ns::object{{"name", json_ns::string(name)}, {"summary", json_ns::string(summary)}}));
  } else {
    fmt::print("{:<18} {}\n", name, summary);
  }
}

void list_rules(bool json) {
  for (const referee::RuleSet* rules : referee::kRuleSets) print_row(rules->name, rules->summary, json);
}

void list_algorithms(bool json) {
  for (const auto& algorithm : search::kAlgorithms) {
    const std::string alias = algorithm.alias.empty() ? "" : fmt::format(" (also {})", algorithm.alias);
    print_row(algorithm.name, std::string(algorithm.summary) + alias, json);
  }
}

void list_figures(bool json) {
  for (const lab::Figure& figure : lab::kFigures) print_row(figure.name, figure.summary, json);
}

void list_players(bool json) {
  for (const players::PlayerEntry& entry : players::kPlayers) print_row(entry.name, entry.summary, json);
}

}  // namespace

Run declare_list(CLI::App& app) {
  struct Options {
    std::string table;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  app.add_option("TABLE", options->table, "algorithms, rules, players or figures")
      ->required()
      ->check(CLI::IsMember({"algorithms", "rules", "players", "figures"}));
  app.add_flag("--json", options->json, "one JSON object a line");
  app.footer("Example:\n  blindmate list rules");
  return [options] {
    if (options->table == "algorithms") list_algorithms(options->json);
    if (options->table == "rules") list_rules(options->json);
    if (options->table == "figures") list_figures(options->json);
    if (options->table == "players") list_players(options->json);
    return int{kAnswered};
  };
}

}  // namespace blindmate::cli
