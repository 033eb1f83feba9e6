// What an algorithm has spent on each problem of a set, in seconds or in states: how much solves so large a part of
// them, and how many times more that is than another algorithm's.
#pragma once

#include <string>
#include <vector>

namespace blindmate::lab {

class Costs {
 public:
  void add(double spent, bool solved);

  // With how much so large a part of the problems is solved; infinite where it is not.
  double to_solve(double part) const;
  // What so large a part of the problems takes at least, for who was cut off by a limit has not spent enough.
  double at_least(double part) const;
  double most() const;  // that a run has spent
  // The mean of the logarithms, within these bounds; the unsolved as if they had spent the most.
  double mean_log(double least, double most) const;
  std::vector<double> solved() const;  // sorted

 private:
  std::vector<double> spent_;
  std::vector<double> needed_;  // infinite for the unsolved
};

// How many times more the one needs to solve so large a part of the problems: "12.3", "more than 12.3" where it was cut
// off by its limit, "less than 12.3" where the other was, "unknown" where both were.
std::string ratio(const Costs& costs, const Costs& other, double part);

}  // namespace blindmate::lab
