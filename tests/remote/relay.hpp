// Relay: a port before a server, which stays the same when the server starts again on another one. It can cut
// connections, say something else than the server says, and speak TLS.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <optional>
#include <set>
#include <string>
#include <thread>

namespace blindmate::remote {

class Relay {
 public:
  explicit Relay(int port);
  // With a certificate and its key, in PEM files.
  Relay(int port, const std::string& certificate, const std::string& key);
  ~Relay();
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  std::string url() const;

  void lead_to(int port);
  void cut();  // all connections of the moment
  // From now on, in what the server says; both are of the same length.
  void say_instead(std::string said, std::string instead);

 private:
  void start();
  boost::asio::awaitable<void> accept();
  template <class Stream>
  boost::asio::awaitable<void> serve(Stream stream);
  template <class Function>
  void on_thread(const Function& function);

  int port_;
  boost::asio::io_context context_{1};
  boost::asio::ip::tcp::acceptor acceptor_;
  std::optional<boost::asio::ssl::context> tls_{};
  std::set<boost::asio::ip::tcp::socket*> wires_{};
  std::string said_{};
  std::string instead_{};
  std::thread thread_{};
};

}  // namespace blindmate::remote
