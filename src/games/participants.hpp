// Those who are connected to a game: at one of its seats, or watching an exhibition.
#pragma once

#include "blindmate/games/live_game.hpp"
#include "blindmate/messages/participant.hpp"

namespace blindmate::games {

class Player : public messages::Participant {
 public:
  Player(std::shared_ptr<LiveGame> game, chess::Side side, store::Person person, std::string session)
      : game_(std::move(game)), side_(side), person_(std::move(person)), session_(std::move(session)) {}

  void connected(messages::ConnectionPointer connection) override {
    connection->person = person_;
    connection->session = session_;
    sitter_ = game_->connect(std::move(connection), side_);
  }
  void disconnected() override { game_->disconnect(sitter_); }
  boost::asio::awaitable<void> received(std::string message) override {
    game_->receive(sitter_, message);
    co_return;
  }

 private:
  std::shared_ptr<LiveGame> game_;
  chess::Side side_;
  store::Person person_;
  std::string session_;
  LiveGame::SitterPointer sitter_{};
};

class Watcher : public messages::Participant {
 public:
  explicit Watcher(std::shared_ptr<LiveGame> game) : game_(std::move(game)) {}

  void connected(messages::ConnectionPointer connection) override {
    connection_ = std::move(connection);
    game_->watch(connection_);
  }
  void disconnected() override { game_->stop_watching(connection_); }

 private:
  std::shared_ptr<LiveGame> game_;
  messages::ConnectionPointer connection_{};
};

}  // namespace blindmate::games
