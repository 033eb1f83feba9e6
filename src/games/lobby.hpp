// Lobby: the open challenges and who is there, told to every connection whenever its list has changed. The store has
// them, because all houses share one lobby; what others do is looked for every second.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "blindmate/messages/connection.hpp"
#include "blindmate/store/storage.hpp"

namespace blindmate::games {

class Lobby {
 public:
  Lobby(boost::asio::any_io_executor network, store::Storage& storage)
      : network_(std::move(network)), storage_(storage) {}

  void connect(const messages::ConnectionPointer& connection);
  void disconnect(const messages::ConnectionPointer& connection) { told_.erase(connection); }

  bool is_empty() const { return told_.empty(); }
  void refresh();  // now, or after the one that is under way

  std::vector<store::GuestId> guests() const;
  template <class Visit>
  void for_each_connection(const Visit& visit) const {
    for (const auto& [connection, told] : told_) visit(connection);
  }

 private:
  // What a connection was told last.
  struct Told {
    std::string list{};
    std::set<std::string> own{};  // challenges
  };
  struct News {
    std::vector<store::GameRecord> challenges;
    std::vector<store::Account> players;
  };

  boost::asio::awaitable<void> refreshed();
  boost::asio::awaitable<void> tell(const News& news);

  boost::asio::any_io_executor network_;
  store::Storage& storage_;
  std::map<messages::ConnectionPointer, Told> told_;
  bool refreshing_ = false;
  bool again_ = false;
};

}  // namespace blindmate::games
