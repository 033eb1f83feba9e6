// CrossTable: who scored what against whom, and the Elo ratings that follow.
#pragma once

#include <cstddef>
#include <vector>

namespace blindmate::tournament {

// The difference in rating by which such a part of the points is expected.
double elo(double part);

struct Standing {
  std::size_t player = 0;
  double rating = 0;  // their mean is 0
  double error = 0;   // to both sides, at 95%: from what the ratings expect, as if nothing were drawn
  double low = 0;     // the 95% interval by the spread of the points of a game, to which draws contribute less
  double high = 0;
  double points = 0;
  int games = 0;
};

class CrossTable {
 public:
  explicit CrossTable(std::size_t players);

  // Of the first against the second.
  void add(std::size_t first, std::size_t second, int wins, int draws, int losses);

  double points(std::size_t first, std::size_t second) const { return cells_[first][second].points; }
  int games(std::size_t first, std::size_t second) const { return cells_[first][second].games; }

  // Ratings whose differences make the results most likely (Bradley & Terry; a draw is half a win), with mean 0.
  std::vector<double> ratings() const;

  // The best first.
  std::vector<Standing> standings() const;

 private:
  struct Cell {
    double points = 0;
    double squares = 0;  // of the points of each game
    int games = 0;
  };

  std::vector<std::vector<Cell>> cells_;  // by player and opponent
};

}  // namespace blindmate::tournament
