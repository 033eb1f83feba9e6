// A WebSocket, as a table or the lobby knows it.
#pragma once

#include <boost/json/object.hpp>
#include <memory>
#include <optional>
#include <string>

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

  std::optional<store::Person> person{};  // nobody: who only looks at the lobby
  std::string session{};                  // the hash of the token he came with

  // At a table, what it was sent last: of the log so many entries, the last of them so often; and NOW without what time
  // alone changes.
  struct Sent {
    std::size_t entries = 0;
    int times = 0;
    boost::json::object now{};
    boost::json::object game{};
  };
  chess::Side side = chess::Side::white;
  Sent sent{};
};

using ConnectionPointer = std::shared_ptr<Connection>;

}  // namespace blindmate::messages
