// Section 6.4 of Russell & Wolfe 2005: its cost model beside what the algorithms do on problems of 3 and 5 ply. How
// many states each constructs to disprove an EXPAND-node two ply from the depth limit, and how much memory it needs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/random.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/lab/experiment.hpp"
#include "blindmate/lab/figures/figures.hpp"
#include "blindmate/lab/figures/problem_set.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/figures/tree_model.hpp"
#include "blindmate/lab/pieces/pieces.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/search/solve.hpp"
#include "blindmate/view/json_text.hpp"
#include "blindmate/view/problem.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;
using kriegspiel::Checkmate;

constexpr std::string_view kName = "russell2005-section6";
constexpr std::size_t kSample = 100;  // problems of each file
constexpr std::size_t kNodes = 20;    // EXPAND-nodes of each problem, drawn at random
constexpr double kTime_s = 10;        // for a run
constexpr std::uint64_t kBytes = std::uint64_t{2} << 30;

struct Family {
  std::string_view name;  // in the paper
  std::string_view algorithm;
  double (TreeModel::*constructed)() const;  // null where the paper has no number
  double (TreeModel::*remembered)() const;
};
constexpr std::array kFamilies = {
    Family{"DFS", "l-dfs", &TreeModel::dfs, &TreeModel::branch},
    Family{"UDB", "le-dfs", &TreeModel::udb, &TreeModel::branch},
    Family{"DUB", "l-dub", &TreeModel::dub_and_dbu, &TreeModel::branch},
    Family{"DBU", "l-dbu", &TreeModel::dub_and_dbu, &TreeModel::proof_tree},
    Family{"PNS", "pns", nullptr, &TreeModel::whole_tree},
    Family{"IPNS", "ipns", nullptr, &TreeModel::whole_tree},
};
constexpr std::size_t kDbu = 3;

struct Set {
  Kind kind;
  int ply;
};
constexpr std::array kSets = {Set{Kind::mate, 3}, Set{Kind::near_miss, 3}, Set{Kind::mate, 5}, Set{Kind::near_miss, 5}};

struct Question {
  std::size_t set;
  referee::Problem problem;
};

// Some of the EXPAND-nodes that a search visits, each with the same probability.
struct NodeSample {
  struct Node {
    std::vector<chess::Position> states;
    ExpandNode shape;
  };
  Random random;
  std::vector<Node> nodes{};
  std::size_t seen = 0;

  void take(std::span<const chess::Position> states, const ExpandNode& shape) {
    const auto place = random.below(static_cast<std::uint32_t>(++seen));
    if (nodes.size() < kNodes) {
      nodes.push_back({{states.begin(), states.end()}, shape});
    } else if (place < kNodes) {
      nodes[place] = {{states.begin(), states.end()}, shape};
    }
  }
};

// States constructed to disprove an EXPAND-node two ply from the limit; nothing where it is proved.
std::optional<double> states_to_disprove(const Checkmate& domain, const std::vector<chess::Position>& node,
                                         std::string_view algorithm) {
  search::Meter meter;
  search::Shuffle as_listed;
  const search::Problem<Checkmate> problem{.situation = {.attacker_to_move = false}, .states = node, .depth = 2};
  const auto outcome = search::solve({domain, meter, as_listed}, problem, *search::find_algorithm(algorithm));
  if (outcome.verdict != search::Verdict::disproved) return std::nullopt;
  return static_cast<double>(meter.states());
}

// One problem: the shape of its tree, some nodes by every algorithm, and the whole by every algorithm.
std::string measure(const referee::Problem& problem, const FigureOptions& options) {
  const int ply = *problem.ply;
  const Checkmate domain(problem.attacker(), *problem.rules);
  TreeShape shape;
  NodeSample sample{Random(options.seed)};
  search::Meter meter(options.budget.from_now());
  watch(domain, problem.states, ply, meter, shape,
        [&](std::span<const chess::Position> states, const ExpandNode& node) { sample.take(states, node); });

  json::array families;
  for (const Family& family : kFamilies) {
    Mean measured;
    Mean model;
    for (const NodeSample::Node& node : sample.nodes) {
      if (family.constructed == nullptr) break;
      const std::optional<double> states = states_to_disprove(domain, node.states, family.algorithm);
      if (!states) continue;
      const TreeModel tree{.u = node.shape.replies, .m_w = node.shape.tries, .p_b = node.shape.percepts};
      measured.add(*states);
      model.add((tree.*family.constructed)());
    }
    const kriegspiel::Solution solution = kriegspiel::solve(
        problem, ply, {.algorithm = std::string(family.algorithm), .seed = options.seed, .budget = options.budget});
    families.push_back(json::object{{"nodes", measured.count()},
                                    {"node_states", measured.value()},
                                    {"model_states", model.value()},
                                    {"verdict", json::string(name(solution.verdict))},
                                    {"limit", json::string(name(solution.limit))},
                                    {"states", solution.states},
                                    {"peak_bytes", solution.peak_bytes}});
  }
  return referee::json_text(json::object{{"expand_nodes", shape.size.count()},
                                         {"size", shape.size.value()},
                                         {"u", shape.u()},
                                         {"m_w", shape.tries.value()},
                                         {"m_b", shape.replies.value()},
                                         {"p_w", shape.white_percepts.value()},
                                         {"p_b", shape.percepts.value()},
                                         {"lost", shape.lost.value()},
                                         {"families", std::move(families)}});
}

// The problems of one file and what was measured on each.
struct Results {
  std::vector<const referee::Problem*> problems{};
  std::vector<const json::object*> found{};

  double number(std::size_t i, const char* what) const { return found[i]->at(what).to_number<double>(); }
  const json::object& run(std::size_t i, std::size_t family) const {
    return found[i]->at("families").at(family).as_object();
  }
  double number(std::size_t i, std::size_t family, const char* what) const {
    return run(i, family).at(what).to_number<double>();
  }
  // By the first so many algorithms.
  bool solved_by(std::size_t i, std::size_t families) const {
    for (std::size_t family = 0; family < families; ++family) {
      if (run(i, family).at("verdict") == "unknown") return false;
    }
    return true;
  }
  // Over all EXPAND-nodes that were visited.
  double mean(const char* what) const {
    double sum = 0;
    double nodes = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      sum += number(i, "expand_nodes") * number(i, what);
      nodes += number(i, "expand_nodes");
    }
    return sum / std::max(nodes, 1.0);
  }
  // Of the tree of one problem.
  TreeModel model(std::size_t i) const {
    return {.u0 = static_cast<double>(problems[i]->states.size()),
            .depth = *problems[i]->ply,
            .u = number(i, "u"),
            .m_w = number(i, "m_w"),
            .m_b = number(i, "m_b"),
            .p_w = number(i, "p_w"),
            .p_b = number(i, "p_b")};
  }
  // A tree that was refuted at the root, or not before the limit, has no EXPAND-node to learn from.
  bool has_model(std::size_t i) const { return number(i, "expand_nodes") > 0 && number(i, "p_w") > 0; }
};

double model_bytes(const Results& results, std::size_t i, const Family& family) {
  return (results.model(i).*family.remembered)() * sizeof(Checkmate::State);
}

std::string shape_row(const Results& results, const Set& set) {
  std::vector<double> u;
  double nodes = 0;
  for (std::size_t i = 0; i < results.found.size(); ++i) {
    nodes += results.number(i, "expand_nodes");
    if (results.has_model(i)) u.push_back(results.number(i, "u"));
  }
  return fmt::format(
      "| {} | {} | {:.0f} | {:.1f} | {:.1f} | {:.0f} | {:.0f} | {} | {:.1f} | {:.1f} | {:.1f} | {:.2f}% |\n",
      file_name(set.kind, set.ply), results.found.size(), nodes, results.mean("size"), results.mean("m_b"),
      results.mean("u"), u.empty() ? 0 : median(u), set.ply == 5 ? "about 60" : "", results.mean("m_w"),
      results.mean("p_b"), results.mean("p_w"), 100 * results.mean("lost"));
}

// Means over the nodes of all problems; totals of whole searches over those that all four have solved, where the model
// has the same for every EXPAND-node that was visited.
std::string states_row(const Results& results, const Set& set, std::size_t family) {
  double nodes = 0;
  double measured = 0;
  double model = 0;
  double states = 0;
  double dbu_states = 0;
  double states_model = 0;
  double dbu_model = 0;
  for (std::size_t i = 0; i < results.found.size(); ++i) {
    const double weight = results.number(i, family, "nodes");
    nodes += weight;
    measured += weight * results.number(i, family, "node_states");
    model += weight * results.number(i, family, "model_states");
    if (!results.solved_by(i, kDbu + 1)) continue;
    states += results.number(i, family, "states");
    dbu_states += results.number(i, kDbu, "states");
    states_model += results.number(i, "expand_nodes") * results.number(i, family, "model_states");
    dbu_model += results.number(i, "expand_nodes") * results.number(i, kDbu, "model_states");
  }
  if (nodes == 0) return "";
  return fmt::format(
      "| {} | {} ({}) | {:.0f} | {:.1f} | {:.1f} | {:.2f} | {} |\n", file_name(set.kind, set.ply),
      kFamilies[family].name, kFamilies[family].algorithm, nodes, measured / nodes, model / nodes, measured / model,
      dbu_model == 0 ? "|" : fmt::format("{:.1f} | {:.1f}", states / dbu_states, states_model / dbu_model));
}

std::string memory_row(const Results& results, const Set& set, std::size_t family, Plot& plot) {
  std::vector<double> measured, model, ratios;
  for (std::size_t i = 0; i < results.found.size(); ++i) {
    if (!results.solved_by(i, kFamilies.size()) || !results.has_model(i)) continue;
    measured.push_back(results.number(i, family, "peak_bytes"));
    model.push_back(model_bytes(results, i, kFamilies[family]));
    ratios.push_back(measured.back() / model.back());
  }
  if (measured.empty()) return "";
  Series series{.name = std::string(kFamilies[family].name), .points = {}, .style = Style::points};
  for (std::size_t i = 0; i < measured.size(); ++i) series.points.emplace_back(model[i], measured[i]);
  plot.series.push_back(std::move(series));
  constexpr double kKibi = 1024;
  return fmt::format("| {} | {} ({}) | {} | {:.1f} | {:.1f} | {:.2g} | {:.1f} |\n", file_name(set.kind, set.ply),
                     kFamilies[family].name, kFamilies[family].algorithm, measured.size(), median(measured) / kKibi,
                     median(model) / kKibi, median(ratios),
                     *std::max_element(measured.begin(), measured.end()) / kKibi);
}

std::string csv_rows(const Results& results, const Set& set) {
  std::string csv;
  for (std::size_t i = 0; i < results.found.size(); ++i) {
    for (std::size_t family = 0; family < kFamilies.size(); ++family) {
      const json::object& run = results.run(i, family);
      csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", file_name(set.kind, set.ply),
                         results.problems[i]->id, results.problems[i]->states.size(), results.number(i, "expand_nodes"),
                         results.number(i, "size"), results.number(i, "u"), results.number(i, "m_w"),
                         results.number(i, "m_b"), results.number(i, "p_w"), results.number(i, "p_b"),
                         results.number(i, "lost"), kFamilies[family].algorithm, results.number(i, family, "nodes"),
                         results.number(i, family, "node_states"), results.number(i, family, "model_states"),
                         std::string_view(run.at("verdict").as_string()), std::string_view(run.at("limit").as_string()),
                         results.number(i, family, "states"), results.number(i, family, "peak_bytes"),
                         results.has_model(i) ? fmt::format("{:.0f}", model_bytes(results, i, kFamilies[family])) : "");
    }
  }
  return csv;
}

Report report_on(const std::array<Results, kSets.size()>& results) {
  Report report{.csv =
                    "set,problem,positions,expand_nodes,size,u,m_w,m_b,p_w,p_b,lost,algorithm,nodes,node_states,"
                    "model_states,verdict,limit,states,peak_bytes,model_bytes\n",
                .markdown = "",
                .sheet = {.plots = {}, .columns = 2, .width = 650, .height = 450}};
  std::string shapes, states, memory;
  for (std::size_t set = 0; set < kSets.size(); ++set) {
    report.csv += csv_rows(results[set], kSets[set]);
    shapes += shape_row(results[set], kSets[set]);
    for (std::size_t family = 0; family <= kDbu; ++family) states += states_row(results[set], kSets[set], family);
    report.sheet.plots.push_back({.title = file_name(kSets[set].kind, kSets[set].ply),
                                  .x_label = "the model's bytes in the worst case",
                                  .y_label = "bytes at most",
                                  .log_x = true,
                                  .log_y = true,
                                  .series = {}});
    for (std::size_t family = 0; family < kFamilies.size(); ++family)
      memory += memory_row(results[set], kSets[set], family, report.sheet.plots.back());
  }
  report.markdown = fmt::format(
      "## Russell & Wolfe 2005, section 6.4: the cost model\n\n"
      "The tree, on the EXPAND-nodes two ply from the depth limit that LE-DFS visits: their size u', Black's moves m_B "
      "in a state, all replies u, White's moves m_W in a state, percepts p_B after Black's move and p_W after "
      "White's; means over nodes, and the median of u over problems. Lost: states before the limit that end the game "
      "without a mate\n\n"
      "| problems | number | EXPAND-nodes | u' | m_B | u | u, median | the paper's u | m_W | p_B | p_W | lost |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|\n{}\n"
      "States constructed to disprove such a node, means over at most {} nodes of each problem; then all states of the "
      "searches, as multiples of DBU's\n\n"
      "| problems | algorithm | nodes | states | model | measured/model | whole search/DBU | model/DBU |\n"
      "|---|---|---|---|---|---|---|---|\n{}\n"
      "Memory in KiB, medians over the problems that all solve; the model's states have {} bytes each\n\n"
      "| problems | algorithm | solved | measured | model, worst case | measured/model | most |\n"
      "|---|---|---|---|---|---|---|\n{}",
      shapes, kNodes, states, sizeof(Checkmate::State), memory);
  return report;
}

}  // namespace

Expected<void> russell2005_section6(const FigureOptions& given) {
  FigureOptions options = given;
  if (!options.sample) options.sample = kSample;
  if (!options.budget.cpu_s) options.budget.cpu_s = kTime_s;
  if (!options.budget.bytes) options.budget.bytes = kBytes;
  if (const auto done = check_report(kName, options); !done) return done.error();
  std::vector<Question> questions;
  std::string all;
  for (std::size_t set = 0; set < kSets.size(); ++set) {
    Expected<std::vector<referee::Problem>> problems = read_problem_set(kSets[set].kind, kSets[set].ply, options);
    if (!problems) return problems.error();
    for (referee::Problem& problem : *problems) {
      all += referee::json_text(referee::to_json(problem));
      questions.push_back({set, std::move(problem)});
    }
  }
  std::vector<json::object> found(questions.size());
  const Pieces pieces{.label = std::string(kName),
                      .quiet = options.quiet,
                      .count = questions.size(),
                      .work = [&](std::size_t i) { return measure(questions[i].problem, options); },
                      .done =
                          [&](std::size_t i, std::string_view result) {
                            found[i] = json::parse({result.data(), result.size()}).as_object();
                            return true;
                          }};
  json::object task = task_of(kName, options);
  task["problems"] = sha256(all);
  if (const auto done = do_pieces(pieces, task, options); !done) return done.error();
  if (interrupted() || !Ranks::is_first()) return {};

  std::array<Results, kSets.size()> results;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    Results& of_set = results[questions[i].set];
    of_set.problems.push_back(&questions[i].problem);
    of_set.found.push_back(&found[i]);
    for (std::size_t family = 0; family < kFamilies.size(); ++family) {
      const std::string_view verdict = of_set.run(of_set.found.size() - 1, family).at("verdict").as_string();
      compare_with_database(questions[i].problem, kFamilies[family].algorithm, verdict);
    }
  }
  return write_report(report_on(results), kName, options);
}

}  // namespace blindmate::lab
