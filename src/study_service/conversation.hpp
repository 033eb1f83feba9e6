// Conversation: a WebSocket on which one person says things and is answered, as in studies and puzzles.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "blindmate/messages/participant.hpp"
#include "blindmate/messages/said.hpp"
#include "blindmate/store/store.hpp"
#include "blindmate/study_service/failures.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::study_service {

class Conversation : public messages::Participant {
 public:
  explicit Conversation(std::size_t most_levels) : most_levels_(most_levels) {}

  void connected(messages::ConnectionPointer connection) final { connection_ = std::move(connection); }
  void disconnected() final {
    connection_.reset();
    left();
  }
  boost::asio::awaitable<void> received(std::string text) final {
    const Expected<boost::json::object> said = messages::read_message(text, most_levels_);
    if (!said) co_return refuse("bad-message", said.error().reason);
    try {
      co_await heed(*said);
    } catch (const store::StoreError&) {  // which is logged
      refuse("not-now", "the store does not answer");
    } catch (const std::exception&) {
      log_failure(std::current_exception());
      refuse("not-now", "this has failed");
    }
  }

 protected:
  virtual boost::asio::awaitable<void> heed(boost::json::object said) = 0;  // may throw
  virtual void left() = 0;                                                  // the person has

  bool is_here() const { return connection_ != nullptr; }
  void send(const boost::json::object& message) const {
    if (connection_) connection_->send(referee::json_text(message));
  }
  void refuse(std::string_view code, std::string_view reason) const {
    if (connection_) connection_->refuse(code, reason);
  }

 private:
  std::size_t most_levels_;
  messages::ConnectionPointer connection_;
};

}  // namespace blindmate::study_service
