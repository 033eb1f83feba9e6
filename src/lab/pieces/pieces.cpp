#include "blindmate/lab/pieces/pieces.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/progress.hpp"
#include "blindmate/lab/pieces/journal.hpp"
#include "blindmate/lab/pieces/ranks.hpp"

namespace blindmate::lab {
namespace {

// The books: which pieces are still to be done, and what came of the others.
class Books {
 public:
  Books(const Pieces& pieces, Journal* journal)
      : pieces_(pieces), journal_(journal), progress_(pieces.label, pieces.count, pieces.quiet) {
    if (pieces.needed) progress_.give_no_estimate();
    if (journal == nullptr) return;
    std::size_t resumed = 0;
    const auto resume = [&](std::size_t piece, const std::string& result) {
      ++resumed;
      try {
        wanted_ = pieces.done(piece, result) && wanted_;
      } catch (const std::exception& error) {
        outcome_ = Error{fmt::format("the journal's result of piece {} is damaged: {}", key(piece), error.what())};
      }
    };
    if (pieces.key) {
      for (std::size_t piece = 0; piece < pieces.count && outcome_; ++piece) {
        const auto found = journal->results().find(key(piece));
        if (found != journal->results().end()) resume(piece, found->second);
      }
    } else {
      for (const auto& [piece, result] : journal->results()) {
        if (piece < pieces.count && outcome_) resume(piece, result);
      }
    }
    progress_.resume(resumed);
  }

  // Tells from time to time how things stand, while this lives.
  std::jthread ticker() {
    if (pieces_.quiet) return {};
    return std::jthread([this](const std::stop_token& stop) {
      constexpr std::chrono::milliseconds kTick{200};
      std::unique_lock lock(mutex_);
      while (!tick_.wait_for(lock, stop, kTick, [&] { return stop.stop_requested(); })) show();
    });
  }

  std::optional<std::size_t> next_piece() {
    const std::lock_guard lock(mutex_);
    while (next_ < pieces_.count && !is_to_do(next_)) ++next_;
    if (!wanted_ || !outcome_ || failure_ || next_ >= pieces_.count || interrupted()) return std::nullopt;
    return next_++;
  }

  void take(std::size_t piece, const std::string& result) {
    const std::lock_guard lock(mutex_);
    if (!wanted_ || !outcome_ || interrupted()) return;  // what was interrupted may have been cut short
    if (journal_ != nullptr) outcome_ = journal_->add(key(piece), result);
    wipe_progress();
    if (outcome_) wanted_ = pieces_.done(piece, result);
    show(1);
  }

  // What a thread could not cope with ends the work of all.
  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    failure_ = std::move(failure);
  }

  // Throws what a thread could not cope with.
  const Expected<void>& outcome() const {
    if (failure_) std::rethrow_exception(failure_);
    return outcome_;
  }

 private:
  std::size_t key(std::size_t piece) const { return pieces_.key ? pieces_.key(piece) : piece; }

  bool is_to_do(std::size_t piece) {
    if (journal_ != nullptr && journal_->results().contains(key(piece))) return false;
    if (!pieces_.needed || pieces_.needed(piece)) return true;
    progress_.drop();
    return false;
  }

  void show(std::uint64_t more = 0) {
    if (pieces_.standing) progress_.label(pieces_.label + ", " + pieces_.standing());
    progress_.advance(more);
  }

  const Pieces& pieces_;
  Journal* journal_;  // may be missing
  Progress progress_;
  std::mutex mutex_;
  std::condition_variable_any tick_;
  std::size_t next_ = 0;
  bool wanted_ = true;
  Expected<void> outcome_;
  std::exception_ptr failure_;
};

}  // namespace

Expected<void> do_pieces(const Pieces& pieces, const std::string& journal_file, const std::string& task, int threads) {
  if (!Ranks::is_first()) {
    Ranks::take_part(pieces.work);
    return {};
  }
  std::optional<Journal> journal;
  if (!journal_file.empty()) {
    Expected<Journal> opened = Journal::open(journal_file, task);
    if (!opened) return opened.error();
    journal.emplace(std::move(*opened));
  }
  Books books(pieces, journal ? &*journal : nullptr);
  const std::jthread ticker = books.ticker();
  const auto next_piece = [&] { return books.next_piece(); };
  if (Ranks::are_several()) {
    Ranks::hand_out(next_piece, [&](std::size_t piece, const std::string& result) { books.take(piece, result); });
    return books.outcome();
  }
  const auto worker = [&] {
    try {
      while (const std::optional<std::size_t> piece = next_piece()) books.take(*piece, pieces.work(*piece));
    } catch (...) {
      books.fail(std::current_exception());
    }
  };
  {
    std::vector<std::jthread> others;
    for (int thread = 1; thread < threads; ++thread) others.emplace_back(worker);
    worker();
  }
  return books.outcome();
}

}  // namespace blindmate::lab
