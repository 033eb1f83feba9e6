// A test of stores, which runs once for each kind of database.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "blindmate/store/store.hpp"
#include "store/databases.hpp"
#include "temporary_folder.hpp"

namespace blindmate::store {

using Kind = TableEvent::Kind;
using StorePointer = std::unique_ptr<Store>;

inline constexpr Milliseconds kEntered = 500;

class Stores : public TemporaryFolder, public testing::WithParamInterface<KindOfDatabase> {
 protected:
  void SetUp() override {
    TemporaryFolder::SetUp();
    database_ = GetParam().make(path("store"));
    reopen();
  }
  void TearDown() override {
    store_.reset();
    database_.reset();
    TemporaryFolder::TearDown();
  }

  // Closed before it is opened again, as after a restart: by another house.
  void reopen() {
    if (store_) store_->leave();
    store_.reset();
    Expected<StorePointer> opened = open_store(database_->store());
    ASSERT_TRUE(opened) << opened.error().text();
    store_ = std::move(*opened);
    store_->enter({"house " + std::to_string(++houses_), "127.0.0.1:" + std::to_string(houses_)}, kEntered);
  }

  GuestId guest(const std::string& name) { return store_->new_guest("hash of " + name, 1000); }
  // Who comes with this token; 0 is nobody.
  GuestId known_by(const std::string& token_hash) {
    const std::optional<Person> person = store_->person(token_hash);
    return person ? person->id : 0;
  }

  // A game of two guests, stored.
  GameRecord new_game(const std::string& id, GuestId white, GuestId black, Milliseconds created = 1000) {
    GameRecord game{.id = id, .created = created, .rules = "wild16", .time = TimeControl{300'000, 3000}};
    game.seats[0].guests = {white};
    if (black != 0) game.seats[1].guests = {black};
    store_->write({NewGame{game}});
    return game;
  }

  void expect_stored(const GameRecord& game) {
    const std::optional<GameRecord> read = store_->game(game.id);
    ASSERT_TRUE(read) << game.id;
    EXPECT_EQ(*read, game) << game.id;
  }

  // When it was left by the house that had it before; nothing where this is the first.
  std::optional<Milliseconds> claimed(const std::string& game) {
    const auto result = store_->claim(game);
    const auto* here = std::get_if<Store::Claimed>(&result);
    EXPECT_NE(here, nullptr) << game << " is not here";
    return here == nullptr ? std::nullopt : here->away_since;
  }

  std::unique_ptr<Database> database_;
  StorePointer store_;
  int houses_ = 0;
};

}  // namespace blindmate::store
