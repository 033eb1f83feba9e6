#include "blindmate/server/http_session.hpp"

#include <fmt/format.h>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "blindmate/base/text.hpp"
#include "blindmate/server/responses.hpp"
#include "blindmate/server/websocket_session.hpp"

namespace blindmate::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

namespace {

constexpr std::uint32_t kMostHeader = 8 * 1024;
constexpr std::chrono::seconds kPatience{30};  // for a request, and for the next one

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kSecurityHeaders = {{
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
     "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
    {"Server", "blindmate"},
}};

// The last entry of the last line: what the proxy has seen itself.
std::string last_of(const HttpRequest& message, std::string_view header) {
  std::string_view last;
  const auto [begin, end] = message.equal_range(header);
  for (auto line = begin; line != end; ++line) last = line->value();
  return std::string(trimmed(last.substr(last.rfind(',') + 1)));
}

// Whom a proxy that is trusted, or another house, asks for.
void believe(Request& request, const HttpRequest& message, const Reception& reception) {
  boost::system::error_code error;
  const asio::ip::address neighbour = asio::ip::make_address(request.address, error);
  // Whoever says so, and also when it is meant for a house that was here before: it must not go round in circles.
  request.is_relayed = message.count(kHouseHeader) > 0;
  if (request.is_relayed && message[kHouseHeader] == reception.hall.house().id) {
    request.address = message[kAddressHeader];
    request.is_secure = message.count(kSecureHeader) > 0;
  } else if (!error && reception.trusted_proxies.contains(neighbour)) {
    const asio::ip::address client = asio::ip::make_address(last_of(message, "X-Forwarded-For"), error);
    if (!error) request.address = client.to_string();
    request.is_secure = last_of(message, "X-Forwarded-Proto") == "https";
  }
}

Request request_of(const HttpRequest& message, const std::string& address, const Reception& reception) {
  const auto header = [&](http::field field) { return std::string(message[field]); };
  const std::string target(message.target());
  const std::size_t question = target.find('?');
  Request request{.method = std::string(message.method_string()),
                  .path = target.substr(0, question),
                  .query = question == std::string::npos ? "" : target.substr(question + 1),
                  .body = message.body(),
                  .address = address,
                  .host = header(http::field::host),
                  .origin = header(http::field::origin),
                  .content_type = header(http::field::content_type),
                  .cookies = header(http::field::cookie),
                  .authorization = header(http::field::authorization),
                  .known = header(http::field::if_none_match),
                  .was_forwarded = message.count("X-Forwarded-For") + message.count(http::field::forwarded) > 0};
  believe(request, message, reception);
  return request;
}

// Files are sent from where they lie in memory.
using HttpResponse = http::response<http::span_body<const char>>;

HttpResponse message_of(const Response& response, unsigned version, bool keep_alive, bool head) {
  HttpResponse message{static_cast<http::status>(response.status), version};
  for (const auto& [name, value] : kSecurityHeaders) message.set(name, value);
  for (const auto& [name, value] : response.headers) message.set(name, value);
  message.set(http::field::content_type, response.type);
  message.keep_alive(keep_alive);
  const std::string_view body = response.file.empty() ? std::string_view(response.body) : response.file;
  if (head) {
    message.content_length(body.size());
  } else {
    message.body() = {body.data(), body.size()};
    message.prepare_payload();
  }
  return message;
}

Response problem_with(const boost::system::error_code& error) {
  if (error == http::error::body_limit) return refused(413, fmt::format("a body has at most {} bytes", kLargestBody));
  if (error == http::error::header_limit)
    return refused(431, fmt::format("headers have at most {} bytes", kMostHeader));
  return refused(400, "this is not HTTP: " + error.message());
}

class Session {
 public:
  Session(beast::tcp_stream stream, Reception& reception) : stream_(std::move(stream)), reception_(reception) {
    boost::system::error_code ignored;
    address_ = stream_.socket().remote_endpoint(ignored).address().to_string();
  }

  asio::awaitable<void> run() {
    beast::flat_buffer buffer;
    for (bool goes_on = true; goes_on;) {
      http::request_parser<http::string_body> parser;
      parser.body_limit(kLargestBody);
      parser.header_limit(kMostHeader);
      stream_.expires_after(kPatience);
      boost::system::error_code error;
      co_await http::async_read(stream_, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
      const bool is_bad_http = error.category() == make_error_code(http::error::bad_method).category();
      if (error == http::error::end_of_stream || (error && !is_bad_http)) break;
      if (error) {
        const Response response = problem_with(error);
        ++reception_.metrics.responses[3];
        co_await write(message_of(response, 11, false, false));
        break;
      }
      HttpRequest message = parser.release();
      // Of two, a proxy and we might each believe another one.
      if (message.count(http::field::host) > 1) {
        ++reception_.metrics.responses[3];
        co_await write(message_of(refused(400, "there are two Host headers"), message.version(), false, false));
        break;
      }
      if (beast::websocket::is_upgrade(message)) {
        co_await upgrade(std::move(message));
        co_return;
      }
      const Response response = co_await reception_.api.answer(request_of(message, address_, reception_));
      const bool head = message.method() == http::verb::head;
      const bool written = co_await write(message_of(response, message.version(), message.keep_alive(), head));
      goes_on = written && message.keep_alive();
    }
    boost::system::error_code ignored;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  }

 private:
  asio::awaitable<bool> write(HttpResponse message) {
    http::serializer<false, http::span_body<const char>> serializer(message);
    boost::system::error_code error;
    stream_.expires_after(kPatience);
    co_await http::async_write(stream_, serializer, asio::redirect_error(asio::use_awaitable, error));
    co_return !error;
  }

  asio::awaitable<void> upgrade(HttpRequest message) {
    const Request request = request_of(message, address_, reception_);
    Api::Led led = co_await reception_.api.participant(request);
    std::optional<Response> refused;
    if (Response* response = std::get_if<Response>(&led)) refused = std::move(*response);
    if (const store::House* house = std::get_if<store::House>(&led)) {
      const runtime::Present present(reception_.metrics.sockets);
      refused = co_await reception_.relay.pass_through(stream_, message, *house, request);
    }
    if (refused) {
      ++reception_.metrics.responses[static_cast<std::size_t>(refused->status / 100 - 1)];
      co_await write(message_of(*refused, message.version(), false, false));
    } else if (messages::ParticipantPointer* here = std::get_if<messages::ParticipantPointer>(&led)) {
      co_await serve_websocket(std::move(stream_), std::move(message), std::move(*here), reception_.metrics);
    }
  }

  beast::tcp_stream stream_;
  Reception& reception_;
  std::string address_;
};

}  // namespace

asio::awaitable<void> serve_connection(asio::ip::tcp::socket socket, Reception& reception) {
  const runtime::Present present(reception.metrics.connections);
  Session session(beast::tcp_stream(std::move(socket)), reception);
  co_await session.run();
}

}  // namespace blindmate::server
