#include "blindmate/view/problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/json.hpp>
#include <unordered_set>

#include "blindmate/base/files.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/view/announce.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::referee {
namespace {

namespace json = boost::json;
using chess::Position;

constexpr int kMostPly = 999;

// A field that is there and not null.
const json::value* given(const json::object& line, std::string_view field) {
  const json::value* value = line.if_contains(field);
  return value == nullptr || value->is_null() ? nullptr : value;
}

Expected<void> read_id(const json::object& line, Problem& problem) {
  const json::value* id = line.if_contains("id");
  if (id == nullptr || !id->is_string() || id->get_string().empty()) return Error{"id: a text is needed"};
  problem.id = std::string(id->get_string());
  return {};
}

Expected<void> read_rules(const json::object& line, Problem& problem) {
  const json::value* rules = given(line, "rules");
  if (rules == nullptr) {
    problem.rules = &kBerkeley;
    return {};
  }
  if (!rules->is_string()) return Error{"rules: not a text"};
  problem.rules = find_rule_set(rules->get_string());
  if (problem.rules != nullptr) return {};
  std::vector<std::string_view> names;
  for (const RuleSet* known : kRuleSets) names.push_back(known->name);
  return Error{fmt::format("rules: unknown rule set \"{}\"; known are {}", std::string_view(rules->get_string()),
                           fmt::join(names, ", "))};
}

Expected<void> read_ply(const json::object& line, Problem& problem) {
  const json::value* ply = given(line, "ply");
  if (ply == nullptr) return {};
  if (!ply->is_int64()) return Error{"ply: not a whole number"};
  if (const auto checked = check_ply(ply->get_int64()); !checked) return Error{"ply: " + checked.error().reason};
  problem.ply = static_cast<int>(ply->get_int64());
  return {};
}

Expected<void> read_states(const json::object& line, Problem& problem) {
  const json::value* states = line.if_contains("states");
  if (states == nullptr || !states->is_array() || states->get_array().empty())
    return Error{"states: a list of at least one FEN is needed"};
  std::optional<Position> attackers;  // men, of the first state
  const auto hash = [](const Position& position) { return position.hash(); };
  std::unordered_set<Position, decltype(hash)> known(0, hash);
  for (std::size_t i = 0; i < states->get_array().size(); ++i) {
    const json::value& text = states->get_array()[i];
    if (!text.is_string()) return Error{fmt::format("states[{}]: not a text", i)};
    const Expected<Position> read = chess::read_position(text.get_string());
    if (!read) return Error{fmt::format("states[{}]: {}", i, read.error().reason)};
    if (!attackers) attackers = read->without_men(other(read->turn()));
    if (read->size() != attackers->size() || read->turn() != attackers->turn())
      return Error{fmt::format("states[{}]: another board or another side to move than in states[0]", i)};
    if (!(read->without_men(other(read->turn())) == *attackers))
      return Error{
          fmt::format("states[{}]: the men or castling rights of the side to move differ from those in states[0]", i)};
    if (known.insert(*read).second) problem.states.push_back(*read);
  }
  return {};
}

bool sound_alike(const Heard& a, const Heard& b) { return a.check == b.check && a.pawn_tries == b.pawn_tries; }

// What was announced before the turn, if anything, is true in all states.
Expected<void> check_announced(const json::object& line, const Problem& problem) {
  const Heard first = announce_turn(problem.states.front(), *problem.rules);
  if (problem.rules->pawn_tries != PawnTries::untold) {
    for (const Position& state : problem.states) {
      if (!sound_alike(announce_turn(state, *problem.rules), first))
        return Error{
            fmt::format("states: {} announces check and pawn tries before a turn, and they are not the same in all",
                        problem.rules->name)};
    }
  }
  const json::value* said = given(line, "heard");
  if (said == nullptr) return {};
  const Expected<Heard> heard = heard_from_json(*said);
  if (!heard) return Error{"heard: " + heard.error().reason};
  if (heard->answer != Answer::ok || heard->end != End::none) return Error{"heard: not what is said before a turn"};
  for (const Position& state : problem.states) {
    if (!sound_alike(announce_turn(state, *problem.rules), *heard))
      return Error{fmt::format("heard: not what {} announces in {}", problem.rules->name, chess::fen(state))};
  }
  return {};
}

Expected<void> read_question(const json::object& line, Problem& problem) {
  if (const json::value* any = given(line, "any")) {
    if (problem.rules->any == AnyQuestion::none)
      return Error{fmt::format("any: {} does not have the question", problem.rules->name)};
    if (*any != "yes" && *any != "no") return Error{"any: not yes or no"};
    problem.any_answer = *any == "yes";
    for (const Position& state : problem.states) {
      if ((announce_any(state).answer == Answer::any_yes) != *problem.any_answer)
        return Error{fmt::format("any: not the answer in {}", chess::fen(state))};
    }
  }
  const bool always = problem.any_answer == true && problem.rules->any == AnyQuestion::capture_until_legal;
  problem.duty = always;
  if (const json::value* duty = given(line, "duty")) {
    if (!duty->is_bool()) return Error{"duty: not true or false"};
    problem.duty = duty->get_bool();
    if (problem.duty && problem.any_answer != true) return Error{"duty: there is one only after the answer yes"};
    if (!problem.duty && always)
      return Error{fmt::format("duty: after the answer yes {} always has it", problem.rules->name)};
  }
  return {};
}

Expected<void> read_refused(const json::object& line, Problem& problem) {
  const json::value* refused = given(line, "refused");
  if (refused == nullptr) return {};
  if (!refused->is_array()) return Error{"refused: not a list"};
  for (const json::value& text : refused->get_array()) {
    const auto tried = text.is_string() ? chess::parse_coordinates(text.get_string()) : std::nullopt;
    if (!tried) return Error{"refused: not moves in coordinates"};
    for (const Position& state : problem.states) {
      if (state.is_legal(*tried))
        return Error{fmt::format("refused: {} is legal in {}", chess::text(*tried), chess::fen(state))};
    }
    problem.refused.push_back(*tried);
  }
  return {};
}

Expected<void> read_expect(const json::object& line, Problem& problem) {
  const json::value* expect = given(line, "expect");
  if (expect == nullptr) return {};
  if (*expect != "mate" && *expect != "no-mate") return Error{"expect: not mate or no-mate"};
  problem.expect_mate = *expect == "mate";
  return {};
}

Expected<void> read_material_wins(const json::object& line, Problem& problem) {
  const json::value* wins = given(line, "material_wins");
  if (wins == nullptr) return {};
  if (!wins->is_bool()) return Error{"material_wins: not true or false"};
  problem.material_wins = wins->get_bool();
  return {};
}

}  // namespace

Expected<void> check_ply(long long ply) {
  if (ply < 1 || ply > kMostPly) return Error{fmt::format("{} is not within 1 and {}", ply, kMostPly)};
  if (ply % 2 == 0) return Error{fmt::format("{} is even, but the attacker makes the first move and the last", ply)};
  return {};
}

json::object to_json(const Problem& problem) {
  json::array states;
  for (const Position& state : problem.states) states.emplace_back(chess::fen(state));
  json::object line{{"id", problem.id}, {"rules", json::string(problem.rules->name)}};
  if (problem.ply) line["ply"] = *problem.ply;
  line["states"] = std::move(states);
  if (problem.any_answer) line["any"] = *problem.any_answer ? "yes" : "no";
  if (problem.duty) line["duty"] = true;
  if (!problem.refused.empty()) {
    json::array refused;
    for (const chess::Move tried : problem.refused) refused.emplace_back(chess::text(tried));
    line["refused"] = std::move(refused);
  }
  if (problem.expect_mate) line["expect"] = *problem.expect_mate ? "mate" : "no-mate";
  if (problem.material_wins) line["material_wins"] = true;
  return line;
}

Expected<Problem> read_problem(std::string_view line) {
  const Expected<json::value> read = read_json(line);
  if (!read) return read.error();
  if (!read->is_object()) return Error{"not a JSON object"};
  const json::object& object = read->get_object();
  Problem problem;
  for (const auto reader :
       {read_id, read_rules, read_ply, read_states, read_question, read_refused, read_expect, read_material_wins}) {
    if (const auto done = reader(object, problem); !done) return done.error();
  }
  if (const auto checked = check_announced(object, problem); !checked) return checked.error();
  return problem;
}

Expected<std::vector<ProblemLine>> read_problems(const std::string& file) {
  const Expected<std::vector<Line>> lines = read_lines(file);
  if (!lines) return lines.error();
  std::vector<ProblemLine> result;
  for (const Line& line : *lines) {
    const Expected<Problem> problem = read_problem(line.text);
    if (!problem) return Error{fmt::format("{}: {}", at(line.place, problem.error()), problem.error().reason)};
    result.push_back({line.place, *problem});
  }
  return result;
}

}  // namespace blindmate::referee
