// HTTP and WebSocket by hand over plain sockets: a second opinion on the library that the server uses, and able to say
// what no library would.
#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace blindmate::server {

// Whoever waits longer than this for anything has found a failure.
inline constexpr std::chrono::seconds kPatience{60};

struct WireError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A connection to a port of this machine.
class Wire {
 public:
  explicit Wire(int port, int receive_buffer = 0);  // in bytes; 0 is the system's choice
  ~Wire();
  Wire(Wire&& other) noexcept : socket_(std::exchange(other.socket_, -1)), read_(std::move(other.read_)) { wait(); }
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;
  Wire& operator=(Wire&&) = delete;

  bool send(std::string_view bytes);  // false when the other side has closed
  void finish_sending();

  // Patience begins anew: what is read from now on must come in time.
  void wait() { latest_ = std::chrono::steady_clock::now() + kPatience; }

  // Fewer bytes, or no mark, when the connection has ended.
  std::string read(std::size_t bytes);
  std::string read_through(std::string_view mark);
  std::string read_to_end();

 private:
  bool receive();

  int socket_;
  std::string read_;  // and not asked for yet
  std::chrono::steady_clock::time_point latest_{};
};

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Reply {
  int status = 0;                                     // 0: closed without an answer
  std::multimap<std::string, std::string> headers{};  // names in lower case
  std::string body{};

  std::string header(const std::string& lower_case_name) const;  // empty where there is none
  boost::json::object json() const;                              // throws where the body is none
};

std::string request_text(std::string_view method, std::string_view target, const Headers& headers,
                         std::string_view body = "");
Reply read_reply(Wire& wire, bool has_body = true);

class WebSocket {
 public:
  enum Opcode : unsigned { kContinued = 0, kText = 1, kBinary = 2, kClose = 8, kPing = 9, kPong = 10 };

  // Headers are those beside the ones of the handshake. A refusal is in handshake(), with its body.
  WebSocket(int port, const std::string& path, const Headers& headers, int receive_buffer = 0);

  const Reply& handshake() const { return handshake_; }
  bool is_open() const { return handshake_.status == 101; }

  void send(std::string_view text) { send_frame(kText, text); }
  void send_frame(Opcode opcode, std::string_view payload);
  void close();  // says so, and waits for the other side's farewell

  // The next message; nothing when the connection has ended. Pings are answered.
  std::optional<std::string> next();
  int close_code() const { return close_code_; }  // of the other side's farewell; 0: there was none

 private:
  Wire wire_;
  Reply handshake_;
  int close_code_ = 0;
};

// The other side has ended it, after whatever it still had to say.
bool is_closed(WebSocket& socket);

}  // namespace blindmate::server
