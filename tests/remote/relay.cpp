#include "remote/relay.hpp"

#include <fmt/format.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <functional>
#include <future>
#include <memory>

namespace blindmate::remote {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Encrypted = asio::ssl::stream<tcp::socket>;

namespace {

const tcp::endpoint kAnyPort(asio::ip::address_v4::loopback(), 0);

tcp::socket& lowest(tcp::socket& stream) { return stream; }
tcp::socket& lowest(Encrypted& stream) { return stream.next_layer(); }

asio::awaitable<error_code> encrypt(tcp::socket&) { co_return error_code(); }
asio::awaitable<error_code> encrypt(Encrypted& stream) {
  error_code error;
  co_await stream.async_handshake(asio::ssl::stream_base::server, asio::redirect_error(asio::use_awaitable, error));
  co_return error;
}

// For everybody: programs that were started meanwhile have the socket, too.
void end(tcp::socket& socket) {
  error_code ignored;
  socket.shutdown(tcp::socket::shutdown_both, ignored);
  socket.close(ignored);
}

using Change = std::function<void(std::string&)>;

// Until one of them ends, which ends the other.
template <class From, class To>
asio::awaitable<void> pump(From& from, To& to, Change change) {
  error_code error;
  for (std::array<char, 65536> buffer; !error;) {
    const std::size_t size =
        co_await from.async_read_some(asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error));
    std::string bytes(buffer.data(), size);
    change(bytes);
    if (!error) co_await asio::async_write(to, asio::buffer(bytes), asio::redirect_error(asio::use_awaitable, error));
  }
  end(lowest(from));
  end(lowest(to));
}

}  // namespace

// Both ends of a connection that is handed on.
template <class Stream>
struct Ends {
  Stream client;
  tcp::socket server;
};

Relay::Relay(int port) : port_(port), acceptor_(context_, kAnyPort) { start(); }

Relay::Relay(int port, const std::string& certificate, const std::string& key)
    : port_(port), acceptor_(context_, kAnyPort), tls_(asio::ssl::context::tls_server) {
  tls_->use_certificate_chain_file(certificate);
  tls_->use_private_key_file(key, asio::ssl::context::pem);
  start();
}

Relay::~Relay() {
  context_.stop();
  thread_.join();
}

std::string Relay::url() const {
  return fmt::format("{}://localhost:{}", tls_ ? "https" : "http", acceptor_.local_endpoint().port());
}

void Relay::lead_to(int port) {
  on_thread([&] { port_ = port; });
}

void Relay::cut() {
  on_thread([this] {
    for (tcp::socket* wire : wires_) end(*wire);
  });
}

void Relay::say_instead(std::string said, std::string instead) {
  on_thread([&] {
    said_ = std::move(said);
    instead_ = std::move(instead);
  });
}

template <class Function>
void Relay::on_thread(const Function& function) {
  std::promise<void> done;
  asio::post(context_, [&] {
    function();
    done.set_value();
  });
  done.get_future().wait();
}

void Relay::start() {
  asio::co_spawn(context_, accept(), asio::detached);
  thread_ = std::thread([this] { context_.run(); });
}

asio::awaitable<void> Relay::accept() {
  for (;;) {
    tcp::socket socket = co_await acceptor_.async_accept(asio::use_awaitable);
    if (tls_) {
      asio::co_spawn(context_, serve(Encrypted(std::move(socket), *tls_)), asio::detached);
    } else {
      asio::co_spawn(context_, serve(std::move(socket)), asio::detached);
    }
  }
}

template <class Stream>
asio::awaitable<void> Relay::serve(Stream stream) {
  const auto ends = std::make_shared<Ends<Stream>>(Ends<Stream>{std::move(stream), tcp::socket(context_)});
  error_code error = co_await encrypt(ends->client);
  const tcp::endpoint server(asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(port_));
  if (!error) co_await ends->server.async_connect(server, asio::redirect_error(asio::use_awaitable, error));
  tcp::socket* const wire = &lowest(ends->client);
  if (error) co_return end(*wire);
  wires_.insert(wire);
  const auto is_said = [](std::string&) {};
  const auto change = [this](std::string& bytes) {
    if (said_.empty()) return;
    for (std::size_t at = bytes.find(said_); at != std::string::npos; at = bytes.find(said_, at + said_.size()))
      bytes.replace(at, said_.size(), instead_);
  };
  const auto upwards = [ends, is_said]() -> asio::awaitable<void> {
    co_await pump(ends->client, ends->server, is_said);
  };
  asio::co_spawn(context_, upwards, asio::detached);
  co_await pump(ends->server, ends->client, change);
  wires_.erase(wire);
}

}  // namespace blindmate::remote
