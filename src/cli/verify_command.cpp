// Checks the plans that solve prints by independent code, against every position and every reply.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <map>
#include <memory>
#include <string>

#include "blindmate/base/files.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/printable.hpp"
#include "blindmate/checker/checker.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/json_text.hpp"
#include "command.hpp"
#include "in_order.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

namespace json = boost::json;
using referee::Problem;

constexpr std::size_t kMostLevels = 5000;  // of nesting in a plan

struct Options {
  std::string problems;
  std::string results;
  checker::MaterialWins material_wins;
  std::optional<int> ply;
  std::optional<double> time_limit_s;
  int threads = 1;
  bool json = false;
  bool quiet = false;
};

// A line of solve's output that claims a mate.
struct Claim {
  const Problem* problem = nullptr;
  int ply = 0;
  std::optional<std::int64_t> length{};
  checker::PlanPointer plan{};
};

using Problems = std::map<std::string, Problem>;

Expected<Problems> read_problems(const std::string& file) {
  const Expected<std::vector<referee::ProblemLine>> lines = referee::read_problems(file);
  if (!lines) return lines.error();
  Problems result;
  for (const referee::ProblemLine& line : *lines) {
    if (!result.emplace(line.problem.id, line.problem).second)
      return Error{fmt::format("{}: id: {} is there twice", line.place, line.problem.id)};
  }
  return result;
}

// Nothing when the line claims no mate.
Expected<std::optional<Claim>> read_claim(const std::string& text, const Problems& problems) {
  const Expected<json::value> read = referee::read_json(text, kMostLevels);
  if (!read) return read.error();
  if (!read->is_object()) return Error{"not a JSON object"};
  const json::object& line = read->get_object();
  const json::value* id = line.if_contains("id");
  if (id == nullptr || !id->is_string()) return Error{"id: a text is needed"};
  const auto problem = problems.find(std::string(id->get_string()));
  if (problem == problems.end())
    return Error{fmt::format("id: there is no problem {}", std::string_view(id->get_string()))};
  const json::value* verdict = line.if_contains("verdict");
  if (verdict == nullptr || (*verdict != "mate" && *verdict != "no-mate" && *verdict != "unknown"))
    return Error{"verdict: not mate, no-mate or unknown"};
  if (*verdict != "mate") return std::optional<Claim>();
  Claim claim{.problem = &problem->second};
  const json::value* ply = line.if_contains("ply");
  if (ply == nullptr || !ply->is_int64()) return Error{"ply: a whole number is needed"};
  if (const auto checked = referee::check_ply(ply->get_int64()); !checked)
    return Error{"ply: " + checked.error().reason};
  claim.ply = static_cast<int>(ply->get_int64());
  if (const json::value* length = line.if_contains("length"); length != nullptr && !length->is_null()) {
    if (!length->is_int64()) return Error{"length: not a whole number"};
    claim.length = length->get_int64();
  }
  const json::value* plan = line.if_contains("plan");
  if (plan == nullptr || plan->is_null()) return Error{"plan: a mate without its plan (solve has --plan)"};
  Expected<checker::PlanPointer> read_plan = checker::read_plan(*plan);
  if (!read_plan) return Error{"plan: " + read_plan.error().reason};
  claim.plan = std::move(*read_plan);
  return std::optional(std::move(claim));
}

// What is wrong with a claim; empty when it is true, nothing when there was no time to find out.
std::optional<std::string> fault(const Claim& claim, const Options& options) {
  std::optional<std::chrono::steady_clock::time_point> deadline;
  if (options.time_limit_s) {
    deadline = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                      std::chrono::duration<double>(*options.time_limit_s));
  }
  checker::Checker<checker::Referee> checker(checker::Referee(*claim.problem->rules), options.material_wins, deadline);
  const int bound = options.ply.value_or(std::min(claim.ply, claim.problem->ply.value_or(claim.ply)));
  try {
    if (const auto found = checker.fault(*claim.problem, bound, *claim.plan)) return *found;
  } catch (const checker::Stopped&) {
    return std::nullopt;
  }
  if (claim.length && *claim.length != checker.length())
    return fmt::format("the plan's longest line has {} ply, not {}", checker.length(), *claim.length);
  return "";
}

std::string text_of(const Claim& claim, const std::optional<std::string>& found, bool as_json) {
  if (!as_json) {
    return fmt::format("{:<16} {}\n", printable(claim.problem->id),
                       !found           ? "not checked: time"
                       : found->empty() ? "valid"
                                        : "FALSE: " + printable(*found));
  }
  json::object line{{"id", claim.problem->id}, {"valid", nullptr}, {"reason", nullptr}};
  if (found) line["valid"] = found->empty();
  if (!found || !found->empty()) line["reason"] = found.value_or("the time limit was reached");
  return referee::json_text(line) + '\n';
}

int run_verify(const Options& options) {
  const Expected<Problems> problems = read_problems(options.problems);
  if (!problems) return bad_input(problems.error().reason);
  const Expected<std::vector<Line>> lines = read_lines(options.results);
  if (!lines) return bad_input(lines.error().reason);
  std::vector<Claim> claims;
  for (const Line& line : *lines) {
    Expected<std::optional<Claim>> claim = read_claim(line.text, *problems);
    if (!claim) return bad_input(fmt::format("{}: {}", at(line.place, claim.error()), claim.error().reason));
    if (*claim) claims.push_back(std::move(**claim));
  }
  std::size_t valid = 0;
  std::size_t bad = 0;
  const auto work = [&](std::size_t i) { return referee::json_text(json::value_from(fault(claims[i], options))); };
  const auto tell = [&](std::size_t i, const std::string& answer) {
    const auto found = json::value_to<std::optional<std::string>>(json::parse(answer));
    if (found) ++(found->empty() ? valid : bad);
    fmt::print("{}", text_of(claims[i], found, options.json));
    std::fflush(stdout);
  };
  const lab::Pieces pieces{.label = "plans", .quiet = options.quiet, .count = claims.size(), .work = work, .done = {}};
  if (const auto done = answer_in_order(pieces, options.threads, tell); !done) return bad_input(done.error().reason);
  if (interrupted()) return kInterrupted;
  if (!lab::Ranks::is_first()) return kAnswered;
  if (!options.json) {
    fmt::print("\n{} plans: {} valid, {} false, {} not checked\n", claims.size(), valid, bad,
               claims.size() - valid - bad);
  }
  return bad > 0 ? kFalseCertificate : valid < claims.size() ? kLimitReached : kAnswered;
}

}  // namespace

Run declare_verify(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("PROBLEMS", options->problems, "problem lines")->required();
  app.add_option("RESULTS", options->results, "what solve --json --plan printed")->required();
  add_ply(app, options->ply, "the bound, instead of the file's");
  add_material_wins(app, options->material_wins.certain, options->material_wins.likely);
  add_time_limit(app, options->time_limit_s);
  add_threads(app, options->threads);
  app.add_flag("--json", options->json, "one JSON object a line");
  app.add_flag("--quiet", options->quiet, "no progress bar");
  app.footer(
      "Example:\n  blindmate solve problems.jsonl --json --plan > results.jsonl\n"
      "  blindmate verify problems.jsonl results.jsonl");
  return [options] { return run_verify(*options); };
}

}  // namespace blindmate::cli
