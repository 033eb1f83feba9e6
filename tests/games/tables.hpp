// Tables for tests: seats that are taken, random asks, and all that a player is sent of a table as bytes.
#pragma once

#include <boost/json.hpp>
#include <string>

#include "blindmate/base/random.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/games/table.hpp"
#include "blindmate/messages/payloads.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::games {

using Kind = store::TableEvent::Kind;

inline store::GameRecord record_of(std::string_view rules, std::optional<store::TimeControl> time = {}) {
  store::GameRecord record{.id = "a-game", .created = 1000, .rules = std::string(rules), .time = time};
  record.seats[0].guests = {1};
  record.seats[1].guests = {2};
  return record;
}

inline Table started_table(std::string_view rules, std::optional<store::TimeControl> time = {}) {
  Table table(record_of(rules, time));
  table.happen({Kind::started, 1000});
  return table;
}

inline Table::Asked ask(Table& table, std::string_view tried, store::Milliseconds now) {
  return table.ask(table.turn(), *chess::parse_coordinates(tried), now);
}

// NOW and the log, as one side is sent them.
inline std::string sent_to(const Table& table, chess::Side side, store::Milliseconds now) {
  const messages::Surroundings surroundings{.status = table.status(),
                                            .clock = table.clock_now(now),
                                            .draw_offer = table.draw_offer(),
                                            .may_abort = table.may_abort(),
                                            .may_offer_draw = table.may_offer_draw(side),
                                            .rematch_game = table.rematch()};
  return boost::json::serialize(messages::now_payload(table.view(side), surroundings)) +
         boost::json::serialize(messages::log_payload(table.view(side), 0)) +
         boost::json::serialize(messages::game_payload(table.record(), table.status(), table.view(side)));
}

template <class List>
auto random_item(const List& list, Random& random) {
  return list[random.below(static_cast<unsigned>(list.size()))];
}

// Mostly an askable try, now and then the question or something random.
inline referee::Ask random_ask(const referee::PlayerView& view, Random& random) {
  const chess::MoveList tries = view.askable_tries();
  const std::uint32_t dice = random.below(20);
  if (dice == 0) return referee::AnyAsked{};
  const auto square = [&] { return static_cast<chess::Square>(random.below(64)); };
  if (dice == 1 || tries.empty()) return chess::Move(square(), square());
  return random_item(tries, random);
}

}  // namespace blindmate::games
