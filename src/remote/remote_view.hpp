// RemoteView: the PlayerView of a game on another server, made again from the messages that docs/server.md describes.
// Nothing is believed that our own referee could not have said, and the view must agree with what the server says of
// it: who plays on after a misunderstanding plays nonsense.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/view/player_view.hpp"

namespace blindmate::remote {

class RemoteView {
 public:
  enum class Status { waiting, playing, ended };

  // What stays as it is during a game.
  struct About {
    const referee::RuleSet* rules = nullptr;
    chess::Side side = chess::Side::white;
    chess::Position start = chess::Position::start();
    bool rated = false;
    double increment_s = 0;

    bool operator==(const About&) const = default;
  };

  // A message of the type "view". With something wrong in it, the game is lost to us.
  Expected<void> hear(const boost::json::object& message);

  // All below after the first message.
  const About& about() const { return about_; }
  const referee::PlayerView& view() const { return *view_; }
  std::size_t known() const { return events_.size(); }  // entries of the log
  int plies() const { return plies_; }
  const std::string& opponent() const { return opponent_; }  // its name

  Status status() const { return status_; }
  bool is_own_turn() const { return status_ == Status::playing && view_->turn() == view_->side(); }
  const std::optional<double>& left_s() const { return left_s_; }          // of the own clock, where there is one
  bool draw_is_offered() const { return draw_is_offered_; }                // by the opponent
  const std::optional<double>& claim_in_s() const { return claim_in_s_; }  // while the opponent is away
  const std::string& end_phrase() const { return end_phrase_; }            // empty while there is none

 private:
  void read_game(const boost::json::object& game);
  void read_log(const boost::json::object& message);
  void read_now(const boost::json::object& now);
  void read_end(const boost::json::value& end);
  void compare(const boost::json::object& now) const;
  void hear(referee::Event event);

  About about_{};
  std::string opponent_{};
  std::vector<referee::Event> events_{};
  std::optional<referee::PlayerView> view_{};
  int plies_ = 0;
  Status status_ = Status::waiting;
  std::optional<double> left_s_{};
  bool draw_is_offered_ = false;
  std::optional<double> claim_in_s_{};
  std::string end_phrase_{};
};

}  // namespace blindmate::remote
