#include "blindmate/study_service/scholars.hpp"

#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/post.hpp>

#include "blindmate/base/interrupt.hpp"

namespace blindmate::study_service {
namespace {

constexpr int kLeastPriority = 19;

// Of this thread alone, which Linux allows though POSIX knows processes only.
void give_way_to_others() { setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kLeastPriority); }

}  // namespace

Scholars::Scholars(unsigned threads, boost::asio::any_io_executor network) : network_(std::move(network)) {
  for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
}

Scholars::~Scholars() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (std::stop_source& stop : under_way_) stop.request_stop();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Scholars::add(Task task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  changed_.notify_one();
}

void Scholars::drop(const std::stop_source& stop) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(tasks_.begin(), tasks_.end(), [&](const Task& task) { return task.stop == stop; });
  if (found == tasks_.end()) return;
  boost::asio::post(network_, std::move(found->done));
  tasks_.erase(found);
}

std::size_t Scholars::waiting() const {
  const std::lock_guard lock(mutex_);
  return tasks_.size();
}

std::size_t Scholars::waiting_before(const std::stop_source& stop) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(tasks_.begin(), tasks_.end(), [&](const Task& task) { return task.stop == stop; });
  return found == tasks_.end() ? 0 : static_cast<std::size_t>(found - tasks_.begin()) + under_way_.size();
}

void Scholars::run() {
  give_way_to_others();
  for (;;) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return ending_ || !tasks_.empty(); });
      if (ending_) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
      under_way_.push_back(task.stop);
    }
    try {
      const Stoppable stoppable(task.stop.get_token());
      if (!interrupted()) task.work();
    } catch (const std::exception& error) {
      spdlog::error("event=study_failed reason={:?}", error.what());
    }
    {
      const std::lock_guard lock(mutex_);
      under_way_.erase(std::find(under_way_.begin(), under_way_.end(), task.stop));
    }
    boost::asio::post(network_, std::move(task.done));
  }
}

}  // namespace blindmate::study_service
