// Workers: threads for what takes too long between two messages and needs neither the store nor a bot.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <exception>
#include <optional>

#include "blindmate/runtime/called_back.hpp"

namespace blindmate::server {

class Workers {
 public:
  Workers(unsigned threads, boost::asio::any_io_executor network) : threads_(threads), network_(std::move(network)) {}
  ~Workers() { threads_.stop(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // What the function answers, or throws.
  template <class Work>
  boost::asio::awaitable<std::invoke_result_t<Work>> run(Work work) {
    struct Done {
      std::optional<std::invoke_result_t<Work>> result{};
      std::exception_ptr failed{};
    };
    const auto outcome = std::make_shared<Done>();
    const auto start = [this, work, outcome](const auto& done) {
      boost::asio::post(threads_, [this, work, outcome, done] {
        try {
          outcome->result.emplace(work());
        } catch (...) {
          outcome->failed = std::current_exception();
        }
        boost::asio::post(network_, [done] { done(true); });
      });
    };
    co_await runtime::called_back<bool>(start);
    if (outcome->failed) std::rethrow_exception(outcome->failed);
    co_return std::move(*outcome->result);
  }

 private:
  boost::asio::thread_pool threads_;
  boost::asio::any_io_executor network_;
};

}  // namespace blindmate::server
