// A store that forgets, for fuzzing what stands in front of it. It has no clock: whoever was seen is present for ever.
#pragma once

#include <algorithm>
#include <map>
#include <set>

#include "blindmate/runtime/tokens.hpp"
#include "blindmate/store/store.hpp"

namespace blindmate::server {

class MemoryStore : public store::Store {
 public:
  void write(const std::vector<store::Write>& writes) override {
    for (const store::Write& write : writes) std::visit([this](const auto& made) { put(made); }, write);
  }

  store::GuestId new_guest(const std::string& token_hash, store::Milliseconds) override {
    return sessions_[token_hash] = ++guests_;
  }
  std::optional<store::Person> person(const std::string& token_hash) override {
    const auto guest = found(sessions_, token_hash);
    return guest ? std::optional(store::Person{*guest, found(accounts_, *guest)}) : std::nullopt;
  }
  void new_session(const std::string& token_hash, store::GuestId guest, store::Milliseconds) override {
    sessions_[token_hash] = guest;
  }
  void end_session(const std::string& token_hash) override { sessions_.erase(token_hash); }
  void end_sessions(store::GuestId guest) override {
    std::erase_if(sessions_, [&](const auto& entry) { return entry.second == guest; });
  }
  std::vector<store::GuestId> lately_changed() override { return {}; }

  bool new_account(const NewAccount& made) override {
    if (account_named(made.name) || accounts_.contains(made.guest)) return false;
    const std::string owner = made.owner == 0 ? "" : accounts_.at(made.owner).name;
    accounts_[made.guest] = {.id = made.guest, .name = made.name, .kind = made.kind, .owner = owner, .since = made.now};
    passwords_[made.guest] = made.password_hash;
    return true;
  }
  std::optional<store::Account> account(store::GuestId guest) override { return found(accounts_, guest); }
  std::optional<store::Account> account_named(const std::string& name) override {
    for (const auto& [guest, account] : accounts_) {
      if (in_lower_case(account.name) == in_lower_case(name)) return account;
    }
    return std::nullopt;
  }
  std::vector<store::Account> bots_of(store::GuestId owner) override {
    std::vector<store::Account> bots;
    for (const auto& [guest, account] : accounts_) {
      if (accounts_.contains(owner) && account.owner == accounts_[owner].name) bots.push_back(account);
    }
    return bots;
  }
  std::string password_hash(store::GuestId guest) override { return found(passwords_, guest).value_or(""); }
  void set_password_hash(store::GuestId guest, const std::string& hash) override { passwords_[guest] = hash; }
  bool delete_account(store::GuestId guest) override {
    for (const store::Account& bot : bots_of(guest)) delete_account(bot.id);
    end_sessions(guest);
    accounts_.erase(guest);
    passwords_.erase(guest);
    return true;
  }
  std::vector<store::Account> best_accounts(std::size_t) override { return {}; }
  std::vector<store::Results> results_of(store::GuestId) override { return {}; }
  std::vector<std::pair<store::Milliseconds, double>> rating_history(store::GuestId) override { return {}; }
  std::optional<store::RatingChanges> rating_changes(const std::string&) override { return std::nullopt; }

  std::optional<store::GameRecord> game(const std::string& id) override { return found(games_, id); }
  std::vector<store::GameRecord> games_of(store::GuestId guest, std::size_t most) override {
    std::vector<store::GameRecord> result;
    for (const auto& [id, game] : games_) {
      if (sits_in(game, guest) && result.size() < most) result.push_back(game);
    }
    return result;
  }
  std::vector<store::GameRecord> finished_games_of(store::GuestId, std::size_t) override { return {}; }
  std::vector<std::string> review(const std::string&) override { return {}; }
  std::vector<store::GameRecord> exhibitions(store::Milliseconds, std::size_t) override { return {}; }
  std::optional<std::string> problem(const std::string& id) override { return found(problems_, id); }
  std::optional<store::Solver> solver(store::GuestId) override { return std::nullopt; }
  std::vector<std::pair<store::Milliseconds, double>> solver_history(store::GuestId) override { return {}; }
  std::vector<std::string> attempted_puzzles(store::GuestId) override { return {}; }
  std::vector<std::pair<std::string, store::Rating>> puzzle_ratings() override { return {}; }
  std::size_t unfinished_games_of(store::GuestId) override { return 0; }
  std::optional<store::DeviceLink> device_link(const std::string& token_hash) override {
    return found(links_, token_hash);
  }

  std::vector<store::GameRecord> challenges() override {
    std::vector<store::GameRecord> result;
    for (const auto& [id, game] : games_) {
      if (game.in_lobby && game.events.empty()) result.push_back(game);
    }
    return result;
  }
  std::vector<std::string> lost_challenges() override { return {}; }
  std::size_t challenges_of(store::GuestId guest) override {
    const std::vector<store::GameRecord> all = challenges();
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](const store::GameRecord& game) { return sits_in(game, guest); }));
  }
  std::vector<store::Account> present_accounts() override {
    std::vector<store::Account> result;
    for (const auto& [guest, account] : accounts_) {
      if (seen_.contains(guest)) result.push_back(account);
    }
    return result;
  }

  void enter(const store::House&, store::Milliseconds) override {}
  void leave() override {}
  std::variant<std::monostate, Claimed, store::House> claim(const std::string& game) override {
    const auto place = games_.find(game);
    if (place == games_.end()) return std::monostate();
    return Claimed{place->second};
  }
  std::vector<std::string> abandoned_games() override { return {}; }

  bool is_shared() const override { return false; }
  std::string name() override { return "fuzz"; }

 private:
  template <class Map>
  static std::optional<typename Map::mapped_type> found(const Map& map, const typename Map::key_type& key) {
    const auto place = map.find(key);
    return place == map.end() ? std::nullopt : std::optional(place->second);
  }
  static std::string in_lower_case(std::string name) {
    for (char& letter : name) letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    return name;
  }
  static bool sits_in(const store::GameRecord& game, store::GuestId guest) {
    return std::any_of(game.seats.begin(), game.seats.end(), [&](const store::Seat& seat) {
      return std::find(seat.guests.begin(), seat.guests.end(), guest) != seat.guests.end();
    });
  }

  void put(const store::NewGame& made) { games_[made.game.id] = made.game; }
  void put(const store::NewEvent& made) {
    if (games_.contains(made.game)) games_[made.game].events.push_back(made.event);
  }
  void put(const store::NewSitter& made) {
    store::Seat& seat = games_[made.game].seats[chess::index(made.side)];
    seat.guests.push_back(made.guest);
    if (!seat.account) seat.account = found(accounts_, made.guest);
  }
  void put(const store::NewDeviceLink& made) { links_[made.token_hash] = {made.game, made.side}; }
  void put(const store::Seen& made) { seen_.insert(made.guests.begin(), made.guests.end()); }
  void put(const store::NewEnd&) {}
  void put(const store::NewPhantoms&) {}
  void put(const store::NewReview&) {}
  void put(const store::NewProblem& made) { problems_[made.id] = made.line; }
  void put(const store::NewAttempt&) {}
  void put(const store::Alive&) {}

  store::GuestId guests_ = 0;
  std::map<std::string, store::GuestId> sessions_;
  std::map<store::GuestId, store::Account> accounts_;
  std::map<store::GuestId, std::string> passwords_;
  std::map<std::string, store::GameRecord> games_;
  std::map<std::string, store::DeviceLink> links_;
  std::map<std::string, std::string> problems_;
  std::set<store::GuestId> seen_;
};

// With the accounts anna, whose password is "password", ben, and robot, who is anna's bot; and a guest. Their tokens
// are what they are called.
inline std::unique_ptr<MemoryStore> store_with_people() {
  // As it is in the tests of the reference implementation of argon2.
  const char* const hash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  auto store = std::make_unique<MemoryStore>();
  const auto guest = [&](const char* token) { return store->new_guest(runtime::token_hash(token), 0); };
  const store::GuestId anna = guest("anna");
  store->new_account({.guest = anna, .name = "anna", .password_hash = hash});
  store->new_account({.guest = guest("ben"), .name = "ben", .password_hash = hash});
  store->new_account({.guest = guest("robot"), .name = "robot", .kind = store::Account::Kind::bot, .owner = anna});
  guest("guest");
  return store;
}

}  // namespace blindmate::server
