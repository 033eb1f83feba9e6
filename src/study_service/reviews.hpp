// Reviews: what each side could have known at each moment of games that are over, computed piece by piece for those who
// look at them, kept in the store when it is complete, and given up when nobody looks any more.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "blindmate/games/table.hpp"
#include "blindmate/messages/participant.hpp"
#include "blindmate/runtime/jobs.hpp"
#include "blindmate/store/storage.hpp"

namespace blindmate::study_service {

class Reviews {
 public:
  Reviews(boost::asio::any_io_executor network, store::Storage& storage, runtime::Jobs& jobs)
      : network_(std::move(network)), storage_(storage), jobs_(jobs) {}

  // Of a game that has ended: is told what is known of it so far, and then the rest as it becomes known.
  messages::ParticipantPointer participant(std::shared_ptr<const games::Table> ended, std::string client);

 private:
  class Reader;
  class Review;

  void connect(const messages::ConnectionPointer& connection, const std::shared_ptr<const games::Table>& ended,
               const std::string& client);
  void disconnect(const messages::ConnectionPointer& connection);
  boost::asio::awaitable<void> tell(messages::ConnectionPointer connection, std::shared_ptr<const games::Table> ended,
                                    std::string client);
  void begin(const std::shared_ptr<Review>& review);
  boost::asio::awaitable<void> complete(std::shared_ptr<Review> review);

  boost::asio::any_io_executor network_;
  store::Storage& storage_;
  runtime::Jobs& jobs_;
  std::set<messages::ConnectionPointer> connections_;
  std::map<std::string, std::shared_ptr<Review>> under_way_;  // by game
};

}  // namespace blindmate::study_service
