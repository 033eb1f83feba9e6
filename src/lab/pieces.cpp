#include "blindmate/lab/pieces.hpp"

#include <mutex>
#include <thread>
#include <vector>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/journal.hpp"

namespace blindmate::lab {

std::optional<std::string> do_pieces(const Pieces& pieces, const std::string& journal_file, const std::string& task,
                                     int threads) {
  Expected<Journal> journal = Journal::open(journal_file, task);
  if (!journal) return journal.error().reason;
  bool wanted = true;
  for (const auto& [piece, result] : journal->results()) {
    if (piece < pieces.count) wanted = pieces.done(piece, result) && wanted;
  }
  std::optional<std::string> wrong;
  std::size_t next = 0;
  std::mutex mutex;
  const auto next_piece = [&]() -> std::optional<std::size_t> {
    const std::lock_guard lock(mutex);
    while (journal->results().contains(next)) ++next;
    if (!wanted || wrong || next >= pieces.count || interrupted()) return std::nullopt;
    return next++;
  };
  const auto worker = [&] {
    while (const std::optional<std::size_t> piece = next_piece()) {
      const std::string result = pieces.work(*piece);
      if (interrupted()) return;  // it may have been cut short
      const std::lock_guard lock(mutex);
      if (!wanted || wrong) return;
      wrong = journal->add(*piece, result);
      if (!wrong) wanted = pieces.done(*piece, result);
    }
  };
  {
    std::vector<std::jthread> others;
    for (int thread = 1; thread < threads; ++thread) others.emplace_back(worker);
    worker();
  }
  return wrong;
}

}  // namespace blindmate::lab
