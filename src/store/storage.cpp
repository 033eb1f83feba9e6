#include "blindmate/store/storage.hpp"

#include <spdlog/spdlog.h>

namespace blindmate::store {

namespace asio = boost::asio;

Storage::Storage(std::unique_ptr<Store> store, asio::any_io_executor network, runtime::Metrics& metrics)
    : store_(std::move(store)),
      is_shared_(store_->is_shared()),
      network_(std::move(network)),
      metrics_(metrics),
      thread_([this] { run(); }) {}

Storage::~Storage() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Storage::write(std::vector<Write> writes, Written written) {
  enqueue({std::move(writes), {}, std::move(written)});
}

asio::awaitable<bool> Storage::write(std::vector<Write> writes) {
  const auto start = [this, &writes](const auto& done) { write(std::move(writes), done); };
  co_return co_await runtime::called_back<bool>(start);
}

void Storage::enqueue(Job job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  changed_.notify_one();
}

void Storage::run() {
  for (;;) {
    std::vector<Job> jobs;  // a read, or all writes up to the next one
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      do {
        jobs.push_back(std::move(jobs_.front()));
        jobs_.pop_front();
      } while (!jobs.back().work && !jobs_.empty() && !jobs_.front().work);
    }
    const bool done = perform(jobs);
    // One that cannot be stored must not take its neighbours with it.
    std::vector<bool> each(jobs.size(), done);
    if (!done && jobs.size() > 1) {
      for (std::size_t i = 0; i < jobs.size(); ++i) each[i] = perform({jobs[i]});
    }
    asio::post(network_, [jobs = std::move(jobs), each = std::move(each)] {
      for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (jobs[i].done) jobs[i].done(each[i]);
      }
    });
  }
}

bool Storage::perform(const std::vector<Job>& jobs) {
  try {
    if (jobs.front().work) {
      jobs.front().work(*store_);
    } else {
      std::vector<Write> writes;
      for (const Job& job : jobs) writes.insert(writes.end(), job.writes.begin(), job.writes.end());
      store_->write(writes);
      ++metrics_.transactions;
      metrics_.store_fails = false;
    }
    return true;
  } catch (const std::exception& error) {
    spdlog::error("event=store_failed reason={:?}", error.what());
    if (!jobs.front().work) metrics_.store_fails = true;
    return false;
  }
}

}  // namespace blindmate::store
