// Requests as they reach the routes: method, path, query, content type, cookie and body, a line each. Every one gets a
// status, and JSON where it is said to be JSON. The people of store_with_people() are there.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/json.hpp>
#include <cstdint>
#include <string_view>

#include "blindmate/base/check.hpp"
#include "blindmate/server/api.hpp"
#include "memory_store.hpp"

namespace blindmate::server {
namespace {

std::string next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string line(text.substr(0, end));
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

void ask(std::string_view text) {
  boost::asio::io_context context(1);
  auto work = boost::asio::make_work_guard(context);
  Metrics metrics;
  Storage storage(store_with_people(), context.get_executor(), metrics);
  BotPool bots(1, context.get_executor(), metrics);
  Hall hall(context.get_executor(), storage, bots, metrics, {}, "");
  Workers workers(1, context.get_executor());
  const auto no_other_house = [](House, Request) -> boost::asio::awaitable<Response> { co_return Response{}; };
  Scholars scholars(1, context.get_executor());
  Reviews reviews(context.get_executor(), storage, scholars);
  Api api(hall, workers, workers, reviews, metrics, {}, "fuzz", no_other_house);
  Request request;
  for (std::string* field : {&request.method, &request.path, &request.query, &request.content_type, &request.cookies})
    *field = next_line(text);
  request.body = text;
  request.address = "127.0.0.1";
  std::optional<Response> response;
  boost::asio::co_spawn(context, api.answer(request), [&](const std::exception_ptr& failed, Response given) {
    if (failed) std::rethrow_exception(failed);
    response = std::move(given);
  });
  while (!response) context.run_one();
  BLINDMATE_CHECK(response->status >= 200 && response->status < 600, "{}", response->status);
  if (response->type == "application/json") boost::json::parse(response->body);
}

}  // namespace
}  // namespace blindmate::server

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  blindmate::server::ask({reinterpret_cast<const char*>(data), size});
  return 0;
}
