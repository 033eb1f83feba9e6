// A whole server without its network, for fuzzing what is said to it. The people of store_with_people() are there, and
// may do everything as often as they like.
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "blindmate/server/api.hpp"
#include "memory_store.hpp"

namespace blindmate::server {

struct FuzzedHouse {
  static constexpr runtime::Rate kUnlimited{.per_second = 1e9, .at_once = 1e9};

  boost::asio::io_context context{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work = make_work_guard(context);
  runtime::Metrics metrics{};
  store::Storage storage{store_with_people(), context.get_executor(), metrics};
  // Nothing waits for a search.
  using Kind = runtime::Jobs::Kind;
  runtime::Jobs jobs{{{1, 0, {Kind::move, Kind::page, Kind::password, Kind::puzzle, Kind::lookup}},
                      {1, 0, {Kind::review, Kind::search}}},
                     context.get_executor()};
  games::Hall hall{context.get_executor(), storage, jobs, metrics, {}, ""};
  study_service::Reviews reviews{context.get_executor(), storage, jobs};
  study_service::Studies studies{context.get_executor(), storage, jobs};
  study_service::Puzzles puzzles{storage, jobs};
  Api api{hall,
          jobs,
          reviews,
          studies,
          puzzles,
          metrics,
          {kUnlimited, kUnlimited, kUnlimited},
          "fuzz",
          [](store::House, Request) -> boost::asio::awaitable<Response> { co_return Response{}; }};

  // What comes of it; throws what it throws.
  template <class Value>
  Value result(boost::asio::awaitable<Value> awaited) {
    std::optional<Value> result;
    boost::asio::co_spawn(context, std::move(awaited), [&](const std::exception_ptr& failed, Value value) {
      if (failed) std::rethrow_exception(failed);
      result = std::move(value);
    });
    while (!result) context.run_one();
    return std::move(*result);
  }
  void finish(boost::asio::awaitable<void> awaited) {
    bool done = false;
    boost::asio::co_spawn(context, std::move(awaited), [&](const std::exception_ptr& failed) {
      if (failed) std::rethrow_exception(failed);
      done = true;
    });
    while (!done) context.run_one();
  }

  // Somebody with this token, or nobody, at a WebSocket.
  messages::ParticipantPointer participant(const std::string& path, const std::string& token) {
    Request request;
    request.method = "GET";
    request.path = path;
    request.address = "127.0.0.1";
    request.cookies = "blindmate-fuzz=" + token;
    return std::get<messages::ParticipantPointer>(result(api.participant(std::move(request))));
  }
};

}  // namespace blindmate::server
