// Options that several commands share.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "blindmate/chess/position.hpp"
#include "blindmate/referee/rule_set.hpp"

namespace blindmate::cli {

// --rules NAME. Checked while the options are read.
void add_rules(CLI::App& app, const referee::RuleSet*& rules);

// A FEN, or "startpos".
void add_position(CLI::App& app, const std::string& name, chess::Position& position, const std::string& help);

// --time-limit SECONDS.
void add_time_limit(CLI::App& app, std::optional<double>& seconds);

// Prints a message for bad input and returns its exit code.
int bad_input(const std::string& message);

}  // namespace blindmate::cli
