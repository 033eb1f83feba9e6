// Studies: problems that are posed, solved and walked through over a WebSocket (docs/server.md). Scholars solve, one
// problem after the other; readers do what is short. Nobody's game waits for either.
#pragma once

#include <functional>
#include <map>

#include "blindmate/messages/participant.hpp"
#include "blindmate/store/storage.hpp"
#include "blindmate/study_service/scholars.hpp"

namespace blindmate::study_service {

// A puzzle of the book, or a problem that was saved, as a problem line.
boost::asio::awaitable<std::optional<std::string>> problem_line(store::Storage& storage, std::string id);

class Studies {
 public:
  Studies(boost::asio::any_io_executor network, store::Storage& storage, Scholars& scholars, Scholars& readers)
      : network_(std::move(network)), storage_(storage), scholars_(scholars), readers_(readers) {}

  // For one connection from an address.
  messages::ParticipantPointer participant(const std::string& address, std::function<bool()> may_save);

 private:
  class Study;

  boost::asio::any_io_executor network_;
  store::Storage& storage_;
  Scholars& scholars_;
  Scholars& readers_;
  std::map<std::string, std::size_t> searches_;  // by address
};

}  // namespace blindmate::study_service
