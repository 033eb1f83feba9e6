// Jobs: threads for all work that takes too long between two messages. What comes of it comes back on the network's
// thread. Clients take turns, so that nobody waits for all that somebody else has asked for.
#pragma once

#include <array>
#include <boost/asio/any_io_executor.hpp>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "blindmate/runtime/called_back.hpp"
#include "blindmate/runtime/turns.hpp"

namespace blindmate::runtime {

// Thrown where work was stopped before it began.
struct Stopped : std::exception {
  const char* what() const noexcept override { return "stopped"; }
};

class Jobs {
 public:
  enum class Kind : std::uint8_t {
    move,      // of a bot
    page,      // of a game or a list of them
    password,  // hashed, which is slow on purpose
    puzzle,    // its answer to a try
    lookup,    // of the positions of a study
    review,    // a moment of it
    search     // for a mate: may take minutes
  };

  // Threads that do some kinds of work. Of the kinds that wait, the one that is named first goes first.
  struct Crew {
    unsigned threads = 1;
    int nice = 0;  // 19: gives way to everybody else
    std::vector<Kind> kinds{};
  };

  struct Job {
    Kind kind;
    std::string client;                            // an address or a person; empty: the server itself
    std::function<void()> work;                    // looks at interrupted() now and then
    std::function<void(std::exception_ptr)> done;  // on the network's thread, with what was thrown
    std::stop_source stop{};
  };

  Jobs(const std::vector<Crew>& crews, boost::asio::any_io_executor network);
  ~Jobs();  // what is under way is interrupted, what waits is forgotten
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  void add(Job job);
  // What the function answers, or throws; Stopped when it was stopped before it began.
  template <class Work>
  boost::asio::awaitable<std::invoke_result_t<Work>> run(Kind kind, std::string client, Work work,
                                                         std::stop_source stop = {});
  // Interrupts what is under way, and drops what waits, which is done at once.
  void stop(std::stop_source stop);

  std::size_t waiting(Kind kind) const;
  std::size_t waiting_before(Kind kind, const std::stop_source& stop) const;  // and under way
  double crowd(Kind kind) const;  // jobs that wait or are under way, for each thread

 private:
  struct Lane {
    unsigned threads = 0;
    Turns<Job> waiting;
    std::vector<std::stop_source> under_way;
  };
  struct Shift {
    std::vector<Kind> kinds{};
    std::condition_variable wake{};
  };

  const Lane& lane(Kind kind) const { return lanes_[static_cast<std::size_t>(kind)]; }
  Lane& lane(Kind kind) { return lanes_[static_cast<std::size_t>(kind)]; }
  void work(Shift& shift);
  std::optional<Job> next(Shift& shift);
  void finish(Job job, std::exception_ptr failed);

  boost::asio::any_io_executor network_;
  mutable std::mutex mutex_;
  std::array<Lane, static_cast<std::size_t>(Kind::search) + 1> lanes_;
  std::deque<Shift> shifts_;
  bool ending_ = false;
  std::vector<std::jthread> threads_;  // the last, so that they end first
};

template <class Work>
boost::asio::awaitable<std::invoke_result_t<Work>> Jobs::run(Kind kind, std::string client, Work work,
                                                             std::stop_source stop) {
  const auto result = std::make_shared<std::optional<std::invoke_result_t<Work>>>();
  const auto start = [&](const auto& done) {
    add({kind, std::move(client), [result, work = std::move(work)] { result->emplace(work()); }, done, stop});
  };
  const std::exception_ptr failed = co_await called_back<std::exception_ptr>(start);
  if (failed) std::rethrow_exception(failed);
  co_return std::move(**result);
}

}  // namespace blindmate::runtime
