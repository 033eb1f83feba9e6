#include "blindmate/server/relay.hpp"

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include "blindmate/server/responses.hpp"

namespace blindmate::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

namespace {

constexpr std::chrono::seconds kPatience{5};  // for the other house
constexpr std::chrono::seconds kSilence{60};  // of a WebSocket, whose ends ping each other more often
constexpr std::size_t kMostAtOnce = 16 * 1024;

Response nobody_there() { return refused(503, "the game is on its way to another server; try again in a moment"); }

asio::awaitable<bool> connect(beast::tcp_stream& stream, const store::House& house) {
  const std::size_t colon = house.address.rfind(':');
  if (colon == std::string::npos) co_return false;
  std::string host = house.address.substr(0, colon);
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  tcp::resolver resolver(stream.get_executor());
  boost::system::error_code error;
  const auto found = co_await resolver.async_resolve(host, house.address.substr(colon + 1),
                                                     asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return false;
  stream.expires_after(kPatience);
  co_await stream.async_connect(found, asio::redirect_error(asio::use_awaitable, error));
  if (!error) stream.socket().set_option(tcp::no_delay(true), error);
  co_return !error;
}

void introduce(HttpRequest& message, const store::House& house, const Request& request) {
  for (const std::string_view header : {kHouseHeader, kAddressHeader, kSecureHeader}) message.erase(header);
  message.set(kHouseHeader, house.id);
  message.set(kAddressHeader, request.address);
  if (request.is_secure) message.set(kSecureHeader, "1");
}

HttpRequest message_of(const Request& request) {
  const std::string target = request.query.empty() ? request.path : request.path + "?" + request.query;
  // With the body: its length is told to who asks for the head.
  HttpRequest message(http::string_to_verb(request.method == "HEAD" ? "GET" : request.method), target, 11);
  const auto set = [&](http::field field, const std::string& value) {
    if (!value.empty()) message.set(field, value);
  };
  set(http::field::host, request.host);
  set(http::field::origin, request.origin);
  set(http::field::content_type, request.content_type);
  set(http::field::cookie, request.cookies);
  set(http::field::authorization, request.authorization);
  message.body() = request.body;
  message.keep_alive(false);
  message.prepare_payload();
  return message;
}

// Bytes one way. When it ends, both ends are closed, so that the other way ends too.
asio::awaitable<void> copy(beast::tcp_stream& from, beast::tcp_stream& to, std::chrono::seconds patience) {
  std::array<char, kMostAtOnce> bytes{};
  boost::system::error_code error;
  for (; !error; patience = kSilence) {
    from.expires_after(patience);
    const std::size_t read =
        co_await from.async_read_some(asio::buffer(bytes), asio::redirect_error(asio::use_awaitable, error));
    if (error) break;
    to.expires_after(kSilence);
    co_await asio::async_write(to, asio::buffer(bytes.data(), read), asio::redirect_error(asio::use_awaitable, error));
  }
  from.close();
  to.close();
}

}  // namespace

// Never to ourselves, nor twice: the store may still name a house that was here, or there, before.
bool Relay::may_pass(const Request& request, const store::House& house) const {
  return !request.is_relayed && house.address != address_;
}

asio::awaitable<Response> Relay::ask(store::House house, Request request) const {
  beast::tcp_stream stream(network_);
  const bool connected = may_pass(request, house) && co_await connect(stream, house);
  if (!connected) co_return nobody_there();
  HttpRequest message = message_of(request);
  introduce(message, house, request);
  boost::system::error_code error;
  stream.expires_after(kPatience);
  co_await http::async_write(stream, message, asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return nobody_there();
  beast::flat_buffer buffer;
  http::response_parser<http::string_body> parser;
  parser.body_limit(boost::none);
  co_await http::async_read(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return nobody_there();
  const auto& answer = parser.get();
  Response response{.status = static_cast<int>(answer.result_int()),
                    .type = std::string(answer[http::field::content_type]),
                    .body = answer.body()};
  for (const http::field field : {http::field::set_cookie, http::field::cache_control, http::field::retry_after}) {
    if (answer.count(field) > 0) response.headers.emplace_back(http::to_string(field), answer[field]);
  }
  co_return response;
}

asio::awaitable<std::optional<Response>> Relay::pass_through(beast::tcp_stream& visitor, HttpRequest upgrade,
                                                             store::House house, Request request) {
  beast::tcp_stream other(network_);
  const bool connected = may_pass(request, house) && co_await connect(other, house);
  if (!connected) co_return nobody_there();
  introduce(upgrade, house, request);
  boost::system::error_code error;
  co_await http::async_write(other, upgrade, asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return nobody_there();
  streams_.insert(&visitor);
  bool is_over = false;
  asio::steady_timer over(network_, asio::steady_timer::time_point::max());
  asio::co_spawn(network_, copy(visitor, other, kSilence), [&](const std::exception_ptr&) {
    is_over = true;
    over.cancel();
  });
  co_await copy(other, visitor, kPatience);
  if (!is_over) co_await over.async_wait(asio::redirect_error(asio::use_awaitable, error));
  streams_.erase(&visitor);
  co_return std::nullopt;
}

void Relay::close() {
  for (beast::tcp_stream* stream : streams_) stream->close();
}

}  // namespace blindmate::server
