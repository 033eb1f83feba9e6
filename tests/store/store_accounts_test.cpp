// Sessions, accounts, ratings and the lobby, as every store must keep them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "store/naive_glicko2.hpp"
#include "store/stores.hpp"

namespace blindmate::store {
namespace {

using chess::Side;
using Names = std::vector<std::string>;

constexpr Milliseconds kDay = 24LL * 3600 * 1000;

class StoreAccounts : public Stores {
 protected:
  GuestId account(const std::string& name, Account::Kind kind = Account::Kind::person, GuestId owner = 0) {
    const GuestId id = guest(name);
    EXPECT_TRUE(store_->new_account({.guest = id, .name = name, .kind = kind, .owner = owner, .now = 2000})) << name;
    return id;
  }

  Rating rating(const std::string& name) { return store_->account_named(name)->rating; }
  std::int64_t rated_games(const std::string& name) { return store_->account_named(name)->rated_games; }

  static GameRecord rated_record(const std::string& id, GuestId white, GuestId black) {
    GameRecord game{.id = id, .created = 1000, .rules = "berkeley", .time = TimeControl{60'000, 0}, .rated = true};
    game.seats[0].guests = {white};
    game.seats[1].guests = {black};
    game.events = {{Kind::started, 1000}};
    return game;
  }
  void begin_rated(const std::string& id, GuestId white, GuestId black) {
    store_->write({NewGame{rated_record(id, white, black)}});
  }
  void begin_casual(const std::string& id, GuestId white, GuestId black, const std::string& rules = "berkeley") {
    GameRecord game = rated_record(id, white, black);
    game.rated = false;
    game.rules = rules;
    store_->write({NewGame{game}});
  }
  void begin_with_bot(const std::string& id, GuestId white, bool rated, const Bot& bot = {"club", 2}) {
    GameRecord game = rated_record(id, white, 0);
    game.rated = rated;
    game.seats[1] = {.bot = bot};
    store_->write({NewGame{game}});
  }
  // As a resignation, or an agreement where nobody wins.
  void end(const std::string& id, std::optional<Side> winner, Milliseconds at = 5000) {
    store_->write({NewEvent{id, 1, {Kind::ended, at, winner, winner ? "resignation" : "agreement"}},
                   NewEnd{.game = id, .at = at, .winner = winner}});
  }
  void abort(const std::string& id) {
    store_->write(
        {NewEvent{id, 1, {Kind::ended, 5000, std::nullopt, "abort"}}, NewEnd{.game = id, .at = 5000, .counts = false}});
  }

  // Time passes, as far as the store can see: it looks at no clock but that of its database.
  void let_pass(Milliseconds time) {
    const std::string ago = " - " + std::to_string(time);
    database_->run("UPDATE accounts SET rated_ms = rated_ms" + ago);
    database_->run("UPDATE presence SET seen_ms = seen_ms" + ago);
    database_->run("UPDATE logouts SET at_ms = at_ms" + ago);
  }

  static Names names(const std::vector<Account>& accounts) {
    Names result;
    for (const Account& one : accounts) result.push_back(one.name);
    return result;
  }
  static Names ids(const std::vector<GameRecord>& games) {
    Names result;
    for (const GameRecord& game : games) result.push_back(game.id);
    return result;
  }
};

void expect_near(const Rating& rating, const Rating& other) {
  EXPECT_NEAR(rating.rating, other.rating, 1e-3);
  EXPECT_NEAR(rating.deviation, other.deviation, 1e-3);
  EXPECT_NEAR(rating.volatility, other.volatility, 1e-6);
}

// --- sessions

TEST_P(StoreAccounts, AGuestMayHaveSeveralSessions) {
  const GuestId anna = guest("anna");
  const GuestId ben = guest("ben");
  store_->new_session("second", anna, 1);
  store_->new_session("third", anna, 2);
  EXPECT_THROW(store_->new_session("third", ben, 3), StoreError) << "it is taken";
  EXPECT_THROW(store_->new_session("fourth", 4711, 3), StoreError) << "nobody's";
  EXPECT_EQ(store_->person("third"), Person{anna});
  store_->end_session("second");
  store_->end_session("none");
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(known_by("hash of anna"), anna);
    EXPECT_EQ(known_by("second"), 0);
    EXPECT_EQ(known_by("third"), anna);
    EXPECT_EQ(known_by("fourth"), 0);
    reopen();
  }
  store_->end_sessions(anna);
  for (int times = 0; times < 2; ++times) {
    for (const char* hash : {"hash of anna", "second", "third"}) EXPECT_EQ(known_by(hash), 0) << hash;
    EXPECT_EQ(known_by("hash of ben"), ben);
    reopen();
  }
  store_->new_session("third", ben, 4);
  EXPECT_EQ(known_by("third"), ben) << "a hash is free again";
}

TEST_P(StoreAccounts, TellWhoseSessionsHaveEndedLately) {
  const GuestId anna = guest("anna");
  const GuestId ben = guest("ben");
  guest("carla");
  EXPECT_EQ(store_->lately_changed(), std::vector<GuestId>{});
  store_->end_session("none");
  store_->end_sessions(4711);
  EXPECT_EQ(store_->lately_changed(), std::vector<GuestId>{});
  store_->end_session("hash of anna");
  store_->end_sessions(ben);
  std::vector<GuestId> lately = store_->lately_changed();
  std::sort(lately.begin(), lately.end());
  EXPECT_EQ(lately, (std::vector<GuestId>{anna, ben}));
  let_pass(60'000);
  EXPECT_EQ(store_->lately_changed(), std::vector<GuestId>{});
}

// --- accounts

TEST_P(StoreAccounts, AreGuestsWithAName) {
  const GuestId anna = guest("anna");
  ASSERT_TRUE(
      store_->new_account({.guest = anna, .name = "Anna-7", .password_hash = "secret", .now = 1'789'000'000'000}));
  const Account expected{.id = anna, .name = "Anna-7", .since = 1'789'000'000'000};
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(store_->account_named("Anna-7"), expected);
    EXPECT_EQ(store_->account(anna), expected);
    EXPECT_FALSE(store_->account(4711));
    EXPECT_EQ(store_->person("hash of anna"), (Person{anna, expected}));
    reopen();
  }
}

TEST_P(StoreAccounts, NamesAreTheSameInWhateverCase) {
  const GuestId anna = account("Anna");
  const GuestId ben = guest("ben");
  for (const char* name : {"anna", "ANNA", "aNNa", "Anna"}) {
    EXPECT_FALSE(store_->new_account({.guest = ben, .name = name})) << name;
    const std::optional<Account> found = store_->account_named(name);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->id, anna);
    EXPECT_EQ(found->name, "Anna") << "as it was written first";
  }
  for (const char* name : {"", "ann", "anna ", " anna", "annaa", "anna%", "_nna", "anna' OR '1'='1", "Ännä"})
    EXPECT_FALSE(store_->account_named(name)) << name;
  EXPECT_FALSE(store_->person("hash of ben")->account);
  EXPECT_TRUE(store_->new_account({.guest = ben, .name = "Anna-"}));
}

TEST_P(StoreAccounts, AGuestHasOne) {
  const GuestId anna = account("anna");
  EXPECT_FALSE(store_->new_account({.guest = anna, .name = "another"}));
  EXPECT_FALSE(store_->account_named("another"));
  EXPECT_EQ(store_->person("hash of anna")->account->name, "anna");
  EXPECT_THROW(store_->new_account({.guest = 4711, .name = "nobody"}), StoreError);
  EXPECT_FALSE(store_->account_named("nobody"));
}

TEST_P(StoreAccounts, BotsBelongToSomebody) {
  const GuestId anna = account("Anna");
  const GuestId ben = account("ben");
  const GuestId second = account("second", Account::Kind::bot, anna);
  account("First", Account::Kind::bot, anna);
  account("bens", Account::Kind::bot, ben);
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(names(store_->bots_of(anna)), (Names{"First", "second"}));
    EXPECT_EQ(names(store_->bots_of(ben)), Names{"bens"});
    EXPECT_EQ(store_->bots_of(second), std::vector<Account>{});
    const std::optional<Person> person = store_->person("hash of second");
    ASSERT_TRUE(person && person->account);
    EXPECT_EQ(*person->account,
              (Account{.id = second, .name = "second", .kind = Account::Kind::bot, .owner = "Anna", .since = 2000}));
    reopen();
  }
}

TEST_P(StoreAccounts, KeepHashesOfPasswords) {
  const GuestId anna = guest("anna");
  const GuestId ben = guest("ben");
  const GuestId bot = account("bot", Account::Kind::bot, account("owner"));
  ASSERT_TRUE(store_->new_account({.guest = anna, .name = "anna", .password_hash = "$argon2id$v=19$first"}));
  ASSERT_TRUE(store_->new_account({.guest = ben, .name = "ben", .password_hash = "$argon2id$v=19$second"}));
  EXPECT_EQ(store_->password_hash(anna), "$argon2id$v=19$first");
  store_->set_password_hash(anna, "$argon2id$v=19$third");
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(store_->password_hash(anna), "$argon2id$v=19$third");
    EXPECT_EQ(store_->password_hash(ben), "$argon2id$v=19$second");
    EXPECT_EQ(store_->password_hash(bot), "");
    EXPECT_EQ(store_->password_hash(4711), "");
    EXPECT_EQ(store_->password_hash(0), "");
    reopen();
  }
}

TEST_P(StoreAccounts, GamesShowTheAccountsOfTheirSeats) {
  const GuestId anna = account("anna");
  const GuestId ben = guest("ben");
  begin_casual("g1", anna, ben);
  EXPECT_EQ(store_->game("g1")->seats[0].account, store_->account_named("anna"));
  EXPECT_FALSE(store_->game("g1")->seats[1].account);
  ASSERT_TRUE(store_->new_account({.guest = ben, .name = "ben"}));
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(store_->game("g1")->seats[1].account, store_->account_named("ben")) << "who signs up keeps his games";
    EXPECT_EQ(ids(store_->games_of(ben, 9)), Names{"g1"});
    reopen();
  }
}

// --- deletion

TEST_P(StoreAccounts, ADeletedAccountIsGoneWithItsBotsAndItsGamesStay) {
  const GuestId anna = account("anna");
  const GuestId bot = account("annas-bot", Account::Kind::bot, anna);
  const GuestId ben = account("ben");
  account("bens-bot", Account::Kind::bot, ben);
  store_->new_session("annas phone", anna, 1);
  begin_rated("g1", anna, ben);
  end("g1", Side::white);
  begin_rated("g2", ben, bot);
  end("g2", Side::white);
  begin_casual("running", anna, ben);
  const std::optional<RatingChanges> changes = store_->rating_changes("g1");
  const Account before = *store_->account_named("ben");
  ASSERT_TRUE(store_->delete_account(anna));
  std::vector<GuestId> lately = store_->lately_changed();
  std::sort(lately.begin(), lately.end());
  EXPECT_EQ(lately, (std::vector<GuestId>{anna, bot}));
  for (int times = 0; times < 2; ++times) {
    EXPECT_FALSE(store_->account_named("anna"));
    EXPECT_FALSE(store_->account_named("annas-bot"));
    for (const char* hash : {"hash of anna", "annas phone", "hash of annas-bot"}) EXPECT_EQ(known_by(hash), 0) << hash;
    EXPECT_EQ(store_->password_hash(anna), "");
    EXPECT_EQ(store_->bots_of(anna), std::vector<Account>{});
    EXPECT_EQ(names(store_->best_accounts(9)), Names{"ben"});
    EXPECT_TRUE(store_->results_of(anna).empty());
    EXPECT_TRUE(store_->rating_history(anna).empty());
    EXPECT_TRUE(store_->finished_games_of(anna, 9).empty());
    for (const char* id : {"g1", "g2", "running"}) {
      const std::optional<GameRecord> game = store_->game(id);
      ASSERT_TRUE(game) << id;
      for (const Seat& seat : game->seats) EXPECT_TRUE(!seat.account || seat.account->name == "ben") << id;
      EXPECT_TRUE(game->seats[0].is_taken() && game->seats[1].is_taken()) << id;
    }
    reopen();
  }
  // Who has played against them keeps everything.
  EXPECT_EQ(store_->rating_changes("g1"), changes);
  EXPECT_EQ(store_->results_of(ben), (std::vector<Results>{{.rules = "berkeley", .won = 1, .drawn = 0, .lost = 1}}));
  EXPECT_EQ(store_->rating_history(ben).size(), 2U);
  EXPECT_EQ(ids(store_->finished_games_of(ben, 9)), (Names{"g1", "g2"}));
  EXPECT_EQ(rating("ben").rating, before.rating.rating);
  EXPECT_EQ(names(store_->bots_of(ben)), Names{"bens-bot"});
  EXPECT_EQ(known_by("hash of ben"), ben);
}

TEST_P(StoreAccounts, ANameIsFreeAgainAndWhatItHadIsNotInherited) {
  const GuestId anna = account("Anna");
  const GuestId ben = account("ben");
  begin_rated("g1", anna, ben);
  end("g1", Side::white);
  ASSERT_TRUE(store_->delete_account(anna));
  const GuestId other = store_->new_guest("other", 1);
  ASSERT_TRUE(store_->new_account({.guest = other, .name = "anna", .now = 9000}));
  EXPECT_EQ(store_->account_named("Anna"), (Account{.id = other, .name = "anna", .since = 9000}));
  EXPECT_TRUE(store_->results_of(other).empty());
  EXPECT_TRUE(store_->finished_games_of(other, 9).empty());
  EXPECT_FALSE(store_->game("g1")->seats[0].account);
}

TEST_P(StoreAccounts, ABotIsDeletedAlone) {
  const GuestId anna = account("anna");
  const GuestId bot = account("bot", Account::Kind::bot, anna);
  account("other-bot", Account::Kind::bot, anna);
  ASSERT_TRUE(store_->delete_account(bot));
  EXPECT_FALSE(store_->account_named("bot"));
  EXPECT_EQ(known_by("hash of bot"), 0);
  EXPECT_TRUE(store_->account_named("anna"));
  EXPECT_EQ(known_by("hash of anna"), anna);
  EXPECT_EQ(names(store_->bots_of(anna)), Names{"other-bot"});
}

TEST_P(StoreAccounts, NobodyIsDeletedInTheMiddleOfARatedGame) {
  const GuestId anna = account("anna");
  const GuestId bot = account("bot", Account::Kind::bot, anna);
  const GuestId ben = account("ben");
  begin_rated("g1", anna, ben);
  begin_rated("g2", ben, bot);
  const auto expect_refused = [&](GuestId who) {
    EXPECT_FALSE(store_->delete_account(who));
    for (const char* name : {"anna", "bot", "ben"}) {
      EXPECT_TRUE(store_->account_named(name)) << name;
      EXPECT_NE(known_by("hash of " + std::string(name)), 0) << name;
    }
    EXPECT_TRUE(store_->lately_changed().empty());
  };
  expect_refused(anna);
  expect_refused(bot);
  expect_refused(ben);
  end("g1", Side::white);
  expect_refused(anna);  // for the bot's game
  expect_refused(ben);
  end("g2", std::nullopt);
  begin_casual("g3", anna, ben);
  EXPECT_TRUE(store_->delete_account(anna)) << "a casual game can be left";
  EXPECT_TRUE(store_->delete_account(ben));
}

// --- ratings

TEST_P(StoreAccounts, ARatedGameChangesBothByGlicko2) {
  const GuestId anna = account("anna");
  const GuestId ben = account("ben");
  Rating annas;
  Rating bens;
  int number = 0;
  for (const std::optional<Side> winner :
       {std::optional(Side::white), std::optional<Side>(), std::optional(Side::black), std::optional(Side::white),
        std::optional(Side::white)}) {
    const std::string id = "g" + std::to_string(++number);
    begin_rated(id, anna, ben);
    expect_near(rating("anna"), annas);
    end(id, winner, 5000 + number);
    const double score = winner ? (*winner == Side::white ? 1 : 0) : 0.5;
    const Rating annas_before = annas;
    const Rating bens_before = bens;
    annas = naive::rated(annas_before, bens_before, score);
    bens = naive::rated(bens_before, annas_before, 1 - score);
    expect_near(rating("anna"), annas);
    expect_near(rating("ben"), bens);
    EXPECT_EQ(rated_games("anna"), number);
    EXPECT_EQ(rated_games("ben"), number);
    const std::optional<RatingChanges> changes = store_->rating_changes(id);
    ASSERT_TRUE(changes);
    EXPECT_NEAR((*changes)[0].before, annas_before.rating, 1e-3);
    EXPECT_NEAR((*changes)[0].after, annas.rating, 1e-3);
    EXPECT_NEAR((*changes)[1].before, bens_before.rating, 1e-3);
    EXPECT_NEAR((*changes)[1].after, bens.rating, 1e-3);
    if (number == 3) reopen();
  }
  EXPECT_NE(annas.rating, 1500);
  const auto history = store_->rating_history(ben);
  ASSERT_EQ(history.size(), 5U);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(history[static_cast<std::size_t>(i)].first, 5001 + i);
  EXPECT_EQ(history.back().second, rating("ben").rating);
}

// The first game of two is in glicko2_test, by hand: 162.31 up and down, 290.32.
TEST_P(StoreAccounts, TheFirstRatedGameIsThatOfTheFormulas) {
  const GuestId anna = account("anna");
  begin_rated("g1", anna, account("ben"));
  end("g1", Side::black);
  EXPECT_NEAR(rating("anna").rating, 1337.69, 0.01);
  EXPECT_NEAR(rating("anna").deviation, 290.32, 0.01);
  EXPECT_NEAR(rating("ben").rating, 1662.31, 0.01);
}

// Five days are the unit of time: phi^2 grows by sigma^2 with each.
TEST_P(StoreAccounts, DeviationsGrowWithTime) {
  const GuestId anna = account("anna");
  const GuestId ben = account("ben");
  begin_rated("g1", anna, ben);
  end("g1", Side::white);
  const Rating fresh = rating("anna");
  const auto grown = [](const Rating& before, double periods) {
    return Rating{before.rating, std::sqrt(std::pow(before.deviation, 2) + periods * std::pow(173.7178 * 0.06, 2)),
                  before.volatility};
  };
  let_pass(5 * kDay / 2);
  expect_near(rating("anna"), grown(fresh, 0.5));
  let_pass(195 * kDay / 2);
  const Rating annas = grown(fresh, 20);
  expect_near(rating("anna"), annas);
  expect_near(store_->person("hash of anna")->account->rating, annas);
  expect_near(store_->best_accounts(1).at(0).rating, annas);
  EXPECT_GT(annas.deviation, fresh.deviation + 3);
  const Rating bens = rating("ben");
  begin_rated("g2", anna, ben);
  end("g2", Side::black);
  expect_near(rating("anna"), naive::rated(annas, bens, 0));
  expect_near(rating("ben"), naive::rated(bens, annas, 1));
  let_pass(40'000 * kDay);
  EXPECT_EQ(rating("anna").deviation, 350) << "and not beyond";
  EXPECT_EQ(rated_games("anna"), 2);
}

// Who has never played a rated game is as uncertain as can be, for however long.
TEST_P(StoreAccounts, WhoHasNotBegunDoesNotChange) {
  account("anna");
  let_pass(1000 * kDay);
  EXPECT_EQ(rating("anna"), Rating{});
}

TEST_P(StoreAccounts, AnAbortedGameIsNotRated) {
  const GuestId anna = account("anna");
  const GuestId ben = account("ben");
  begin_rated("g1", anna, ben);
  abort("g1");
  begin_with_bot("g2", anna, true);
  abort("g2");
  for (const char* name : {"anna", "ben"}) {
    EXPECT_EQ(rating(name), Rating{});
    EXPECT_EQ(rated_games(name), 0);
  }
  EXPECT_TRUE(store_->results_of(anna).empty());
  EXPECT_TRUE(store_->rating_history(anna).empty());
  EXPECT_FALSE(store_->rating_changes("g1"));
  EXPECT_TRUE(store_->best_accounts(9).empty());
  EXPECT_EQ(store_->unfinished_games_of(anna), 0U);
  EXPECT_TRUE(store_->delete_account(anna)) << "it is over";
}

TEST_P(StoreAccounts, ACasualGameHasAResultAndNoRating) {
  const GuestId anna = account("anna");
  const GuestId ben = account("ben");
  begin_casual("g1", anna, ben);
  end("g1", Side::white);
  begin_casual("g2", anna, guest("somebody"));
  end("g2", Side::black);
  EXPECT_EQ(store_->results_of(anna), (std::vector<Results>{{.rules = "berkeley", .won = 1, .drawn = 0, .lost = 1}}));
  EXPECT_EQ(store_->results_of(ben), (std::vector<Results>{{.rules = "berkeley", .won = 0, .drawn = 0, .lost = 1}}));
  EXPECT_EQ(ids(store_->finished_games_of(anna, 9)), (Names{"g1", "g2"}));
  for (const char* name : {"anna", "ben"}) {
    EXPECT_EQ(rating(name), Rating{});
    EXPECT_EQ(rated_games(name), 0);
  }
  EXPECT_FALSE(store_->rating_changes("g1"));
  EXPECT_TRUE(store_->rating_history(anna).empty());
  EXPECT_TRUE(store_->best_accounts(9).empty());
}

// No such game can be made; but an account may be deleted while the last move of its game is on its way.
TEST_P(StoreAccounts, AGuestIsNeverRatedNorWhoPlaysHim) {
  const GuestId anna = account("anna");
  begin_rated("g1", anna, guest("somebody"));
  end("g1", Side::white);
  EXPECT_EQ(rating("anna"), Rating{});
  EXPECT_EQ(rated_games("anna"), 0);
  EXPECT_FALSE(store_->rating_changes("g1"));
  EXPECT_EQ(store_->results_of(anna).size(), 1U);
}

TEST_P(StoreAccounts, ABotOfTheHouseGetsAnAccountWithItsFirstRatedGame) {
  const GuestId anna = account("anna");
  begin_with_bot("g1", anna, false);
  end("g1", Side::white);
  EXPECT_FALSE(store_->account_named("club, medium"));
  EXPECT_EQ(store_->results_of(anna).at(0).won, 1);
  begin_with_bot("g2", anna, true);
  EXPECT_FALSE(store_->game("g2")->seats[1].account) << "not before its end";
  end("g2", Side::black, 7000);
  const std::optional<Account> bot = store_->account_named("club, medium");
  ASSERT_TRUE(bot);
  EXPECT_EQ(bot->kind, Account::Kind::house);
  EXPECT_EQ(bot->owner, "");
  EXPECT_EQ(bot->rated_games, 1);
  EXPECT_NEAR(bot->rating.rating, 1662.31, 0.01);
  EXPECT_NEAR(rating("anna").rating, 1337.69, 0.01);
  ASSERT_TRUE(store_->game("g2")->seats[1].account);
  EXPECT_EQ(store_->game("g2")->seats[1].account->id, bot->id);
  EXPECT_TRUE(store_->rating_changes("g2"));
  begin_with_bot("g3", anna, true);
  end("g3", Side::black);
  EXPECT_EQ(store_->account_named("CLUB, medium")->id, bot->id) << "it has one";
  EXPECT_EQ(rated_games("club, medium"), 2);
  begin_with_bot("g4", anna, true, {"club", 1});
  end("g4", Side::black);
  EXPECT_EQ(rated_games("club, medium"), 2) << "each level is somebody else";
  EXPECT_EQ(names(store_->best_accounts(2)), (Names{"club, medium", "club, easy"}));
  EXPECT_EQ(store_->results_of(bot->id), (std::vector<Results>{{.rules = "berkeley", .won = 2}}));
  EXPECT_EQ(ids(store_->finished_games_of(bot->id, 9)), (Names{"g2", "g3"}));
}

TEST_P(StoreAccounts, ResultsAreCountedByRules) {
  const GuestId anna = account("anna");
  const GuestId ben = account("ben");
  int number = 0;
  const auto play = [&](const std::string& rules, std::optional<Side> winner, bool changed = false) {
    const std::string id = "g" + std::to_string(++number);
    begin_casual(id, changed ? ben : anna, changed ? anna : ben, rules);
    end(id, winner);
  };
  play("wild16", Side::white);
  play("wild16", Side::white);
  play("berkeley", std::nullopt);
  play("wild16", Side::black);
  play("english", Side::white, true);
  play("english", Side::black, true);
  play("english", std::nullopt, true);
  begin_casual("unfinished", anna, ben, "rand");
  EXPECT_EQ(store_->results_of(anna), (std::vector<Results>{{.rules = "berkeley", .won = 0, .drawn = 1, .lost = 0},
                                                            {.rules = "english", .won = 1, .drawn = 1, .lost = 1},
                                                            {.rules = "wild16", .won = 2, .drawn = 0, .lost = 1}}));
  EXPECT_EQ(store_->results_of(ben), (std::vector<Results>{{.rules = "berkeley", .won = 0, .drawn = 1, .lost = 0},
                                                           {.rules = "english", .won = 1, .drawn = 1, .lost = 1},
                                                           {.rules = "wild16", .won = 1, .drawn = 0, .lost = 2}}));
  EXPECT_TRUE(store_->results_of(4711).empty());
}

TEST_P(StoreAccounts, FinishedGamesAreTheNewest) {
  const GuestId anna = account("anna");
  const GuestId ben = account("ben");
  for (const char* id : {"a", "b", "c", "d", "e"}) begin_casual(id, anna, ben);
  end("c", Side::white, 6000);
  end("a", Side::white, 7000);
  end("b", Side::white, 5000);
  abort("d");
  EXPECT_EQ(ids(store_->finished_games_of(anna, 9)), (Names{"a", "c", "b"})) << "by their ends, the newest first";
  EXPECT_EQ(ids(store_->finished_games_of(anna, 2)), (Names{"a", "c"}));
  EXPECT_EQ(store_->finished_games_of(anna, 1).at(0), *store_->game("a"));
}

TEST_P(StoreAccounts, TheBestAreThoseWithTheHighestRatings) {
  std::vector<GuestId> all;
  for (const char* name : {"anna", "Ben", "carla", "dora", "emil", "franz"}) all.push_back(account(name));
  const auto play = [&](std::size_t white, std::size_t black) {
    const std::string id = "g" + std::to_string(white) + std::to_string(black);
    begin_rated(id, all[white], all[black]);
    end(id, Side::white);
  };
  play(4, 0);  // emil and anna
  play(1, 2);  // Ben and carla: the same ratings
  EXPECT_EQ(names(store_->best_accounts(9)), (Names{"Ben", "emil", "anna", "carla"})) << "then by name";
  EXPECT_EQ(names(store_->best_accounts(3)), (Names{"Ben", "emil", "anna"}));
  play(3, 4);
  EXPECT_EQ(store_->best_accounts(1).at(0).name, "dora") << "1662 has beaten more than 1500";
}

TEST_P(StoreAccounts, AGameEndsOnce) {
  const GuestId anna = account("anna");
  const GuestId ben = account("ben");
  begin_rated("g1", anna, ben);
  end("g1", Side::white);
  const Rating after = rating("anna");
  EXPECT_THROW(store_->write({NewEnd{.game = "g1", .at = 6000, .winner = Side::white}}), StoreError);
  EXPECT_THROW(store_->write({NewEnd{.game = "none", .at = 6000}}), StoreError);
  EXPECT_NEAR(rating("anna").rating, after.rating, 1e-9);
  EXPECT_EQ(rated_games("anna"), 1);
  EXPECT_EQ(store_->results_of(anna).at(0).won, 1);
}

TEST_P(StoreAccounts, WhatIsNotStoredIsNotRated) {
  const GuestId anna = account("anna");
  begin_rated("g1", anna, account("ben"));
  begin_with_bot("g2", anna, true);
  EXPECT_THROW(store_->write({NewEvent{"g1", 1, {Kind::ended, 5000, Side::white, "resignation"}},
                              NewEnd{.game = "g1", .at = 5000, .winner = Side::white},
                              NewEvent{"g2", 1, {Kind::ended, 5000, Side::white, "resignation"}},
                              NewEnd{.game = "g2", .at = 5000, .winner = Side::white}, NewEvent{"g1", 0, {}}}),
               StoreError);
  EXPECT_EQ(rating("anna"), Rating{});
  EXPECT_FALSE(store_->account_named("club, medium"));
  EXPECT_TRUE(store_->results_of(anna).empty());
  EXPECT_EQ(store_->unfinished_games_of(anna), 2U);
  end("g1", Side::white);
  end("g2", Side::white);
  EXPECT_EQ(rated_games("anna"), 2);
}

// In a casual game a seat may have people of two accounts, by the link for another device. The game is the one's that
// it shows.
TEST_P(StoreAccounts, AGameCountsForTheAccountThatItShows) {
  const GuestId anna = account("anna");
  const GuestId ben = account("ben");
  const GuestId carla = account("carla");
  const GuestId dora = account("dora");
  begin_casual("g1", carla, dora);
  store_->write({NewSitter{"g1", Side::white, anna}, NewSitter{"g1", Side::black, ben}});
  end("g1", Side::white);
  const std::optional<GameRecord> game = store_->game("g1");
  std::vector<GuestId> shown;
  for (const Seat& seat : game->seats) shown.push_back(seat.account->id);
  for (const GuestId who : {anna, ben, carla, dora}) {
    const bool is_shown = std::find(shown.begin(), shown.end(), who) != shown.end();
    EXPECT_EQ(store_->results_of(who).size(), is_shown ? 1U : 0U) << who;
  }
}

// --- the lobby

class StoreLobby : public StoreAccounts {
 protected:
  GameRecord challenge(const std::string& id, GuestId by, Milliseconds created = 1000, const std::string& to = "") {
    GameRecord game{.id = id, .created = created, .rules = "berkeley", .in_lobby = true};
    game.seats[1].guests = {by};
    if (!to.empty()) game.wanted = store_->account_named(to);
    store_->write({NewGame{game}});
    return game;
  }
};

TEST_P(StoreLobby, ChallengesAreThoseOfThePresentOldestFirst) {
  const GuestId anna = account("anna");
  const GuestId ben = guest("ben");
  challenge("new", anna, 3000);
  challenge("old", ben, 1000);
  challenge("middle", anna, 2000);
  begin_casual("no-challenge", anna, ben);
  EXPECT_EQ(ids(store_->challenges()), (Names{"old", "middle", "new"}));
  EXPECT_EQ(store_->challenges_of(anna), 2U);
  EXPECT_EQ(store_->challenges_of(ben), 1U);
  EXPECT_EQ(store_->challenges_of(4711), 0U);
  EXPECT_EQ(store_->challenges().at(0), *store_->game("old"));
  EXPECT_TRUE(store_->challenges().at(0).in_lobby);
  let_pass(20'000);
  EXPECT_EQ(ids(store_->challenges()), Names{});
  EXPECT_EQ(store_->lost_challenges(), Names{});
  EXPECT_EQ(store_->challenges_of(anna), 2U) << "they are still there";
  store_->write({Seen{{ben}}});
  EXPECT_EQ(ids(store_->challenges()), Names{"old"});
  let_pass(45'000);
  EXPECT_EQ(store_->lost_challenges(), (Names{"middle", "new"})) << "after a minute";
  store_->write({Seen{{anna, ben}}});
  EXPECT_EQ(store_->lost_challenges(), Names{});
  EXPECT_EQ(ids(store_->challenges()), (Names{"old", "middle", "new"}));
}

TEST_P(StoreLobby, WhatHasBegunOrEndedIsNoChallenge) {
  const GuestId anna = account("anna");
  for (const char* id : {"begins", "ends", "stays"}) challenge(id, anna);
  store_->write({NewSitter{"begins", Side::white, guest("ben")}, NewEvent{"begins", 0, {Kind::started, 2000}}});
  store_->write({NewEvent{"ends", 0, {Kind::ended, 2000, std::nullopt, "abort"}},
                 NewEnd{.game = "ends", .at = 2000, .counts = false}});
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(ids(store_->challenges()), Names{"stays"});
    EXPECT_EQ(store_->challenges_of(anna), 1U);
    reopen();
  }
  let_pass(70'000);
  claimed("stays");
  EXPECT_EQ(store_->lost_challenges(), Names{"stays"});
}

// The server was killed, or has been closed, and its maker has not come back: nobody would withdraw it.
TEST_P(StoreLobby, ChallengesOfAHouseThatIsGoneAreLostToo) {
  challenge("c1", guest("anna"));
  reopen();
  EXPECT_EQ(store_->lost_challenges(), Names{});
  let_pass(70'000);
  EXPECT_EQ(store_->lost_challenges(), Names{"c1"});
}

TEST_P(StoreLobby, AChallengeToSomebodyKnowsWho) {
  account("Anna");
  const GuestId ben = account("ben");
  challenge("c1", ben, 1000, "anna");
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(store_->game("c1")->wanted, store_->account_named("anna"));
    EXPECT_EQ(store_->challenges().at(0).wanted->name, "Anna");
    reopen();
  }
}

TEST_P(StoreLobby, AChallengeToSomebodyWhoIsGoneIsForNobodyElse) {
  const GuestId anna = account("anna");
  challenge("c1", account("ben"), 1000, "anna");
  ASSERT_TRUE(store_->delete_account(anna));
  const std::optional<GameRecord> game = store_->game("c1");
  ASSERT_TRUE(game);
  EXPECT_TRUE(game->wanted) << "or anyone could accept it";
  const GuestId other = store_->new_guest("other", 1);
  ASSERT_TRUE(store_->new_account({.guest = other, .name = "anna"}));
  EXPECT_NE(store_->game("c1")->wanted->id, other) << "least of all who has taken the name";
}

TEST_P(StoreLobby, AccountsThatWereSeenLatelyArePresent) {
  const GuestId anna = account("anna");
  const GuestId ben = account("Ben");
  const GuestId somebody = guest("somebody");
  const GuestId bot = account("a-bot", Account::Kind::bot, ben);
  EXPECT_EQ(names(store_->present_accounts()), Names{});
  store_->write({Seen{{ben, somebody, anna, bot, anna}}});
  EXPECT_EQ(names(store_->present_accounts()), (Names{"a-bot", "anna", "Ben"}));
  EXPECT_EQ(store_->present_accounts().at(0), *store_->account_named("a-bot"));
  let_pass(10'000);
  store_->write({Seen{{anna}}, Seen{{}}});
  EXPECT_EQ(names(store_->present_accounts()), (Names{"a-bot", "anna", "Ben"}));
  let_pass(10'000);
  EXPECT_EQ(names(store_->present_accounts()), Names{"anna"});
  ASSERT_TRUE(store_->delete_account(anna));
  EXPECT_EQ(names(store_->present_accounts()), Names{});
  EXPECT_THROW(store_->write({Seen{{4711}}}), StoreError);
}

INSTANTIATE_TEST_SUITE_P(Databases, StoreAccounts, databases(), name_of_database);
INSTANTIATE_TEST_SUITE_P(Databases, StoreLobby, databases(), name_of_database);

}  // namespace
}  // namespace blindmate::store
