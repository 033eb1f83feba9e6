// A store that forgets, for fuzzing what stands in front of it. It has no clock: whoever was seen is present for ever.
#pragma once

#include <algorithm>
#include <map>
#include <set>

#include "blindmate/server/store.hpp"
#include "blindmate/server/tokens.hpp"

namespace blindmate::server {

class MemoryStore : public Store {
 public:
  void write(const std::vector<Write>& writes) override {
    for (const Write& write : writes) std::visit([this](const auto& made) { put(made); }, write);
  }

  GuestId new_guest(const std::string& token_hash, Milliseconds) override { return sessions_[token_hash] = ++guests_; }
  std::optional<Person> person(const std::string& token_hash) override {
    const auto guest = found(sessions_, token_hash);
    return guest ? std::optional(Person{*guest, found(accounts_, *guest)}) : std::nullopt;
  }
  void new_session(const std::string& token_hash, GuestId guest, Milliseconds) override {
    sessions_[token_hash] = guest;
  }
  void end_session(const std::string& token_hash) override { sessions_.erase(token_hash); }
  void end_sessions(GuestId guest) override {
    std::erase_if(sessions_, [&](const auto& entry) { return entry.second == guest; });
  }
  std::vector<GuestId> lately_changed() override { return {}; }

  bool new_account(const NewAccount& made) override {
    if (account_named(made.name) || accounts_.contains(made.guest)) return false;
    const std::string owner = made.owner == 0 ? "" : accounts_.at(made.owner).name;
    accounts_[made.guest] = {.id = made.guest, .name = made.name, .kind = made.kind, .owner = owner, .since = made.now};
    passwords_[made.guest] = made.password_hash;
    return true;
  }
  std::optional<Account> account(GuestId guest) override { return found(accounts_, guest); }
  std::optional<Account> account_named(const std::string& name) override {
    for (const auto& [guest, account] : accounts_) {
      if (in_lower_case(account.name) == in_lower_case(name)) return account;
    }
    return std::nullopt;
  }
  std::vector<Account> bots_of(GuestId owner) override {
    std::vector<Account> bots;
    for (const auto& [guest, account] : accounts_) {
      if (accounts_.contains(owner) && account.owner == accounts_[owner].name) bots.push_back(account);
    }
    return bots;
  }
  std::string password_hash(GuestId guest) override { return found(passwords_, guest).value_or(""); }
  void set_password_hash(GuestId guest, const std::string& hash) override { passwords_[guest] = hash; }
  bool delete_account(GuestId guest) override {
    for (const Account& bot : bots_of(guest)) delete_account(bot.id);
    end_sessions(guest);
    accounts_.erase(guest);
    passwords_.erase(guest);
    return true;
  }
  std::vector<Account> best_accounts(std::size_t) override { return {}; }
  std::vector<Results> results_of(GuestId) override { return {}; }
  std::vector<std::pair<Milliseconds, double>> rating_history(GuestId) override { return {}; }
  std::optional<RatingChanges> rating_changes(const std::string&) override { return std::nullopt; }

  std::optional<GameRecord> game(const std::string& id) override { return found(games_, id); }
  std::vector<GameRecord> games_of(GuestId guest, std::size_t most) override {
    std::vector<GameRecord> result;
    for (const auto& [id, game] : games_) {
      if (sits_in(game, guest) && result.size() < most) result.push_back(game);
    }
    return result;
  }
  std::vector<GameRecord> finished_games_of(GuestId, std::size_t) override { return {}; }
  std::vector<std::string> review(const std::string&) override { return {}; }
  std::vector<GameRecord> exhibitions(Milliseconds, std::size_t) override { return {}; }
  std::optional<std::string> problem(const std::string& id) override { return found(problems_, id); }
  std::optional<Solver> solver(GuestId) override { return std::nullopt; }
  std::vector<std::pair<Milliseconds, double>> solver_history(GuestId) override { return {}; }
  std::vector<std::string> attempted_puzzles(GuestId) override { return {}; }
  std::vector<std::pair<std::string, Rating>> puzzle_ratings() override { return {}; }
  std::size_t unfinished_games_of(GuestId) override { return 0; }
  std::optional<DeviceLink> device_link(const std::string& token_hash) override { return found(links_, token_hash); }

  std::vector<GameRecord> challenges() override {
    std::vector<GameRecord> result;
    for (const auto& [id, game] : games_) {
      if (game.in_lobby && game.events.empty()) result.push_back(game);
    }
    return result;
  }
  std::vector<std::string> lost_challenges() override { return {}; }
  std::size_t challenges_of(GuestId guest) override {
    const std::vector<GameRecord> all = challenges();
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](const GameRecord& game) { return sits_in(game, guest); }));
  }
  std::vector<Account> present_accounts() override {
    std::vector<Account> result;
    for (const auto& [guest, account] : accounts_) {
      if (seen_.contains(guest)) result.push_back(account);
    }
    return result;
  }

  void enter(const House&, Milliseconds) override {}
  void leave() override {}
  std::variant<std::monostate, Claimed, House> claim(const std::string& game) override {
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
  static bool sits_in(const GameRecord& game, GuestId guest) {
    return std::any_of(game.seats.begin(), game.seats.end(), [&](const Seat& seat) {
      return std::find(seat.guests.begin(), seat.guests.end(), guest) != seat.guests.end();
    });
  }

  void put(const NewGame& made) { games_[made.game.id] = made.game; }
  void put(const NewEvent& made) {
    if (games_.contains(made.game)) games_[made.game].events.push_back(made.event);
  }
  void put(const NewSitter& made) {
    Seat& seat = games_[made.game].seats[chess::index(made.side)];
    seat.guests.push_back(made.guest);
    if (!seat.account) seat.account = found(accounts_, made.guest);
  }
  void put(const NewDeviceLink& made) { links_[made.token_hash] = {made.game, made.side}; }
  void put(const Seen& made) { seen_.insert(made.guests.begin(), made.guests.end()); }
  void put(const NewEnd&) {}
  void put(const NewPhantoms&) {}
  void put(const NewReview&) {}
  void put(const NewProblem& made) { problems_[made.id] = made.line; }
  void put(const NewAttempt&) {}
  void put(const Alive&) {}

  GuestId guests_ = 0;
  std::map<std::string, GuestId> sessions_;
  std::map<GuestId, Account> accounts_;
  std::map<GuestId, std::string> passwords_;
  std::map<std::string, GameRecord> games_;
  std::map<std::string, DeviceLink> links_;
  std::map<std::string, std::string> problems_;
  std::set<GuestId> seen_;
};

// With the accounts anna, whose password is "password", ben, and robot, who is anna's bot; and a guest. Their tokens
// are what they are called.
inline std::unique_ptr<MemoryStore> store_with_people() {
  // As it is in the tests of the reference implementation of argon2.
  const char* const hash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  auto store = std::make_unique<MemoryStore>();
  const auto guest = [&](const char* token) { return store->new_guest(token_hash(token), 0); };
  const GuestId anna = guest("anna");
  store->new_account({.guest = anna, .name = "anna", .password_hash = hash});
  store->new_account({.guest = guest("ben"), .name = "ben", .password_hash = hash});
  store->new_account({.guest = guest("robot"), .name = "robot", .kind = Account::Kind::bot, .owner = anna});
  guest("guest");
  return store;
}

}  // namespace blindmate::server
