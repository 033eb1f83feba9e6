// Engagements: the challenges and games of a bot, and what it says in the lobby to have more of them. It knows the
// lobby by its messages (docs/server.md) and talks to no network.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace blindmate::remote {

class Engagements {
 public:
  struct Wishes {
    std::optional<boost::json::object> challenge{};  // SETTINGS of an own one, which is to be open all the time
    bool accept_any = false;                         // not only what is meant for the bot
    std::size_t most_at_once = 4;
    std::optional<std::uint64_t> games{};  // in all
  };

  Engagements(std::string name, Wishes wishes) : name_(std::move(name)), wishes_(std::move(wishes)) {}

  const std::string& name() const { return name_; }

  // A new connection to the lobby. What was said on the last one and not answered is forgotten, until the server's list
  // of the own games, which must be asked for after the first message, tells what has come of it.
  void enter();
  bool needs_list() const { return in_lobby_ && !has_list_; }
  void hear_list(const boost::json::array& games);

  // A message of the lobby. What was refused, or nothing; after "too-often" and a refused challenge it says nothing
  // more until it may go on.
  std::optional<std::string> hear(const boost::json::object& message);
  bool is_silent() const { return is_silent_; }
  void go_on() { is_silent_ = false; }

  // What there is to say at this moment, and what there is to play; each is handed out once.
  std::vector<boost::json::object> messages();
  std::vector<std::string> begun() { return std::exchange(begun_, {}); }
  std::vector<boost::json::object> farewell() const;  // takes the open challenges back

  void end(const std::string& game, bool was_played);
  bool is_done() const { return wishes_.games && ended_ >= *wishes_.games && playing_.empty(); }

 private:
  struct Said {
    bool is_challenge = false;
    std::string game{};  // that was to be accepted
  };

  void begin(const std::string& game);
  std::optional<std::string> hear_refusal(const Said& said, const boost::json::object& message);
  bool wants(const boost::json::object& challenge) const;
  std::size_t room() const;

  std::string name_;
  Wishes wishes_;
  boost::json::array challenges_{};  // those in the lobby
  std::set<std::string> open_{};     // own challenges
  std::deque<Said> said_{};          // and not answered yet: the answers come in this order
  std::set<std::string> refused_{};
  std::set<std::string> playing_{};
  std::set<std::string> over_{};
  std::vector<std::string> begun_{};
  std::uint64_t ended_ = 0;
  bool in_lobby_ = false;
  bool has_list_ = false;
  bool is_silent_ = false;
};

}  // namespace blindmate::remote
