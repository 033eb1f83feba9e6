#include "blindmate/belief/man_map.hpp"

namespace blindmate::belief {

ManMap man_map(const BeliefState& belief) {
  std::array<std::array<std::uint64_t, 64>, 6> counts{};
  const chess::Side opponent = other(belief.side());
  for (std::size_t i = 0; i < belief.size(); ++i) {
    const chess::Position position = belief.position(i);
    for (unsigned man = 0; man < counts.size(); ++man) {
      for (const chess::Square s : chess::Squares(position.men(opponent, static_cast<chess::Man>(man))))
        ++counts[man][s];
    }
  }
  ManMap map{};
  for (std::size_t man = 0; man < counts.size(); ++man) {
    for (std::size_t s = 0; s < counts[man].size(); ++s)
      map[man][s] = static_cast<double>(counts[man][s]) / static_cast<double>(belief.size());
  }
  return map;
}

}  // namespace blindmate::belief
