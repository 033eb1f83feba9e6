#include "options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <thread>

#include "blindmate/base/memory.hpp"
#include "blindmate/base/printable.hpp"
#include "blindmate/base/progress.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/search/without.hpp"
#include "blindmate/view/problem.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "command.hpp"

namespace blindmate::cli {

void add_rules(CLI::App& app, const referee::RuleSet*& rules) {
  app.add_option_function<std::string>(
         "--rules",
         [&rules](const std::string& name) {
           rules = referee::find_rule_set(name);
           if (rules != nullptr) return;
           std::vector<std::string_view> names;
           for (const referee::RuleSet* known : referee::kRuleSets) names.push_back(known->name);
           throw CLI::ValidationError(
               "--rules", fmt::format("unknown rule set \"{}\"; known are {}", name, fmt::join(names, ", ")));
         },
         "the rule set (see: blindmate list rules)")
      ->type_name("NAME")
      ->default_str(std::string(rules->name));
}

void add_position(CLI::App& app, const std::string& name, chess::Position& position, const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [name, &position](const std::string& text) {
           const Expected<chess::Position> read = chess::read_position(text == "startpos" ? chess::kStartFen : text);
           if (!read) throw CLI::ValidationError(name, read.error().reason);
           position = *read;
         },
         help)
      ->type_name("FEN");
}

namespace {
constexpr double kLongestTime_s = 1e9;  // thirty years
}

void add_threads(CLI::App& app, int& threads) {
  threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  app.add_option("--threads", threads, "how many pieces of the work at once")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
}

void add_time_limit(CLI::App& app, std::optional<double>& seconds) {
  app.add_option("--time-limit", seconds, "give up after so long, with exit code 3")
      ->type_name("SECONDS")
      ->check([](const std::string& text) {
        double value = 0;
        const bool number = CLI::detail::lexical_cast(text, value);
        return number && value > 0 && value <= kLongestTime_s
                   ? std::string()
                   : fmt::format("{} is not within 0 and {}", text, kLongestTime_s);
      });
}

void add_number(CLI::App& app, const std::string& name, std::optional<std::uint64_t>& number, std::uint64_t least,
                const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [name, &number, least](const std::string& text) {
           std::uint64_t value = 0;
           const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
           if (problem != std::errc() || end != text.data() + text.size() || value < least)
             throw CLI::ValidationError(name, fmt::format("{} is not a whole number of at least {}", text, least));
           number = value;
         },
         help)
      ->type_name("N");
}

void add_ply(CLI::App& app, std::optional<int>& ply, const std::string& help) {
  app.add_option("--ply", ply, help)->check([](const std::string& text) {
    long long number = 0;
    if (!CLI::detail::lexical_cast(text, number)) return text + " is not a number";
    const Expected<void> checked = referee::check_ply(number);
    return checked ? std::string() : checked.error().reason;
  });
}

void add_memory_limit(CLI::App& app, std::optional<std::uint64_t>& mebibytes) {
  app.add_option("--memory-limit", mebibytes, "give up above so much memory, with exit code 3")
      ->type_name("MIB")
      ->check(CLI::Range(1, 1 << 30));
}

std::uint64_t bytes_allowed(const std::optional<std::uint64_t>& mebibytes) {
  return mebibytes ? *mebibytes * 1024 * 1024 : default_memory_limit();
}

void add_material_wins(CLI::App& app, bool& certain, bool& likely) {
  app.add_flag("--material-wins", certain,
               "a bare king against a queen, a rook or a pawn off the edge files that the king protects counts as won");
  app.add_flag(
      "--likely-wins", likely,
      "a bare king against two bishops or bishop and knight that it cannot capture counts as won; not certain");
}

void add_without(CLI::App& app, search::Without& without) {
  std::vector<std::string> names;
  for (const search::Part& part : search::kParts) names.emplace_back(part.name);
  app.add_option_function<std::vector<std::string>>(
         "--without",
         [&without](const std::vector<std::string>& kinds) {
           for (const search::Part& part : search::kParts) {
             if (std::find(kinds.begin(), kinds.end(), part.name) != kinds.end()) without.*part.unused = true;
           }
         },
         "leave a part unused, for comparison: proofs, disproofs or cycles of the graph algorithms; bound (the fully "
         "observable problem), levels (few squares for the king) or history (order of tries) of closure")
      ->check(CLI::IsMember(names))
      ->delimiter(',');
}

void complain(std::string_view message) {
  wipe_progress();
  fmt::print(stderr, "blindmate: {}\n", printable(message));
}

int bad_input(const std::string& message) {
  lab::Ranks::let_first_speak();
  complain(message);
  return kBadInput;
}

}  // namespace blindmate::cli
