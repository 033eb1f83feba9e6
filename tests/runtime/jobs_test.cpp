// Jobs: who goes first, who takes turns, and that everything ends.
#include "blindmate/runtime/jobs.hpp"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <future>
#include <latch>
#include <stdexcept>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/runtime/client.hpp"

namespace blindmate::runtime {
namespace {

using Kind = Jobs::Kind;

// One thread, which is busy until it is let go.
class JobsTest : public testing::Test {
 protected:
  JobsTest() {
    std::promise<void> busy;
    add(Kind::page, "busy", [this, &busy] {
      busy.set_value();
      go_.wait();
    });
    busy.get_future().wait();
  }

  void add(Kind kind, const std::string& client, std::function<void()> work, std::stop_source stop = {}) {
    ++open_;
    jobs_->add({kind, client, std::move(work), [this](const std::exception_ptr& failed) { done(failed); }, stop});
  }
  void note(Kind kind, const std::string& client, const std::string& name, std::stop_source stop = {}) {
    add(kind, client, [this, name] { begun_.push_back(name); }, std::move(stop));
  }
  // Until everything is done: what has begun, in this order.
  std::vector<std::string> finish() {
    go_.count_down();
    while (open_ > 0) network_.run_one();
    return begun_;
  }
  void done(const std::exception_ptr& failed) {
    --open_;
    try {
      if (failed) std::rethrow_exception(failed);
    } catch (const std::exception& error) {
      failures_.emplace_back(error.what());
    }
  }

  boost::asio::io_context network_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> alive_ = make_work_guard(network_);
  std::latch go_{1};
  int open_ = 0;
  std::vector<std::string> begun_;
  std::vector<std::string> failures_;
  std::optional<Jobs> jobs_{std::in_place, std::vector<Jobs::Crew>{{1, 0, {Kind::page, Kind::search}}},
                            network_.get_executor()};
};

TEST_F(JobsTest, TakeTheMoreUrgentKindFirst) {
  note(Kind::search, "a", "search");
  note(Kind::page, "b", "page");
  EXPECT_EQ(finish(), (std::vector<std::string>{"page", "search"}));
}

TEST_F(JobsTest, LetClientsTakeTurns) {
  const std::stop_source second;
  const std::stop_source last;
  for (const char* name : {"a1", "a2"}) note(Kind::page, "a", name);
  note(Kind::page, "a", "a3", last);
  note(Kind::page, "b", "b1");
  note(Kind::page, "b", "b2", second);
  EXPECT_EQ(jobs_->waiting(Kind::page), 5U);
  EXPECT_EQ(jobs_->waiting_before(Kind::page, second), 3U + 1) << "and the one that is under way";
  EXPECT_EQ(jobs_->waiting_before(Kind::page, last), 4U + 1);
  EXPECT_DOUBLE_EQ(jobs_->crowd(Kind::page), 6);
  EXPECT_EQ(finish(), (std::vector<std::string>{"a1", "b1", "a2", "b2", "a3"}));
}

TEST_F(JobsTest, AreDoneWhenTheyAreDropped) {
  const std::stop_source stop;
  note(Kind::page, "a", "a1", stop);
  note(Kind::page, "a", "a2");
  jobs_->stop(stop);
  EXPECT_EQ(jobs_->waiting(Kind::page), 1U);
  network_.run_one();
  EXPECT_EQ(failures_, std::vector<std::string>{Stopped{}.what()}) << "although the thread is busy";
  EXPECT_EQ(finish(), std::vector<std::string>{"a2"});
}

TEST_F(JobsTest, AreInterruptedByTheirStop) {
  const std::stop_source stop;
  std::latch running(1);
  add(
      Kind::page, "a",
      [&running] {
        running.count_down();
        while (!interrupted()) std::this_thread::yield();
      },
      stop);
  go_.count_down();
  running.wait();
  jobs_->stop(stop);
  while (open_ > 0) network_.run_one();
  EXPECT_TRUE(failures_.empty()) << "it had begun";
}

TEST_F(JobsTest, BringBackResultsAndWhatWasThrown) {
  const auto work = [] { return 42; };
  const auto fails = []() -> int { throw std::runtime_error("no"); };
  int result = 0;
  open_ += 2;
  boost::asio::co_spawn(network_, jobs_->run(Kind::page, "a", work), [&](const std::exception_ptr& failed, int value) {
    result = value;
    done(failed);
  });
  boost::asio::co_spawn(network_, jobs_->run(Kind::page, "a", fails),
                        [&](const std::exception_ptr& failed, int) { done(failed); });
  finish();
  EXPECT_EQ(result, 42);
  EXPECT_EQ(failures_, std::vector<std::string>{"no"});
}

TEST_F(JobsTest, EndWithWorkUnderWayAndWaiting) {
  std::latch running(1);
  add(Kind::page, "a", [&running] {
    running.count_down();
    while (!interrupted()) std::this_thread::yield();
  });
  note(Kind::page, "a", "never");
  go_.count_down();
  running.wait();
  jobs_.reset();
  EXPECT_TRUE(begun_.empty());
}

TEST(Clients, AreAddressesAndNetworksOfIPv6) {
  EXPECT_EQ(client_of("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(client_of("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(client_of("2001:db8:1:2::5"), client_of("2001:db8:1:2:3:4:5:6"));
  EXPECT_NE(client_of("2001:db8:1:2::5"), client_of("2001:db8:1:3::5"));
  EXPECT_EQ(client_of("nobody"), "nobody");
}

}  // namespace
}  // namespace blindmate::runtime
