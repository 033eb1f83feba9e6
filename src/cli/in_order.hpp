// Many questions, worked on by several threads or ranks at once, and their answers in the order of the questions.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "blindmate/lab/pieces/pieces.hpp"

namespace blindmate::cli {

// `work` has no `done`; `show` gets every answer, one at a time, on the first rank only. Ctrl-C is no error.
template <class Show>
Expected<void> answer_in_order(lab::Pieces work, int threads, const Show& show) {
  std::map<std::size_t, std::string> waiting;
  std::size_t next = 0;
  work.done = [&](std::size_t piece, std::string_view answer) {
    waiting.emplace(piece, answer);
    for (; !waiting.empty() && waiting.begin()->first == next; ++next) show(next, waiting.extract(next).mapped());
    return true;
  };
  return lab::do_pieces(work, "", "", threads);
}

}  // namespace blindmate::cli
