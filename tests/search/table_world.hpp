// A world written down as a table, for tests: states are numbers, and it remembers what was asked of it.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "blindmate/base/random.hpp"
#include "blindmate/search/domain.hpp"

namespace blindmate::search {

class TableWorld {
 public:
  struct State {
    int number = 0;

    auto operator<=>(const State&) const = default;
    std::uint64_t hash() const { return static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15U; }
  };
  using Action = char;
  struct Percept {
    char letter = ' ';
    bool carried_out = true;

    bool operator==(const Percept&) const = default;
  };
  // The question '?' can be asked once; the answer yes forbids the action 'a', as a duty does in Kriegspiel.
  struct Situation {
    bool asked = false;
    bool barred = false;

    auto operator<=>(const Situation&) const = default;
  };
  struct Event {};

  enum class Value { open, won, lost };
  struct Row {
    char percept = ' ';
    Value value = Value::open;
    std::optional<bool> answer{};                // to the question, where there is one
    std::map<char, std::vector<int>> actions{};  // what a feasible action can lead to
  };

  std::map<int, Row> rows;
  mutable std::vector<std::string> log;  // "3" when state 3 of an OR-node is expanded, "3'" when it is told apart

  bool agent_acts(const Situation& /*situation*/) const { return true; }
  void list_actions(const Situation& situation, std::span<const State> states, std::size_t k,
                    std::pmr::vector<Action>& actions) const {
    for (const auto& [action, outcomes] : rows.at(states[k].number).actions) {
      if (action != 'a' || !situation.barred) actions.push_back(action);
    }
    if (!situation.asked && rows.at(states[k].number).answer != rows.at(states[0].number).answer)
      actions.push_back('?');
  }
  std::optional<Percept> heard_in_place(const State& s, Action action) const {
    if (action == '?')
      return Percept{.letter = rows.at(s.number).answer.value_or(false) ? 'y' : 'n', .carried_out = false};
    if (rows.at(s.number).actions.contains(action)) return std::nullopt;
    return Percept{.letter = 'x', .carried_out = false};
  }
  template <class Visit>
  void outcomes(const State& s, Action action, Shuffle& shuffle, const Visit& visit) const {
    note(std::to_string(s.number));
    std::vector<int> next = rows.at(s.number).actions.at(action);
    shuffle(next.begin(), next.end());
    for (const int number : next) {
      if (!visit(State{number}, Event{})) return;
    }
  }
  Percept percept(const State& /*before*/, const Event& /*event*/, const State& s) const {
    note(std::to_string(s.number) + "'");
    return {.letter = rows.at(s.number).percept};
  }
  bool won(const State& s) const { return rows.at(s.number).value == Value::won; }
  bool lost(const State& s) const { return rows.at(s.number).value == Value::lost; }
  Situation next(const Situation& situation, Action action, const Percept& percept) const {
    if (percept.carried_out) return {};
    return action == '?' ? Situation{.asked = true, .barred = percept.letter == 'y'} : situation;
  }
  bool carried_out(const Percept& percept) const { return percept.carried_out; }

 private:
  void note(const std::string& what) const {
    if (std::find(log.begin(), log.end(), what) == log.end()) log.push_back(what);
  }
};

static_assert(Domain<TableWorld>);

}  // namespace blindmate::search
