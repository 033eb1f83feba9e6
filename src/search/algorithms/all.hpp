// Every algorithm of the table, for the domain that includes this.
#pragma once

#include <memory>

#include "blindmate/search/algorithms/algorithm.hpp"
#include "blindmate/search/algorithms/closure.hpp"
#include "blindmate/search/algorithms/dbu.hpp"
#include "blindmate/search/algorithms/dfs.hpp"
#include "blindmate/search/algorithms/dub.hpp"
#include "blindmate/search/algorithms/graph_dbu.hpp"
#include "blindmate/search/algorithms/graph_dfs.hpp"
#include "blindmate/search/algorithms/ipns.hpp"
#include "blindmate/search/algorithms/pns.hpp"

namespace blindmate::search {

// Begins anew with each problem.
template <template <Domain> class Method, Domain D, class MethodOptions>
Solver<D> solver_of(const Search<D>& search, const MethodOptions& options) {
  return [search, options](const Problem<D>& problem) { return Method<D>(search, options).solve(problem); };
}

template <Domain D>
Solver<D> solver_with(const Search<D>& search, const DfsOptions& options) {
  return solver_of<Dfs>(search, options);
}
template <Domain D>
Solver<D> solver_with(const Search<D>& search, const PnsOptions& options) {
  return solver_of<Pns>(search, options);
}
template <Domain D>
Solver<D> solver_with(const Search<D>& search, const DubOptions& options) {
  return solver_of<Dub>(search, options);
}
template <Domain D>
Solver<D> solver_with(const Search<D>& search, const DbuOptions& options) {
  return solver_of<Dbu>(search, options);
}
template <Domain D>
Solver<D> solver_with(const Search<D>& search, const GraphDfsOptions& options) {
  return solver_of<GraphDfs>(search, options);
}
template <Domain D>
Solver<D> solver_with(const Search<D>& search, const GraphDbuOptions& options) {
  return solver_of<GraphDbu>(search, options);
}
template <Domain D>
Solver<D> solver_with(const Search<D>& search, const IpnsOptions&) {
  return [search](const Problem<D>& problem) { return Ipns<D>(search).solve(problem); };
}
template <Domain D>
Solver<D> solver_with(const Search<D>& search, const ClosureOptions&) {
  return [search, closure = std::shared_ptr<Closure<D>>()](const Problem<D>& problem) mutable {
    if (!closure) closure = std::make_shared<Closure<D>>(search);  // not before: it may reach a limit
    return closure->solve(problem);
  };
}

template <Domain D>
Solver<D> make_solver(const Algorithm& algorithm, const Search<D>& search) {
  return std::visit([&](const auto& options) { return solver_with(search, options); }, algorithm.options);
}

}  // namespace blindmate::search
