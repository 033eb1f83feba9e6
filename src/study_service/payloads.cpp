#include "blindmate/study_service/payloads.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>

#include "blindmate/chess/fen.hpp"

namespace blindmate::study_service {

namespace json = boost::json;

using chess::Side;

namespace {

constexpr double kDigits = 1e4;  // of a share

}  // namespace

json::object men_payload(const belief::ManMap& map, Side side) {
  json::object men;
  for (unsigned man = 0; man < map.size(); ++man) {
    json::object squares;
    for (unsigned s = 0; s < map[man].size(); ++s) {
      if (map[man][s] > 0)
        squares[chess::text(static_cast<chess::Square>(s))] = std::round(map[man][s] * kDigits) / kDigits;
    }
    if (!squares.empty()) men[std::string(1, chess::letter(static_cast<chess::Man>(man), side))] = std::move(squares);
  }
  return men;
}

json::array fens_payload(const std::vector<chess::Position>& positions, std::size_t most) {
  json::array fens;
  for (std::size_t i = 0; i < std::min(positions.size(), most); ++i) fens.emplace_back(chess::fen(positions[i]));
  return fens;
}

}  // namespace blindmate::study_service
