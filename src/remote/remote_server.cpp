#include "blindmate/remote/remote_server.hpp"

#include <fmt/format.h>
#include <openssl/ssl.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/json.hpp>
#include <chrono>
#include <deque>

#include "blindmate/view/json.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::remote {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace json = boost::json;
namespace ssl = asio::ssl;
namespace websocket = beast::websocket;
using boost::system::error_code;

namespace {

using Plain = beast::tcp_stream;
using Encrypted = beast::ssl_stream<beast::tcp_stream>;

constexpr std::chrono::seconds kPatience{30};
constexpr std::chrono::seconds kSilence{60};  // after half of it there is a ping
constexpr std::string_view kUserAgent = "blindmate bot";

asio::awaitable<error_code> encrypt(Plain&, const Address&) { co_return error_code(); }

asio::awaitable<error_code> encrypt(Encrypted& stream, const Address& address) {
  error_code error;
  asio::ip::make_address(address.host, error);
  const bool is_name = static_cast<bool>(error);
  error.clear();
  if (is_name) {
    // SSL_set_tlsext_host_name, which is a macro with casts of C
    std::string name = address.host;
    SSL_ctrl(stream.native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data());
  }
  stream.set_verify_callback(ssl::host_name_verification(address.host), error);
  if (!error)
    co_await stream.async_handshake(ssl::stream_base::client, asio::redirect_error(asio::use_awaitable, error));
  co_return error;
}

// From here on there are so many seconds for all that follows.
template <class Stream>
asio::awaitable<error_code> open(Stream& stream, const Address& address) {
  error_code error;
  asio::ip::tcp::resolver resolver(stream.get_executor());
  const auto found =
      co_await resolver.async_resolve(address.host, address.port, asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return error;
  Plain& lowest = beast::get_lowest_layer(stream);
  lowest.expires_after(kPatience);
  co_await lowest.async_connect(found, asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return error;
  lowest.socket().set_option(asio::ip::tcp::no_delay(true), error);
  co_return co_await encrypt(stream, address);
}

// What the server says about a refusal.
Failure refusal(const http::response<http::string_body>& response) {
  const Expected<json::value> body = referee::read_json(response.body());
  const json::value* reason = body && body->is_object() ? body->get_object().if_contains("error") : nullptr;
  return {static_cast<int>(response.result_int()), reason != nullptr && reason->is_string()
                                                       ? std::string(reason->get_string())
                                                       : std::string(response.reason())};
}

template <class Stream>
class Socket : public Connection, public std::enable_shared_from_this<Socket<Stream>> {
 public:
  template <class... Arguments>
  explicit Socket(Arguments&&... arguments) : stream_(std::forward<Arguments>(arguments)...) {}

  asio::awaitable<std::optional<Failure>> open(const Address& address, std::string path, std::string token) {
    error_code error = co_await remote::open(stream_.next_layer(), address);
    if (error) co_return Failure{0, error.message()};
    beast::get_lowest_layer(stream_).expires_never();
    stream_.set_option(websocket::stream_base::timeout{
        .handshake_timeout = kPatience, .idle_timeout = kSilence, .keep_alive_pings = true});
    stream_.set_option(websocket::stream_base::decorator([&](websocket::request_type& request) {
      request.set(http::field::authorization, "Bearer " + token);
      request.set(http::field::user_agent, kUserAgent);
    }));
    http::response<http::string_body> response;
    const std::string host = address.host_header();
    co_await stream_.async_handshake(response, host, path, asio::redirect_error(asio::use_awaitable, error));
    if (error == websocket::error::upgrade_declined) co_return refusal(response);
    if (error) co_return Failure{0, error.message()};
    stream_.text(true);
    co_return std::nullopt;
  }

  asio::awaitable<std::optional<std::string>> read() override {
    beast::flat_buffer buffer;
    error_code error;
    co_await stream_.async_read(buffer, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return std::nullopt;
    co_return beast::buffers_to_string(buffer.cdata());
  }

  void send(const json::object& message) override {
    if (closing_) return;
    queue_.push_back(referee::json_text(message));
    write();
  }

  void close() override {
    closing_ = true;
    write();
  }

 private:
  void write() {
    if (writing_) return;
    writing_ = true;
    asio::co_spawn(stream_.get_executor(), write_all(this->shared_from_this()), asio::detached);
  }

  // Who is gone is found out by reading.
  static asio::awaitable<void> write_all(std::shared_ptr<Socket> self) {
    error_code error;
    while (!self->queue_.empty() && !error) {
      const std::string message = std::move(self->queue_.front());
      self->queue_.pop_front();
      co_await self->stream_.async_write(asio::buffer(message), asio::redirect_error(asio::use_awaitable, error));
    }
    if (self->closing_ && !error) {
      co_await self->stream_.async_close(websocket::close_code::normal,
                                         asio::redirect_error(asio::use_awaitable, error));
    }
    self->writing_ = self->closing_;
  }

  websocket::stream<Stream> stream_;
  std::deque<std::string> queue_;
  bool writing_ = false;
  bool closing_ = false;
};

template <class Stream, class... Arguments>
asio::awaitable<Answer<ConnectionPointer>> connect_by(const Address& address, std::string path, std::string token,
                                                      Arguments&&... arguments) {
  const auto socket = std::make_shared<Socket<Stream>>(std::forward<Arguments>(arguments)...);
  std::optional<Failure> failure = co_await socket->open(address, std::move(path), std::move(token));
  if (failure) co_return std::move(*failure);
  co_return socket;
}

template <class Stream>
asio::awaitable<Answer<json::object>> get_by(Stream stream, const Address& address, std::string path,
                                             std::string token) {
  error_code error = co_await open(stream, address);
  if (error) co_return Failure{0, error.message()};
  http::request<http::empty_body> request(http::verb::get, path, 11);
  request.set(http::field::host, address.host_header());
  request.set(http::field::user_agent, kUserAgent);
  request.set(http::field::authorization, "Bearer " + token);
  request.keep_alive(false);
  co_await http::async_write(stream, request, asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return Failure{0, error.message()};
  beast::flat_buffer buffer;
  http::response<http::string_body> response;
  co_await http::async_read(stream, buffer, response, asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return Failure{0, error.message()};
  if (response.result() != http::status::ok) co_return refusal(response);
  Expected<json::value> body = referee::read_json(response.body());
  if (!body || !body->is_object()) co_return Failure{0, "this is not a Blindmate server"};
  co_return std::move(body->get_object());
}

}  // namespace

bool Failure::is_final() const {
  return status >= 400 && status < 500 && status != static_cast<int>(http::status::request_timeout) &&
         status != static_cast<int>(http::status::too_many_requests);
}

Expected<ssl::context> trusted_certificates(const std::string& ca_file) {
  ssl::context context(ssl::context::tls_client);
  context.set_options(ssl::context::default_workarounds | ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1);
  context.set_verify_mode(ssl::verify_peer);
  error_code error;
  context.set_default_verify_paths(error);
  if (error) return Error{"the certificates of the system: " + error.message()};
  if (!ca_file.empty()) context.load_verify_file(ca_file, error);
  if (error) return Error{fmt::format("{}: {}", ca_file, error.message())};
  return context;
}

asio::awaitable<Answer<json::object>> RemoteServer::get(std::string path) {
  if (address_.tls) return get_by(Encrypted(executor_, trusted_), address_, std::move(path), token_);
  return get_by(Plain(executor_), address_, std::move(path), token_);
}

asio::awaitable<Answer<ConnectionPointer>> RemoteServer::connect(std::string path) {
  if (address_.tls) return connect_by<Encrypted>(address_, std::move(path), token_, executor_, trusted_);
  return connect_by<Plain>(address_, std::move(path), token_, executor_);
}

}  // namespace blindmate::remote
