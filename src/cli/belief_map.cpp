#include "belief_map.hpp"

#include <fmt/format.h>

#include <array>
#include <boost/json.hpp>

namespace blindmate::cli {

namespace json = boost::json;
using belief::BeliefState;

namespace {

// How many of the states have a man on a square, by man.
using Map = std::array<std::array<std::uint64_t, 64>, 6>;

Map count_men(const BeliefState& belief) {
  Map result{};
  for (std::size_t i = 0; i < belief.size(); ++i) {
    const chess::Position position = belief.position(i);
    for (unsigned man = 0; man < 6; ++man) {
      for (const chess::Square s : chess::Squares(position.men(other(belief.side()), static_cast<chess::Man>(man)))) {
        ++result[man][s];
      }
    }
  }
  return result;
}

double share(std::uint64_t count, const BeliefState& belief) {
  return static_cast<double>(count) / static_cast<double>(belief.size());
}

}  // namespace

json::object map_to_json(const BeliefState& belief) {
  json::object result;
  const Map map = count_men(belief);
  for (unsigned man = 0; man < 6; ++man) {
    json::object squares;
    for (unsigned s = 0; s < 64; ++s) {
      if (map[man][s] > 0) squares[chess::text(static_cast<chess::Square>(s))] = share(map[man][s], belief);
    }
    result[std::string(1, chess::letter(static_cast<chess::Man>(man), other(belief.side())))] = squares;
  }
  return result;
}

void print_map(const BeliefState& belief) {
  constexpr std::array<std::string_view, 6> kNames = {"pawns", "knights", "bishops", "rooks", "queens", "king"};
  const Map map = count_men(belief);
  for (unsigned man = 0; man < 6; ++man) {
    fmt::print("\n{}'s {}, in percent of {} states:\n", title(other(belief.side())), kNames[man], belief.size());
    for (int rank = belief.frame().size() - 1; rank >= 0; --rank) {
      fmt::print("  {} ", rank + 1);
      for (int file = 0; file < belief.frame().size(); ++file) {
        const double part = share(map[man][chess::square(file, rank)], belief);
        fmt::print(" {:>3}", part == 0 ? "." : part < 0.005 ? "<1" : fmt::format("{:.0f}", 100 * part));
      }
      fmt::print("\n");
    }
    fmt::print("    ");
    for (int file = 0; file < belief.frame().size(); ++file) fmt::print("   {}", static_cast<char>('a' + file));
    fmt::print("\n");
  }
}

}  // namespace blindmate::cli
