// A game as a server tells it to both sides: what is said comes from the naive referee, in the words of docs/server.md,
// and beside it our own referee has the views that should come out.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "server/second_referee.hpp"

namespace blindmate::remote {

namespace json = boost::json;

class ToldGame {
 public:
  explicit ToldGame(const referee::RuleSet& rules) : told_(std::string(rules.name)), game_(rules) {}

  const referee::Game& game() const { return game_; }
  bool has_ended() const { return game_.outcome().has_value(); }
  const referee::PlayerView& view(chess::Side side) const { return game_.view(side); }
  std::size_t known_to(chess::Side side) const { return told_.log(chess::name(side)).size(); }
  const std::string& story() const { return told_.story(); }

  void ask(const std::string& what) {
    told_.ask(what);
    game_.ask(what == "any" ? referee::Ask(referee::AnyAsked{}) : referee::Ask(*chess::parse_coordinates(what)));
  }
  void ask_at_random(Random& random) { ask(server::random_ask(told_.askable(), random)); }

  void resign(chess::Side side) { game_.conclude({"resignation", other(side)}); }

  // With GAME, as on connecting, or without.
  json::object message(chess::Side side, std::size_t from, bool with_game) const {
    json::array log;
    for (std::size_t i = from; i < known_to(side); ++i) {
      json::object entry = told_.log(chess::name(side)).at(i).as_object();
      entry["phrase"] = "";
      log.push_back(entry);
    }
    json::object message = {{"type", "view"}, {"from", from}, {"log", log}, {"now", now(side)}};
    if (with_game) message["game"] = about(side);
    return message;
  }

 private:
  json::object about(chess::Side side) const {
    const auto player = [](const char* name) { return json::object{{"kind", "person"}, {"name", name}}; };
    return {{"id", "a-game"},
            {"rules", {{"name", json::string(game_.rules().name)}}},
            {"rated", true},
            {"side", json::string(chess::name(side))},
            {"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
            {"white", player("anna")},
            {"black", player("ben")},
            {"clock", {{"minutes", 5}, {"increment", 2.5}}},
            {"invitation", nullptr}};
  }

  json::object now(chess::Side side) const {
    const std::optional<referee::Outcome>& outcome = game_.outcome();
    const bool is_own_turn = told_.turn() == chess::name(side) && !outcome;
    json::value end = nullptr;
    if (outcome) {
      const json::value winner =
          outcome->winner ? json::value(json::string(chess::name(*outcome->winner))) : json::value(nullptr);
      end = {{"reason", outcome->reason}, {"winner", winner}, {"phrase", "It is over."}};
    }
    return {{"status", outcome ? "ended" : "playing"},
            {"turn", told_.turn()},
            {"board", told_.own_board(chess::name(side))},
            {"askable", is_own_turn ? json::value_from(told_.askable()) : json::array()},
            {"may_ask_any", is_own_turn && told_.may_ask_any()},
            {"clock", {{"white_ms", 61'000}, {"black_ms", 62'500}, {"running", told_.turn()}}},
            {"draw_offer", nullptr},
            {"claim_in_ms", nullptr},
            {"end", end}};
  }

  server::SecondReferee told_;
  referee::Game game_;
};

}  // namespace blindmate::remote
