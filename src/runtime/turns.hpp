// Turns: what waits for several clients, who take turns: each gets one of his, in the order in which they came, before
// anybody gets a second one.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>

namespace blindmate::runtime {

template <class Item>
class Turns {
 public:
  bool empty() const { return clients_.empty(); }
  std::size_t size() const {
    std::size_t size = 0;
    for (const Client& client : clients_) size += client.items.size();
    return size;
  }

  void add(const std::string& name, Item item) {
    auto client =
        std::find_if(clients_.begin(), clients_.end(), [&](const Client& other) { return other.name == name; });
    if (client == clients_.end()) client = clients_.insert(client, Client{name, {}});
    client->items.push_back(std::move(item));
  }

  Item take() {
    Client client = std::move(clients_.front());
    clients_.pop_front();
    Item item = std::move(client.items.front());
    client.items.pop_front();
    if (!client.items.empty()) clients_.push_back(std::move(client));
    return item;
  }

  // The first of a client for which this is true.
  template <class Is>
  std::optional<Item> remove(const Is& is) {
    for (auto client = clients_.begin(); client != clients_.end(); ++client) {
      const auto found = std::find_if(client->items.begin(), client->items.end(), is);
      if (found == client->items.end()) continue;
      Item item = std::move(*found);
      client->items.erase(found);
      if (client->items.empty()) clients_.erase(client);
      return item;
    }
    return std::nullopt;
  }

  // How many are taken before it, if nothing is added.
  template <class Is>
  std::optional<std::size_t> before(const Is& is) const {
    for (std::size_t turn = 0; turn < clients_.size(); ++turn) {
      const std::deque<Item>& own = clients_[turn].items;
      const auto found = std::find_if(own.begin(), own.end(), is);
      if (found == own.end()) continue;
      const auto rounds = static_cast<std::size_t>(found - own.begin());
      std::size_t before = 0;
      for (std::size_t other = 0; other < clients_.size(); ++other)
        before += std::min(clients_[other].items.size(), rounds + (other < turn ? 1 : 0));
      return before;
    }
    return std::nullopt;
  }

 private:
  struct Client {
    std::string name;
    std::deque<Item> items;  // never empty
  };
  std::deque<Client> clients_;  // the next one first
};

}  // namespace blindmate::runtime
