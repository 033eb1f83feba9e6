// Puzzles over a WebSocket (docs/server.md): a person looks for the mate, the answers are those of the worst defender.
// The first attempt of each guest at each puzzle is kept and rated.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "blindmate/messages/participant.hpp"
#include "blindmate/runtime/jobs.hpp"
#include "blindmate/store/storage.hpp"

namespace blindmate::study_service {

class Puzzles {
 public:
  Puzzles(store::Storage& storage, runtime::Jobs& jobs) : storage_(storage), jobs_(jobs) {}

  // For one connection, of somebody or nobody.
  messages::ParticipantPointer participant(const std::optional<store::Person>& person, std::string client);
  // What there is, and how somebody has done.
  boost::asio::awaitable<boost::json::object> list(std::optional<store::Person> person);
  // The problems by composers.
  static boost::json::array classics();

 private:
  class Sitting;

  boost::asio::awaitable<boost::json::value> solver_payload(std::optional<store::Person> person);

  store::Storage& storage_;
  runtime::Jobs& jobs_;
};

}  // namespace blindmate::study_service
