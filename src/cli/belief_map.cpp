#include "belief_map.hpp"

#include <fmt/format.h>

#include <array>
#include <boost/json.hpp>

#include "blindmate/belief/man_map.hpp"

namespace blindmate::cli {

namespace json = boost::json;
using belief::BeliefState;

json::object map_to_json(const BeliefState& belief) {
  json::object result;
  const belief::ManMap map = belief::man_map(belief);
  for (unsigned man = 0; man < 6; ++man) {
    json::object squares;
    for (unsigned s = 0; s < 64; ++s) {
      if (map[man][s] > 0) squares[chess::text(static_cast<chess::Square>(s))] = map[man][s];
    }
    result[std::string(1, chess::letter(static_cast<chess::Man>(man), other(belief.side())))] = squares;
  }
  return result;
}

void print_map(const BeliefState& belief) {
  constexpr std::array<std::string_view, 6> kNames = {"pawns", "knights", "bishops", "rooks", "queens", "king"};
  const belief::ManMap map = belief::man_map(belief);
  for (unsigned man = 0; man < 6; ++man) {
    fmt::print("\n{}'s {}, in percent of {} states:\n", title(other(belief.side())), kNames[man], belief.size());
    for (int rank = belief.frame().size() - 1; rank >= 0; --rank) {
      fmt::print("  {} ", rank + 1);
      for (int file = 0; file < belief.frame().size(); ++file) {
        const double part = map[man][chess::square(file, rank)];
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
