#include "server/wire.hpp"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>

namespace blindmate::server {
namespace {

// The example of RFC 6455: the answer to this key is known.
constexpr std::string_view kKey = "dGhlIHNhbXBsZSBub25jZQ==";
constexpr std::string_view kAnswerToKey = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string big_endian(std::uint64_t number, int bytes) {
  std::string result;
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) result += static_cast<char>(number >> shift & 255U);
  return result;
}

std::uint64_t number_of(std::string_view big_endian) {
  std::uint64_t number = 0;
  for (const char c : big_endian) number = number << 8U | static_cast<unsigned char>(c);
  return number;
}

}  // namespace

Wire::Wire(int port, int receive_buffer) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (receive_buffer > 0) {
    const int segment = 536;  // the other side's buffer grows with it
    setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof(receive_buffer));
    setsockopt(socket_, IPPROTO_TCP, TCP_MAXSEG, &segment, sizeof(segment));
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    ::close(std::exchange(socket_, -1));
    throw WireError(fmt::format("port {} does not answer: {}", port, std::strerror(errno)));
  }
  wait();
}

Wire::~Wire() {
  if (socket_ >= 0) ::close(socket_);
}

bool Wire::send(std::string_view bytes) {
  while (!bytes.empty()) {
    pollfd ready{socket_, POLLOUT, 0};
    if (::poll(&ready, 1, static_cast<int>(std::chrono::milliseconds(kPatience).count())) <= 0)
      throw WireError("the server does not read");
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN) return false;
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void Wire::finish_sending() { ::shutdown(socket_, SHUT_WR); }

bool Wire::receive() {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(latest_ - std::chrono::steady_clock::now()).count();
  pollfd ready{socket_, POLLIN, 0};
  if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) <= 0) throw WireError("the server does not say it");
  std::array<char, 16384> buffer;
  const ssize_t received = ::recv(socket_, buffer.data(), buffer.size(), 0);
  if (received > 0) read_.append(buffer.data(), static_cast<std::size_t>(received));
  return received > 0;
}

std::string Wire::read(std::size_t bytes) {
  while (read_.size() < bytes && receive()) continue;
  std::string result = read_.substr(0, bytes);
  read_.erase(0, bytes);
  return result;
}

std::string Wire::read_through(std::string_view mark) {
  while (read_.find(mark) == std::string::npos && receive()) continue;
  const std::size_t end = read_.find(mark);
  return read(end == std::string::npos ? read_.size() : end + mark.size());
}

std::string Wire::read_to_end() {
  while (receive()) continue;
  return std::exchange(read_, {});
}

std::string Reply::header(const std::string& lower_case_name) const {
  const auto found = headers.find(lower_case_name);
  return found == headers.end() ? "" : found->second;
}

boost::json::object Reply::json() const {
  boost::json::error_code wrong;
  boost::json::value value = boost::json::parse(body, wrong);
  if (wrong || !value.is_object()) throw WireError(fmt::format("{} is no JSON object: {}", status, body));
  return value.get_object();
}

std::string request_text(std::string_view method, std::string_view target, const Headers& headers,
                         std::string_view body) {
  std::string text = fmt::format("{} {} HTTP/1.1\r\n", method, target);
  for (const auto& [name, value] : headers) text += fmt::format("{}: {}\r\n", name, value);
  if (!body.empty() || method == "POST") text += fmt::format("Content-Length: {}\r\n", body.size());
  return fmt::format("{}\r\n{}", text, body);
}

Reply read_reply(Wire& wire, bool has_body) {
  Reply reply;
  wire.wait();
  const std::string head = wire.read_through("\r\n\r\n");
  if (head.empty()) return reply;
  if (!head.starts_with("HTTP/1.") || !head.ends_with("\r\n\r\n") || head.size() < 16)
    throw WireError("this is not HTTP: " + head);
  reply.status = std::stoi(head.substr(9, 3));
  for (std::size_t begin = head.find("\r\n") + 2; begin < head.size() - 2;) {
    const std::size_t end = head.find("\r\n", begin);
    const std::size_t colon = head.find(": ", begin);
    if (colon > end) throw WireError("a header without a colon: " + head);
    reply.headers.emplace(lower_case(head.substr(begin, colon - begin)), head.substr(colon + 2, end - colon - 2));
    begin = end + 2;
  }
  const bool never = reply.status == 101 || reply.status == 204 || reply.status == 304;
  if (!has_body || never) return reply;
  const std::size_t length = std::stoul(reply.header("content-length"));
  reply.body = wire.read(length);
  if (reply.body.size() < length) throw WireError("the body ends too early");
  return reply;
}

WebSocket::WebSocket(int port, const std::string& path, const Headers& headers, int receive_buffer)
    : wire_(port, receive_buffer) {
  Headers all = {{"Host", fmt::format("localhost:{}", port)},
                 {"Upgrade", "websocket"},
                 {"Connection", "Upgrade"},
                 {"Sec-WebSocket-Version", "13"},
                 {"Sec-WebSocket-Key", std::string(kKey)}};
  all.insert(all.end(), headers.begin(), headers.end());
  wire_.send(request_text("GET", path, all));
  handshake_ = read_reply(wire_);
  if (is_open() && handshake_.header("sec-websocket-accept") != kAnswerToKey)
    throw WireError("the handshake is not that of RFC 6455");
}

void WebSocket::send_frame(Opcode opcode, std::string_view payload) {
  std::string frame(1, static_cast<char>(0x80U | opcode));
  if (payload.size() < 126) {
    frame += static_cast<char>(0x80U | payload.size());
  } else {
    frame += static_cast<char>(0x80U | 126U);
    frame += big_endian(payload.size(), 2);
  }
  constexpr std::string_view kMask = "mask";
  frame += kMask;
  for (std::size_t i = 0; i < payload.size(); ++i) frame += static_cast<char>(payload[i] ^ kMask[i % kMask.size()]);
  wire_.send(frame);  // who is gone is found out by reading
}

void WebSocket::close() {
  send_frame(kClose, big_endian(1000, 2));
  while (next()) continue;
}

std::optional<std::string> WebSocket::next() {
  wire_.wait();  // once: pings are no message
  for (std::string message;;) {
    const std::string head = wire_.read(2);
    if (head.size() < 2) return std::nullopt;
    const unsigned first = static_cast<unsigned char>(head[0]);
    std::size_t size = static_cast<unsigned char>(head[1]);
    if ((first & 0x70U) != 0 || size > 127) throw WireError("a frame that no server may send");
    if (size >= 126) size = number_of(wire_.read(size == 126 ? 2 : 8));
    const std::string payload = wire_.read(size);
    if (payload.size() < size) return std::nullopt;
    const bool is_last = (first & 0x80U) != 0;
    switch (first & 0x0FU) {
      case kContinued:
      case kText:
        message += payload;
        if (is_last) return message;
        break;
      case kPing: send_frame(kPong, payload); break;
      case kPong: break;
      case kClose:
        close_code_ = payload.size() >= 2 ? static_cast<int>(number_of(payload.substr(0, 2))) : 1005;
        send_frame(kClose, payload.substr(0, 2));
        wire_.finish_sending();
        wire_.read_to_end();
        return std::nullopt;
      default: throw WireError(fmt::format("a frame of the kind {}", first));
    }
  }
}

bool is_closed(WebSocket& socket) {
  try {
    while (socket.next()) continue;
    return true;
  } catch (const WireError&) {
    return false;
  }
}

}  // namespace blindmate::server
