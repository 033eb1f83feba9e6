// A store that forgets, for fuzzing what stands in front of it.
#pragma once

#include <map>

#include "blindmate/server/store.hpp"

namespace blindmate::server {

class MemoryStore : public Store {
 public:
  void write(const std::vector<Write>& writes) override {
    for (const Write& write : writes) {
      if (const auto* made = std::get_if<NewGame>(&write)) games_[made->game.id] = made->game;
      if (const auto* made = std::get_if<NewDeviceLink>(&write)) links_[made->token_hash] = {made->game, made->side};
    }
  }
  GuestId new_guest(const std::string& token_hash, Milliseconds) override {
    return guests_.emplace(token_hash, static_cast<GuestId>(guests_.size() + 1)).first->second;
  }
  std::optional<GuestId> guest(const std::string& token_hash) override { return found(guests_, token_hash); }
  std::optional<GameRecord> game(const std::string& id) override { return found(games_, id); }
  std::vector<GameRecord> games_of(GuestId, std::size_t) override { return {}; }
  std::size_t unfinished_games_of(GuestId) override { return 0; }
  std::vector<std::string> games_with_running_clocks() override { return {}; }
  std::optional<DeviceLink> device_link(const std::string& token_hash) override { return found(links_, token_hash); }
  Milliseconds last_alive() override { return 0; }
  std::string name() override { return "fuzz"; }

 private:
  template <class Map>
  static std::optional<typename Map::mapped_type> found(const Map& map, const std::string& key) {
    const auto place = map.find(key);
    return place == map.end() ? std::nullopt : std::optional(place->second);
  }

  std::map<std::string, GuestId> guests_;
  std::map<std::string, GameRecord> games_;
  std::map<std::string, DeviceLink> links_;
};

}  // namespace blindmate::server
