#include "blindmate/study/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json.hpp>
#include <set>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/study/attack.hpp"
#include "blindmate/study/proof.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/json_text.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::study {

namespace json = boost::json;
using kriegspiel::Plan;
using kriegspiel::Solution;
using kriegspiel::Verdict;
using referee::Answer;
using referee::Problem;

namespace {

constexpr std::size_t kMostTurns = 300;  // that are looked through for duals

bool asks_any(const Plan& plan) { return plan.action.kind == kriegspiel::Checkmate::Action::Kind::ask_any; }

// What the plan asks in this turn, whatever is refused and answered.
void collect(const Plan& plan, std::set<std::string>& asked) {
  asked.insert(kriegspiel::text(plan.action));
  for (const Plan::Branch& branch : plan.branches) {
    if (branch.percept.answer != Answer::ok) collect(*branch.next, asked);
  }
}

// Turns of the attacker, in which tries may be refused.
std::size_t turns_of(const Plan& plan) {
  std::size_t turns = 1;
  for (const Plan::Branch& branch : plan.branches) {
    if (branch.next == nullptr) continue;
    if (branch.percept.answer != Answer::ok) {
      turns += turns_of(*branch.next) - 1;  // the same turn goes on
      continue;
    }
    for (const Plan::Branch& reply : branch.next->branches) turns += turns_of(*reply.next);
  }
  return turns;
}

class Reporter {
 public:
  Reporter(const Problem& problem, int ply, const kriegspiel::SolveOptions& options)
      : problem_(problem), ply_(ply), options_(options), began_(Clock::now()) {}

  Report report() {
    Solution& solution = report_.solution;
    solution = solve(problem_, ply_, {.deepen = true, .plan = true});
    if (solution.plan && !passes_checker(problem_, *solution.length, *solution.plan, deadline())) {
      const search::Limit limit = interrupted() ? search::Limit::interrupted : search::Limit::time;
      solution = {.limit = limit, .positions = solution.positions, .states = solution.states, .time = solution.time};
    }
    if (solution.plan) {
      report_.turns = turns_of(*solution.plan) - 1;
      follow(*solution.plan, Attack(problem_), *solution.length, {});
    }
    for (const referee::RuleSet* rules : referee::kRuleSets) {
      if (rules != problem_.rules) report_.elsewhere.push_back(under(*rules));
    }
    return std::move(report_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Path = std::vector<std::string>;

  std::optional<Clock::time_point> deadline() const {
    const std::optional<std::chrono::duration<double>>& time = options_.budget.time;
    if (!time) return std::nullopt;
    return began_ + std::chrono::duration_cast<Clock::duration>(*time);
  }

  struct Wanted {
    bool deepen = false;
    bool plan = false;
  };
  // With all keys.
  Solution solve(const Problem& problem, int ply, const Wanted& wanted) const {
    kriegspiel::SolveOptions options = options_;
    options.all_keys = true;
    options.deepen = wanted.deepen;
    options.plan = wanted.plan;
    if (deadline()) options.budget.time = std::max<std::chrono::duration<double>>(*deadline() - Clock::now(), kNoTime);
    return kriegspiel::solve(problem, ply, options);
  }

  bool is_over() const {
    return report_.turns_examined == kMostTurns || interrupted() || (deadline() && Clock::now() >= *deadline());
  }

  // Of the attacker's turn, in which tries may have been refused.
  void follow(const Plan& plan, const Attack& attack, int ply, const Path& path) {
    if (is_over()) return;
    if (asks_any(plan)) {
      for (const Plan::Branch& branch : plan.branches) {
        const bool yes = branch.percept.answer == Answer::any_yes;
        follow(*branch.next, *attack.answered(yes), ply, with(path, yes ? "yes" : "no"));
      }
      return;
    }
    const std::vector<Attack::Step> steps = attack.played(plan.action.tried);
    std::size_t number = 0;
    for (const Plan::Branch& branch : plan.branches) {
      if (branch.percept.answer == Answer::no) {
        follow(*branch.next, *attack.refused(plan.action.tried), ply, with(path, "refused"));
        continue;
      }
      const Path played = with(path, fmt::format("played {}", number++));
      if (branch.next == nullptr) continue;
      follow_replies(*branch.next, find(steps, branch.percept), ply - 2, played);
    }
  }

  void follow_replies(const Plan& wait, const Attack& attack, int ply, const Path& path) {
    const std::vector<Attack::Step> steps = attack.replied();
    std::size_t number = 0;
    for (const Plan::Branch& reply : wait.branches) {
      if (is_over()) return;
      const Attack& after = find(steps, reply.percept);
      const Path here = with(path, fmt::format("reply {}", number++));
      look_for_duals(*reply.next, after, ply, here);
      follow(*reply.next, after, ply, here);
    }
  }

  // Where it goes on after this.
  static const Attack& find(const std::vector<Attack::Step>& steps, const referee::Heard& heard) {
    const auto found = std::ranges::find(steps, heard, &Attack::Step::heard);
    BLINDMATE_CHECK(found != steps.end(), "a plan for what cannot be heard");
    return found->after;
  }

  void look_for_duals(const Plan& plan, const Attack& attack, int ply, const Path& path) {
    const Solution solution = solve(attack.problem(), ply, {});
    if (!solution.keys) return;
    ++report_.turns_examined;
    std::set<std::string> asked;
    collect(plan, asked);
    std::vector<std::string> others;
    std::ranges::set_difference(*solution.keys, asked, std::back_inserter(others));
    if (!others.empty()) report_.duals.push_back({&plan, path, ply, std::move(others)});
  }

  Report::Elsewhere under(const referee::RuleSet& rules) const {
    json::object line = referee::to_json(problem_);
    line["rules"] = json::string(rules.name);
    const Expected<Problem> posed = referee::read_problem(referee::json_text(line));
    if (!posed) return {&rules, posed.error().reason};
    return {&rules, std::nullopt, solve(*posed, ply_, {.deepen = true})};
  }

  static Path with(Path path, std::string step) {
    path.push_back(std::move(step));
    return path;
  }

  static constexpr std::chrono::duration<double> kNoTime{0.0001};

  const Problem& problem_;
  int ply_;
  const kriegspiel::SolveOptions& options_;
  Clock::time_point began_;
  Report report_;
};

std::string verdict_text(const Solution& solution, int ply) {
  switch (solution.verdict) {
    case Verdict::mate: return fmt::format("mate in {} ply", *solution.length);
    case Verdict::no_mate: return fmt::format("no mate within {} ply", ply);
    case Verdict::unknown: return fmt::format("unknown, limit: {}", search::name(solution.limit));
  }
  return "";
}

std::string keys_text(const Solution& solution) {
  if (!solution.keys) return fmt::format("keys unknown, limit: {}", search::name(solution.limit));
  return fmt::format("{} {}", solution.keys->size() == 1 ? "key" : "keys", fmt::join(*solution.keys, " "));
}

json::object payload(const Solution& solution) {
  return {{"verdict", json::string(kriegspiel::name(solution.verdict))},
          {"length", json::value_from(solution.length)},
          {"keys", json::value_from(solution.keys)},
          {"limit", solution.limit == search::Limit::none ? json::value(nullptr)
                                                          : json::value(json::string(search::name(solution.limit)))}};
}

}  // namespace

std::optional<bool> Report::has_one_key() const {
  if (!solution.keys || solution.verdict != Verdict::mate) return std::nullopt;
  return solution.keys->size() == 1;
}

Report report_on(const Problem& problem, int ply, const kriegspiel::SolveOptions& options) {
  return Reporter(problem, ply, options).report();
}

json::object to_json(const Report& report, std::string_view id, int ply) {
  json::object result = payload(report.solution);
  result["id"] = json::string(id);
  result["ply"] = ply;
  result["plan"] = report.solution.plan ? kriegspiel::to_json(*report.solution.plan) : json::value(nullptr);
  for (auto& [name, value] : beyond_solution(report)) result[name] = std::move(value);
  return result;
}

json::object beyond_solution(const Report& report) {
  json::object result{{"one_key", json::value_from(report.has_one_key())},
                      {"turns", report.turns},
                      {"turns_examined", report.turns_examined}};
  json::array& duals = result["duals"].emplace_array();
  for (const Report::Dual& dual : report.duals) {
    duals.push_back(
        {{"path", json::value_from(dual.path)}, {"ply", dual.ply}, {"others", json::value_from(dual.others)}});
  }
  json::array& elsewhere = result["elsewhere"].emplace_array();
  for (const Report::Elsewhere& one : report.elsewhere) {
    json::object line = payload(one.solution);
    line["rules"] = json::string(one.rules->name);
    line["problem"] = json::value_from(one.problem);
    elsewhere.push_back(std::move(line));
  }
  return result;
}

std::string summary(const Report& report, const Problem& problem, int ply) {
  const Solution& solution = report.solution;
  std::string result = fmt::format("{} ({}, {} {}): {}", problem.id, problem.rules->name, problem.states.size(),
                                   problem.states.size() == 1 ? "position" : "positions", verdict_text(solution, ply));
  if (solution.verdict == Verdict::mate) {
    result += fmt::format("{}; {}\n", *solution.length < ply ? fmt::format(", shorter than {}", ply) : "",
                          keys_text(solution));
    if (const std::optional<bool> one = report.has_one_key())
      result += *one ? "one key: sound\n" : "several keys: not sound\n";
    result +=
        fmt::format("duals: {} of {} later turns could begin otherwise\n", report.duals.size(), report.turns_examined);
    if (report.turns_examined < report.turns)
      result += fmt::format("  the plan has {}; the others were not looked at\n", report.turns);
  } else {
    result += '\n';
  }
  result += "\nunder other rules\n";
  for (const Report::Elsewhere& one : report.elsewhere) {
    const std::string keys = one.solution.verdict == Verdict::mate ? "; " + keys_text(one.solution) : "";
    result += fmt::format("  {:<13} {}{}\n", one.rules->name,
                          one.problem ? "cannot be posed: " + *one.problem : verdict_text(one.solution, ply), keys);
  }
  return result;
}

std::string variations(const Report& report, const Problem& problem) {
  if (!report.solution.plan) return "";
  const auto others = [&](const Plan& turn, const referee::OwnBoard& own) {
    const auto dual = std::ranges::find(report.duals, &turn, &Report::Dual::turn);
    if (dual == report.duals.end()) return std::string();
    std::vector<std::string> names;
    for (const std::string& other : dual->others) {
      const std::optional<chess::Move> move = chess::parse_coordinates(other);
      names.push_back(move ? own.san(*move) : "Any?");
    }
    return fmt::format("  (or {})", fmt::join(names, ", "));
  };
  const referee::OwnBoard own(problem.states.front(), problem.attacker());
  return kriegspiel::tree(*report.solution.plan, own, others);
}

}  // namespace blindmate::study
