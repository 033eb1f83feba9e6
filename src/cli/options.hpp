// Options that several commands share.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "blindmate/chess/position.hpp"
#include "blindmate/search/caches/counts.hpp"
#include "blindmate/view/rule_set.hpp"

namespace blindmate::cli {

// --rules NAME. Checked while the options are read.
void add_rules(CLI::App& app, const referee::RuleSet*& rules);

// A FEN, or "startpos".
void add_position(CLI::App& app, const std::string& name, chess::Position& position, const std::string& help);

// --time-limit SECONDS.
void add_time_limit(CLI::App& app, std::optional<double>& seconds);

// A whole number of at least `least`.
void add_number(CLI::App& app, const std::string& name, std::optional<std::uint64_t>& number, std::uint64_t least,
                const std::string& help);

// --ply N, odd.
void add_ply(CLI::App& app, std::optional<int>& ply, const std::string& help);

// --memory-limit MIB.
void add_memory_limit(CLI::App& app, std::optional<std::uint64_t>& mebibytes);

// What --memory-limit allows; half of the machine's memory where it is not given.
std::uint64_t bytes_allowed(const std::optional<std::uint64_t>& mebibytes);

// --threads N: as many as there are cores unless given.
void add_threads(CLI::App& app, int& threads);

// --material-wins and --likely-wins.
void add_material_wins(CLI::App& app, bool& certain, bool& likely);

// --without proofs|disproofs|cycles.
void add_without(CLI::App& app, search::Without& without);

// Prints a message on standard error, which may quote what somebody has written.
void complain(std::string_view message);

// Complains about bad input and returns its exit code.
int bad_input(const std::string& message);

}  // namespace blindmate::cli
