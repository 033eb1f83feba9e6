#include "blindmate/server/websocket_session.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>

namespace blindmate::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;

namespace {

constexpr std::size_t kMostQueued = 512 * 1024;  // bytes that wait for a slow reader
constexpr std::chrono::seconds kSilence{30};     // after half of it there is a ping
constexpr runtime::Rate kMessages{.per_second = 20, .at_once = 60};
constexpr int kMostTooOften = 200;

class Socket : public messages::Connection, public std::enable_shared_from_this<Socket> {
 public:
  Socket(beast::tcp_stream stream, runtime::Metrics& metrics)
      : stream_(std::move(stream)), wake_(stream_.get_executor()), metrics_(metrics) {}

  void send(std::string message) override {
    if (closing_) return;
    // One message may be larger: the first view of a long game.
    if (queued_ > 0 && queued_ + message.size() > kMostQueued) {
      ++metrics_.slow_readers;
      return drop();
    }
    queued_ += message.size();
    queue_.push_back(std::move(message));
    wake_.cancel();
  }

  void follow(Next next) override {
    next_in_list_ = std::move(next);
    wake_.cancel();
  }

  void list_has_grown() override { wake_.cancel(); }

  void close() override {
    closing_ = true;
    wake_.cancel();
  }

  asio::awaitable<void> run(HttpRequest upgrade, messages::ParticipantPointer participant) {
    beast::get_lowest_layer(stream_).expires_never();
    stream_.set_option(websocket::stream_base::timeout{
        .handshake_timeout = kSilence, .idle_timeout = kSilence, .keep_alive_pings = true});
    stream_.read_message_max(participant->most_message());
    boost::system::error_code error;
    co_await stream_.async_accept(upgrade, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    stream_.text(true);
    const std::shared_ptr<Socket> self = shared_from_this();
    participant->connected(self);
    asio::co_spawn(stream_.get_executor(), [self] { return self->write(); }, asio::detached);
    std::exception_ptr failed;
    try {
      co_await read(*participant);
    } catch (...) {
      failed = std::current_exception();
    }
    participant->disconnected();
    close();
    if (failed) std::rethrow_exception(failed);
  }

 private:
  asio::awaitable<void> read(messages::Participant& participant) {
    runtime::Bucket bucket(kMessages);
    int too_often = 0;
    for (;;) {
      beast::flat_buffer buffer;
      boost::system::error_code error;
      co_await stream_.async_read(buffer, asio::redirect_error(asio::use_awaitable, error));
      if (error) co_return;
      if (!bucket.take(kMessages)) {
        ++metrics_.too_often;
        if (++too_often > kMostTooOften) co_return drop();
        refuse("too-often", "wait a little");
      } else if (stream_.got_binary()) {
        refuse("bad-message", "not a text frame");
      } else {
        std::string message = beast::buffers_to_string(buffer.cdata());
        co_await participant.received(std::move(message));
      }
    }
  }

  asio::awaitable<void> write() {
    const std::shared_ptr<Socket> alive = shared_from_this();
    boost::system::error_code error;
    while (!error) {
      while (!queue_.empty() && !error) {
        const std::string message = std::move(queue_.front());
        queue_.pop_front();
        co_await stream_.async_write(asio::buffer(message), asio::redirect_error(asio::use_awaitable, error));
        queued_ -= message.size();
      }
      const std::optional<std::string> listed = next_in_list_ && !error ? next_in_list_() : std::nullopt;
      if (listed) {
        co_await stream_.async_write(asio::buffer(*listed), asio::redirect_error(asio::use_awaitable, error));
        continue;
      }
      if (error) break;
      if (closing_) {
        co_await stream_.async_close(websocket::close_code::going_away,
                                     asio::redirect_error(asio::use_awaitable, error));
        break;
      }
      wake_.expires_at(asio::steady_timer::time_point::max());
      boost::system::error_code woken;
      co_await wake_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
    }
    drop();
  }

  // Without another word: reading and writing fail from now on.
  void drop() {
    closing_ = true;
    beast::get_lowest_layer(stream_).close();
    wake_.cancel();
  }

  websocket::stream<beast::tcp_stream> stream_;
  asio::steady_timer wake_;
  runtime::Metrics& metrics_;
  std::deque<std::string> queue_;
  Next next_in_list_;
  std::size_t queued_ = 0;
  bool closing_ = false;
};

}  // namespace

asio::awaitable<void> serve_websocket(beast::tcp_stream stream, HttpRequest upgrade,
                                      messages::ParticipantPointer participant, runtime::Metrics& metrics) {
  const runtime::Present present(metrics.sockets);
  const auto socket = std::make_shared<Socket>(std::move(stream), metrics);
  co_await socket->run(std::move(upgrade), std::move(participant));
}

}  // namespace blindmate::server
