// Workers: threads for what takes too long between two messages and needs neither the store nor a bot.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

#include "blindmate/server/called_back.hpp"

namespace blindmate::server {

class Workers {
 public:
  Workers(unsigned threads, boost::asio::any_io_executor network) : threads_(threads), network_(std::move(network)) {}
  ~Workers() { threads_.stop(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // What the function answers, which must not throw.
  template <class Work>
  boost::asio::awaitable<std::invoke_result_t<Work>> run(Work work) {
    using Result = std::invoke_result_t<Work>;
    const auto start = [this, work](const auto& done) {
      boost::asio::post(threads_, [this, work, done] {
        boost::asio::post(network_, [done, result = std::make_shared<Result>(work())] { done(std::move(*result)); });
      });
    };
    co_return co_await called_back<Result>(start);
  }

 private:
  boost::asio::thread_pool threads_;
  boost::asio::any_io_executor network_;
};

}  // namespace blindmate::server
