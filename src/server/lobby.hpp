// Lobby: the open challenges and who is there, told to every connection whenever its list has changed. The store has
// them, because all houses share one lobby; what others do is looked for every second.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "blindmate/server/connection.hpp"
#include "blindmate/server/storage.hpp"

namespace blindmate::server {

class Lobby {
 public:
  Lobby(boost::asio::any_io_executor network, Storage& storage) : network_(std::move(network)), storage_(storage) {}

  void connect(const ConnectionPointer& connection);
  void disconnect(const ConnectionPointer& connection) { told_.erase(connection); }

  bool is_empty() const { return told_.empty(); }
  void refresh();  // now, or after the one that is under way

  std::vector<GuestId> guests() const;
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
    std::vector<GameRecord> challenges;
    std::vector<Account> players;
  };

  boost::asio::awaitable<void> refreshed();
  boost::asio::awaitable<void> tell(const News& news);

  boost::asio::any_io_executor network_;
  Storage& storage_;
  std::map<ConnectionPointer, Told> told_;
  bool refreshing_ = false;
  bool again_ = false;
};

}  // namespace blindmate::server
