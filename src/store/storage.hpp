// Storage: the store on a thread of its own. Writes that wait together go into one transaction, so that many games cost
// hardly more than one. Answers come back on the network's thread, in the order of the questions.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "blindmate/runtime/called_back.hpp"
#include "blindmate/runtime/metrics.hpp"
#include "blindmate/store/store.hpp"

namespace blindmate::store {

class Storage {
 public:
  Storage(std::unique_ptr<Store> store, boost::asio::any_io_executor network, runtime::Metrics& metrics);
  ~Storage();  // after everything that was asked for is done
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  bool is_shared() const { return is_shared_; }  // with other houses

  using Written = std::function<void(bool stored)>;
  void write(std::vector<Write> writes, Written written);
  boost::asio::awaitable<bool> write(std::vector<Write> writes);

  // What the function answers, of reads alone or of reads and writes; throws StoreError when the store fails.
  template <class Read>
  boost::asio::awaitable<std::invoke_result_t<Read, Reader&>> read(Read read) {
    return work<Reader>(std::move(read));
  }
  template <class Change>
  boost::asio::awaitable<std::invoke_result_t<Change, Store&>> change(Change change) {
    return work<Store>(std::move(change));
  }

 private:
  // A write has no work: it is done with its neighbours.
  struct Job {
    std::vector<Write> writes;
    std::function<void(Store&)> work;
    std::function<void(bool done)> done;
  };

  template <class Part, class Work>
  boost::asio::awaitable<std::invoke_result_t<Work, Part&>> work(Work work);
  void enqueue(Job job);
  void run();
  bool perform(const std::vector<Job>& jobs);

  std::unique_ptr<Store> store_;
  bool is_shared_;
  boost::asio::any_io_executor network_;
  runtime::Metrics& metrics_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  bool ending_ = false;
  std::thread thread_;
};

template <class Part, class Work>
boost::asio::awaitable<std::invoke_result_t<Work, Part&>> Storage::work(Work work) {
  const auto result = std::make_shared<std::optional<std::invoke_result_t<Work, Part&>>>();
  const auto start = [this, result, work](const auto& done) {
    enqueue({{}, [result, work](Part& store) { result->emplace(work(store)); }, done});
  };
  co_await runtime::called_back<bool>(start);
  if (!*result) throw StoreError("the store does not answer");
  co_return std::move(**result);
}

}  // namespace blindmate::store
