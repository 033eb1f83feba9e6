#include "blindmate/games/lobby.hpp"
#include "blindmate/view/json_text.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/json.hpp>

#include "blindmate/messages/payloads.hpp"

namespace blindmate::games {

namespace asio = boost::asio;
namespace json = boost::json;

void Lobby::connect(const messages::ConnectionPointer& connection) {
  told_[connection] = {};
  if (connection->person) {
    storage_.write({store::Seen{{connection->person->id}}}, [this](bool) { refresh(); });
  } else {
    refresh();
  }
}

std::vector<store::GuestId> Lobby::guests() const {
  std::set<store::GuestId> guests;
  for (const auto& [connection, told] : told_) {
    if (connection->person) guests.insert(connection->person->id);
  }
  return {guests.begin(), guests.end()};
}

void Lobby::refresh() {
  again_ = refreshing_;
  if (refreshing_ || told_.empty()) return;
  refreshing_ = true;
  asio::co_spawn(network_, refreshed(), [this](const std::exception_ptr&) {  // of the store, which is logged
    refreshing_ = false;
    if (std::exchange(again_, false)) refresh();
  });
}

asio::awaitable<void> Lobby::refreshed() {
  const auto query = [](store::Reader& store) { return News{store.challenges(), store.present_accounts()}; };
  const News news = co_await storage_.read(query);
  co_await tell(news);
}

asio::awaitable<void> Lobby::tell(const News& news) {
  std::vector<messages::ConnectionPointer> connections;
  for (const auto& [connection, told] : told_) connections.push_back(connection);
  const std::string for_others =
      referee::json_text(messages::lobby_payload(news.challenges, news.players, std::nullopt));
  for (const messages::ConnectionPointer& connection : connections) {
    const auto found = told_.find(connection);
    if (found == told_.end()) continue;
    std::set<std::string> own;
    bool is_wanted = false;
    for (const store::GameRecord& challenge : news.challenges) {
      if (!connection->person) break;
      if (is_made_by(challenge, connection->person->id)) own.insert(challenge.id);
      is_wanted = is_wanted || (challenge.wanted && challenge.wanted->id == connection->person->id);
    }
    const std::set<std::string> gone = std::exchange(found->second.own, own);
    std::string list = for_others;
    if (!own.empty() || is_wanted)
      list = referee::json_text(messages::lobby_payload(news.challenges, news.players, connection->person));
    if (list != found->second.list) {
      found->second.list = list;
      connection->send(std::move(list));
    }
    for (const std::string& id : gone) {
      if (own.contains(id)) continue;
      const auto query = [id](store::Reader& store) { return store.game(id); };
      const std::optional<store::GameRecord> game = co_await storage_.read(query);
      const bool started =
          game && !game->events.empty() && game->events.front().kind == store::TableEvent::Kind::started;
      if (started) connection->send(referee::json_text(json::object{{"type", "started"}, {"game", id}}));
    }
  }
}

}  // namespace blindmate::games
