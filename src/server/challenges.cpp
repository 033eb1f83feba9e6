#include "blindmate/server/challenges.hpp"

#include "blindmate/store/bot_names.hpp"

namespace blindmate::server {

namespace asio = boost::asio;

using Status = games::Table::Status;

namespace {

// A person and his bots are one.
bool is_same_person(const store::Account& one, const store::Account& other) {
  const auto person = [](const store::Account& account) {
    return account.owner.empty() ? account.name : account.owner;
  };
  return person(one) == person(other);
}

}  // namespace

bool is_open_to(const games::Table& table, const std::optional<store::Person>& person) {
  if (table.status() != Status::waiting) return false;
  const std::optional<store::Account>& wanted = table.record().wanted;
  return !wanted || (person && (person->id == wanted->id || table.side_of(person->id)));
}

asio::awaitable<Outcome<MadeGame>> make_game(games::Hall& hall, store::GameRecord settings, store::Person maker) {
  if (settings.rated && !maker.account) co_return Refusal{403, "a rated game needs an account"};
  // The others who are to sit there: one by name, or a bot of the house, whose rating is shown.
  std::string named;
  if (settings.wanted) named = settings.wanted->name;
  for (const store::Seat& seat : settings.seats) {
    if (seat.bot) named = bot_name(*seat.bot);
  }
  const auto query = [named](store::Reader& store) { return store.account_named(named); };
  const std::optional<store::Account> opponent = co_await hall.storage().read(query);
  if (settings.wanted) {
    const bool can_accept = opponent && opponent->kind != store::Account::Kind::house && opponent->id != maker.id;
    if (!can_accept) co_return Refusal{400, "\"opponent\" has a name that nobody else has"};
    settings.wanted = opponent;
  }
  for (store::Seat& seat : settings.seats) {
    if (seat.bot) seat.account = opponent;
    if (seat.guests.empty()) continue;
    seat.guests.assign(1, maker.id);  // g++ 14 warns falsely at "= {maker.id}"
    seat.account = maker.account;
  }
  const MadeGame game{settings.id, settings.events.empty()};
  const games::Hall::Made made = co_await hall.make(std::move(settings), maker.id);
  switch (made) {
    case games::Hall::Made::too_many_here: co_return Refusal{503, "there are too many games here now; try again later"};
    case games::Hall::Made::too_many_of_guest: co_return Refusal{409, "you have too many unfinished games"};
    case games::Hall::Made::too_many_challenges: co_return Refusal{409, "you have too many open challenges"};
    case games::Hall::Made::yes: break;
  }
  co_return game;
}

asio::awaitable<Outcome<AcceptedGame>> accept_game(games::Hall& hall, std::string id, std::optional<store::Person> by) {
  const games::Hall::GamePointer game = co_await hall.find(std::move(id));
  if (!game || !is_open_to(game->table(), by)) co_return nothing_there();
  const store::GameRecord& record = game->table().record();
  if (record.rated && !(by && by->account)) co_return Refusal{403, "a rated game needs an account"};
  const std::optional<store::Account>& maker = record.seats[chess::index(other(free_side(record)))].account;
  if (record.rated && maker && is_same_person(*maker, *by->account))
    co_return Refusal{403, "rated games are not played among one's own accounts"};
  AcceptedGame accepted;
  if (!by) {
    const games::Hall::NewGuest guest = co_await hall.new_guest();
    by = store::Person{guest.id};
    accepted.new_token = guest.token;
  }
  const auto sit = [game, person = *by](const auto& done) { game->take_free_seat(person, done); };
  const bool sits = co_await runtime::called_back<bool>(sit);
  if (sits) co_return accepted;
  if (game->table().side_of(by->id)) co_return Refusal{409, "you sit in this game already"};
  co_return Refusal{404, "the seat is taken, or the game is over"};
}

asio::awaitable<Outcome<CancelledGame>> cancel_game(games::Hall& hall, std::string id,
                                                    std::optional<store::Person> by) {
  const games::Hall::GamePointer game = co_await hall.find(std::move(id));
  if (!by || !game || !game->table().side_of(by->id)) co_return nothing_there();
  const auto cancel = [game](const auto& done) { game->cancel(done); };
  const bool cancelled = co_await runtime::called_back<bool>(cancel);
  if (!cancelled) co_return Refusal{409, "the game does not wait any more"};
  co_return CancelledGame{};
}

}  // namespace blindmate::server
