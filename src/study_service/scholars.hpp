// Scholars: threads for what may take long: reviews and studies. They have the lowest priority, so that games do not
// notice them, and take one piece of work after the other, so that many share them fairly.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "blindmate/runtime/called_back.hpp"

namespace blindmate::study_service {

class Scholars {
 public:
  // A piece of work; it looks at interrupted() now and then, which tells that it was stopped.
  struct Task {
    std::function<void()> work;
    std::stop_source stop;
    std::function<void()> done;  // on the network's thread, also when the work has thrown or was not begun any more
  };

  Scholars(unsigned threads, boost::asio::any_io_executor network);
  ~Scholars();  // what is under way is interrupted
  Scholars(const Scholars&) = delete;
  Scholars& operator=(const Scholars&) = delete;

  void add(Task task);
  void drop(const std::stop_source& stop);                   // the one with this source, if it still waits: it is done
  std::size_t waiting() const;                               // tasks
  std::size_t waiting_before(const std::stop_source& stop);  // tasks, for the one with this source

  // What the function answers; nothing when it was stopped before, or has thrown.
  template <class Work>
  boost::asio::awaitable<std::optional<std::invoke_result_t<Work>>> run(Work work, std::stop_source stop);

 private:
  void run();

  boost::asio::any_io_executor network_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  std::vector<std::stop_source> under_way_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

template <class Work>
boost::asio::awaitable<std::optional<std::invoke_result_t<Work>>> Scholars::run(Work work, std::stop_source stop) {
  const auto result = std::make_shared<std::optional<std::invoke_result_t<Work>>>();
  const auto start = [this, result, work, stop](const auto& done) {
    add({[result, work] { result->emplace(work()); }, stop, [done] { done(true); }});
  };
  co_await runtime::called_back<bool>(start);
  co_return std::move(*result);
}

}  // namespace blindmate::study_service
