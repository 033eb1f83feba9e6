// Journals and the work they remember: what was finished is kept, whatever happened to the last line, and done once.
#include "blindmate/lab/pieces/journal.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>

#include "blindmate/base/text.hpp"
#include "blindmate/lab/pieces/pieces.hpp"
#include "temporary_folder.hpp"

namespace blindmate::lab {
namespace {

using Results = std::map<std::size_t, std::string>;

const std::string kTask = R"({"task":"test","seed":1})";
const std::string kJournal = kTask +
                             "\n0 zero\n"
                             "7 {\"seven\":[7, 7]}\n"
                             "3 \n"
                             "12  spaces  stay \n";
const Results kResults = {{0, "zero"}, {7, R"({"seven":[7, 7]})"}, {3, ""}, {12, " spaces  stay "}};

class Journals : public TemporaryFolder {
 protected:
  std::string file() const { return path("journal"); }

  Results read() const {
    const Expected<Journal> journal = Journal::open(file(), kTask);
    EXPECT_TRUE(journal) << journal.error().reason;
    return journal ? journal->results() : Results();
  }
  void add(std::size_t piece, const std::string& result) const {
    Expected<Journal> journal = Journal::open(file(), kTask);
    ASSERT_TRUE(journal) << journal.error().reason;
    EXPECT_TRUE(journal->add(piece, result));
  }
  std::string refusal(const std::string& task = kTask) const {
    const Expected<Journal> journal = Journal::open(file(), task);
    return journal ? "" : journal.error().reason;
  }
};

TEST_F(Journals, RememberWhatWasAdded) {
  EXPECT_EQ(read(), Results());
  for (const std::size_t piece : {0U, 7U, 3U, 12U}) add(piece, kResults.at(piece));
  EXPECT_EQ(read(), kResults);
  EXPECT_EQ(bytes("journal"), kJournal);
}

TEST_F(Journals, ATornLastLineIsAsIfNotThere) {
  for (std::size_t size = 0; size <= kJournal.size(); ++size) {
    const std::string left = kJournal.substr(0, size);
    SCOPED_TRACE(left);
    write_bytes("journal", left);
    Results whole;
    const std::vector<std::string_view> lines = split(left, '\n');
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
      const std::size_t piece = std::stoul(std::string(lines[i]));
      whole[piece] = kResults.at(piece);
    }
    EXPECT_EQ(read(), whole);
    add(99, "next");
    whole[99] = "next";
    EXPECT_EQ(read(), whole);
    EXPECT_EQ(std::ranges::count(bytes("journal"), '\n'), static_cast<std::ptrdiff_t>(whole.size()) + 1);
  }
}

TEST_F(Journals, OfAnotherTaskAreRefusedAndNotTouched) {
  write_bytes("journal", kJournal);
  const std::string other = R"({"task":"test","seed":2})";
  EXPECT_TRUE(refusal(other).starts_with(file())) << refusal(other);
  EXPECT_NE(refusal(other).find(kTask), std::string::npos) << refusal(other);
  EXPECT_NE(refusal(other).find(other), std::string::npos) << refusal(other);
  EXPECT_NE(refusal(kTask.substr(1)), "");
  EXPECT_NE(refusal(kTask + " "), "");
  EXPECT_EQ(bytes("journal"), kJournal);
  EXPECT_EQ(read(), kResults);
}

TEST_F(Journals, OfOneTaskMayWriteItsNumbersOtherwise) {
  write_bytes("journal", R"({"task":"test","time_s":5E-2,"games":2.157E3})"
                         "\n0 zero\n");
  EXPECT_EQ(refusal(R"({"task":"test","time_s":0.05,"games":2157})"), "");
  EXPECT_NE(refusal(R"({"task":"test","time_s":0.06,"games":2157})"), "");
}

TEST_F(Journals, HaveOneOwnerAtATime) {
  {
    Expected<Journal> first = Journal::open(file(), kTask);
    ASSERT_TRUE(first);
    EXPECT_NE(refusal().find("another process"), std::string::npos) << refusal();
    EXPECT_TRUE(first->add(1, "one")) << "the first one goes on";
    Journal moved = std::move(*first);
    EXPECT_NE(refusal(), "") << "wherever it is kept";
    EXPECT_TRUE(moved.add(2, "two"));
  }
  EXPECT_EQ(read(), (Results{{1, "one"}, {2, "two"}}));
}

TEST_F(Journals, LinesThatAreNoResultsAreNamed) {
  for (const char* garbage :
       {"", "garbage", "x 1", "-1 minus", " 1 blank", "1", "1.5 half", "99999999999999999999 x"}) {
    const std::string text = kTask + "\n0 zero\n" + garbage + "\n5 five\n";
    write_bytes("journal", text);
    EXPECT_EQ(refusal(), file() + ": line 3 is not a journal's") << garbage;
    EXPECT_EQ(bytes("journal"), text) << garbage;
  }
}

TEST_F(Journals, FilesThatCannotBeOpenedAreNamed) {
  for (const std::string& name : {path("no/where"), folder_.string()}) {
    const Expected<Journal> journal = Journal::open(name, kTask);
    ASSERT_FALSE(journal);
    EXPECT_TRUE(journal.error().reason.starts_with(name)) << journal.error().reason;
  }
}

// Work whose pieces give their own number, and a record of what was done with them.
class Work : public Journals {
 protected:
  Pieces pieces(std::size_t count) {
    return {.count = count,
            .work =
                [this](std::size_t piece) {
                  const std::lock_guard lock(mutex_);
                  worked_.push_back(piece);
                  return "result " + std::to_string(piece);
                },
            .done =
                [this](std::size_t piece, std::string_view result) {
                  EXPECT_FALSE(telling_.exchange(true)) << "one at a time";
                  EXPECT_EQ(result, "result " + std::to_string(piece));
                  told_.push_back(piece);
                  telling_ = false;
                  return told_.size() < wanted_;
                }};
  }
  void run(std::size_t count, int threads) {
    worked_.clear();
    told_.clear();
    EXPECT_TRUE(do_pieces(pieces(count), file(), kTask, threads));
  }
  static std::vector<std::size_t> sorted(std::vector<std::size_t> numbers) {
    std::ranges::sort(numbers);
    return numbers;
  }
  static std::vector<std::size_t> all(std::size_t count, std::size_t from = 0) {
    std::vector<std::size_t> result;
    for (std::size_t piece = from; piece < count; ++piece) result.push_back(piece);
    return result;
  }

  std::mutex mutex_;
  std::vector<std::size_t> worked_, told_;
  std::size_t wanted_ = 1'000'000;
  std::atomic<bool> telling_ = false;
};

TEST_F(Work, EveryPieceIsDoneOnceOnAnyNumberOfThreads) {
  for (const int threads : {1, 2, 7, 200}) {
    std::filesystem::remove(file());
    run(100, threads);
    EXPECT_EQ(sorted(worked_), all(100)) << threads;
    EXPECT_EQ(sorted(told_), all(100)) << threads;
    EXPECT_EQ(read().size(), 100U);
  }
}

TEST_F(Work, WhatAnEarlierRunHasDoneIsNotDoneAgain) {
  add(4, "result 4");
  add(1, "result 1");
  for (const int threads : {1, 3}) {
    run(10, threads);
    EXPECT_EQ(sorted(told_), all(10));
    run(10, threads);
    EXPECT_EQ(worked_.size(), 0U);
    EXPECT_EQ(sorted(told_), all(10)) << "told again all the same";
  }
  run(20, 2);
  EXPECT_EQ(sorted(worked_), all(20, 10)) << "more are wanted now";
  EXPECT_EQ(sorted(told_), all(20));
  run(3, 2);
  EXPECT_EQ(sorted(told_), all(3)) << "fewer are wanted now";
  EXPECT_EQ(read().size(), 20U);
}

TEST_F(Work, IsTornAnywhereAndResumed) {
  run(7, 2);
  const std::string whole = bytes("journal");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_bytes("journal", whole.substr(0, size));
    const auto lines = std::ranges::count(whole.substr(0, size), '\n');
    run(7, 2);
    EXPECT_EQ(worked_.size(), 7U - static_cast<std::size_t>(std::max<std::ptrdiff_t>(lines - 1, 0))) << size;
    EXPECT_EQ(sorted(told_), all(7)) << size;
    EXPECT_EQ(read().size(), 7U) << size;
  }
}

TEST_F(Work, StopsWhenNoMoreIsWanted) {
  for (const int threads : {1, 4}) {
    std::filesystem::remove(file());
    wanted_ = 5;
    run(1000, threads);
    EXPECT_EQ(told_.size(), 5U);
    EXPECT_LE(worked_.size(), 5U + static_cast<std::size_t>(threads) - 1) << "those that had been begun";
    Results expected;
    for (const std::size_t piece : told_) expected[piece] = "result " + std::to_string(piece);
    EXPECT_EQ(read(), expected);
    run(1000, threads);
    EXPECT_EQ(worked_.size(), 0U) << "the earlier run has found enough";
    wanted_ = 8;
    run(1000, threads);
    EXPECT_EQ(told_.size(), 8U) << "more are wanted now";
  }
}

TEST_F(Work, IsFoundAgainByItsKeyUnderAnotherNumber) {
  // Ten pieces, then every second of them and two new ones, in another order.
  const std::vector<std::size_t> first = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const std::vector<std::size_t> second = {8, 11, 6, 4, 10, 2, 0};
  const auto run_those = [&](const std::vector<std::size_t>& keys) {
    worked_.clear();
    std::map<std::size_t, std::string> told;
    Pieces work = pieces(keys.size());
    work.work = [&](std::size_t piece) {
      const std::lock_guard lock(mutex_);
      worked_.push_back(keys[piece]);
      return "of " + std::to_string(keys[piece]);
    };
    work.done = [&](std::size_t piece, std::string_view result) {
      told[keys[piece]] = result;
      return true;
    };
    work.key = [&](std::size_t piece) { return keys[piece]; };
    EXPECT_TRUE(do_pieces(work, file(), kTask, 2));
    for (const std::size_t key : keys) EXPECT_EQ(told[key], "of " + std::to_string(key));
    EXPECT_EQ(told.size(), keys.size());
  };
  run_those(first);
  EXPECT_EQ(worked_.size(), 10U);
  run_those(second);
  EXPECT_EQ(sorted(worked_), (std::vector<std::size_t>{10, 11}));
  EXPECT_EQ(read().size(), 12U);
}

TEST_F(Work, ThatTurnsOutNotToBeNeededIsLeftOut) {
  for (const int threads : {1, 3}) {
    std::filesystem::remove(file());
    worked_.clear();
    told_.clear();
    // After piece 40 was done nobody needs odd ones.
    Pieces work = pieces(100);
    work.needed = [&](std::size_t piece) { return piece % 2 == 0 || !std::ranges::count(told_, 40U); };
    EXPECT_TRUE(do_pieces(work, file(), kTask, threads));
    for (std::size_t piece = 0; piece < 100; ++piece) {
      const bool surely = piece % 2 == 0 || piece < 40;
      EXPECT_GE(std::ranges::count(worked_, piece), surely ? 1 : 0) << piece;
    }
    EXPECT_LE(worked_.size(), threads == 1 ? 50U + 20U : 100U) << "others may be begun before 40 is done";
    EXPECT_EQ(read().size(), worked_.size());
  }
}

TEST_F(Work, OfAnotherTaskIsRefused) {
  run(3, 1);
  worked_.clear();
  const std::string before = bytes("journal");
  EXPECT_FALSE(do_pieces(pieces(5), file(), "another", 2));
  EXPECT_EQ(worked_.size(), 0U);
  EXPECT_EQ(bytes("journal"), before);
}

}  // namespace
}  // namespace blindmate::lab
