// Problem: a line of a problem file. What an attacker knows, as the positions that are possible, and the question
// whether he has a guaranteed checkmate (docs/formats.md).
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/chess/position.hpp"
#include "blindmate/view/rule_set.hpp"

namespace blindmate::referee {

struct Problem {
  std::string id;
  const RuleSet* rules = nullptr;
  std::optional<int> ply{};
  std::vector<chess::Position> states{};  // each once; the attacker is to move, with the same men and rights in all
  std::optional<bool> any_answer{};       // of the question, if it was asked in this turn
  bool duty = false;                      // a pawn capture has to be tried
  std::vector<chess::Move> refused{};     // tries of this turn, where known
  std::optional<bool> expect_mate{};
  bool material_wins = false;  // a state that is known to be won counts as mated (Russell & Wolfe 2005, footnote 4)

  chess::Side attacker() const { return states.front().turn(); }
};

// The error says which field is wrong and why.
Expected<Problem> read_problem(std::string_view line);
boost::json::object to_json(const Problem& problem);

struct ProblemLine {
  std::string place;  // file and line
  Problem problem;
};
// The error's reason begins with the place.
Expected<std::vector<ProblemLine>> read_problems(const std::string& file);

// Whether a mate can have so many ply.
Expected<void> check_ply(long long ply);

}  // namespace blindmate::referee
