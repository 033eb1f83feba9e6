#include "blindmate/players/players.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>

#include "blindmate/base/files.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/players/mate_player.hpp"

namespace blindmate::players {
namespace {

constexpr std::string_view kMates = "mate:";
constexpr std::uint64_t kMostNumber = 1'000'000'000;
constexpr double kMostTemperature = 10;
constexpr int kShallow = 1;                                // searches of such a depth ...
constexpr std::size_t kSmallTable = std::size_t{1} << 18;  // ... play the same games with a small table

bool takes(const PlayerEntry& entry, std::string_view option) {
  const std::vector<std::string_view> options = words(entry.options);
  return std::find(options.begin(), options.end(), option) != options.end();
}

Expected<void> set(std::string_view name, std::string_view value, PlayerOptions& options) {
  if (name == "engine") {
    if (value.empty()) return Error{"engine: a name is needed"};
    options.engine = value;
    return {};
  }
  if (name == "net") {
    if (value.empty()) return Error{"net: a file is needed"};
    options.net = value;
    return {};
  }
  if (name == "temperature") {
    const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), options.temperature);
    if (problem != std::errc() || end != value.data() + value.size() || !(options.temperature >= 0) ||
        options.temperature > kMostTemperature)
      return Error{fmt::format("temperature: \"{}\" is not a number from 0 to {}", value, kMostTemperature)};
    return {};
  }
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (problem != std::errc() || end != value.data() + value.size() || number > kMostNumber)
    return Error{fmt::format("{}: \"{}\" is not a whole number up to {}", name, value, kMostNumber)};
  if (name == "depth") {
    if (number > 60) return Error{"depth: at most 60"};
    options.effort.depth = static_cast<int>(number);
    return {};
  }
  if (number == 0) return Error{fmt::format("{}: at least 1", name)};
  if (name == "nodes") options.effort = {.nodes = number};
  if (name == "k") options.k = number;
  if (name == "pool") options.pool = number;
  return {};
}

// A file is read once, however many players have it.
Expected<std::shared_ptr<const policy::Net>> find_net(const std::string& file) {
  if (file.empty()) return policy::Net::shipped();
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const policy::Net>> read;
  const std::lock_guard lock(mutex);
  std::shared_ptr<const policy::Net>& found = read[file];
  if (found) return found;
  const Expected<std::string> bytes = read_file(file);
  if (!bytes) return Error{fmt::format("{}: {}", file, bytes.error().reason)};
  Expected<policy::Net> net = policy::Net::read(*bytes);
  if (!net) return Error{fmt::format("{}: {}", file, net.error().reason)};
  found = std::make_shared<const policy::Net>(std::move(*net));
  return found;
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
    if (const auto done = set(option_name, option.substr(equals + 1), spec.options); !done)
      return Error{fmt::format("{}: {}", name, done.error().reason)};
  }
  return spec;
}

Expected<std::unique_ptr<Player>> make_player(const PlayerSpec& spec, std::uint64_t seed) {
  PlayerOptions options = spec.options;
  options.seed = seed;
  Equipment equipment;
  if (takes(*spec.entry, "engine")) {
    const bool shallow = options.effort.depth <= kShallow;
    Expected<engines::EnginePointer> borrowed =
        engines::borrow_engine(options.engine, shallow ? kSmallTable : engines::kTableBytes);
    if (!borrowed) return borrowed.error();
    equipment.engine = std::move(*borrowed);
  }
  if (!spec.entry->net.empty()) {
    equipment.net = policy::Net::shipped(spec.entry->net);
  } else if (takes(*spec.entry, "net")) {
    Expected<std::shared_ptr<const policy::Net>> net = find_net(options.net);
    if (!net) return net.error();
    equipment.net = std::move(*net);
  }
  std::unique_ptr<Player> player = spec.entry->make(options, std::move(equipment));
  if (spec.mates) player = std::make_unique<MatePlayer>(std::move(player), seed);
  return player;
}

Expected<void> check_board(const PlayerSpec& spec, int size) {
  if (size == chess::kLargestBoard) return {};
  if (!spec.entry->small_boards) return Error{fmt::format("{} plays on 8x8 only", spec.entry->name)};
  if (spec.options.engine != engines::kBuiltIn) return Error{fmt::format("{} plays on 8x8 only", spec.options.engine)};
  return {};
}

}  // namespace blindmate::players
