// Studies: problems that are posed, solved and walked through over a WebSocket (docs/server.md). What is short is done
// by tutors, what may take long by scholars, one after the other; nobody's game waits for either.
#pragma once

#include <functional>

#include "blindmate/server/place.hpp"
#include "blindmate/server/scholars.hpp"
#include "blindmate/server/storage.hpp"

namespace blindmate::server {

class Studies {
 public:
  Studies(boost::asio::any_io_executor network, Storage& storage, Scholars& scholars, Scholars& tutors)
      : network_(std::move(network)), storage_(storage), scholars_(scholars), tutors_(tutors) {}

  // For one connection.
  Place place(std::function<bool()> may_save);

 private:
  class Study;

  boost::asio::any_io_executor network_;
  Storage& storage_;
  Scholars& scholars_;
  Scholars& tutors_;
};

}  // namespace blindmate::server
