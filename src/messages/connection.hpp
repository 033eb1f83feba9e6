// A WebSocket, and who has opened it.
#pragma once

#include <functional>
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
  // The next message of a long list, or nothing while there is none. It is asked for when everything before it has been
  // written, so that a list of any length waits for its reader and takes no memory for it.
  using Next = std::function<std::optional<std::string>()>;
  virtual void follow(Next next) = 0;
  virtual void list_has_grown() = 0;
  virtual void close() = 0;  // after what was sent

  // An error, as docs/server.md has it: what was asked for is not done.
  void refuse(std::string_view code, std::string_view reason);

  std::optional<store::Person> person{};  // nobody: who only looks
  std::string session{};                  // the hash of the token he came with
};

using ConnectionPointer = std::shared_ptr<Connection>;

}  // namespace blindmate::messages
