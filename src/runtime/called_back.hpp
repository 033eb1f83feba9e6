// called_back: something to co_await where a function calls back.
//
// Functions that are handed to a coroutine have a name before the co_await, here and elsewhere, and so have texts that
// are chosen with ?: g++ 12 destroys the captures of unnamed ones, and the texts, twice.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <memory>
#include <optional>

namespace blindmate::runtime {

// start(done) must call done(value) once, at once or later, on the thread of the coroutine.
template <class Value, class Start>
boost::asio::awaitable<Value> called_back(Start start) {
  namespace asio = boost::asio;
  struct Wait {
    asio::steady_timer until;
    std::optional<Value> value{};
  };
  const auto executor = co_await asio::this_coro::executor;
  const auto wait = std::make_shared<Wait>(Wait{asio::steady_timer(executor, asio::steady_timer::time_point::max())});
  start([wait](Value value) {
    wait->value.emplace(std::move(value));
    wait->until.cancel();
  });
  boost::system::error_code cancelled;
  if (!wait->value) co_await wait->until.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  co_return std::move(*wait->value);
}

}  // namespace blindmate::runtime
