// A WebSocket, and who has opened it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "blindmate/store/records.hpp"

namespace blindmate::messages {

class Connection {
 public:
  Connection() = default;
  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  virtual void send(std::string message) = 0;
  virtual void close() = 0;  // after what was sent

  // An error, as docs/server.md has it: what was asked for is not done.
  void refuse(std::string_view code, std::string_view reason);

  std::optional<store::Person> person{};  // nobody: who only looks
  std::string session{};                  // the hash of the token he came with
};

using ConnectionPointer = std::shared_ptr<Connection>;

}  // namespace blindmate::messages
