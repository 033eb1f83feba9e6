#include "blindmate/kriegspiel/answer.hpp"

#include <boost/json.hpp>

namespace blindmate::kriegspiel {

namespace json = boost::json;

json::object to_json(const Solution& solution, std::string_view id, int ply, const SolveOptions& options) {
  json::object line{{"id", json::string(id)},
                    {"verdict", json::string(name(solution.verdict))},
                    {"ply", ply},
                    {"length", json::value_from(solution.length)},
                    {"algorithm", options.seen ? std::string_view("seen") : std::string_view(options.algorithm)},
                    {"states", solution.states},
                    {"nodes", solution.nodes},
                    {"time_s", solution.time.count()},
                    {"peak_bytes", solution.peak_bytes},
                    {"limit", nullptr},
                    {"positions", solution.positions}};
  if (solution.limit != search::Limit::none) line["limit"] = json::string(name(solution.limit));
  if (solution.cache.lookups > 0) line["cache"] = to_json(solution.cache);
  if (options.all_keys) line["keys"] = json::value_from(solution.keys);
  if (options.plan) line["plan"] = solution.plan ? to_json(*solution.plan) : json::value(nullptr);
  return line;
}

json::object to_json(const search::CacheCounts& counts) {
  return {{"lookups", counts.lookups},
          {"proofs", counts.proofs},
          {"disproofs", counts.disproofs},
          {"cycles", counts.cycles},
          {"forgotten", counts.forgotten}};
}

}  // namespace blindmate::kriegspiel
