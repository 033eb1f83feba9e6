// Ranks: the processes that mpirun or srun has started together. The first one keeps the books and hands out the pieces
// of the work; the others do them. Without MPI, and when started alone, a process is the first and only rank.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace blindmate::lab {

// Lives as long as the program. Throws std::runtime_error where MPI is needed and was not built in.
class Ranks {
 public:
  Ranks(int& argc, char**& argv);
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks();

  // The program's exit code; a failure of one rank ends them all.
  int finish(int code);

  // Before a rank tells what went wrong: where it went wrong for all, the first one tells, and ends the others.
  static void let_first_speak();

  static bool are_several();
  static bool is_first();

  // On the first rank: hands out pieces as they are asked for, until there are no more, and takes the results.
  static void hand_out(const std::function<std::optional<std::size_t>()>& next_piece,
                       const std::function<void(std::size_t piece, const std::string& result)>& take);
  // On all others: does pieces until there are no more.
  static void take_part(const std::function<std::string(std::size_t piece)>& work);
};

}  // namespace blindmate::lab
