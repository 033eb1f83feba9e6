// RemoteServer: another Blindmate server, asked over HTTP and talked with over WebSocket, with TLS where its address
// says so. Everything happens on one thread, that of the executor.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/json/object.hpp>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "blindmate/base/expected.hpp"
#include "blindmate/remote/address.hpp"

namespace blindmate::remote {

// Why there is no answer: the server's refusal, or, with the status 0, that it was not reached.
struct Failure {
  int status = 0;
  std::string reason{};

  bool is_final() const;  // asking again would bring the same
};
template <class Value>
using Answer = std::variant<Value, Failure>;

class Connection {
 public:
  Connection() = default;
  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  virtual boost::asio::awaitable<std::optional<std::string>> read() = 0;  // nothing when it has ended
  virtual void send(const boost::json::object& message) = 0;
  virtual void close() = 0;  // after what was sent; reading finds the end
};
using ConnectionPointer = std::shared_ptr<Connection>;

// Those that the system trusts, and the one of the file if there is a name.
Expected<boost::asio::ssl::context> trusted_certificates(const std::string& ca_file);

class RemoteServer {
 public:
  RemoteServer(boost::asio::any_io_executor executor, Address address, std::string token,
               boost::asio::ssl::context trusted)
      : executor_(std::move(executor)),
        address_(std::move(address)),
        token_(std::move(token)),
        trusted_(std::move(trusted)) {}

  boost::asio::awaitable<Answer<boost::json::object>> get(std::string path);
  boost::asio::awaitable<Answer<ConnectionPointer>> connect(std::string path);

 private:
  boost::asio::any_io_executor executor_;
  Address address_;
  std::string token_;
  boost::asio::ssl::context trusted_;
};

}  // namespace blindmate::remote
