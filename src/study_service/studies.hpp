// Studies: problems that are posed, solved and walked through over a WebSocket (docs/server.md).
#pragma once

#include <functional>
#include <map>

#include "blindmate/messages/participant.hpp"
#include "blindmate/runtime/jobs.hpp"
#include "blindmate/store/storage.hpp"

namespace blindmate::study_service {

// A puzzle of the book, or a problem that was saved, as a problem line.
boost::asio::awaitable<std::optional<std::string>> problem_line(store::Storage& storage, std::string id);

class Studies {
 public:
  Studies(boost::asio::any_io_executor network, store::Storage& storage, runtime::Jobs& jobs)
      : network_(std::move(network)), storage_(storage), jobs_(jobs) {}

  // For one connection of a client.
  messages::ParticipantPointer participant(std::string client, std::function<bool()> may_save);

 private:
  class Study;

  boost::asio::any_io_executor network_;
  store::Storage& storage_;
  runtime::Jobs& jobs_;
  std::map<std::string, std::size_t> searches_;  // by client
};

}  // namespace blindmate::study_service
