#include "blindmate/players/players.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "blindmate/base/text.hpp"
#include "blindmate/players/mate_player.hpp"

namespace blindmate::players {
namespace {

constexpr std::string_view kMates = "mate:";
constexpr std::uint64_t kMostNumber = 1'000'000'000;

// What is wrong with an option, or nothing.
std::optional<std::string> set(std::string_view name, std::string_view value, PlayerOptions& options) {
  if (name == "engine") {
    if (value.empty()) return "engine: a name is needed";
    options.engine = value;
    return std::nullopt;
  }
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (problem != std::errc() || end != value.data() + value.size() || number > kMostNumber)
    return fmt::format("{}: \"{}\" is not a whole number up to {}", name, value, kMostNumber);
  if (name == "depth") {
    if (number > 60) return "depth: at most 60";
    options.effort.depth = static_cast<int>(number);
    return std::nullopt;
  }
  if (number == 0) return fmt::format("{}: at least 1", name);
  if (name == "nodes") options.effort = {.nodes = number};
  if (name == "k") options.k = number;
  if (name == "pool") options.pool = number;
  return std::nullopt;
}

}  // namespace

Expected<PlayerSpec> read_player(std::string_view text) {
  PlayerSpec spec;
  spec.mates = text.starts_with(kMates);
  if (spec.mates) text.remove_prefix(kMates.size());
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  std::vector<std::string_view> names;
  for (const PlayerEntry& entry : kPlayers) {
    names.push_back(entry.name);
    if (entry.name == name) spec.entry = &entry;
  }
  if (spec.entry == nullptr)
    return Error{fmt::format("unknown player \"{}\"; known are {}", name, fmt::join(names, ", "))};
  if (colon == std::string_view::npos) return spec;
  const std::vector<std::string_view> known = words(spec.entry->options);
  for (const std::string_view option : split(text.substr(colon + 1), ',')) {
    const std::size_t equals = option.find('=');
    const std::string_view option_name = option.substr(0, equals);
    if (std::find(known.begin(), known.end(), option_name) == known.end()) {
      return Error{fmt::format("{}: unknown option \"{}\"{}", name, option_name,
                               known.empty() ? "" : fmt::format("; known are {}", fmt::join(known, ", ")))};
    }
    if (equals == std::string_view::npos) return Error{fmt::format("{}: {} needs a value", name, option_name)};
    if (const auto wrong = set(option_name, option.substr(equals + 1), spec.options))
      return Error{fmt::format("{}: {}", name, *wrong)};
  }
  return spec;
}

Expected<std::unique_ptr<Player>> make_player(const PlayerSpec& spec, std::uint64_t seed) {
  PlayerOptions options = spec.options;
  options.seed = seed;
  engines::EnginePointer engine;
  if (!spec.entry->options.empty()) {
    Expected<engines::EnginePointer> borrowed = engines::borrow_engine(options.engine);
    if (!borrowed) return borrowed.error();
    engine = std::move(*borrowed);
  }
  std::unique_ptr<Player> player = spec.entry->make(options, std::move(engine));
  if (spec.mates) player = std::make_unique<MatePlayer>(std::move(player), seed);
  return player;
}

}  // namespace blindmate::players
