// Long work in independent pieces, numbered from 0: done on several threads, or by several ranks (ranks.hpp), written
// down piece by piece in a journal, and resumed from there after Ctrl-C, kill -9 or a crash. What a piece gives depends
// on its number alone, so the result of the whole does not depend on who did what.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "blindmate/base/expected.hpp"

namespace blindmate::lab {

struct Pieces {
  std::string label{};  // of the progress bar
  bool quiet = false;
  std::size_t count = 0;
  // One piece; on any thread of any rank. What it gives has no line feed.
  std::function<std::string(std::size_t piece)> work;
  // A piece that is done, now or in an earlier run; one at a time, in any order, on the first rank only. False when no
  // more are wanted.
  std::function<bool(std::size_t piece, std::string_view result)> done;
  // Whether a piece is still needed, by what is known when its turn has come; all are unless given. On the first rank
  // only, never while done() is at work.
  std::function<bool(std::size_t piece)> needed{};
  // What the journal calls a piece, where it may have another number in another run; its number unless given.
  std::function<std::size_t(std::size_t piece)> key{};
  // Shown beside the bar, if there is something to show; one call at a time, from any thread.
  std::function<std::string()> standing{};
};

// `task` tells all that the results depend on: a journal of another task is not touched. Without the name of a journal
// nothing is remembered. Ctrl-C is no error.
Expected<void> do_pieces(const Pieces& pieces, const std::string& journal, const std::string& task, int threads);

}  // namespace blindmate::lab
