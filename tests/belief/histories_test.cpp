// Games whose belief states were counted by other programs: all sizes must match.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>

#include "blindmate/belief/belief_state.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "support.hpp"

namespace blindmate::belief {
namespace {

namespace json = boost::json;

referee::Heard heard(const json::object& event) {
  referee::Heard result;
  if (const json::string* square = event.at("capture").if_string()) result.capture = *chess::parse_square(*square);
  for (const json::value& direction : event.at("check").as_array()) {
    result.check |= *referee::find_direction(direction.as_string());
  }
  return result;
}

Observation observation(const json::object& event) {
  if (event.at("by") == "black") {
    return OpponentTurn{.refused_before = event.at("illegal").to_number<int>(), .moved = heard(event)};
  }
  const chess::Move tried = *chess::parse_coordinates(std::string_view(event.at("try").as_string()));
  if (event.at("answer") == "illegal") return OwnRefusal{tried};
  return OwnMove{tried, heard(event)};
}

TEST(Histories, AllSizesMatch) {
  std::ifstream file(TESTS_FOLDER "/data/histories.jsonl");
  ASSERT_TRUE(file);
  int games = 0;
  int events = 0;
  std::string line;
  while (std::getline(file, line)) {
    const json::object game = json::parse(line).as_object();
    BeliefState belief(position(std::string_view(game.at("start").as_string())), chess::Side::white,
                       referee::kBerkeley);
    for (const json::value& event : game.at("events").as_array()) {
      belief.hear(observation(event.as_object()));
      ++events;
      ASSERT_EQ(belief.size(), event.at("belief").to_number<std::size_t>()) << game.at("id") << " event " << events;
    }
    EXPECT_EQ(belief.size(), game.at("final_belief").to_number<std::size_t>());
    ++games;
  }
  EXPECT_EQ(games, 18);
  EXPECT_EQ(events, 525);
}

}  // namespace
}  // namespace blindmate::belief
