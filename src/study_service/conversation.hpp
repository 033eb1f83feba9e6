// Conversation: a WebSocket on which one person says things and is answered, as in studies and puzzles.
#pragma once

#include <boost/json.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "blindmate/messages/place.hpp"
#include "blindmate/messages/said.hpp"
#include "blindmate/store/store.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::study_service {

class Conversation {
 public:
  explicit Conversation(std::size_t most_levels) : most_levels_(most_levels) {}
  virtual ~Conversation() = default;
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  // Where it is held.
  static messages::Place place(const std::shared_ptr<Conversation>& held) {
    return {
        .connect = [held](const messages::ConnectionPointer& self) { held->connection_ = self; },
        .disconnect =
            [held](const messages::ConnectionPointer&) {
              held->connection_.reset();
              held->left();
            },
        .receive = [held](messages::ConnectionPointer, std::string text) { return held->receive(std::move(text)); }};
  }

 protected:
  virtual boost::asio::awaitable<void> heed(boost::json::object said) = 0;  // may throw StoreError
  virtual void left() = 0;                                                  // the person has

  bool is_here() const { return connection_ != nullptr; }
  void send(const boost::json::object& message) const {
    if (connection_) connection_->send(referee::json_text(message));
  }
  void refuse(std::string_view code, std::string_view message) const {
    send({{"type", "error"}, {"code", boost::json::string(code)}, {"message", boost::json::string(message)}});
  }

 private:
  boost::asio::awaitable<void> receive(std::string text) {
    const Expected<boost::json::object> said = messages::read_message(text, most_levels_);
    if (!said) co_return refuse("bad-message", said.error().reason);
    try {
      co_await heed(*said);
    } catch (const store::StoreError&) {  // which is logged
      refuse("not-now", "the store does not answer");
    }
  }

  std::size_t most_levels_;
  messages::ConnectionPointer connection_;
};

}  // namespace blindmate::study_service
