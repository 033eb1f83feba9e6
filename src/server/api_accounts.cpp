// Routes of accounts, their bots, and player pages.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/json.hpp>
#include <charconv>

#include "blindmate/messages/payloads.hpp"
#include "blindmate/messages/said.hpp"
#include "blindmate/runtime/now.hpp"
#include "blindmate/runtime/tokens.hpp"
#include "blindmate/server/api.hpp"
#include "blindmate/server/passwords.hpp"
#include "blindmate/server/responses.hpp"
#include "blindmate/view/json.hpp"

namespace blindmate::server {

namespace asio = boost::asio;
namespace json = boost::json;

using messages::text_in;

namespace {

constexpr std::size_t kMostInRatingList = 200;
constexpr std::size_t kMostGames = 50;
constexpr std::size_t kMostBots = 5;
constexpr std::size_t kMostLevels = 2;  // of a body
constexpr std::size_t kShortestName = 2;
constexpr std::size_t kLongestName = 20;
constexpr std::size_t kShortestPassword = 8;
constexpr std::size_t kLongestPassword = 200;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// What is wrong with it, or nothing. "guest" is what those are called who have no name.
std::optional<std::string_view> problem_with_name(std::string_view name) {
  const auto may_stand = [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  const bool is_name = name.size() >= kShortestName && name.size() <= kLongestName && is_letter(name[0]) &&
                       std::all_of(name.begin(), name.end(), may_stand);
  if (!is_name) return "a name has 2 to 20 letters, digits, - and _, and begins with a letter";
  const auto in_lower_case = [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); };
  constexpr std::string_view kGuest = "guest";
  if (std::equal(kGuest.begin(), kGuest.end(), name.begin(), name.end(), in_lower_case))
    return "nobody is called guest";
  return std::nullopt;
}

std::optional<std::string_view> problem_with_password(const std::string& password) {
  if (password.size() < kShortestPassword) return "a password has at least 8 letters";
  if (password.size() > kLongestPassword) return "a password has at most 200 letters";
  return std::nullopt;
}

// The fields of a body, or what is wrong with it.
Expected<json::object> fields_of(const Request& request) {
  Expected<json::value> body = referee::read_json(request.body, kMostLevels);
  if (!body) return Error{body.error().text()};
  if (!body->is_object()) return Error{"the body is not an object"};
  return std::move(body->get_object());
}

// "club%2C%20medium" is "club, medium"; nothing when it is no such text.
std::optional<std::string> percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    const std::string_view digits = text.substr(i + 1, 2);
    unsigned char code = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (problem != std::errc() || digits.size() != 2 || end != digits.data() + 2) return std::nullopt;
    decoded += static_cast<char>(code);
    i += 2;
  }
  return decoded;
}

Response too_many_passwords() {
  Response response = refused(429, "too many passwords were tried; wait some minutes");
  response.headers.emplace_back("Retry-After", "60");
  return response;
}

Response needs_account() { return refused(403, "this needs an account; log in"); }

}  // namespace

std::variant<Api::Credentials, Response> Api::credentials_of(const Request& request) {
  const Expected<json::object> fields = fields_of(request);
  if (!fields) return refused(400, fields.error().reason);
  if (auto refusal = too_often(passwords_, request)) return std::move(*refusal);
  const std::optional<std::string> password = text_in(*fields, "password");
  if (!password) return refused(400, "\"password\" is missing");
  return Credentials{text_in(*fields, "name"), *password, text_in(*fields, "new_password")};
}

asio::awaitable<std::optional<store::Person>> Api::account_holder(const Request& request) {
  std::optional<store::Person> person = co_await hall_.person(token_of(request));
  const bool is_person = person && person->account && person->account->kind == store::Account::Kind::person;
  co_return is_person ? person : std::nullopt;
}

Api::Answer Api::show_account(const Request& request) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  const bool known = person && person->account;
  co_return told({{"account", known ? json::value(messages::account_payload(*person->account)) : nullptr}});
}

Api::Answer Api::sign_up(const Request& request) {
  const std::variant<Credentials, Response> read = credentials_of(request);
  if (const Response* refusal = std::get_if<Response>(&read)) co_return *refusal;
  const Credentials& given = std::get<Credentials>(read);
  if (!given.name) co_return refused(400, "\"name\" is missing");
  const std::string& name = *given.name;
  if (const auto problem = problem_with_name(name)) co_return refused(400, *problem);
  if (const auto problem = problem_with_password(given.password)) co_return refused(400, *problem);
  const std::optional<store::Person> known = co_await hall_.person(token_of(request));
  if (known && known->account) co_return refused(409, "you have an account already; log out first");
  const auto is_taken = [name](store::Reader& store) { return store.account_named(name).has_value(); };
  const bool taken = co_await hall_.storage().read(is_taken);
  if (taken) co_return refused(409, "this name is taken");
  const auto hash_it = [password = given.password] { return password_hash(password); };
  const std::string hash = co_await run(runtime::Jobs::Kind::password, request, hash_it);
  Asker asker;
  if (known) {
    asker.person = *known;
  } else {
    asker = co_await this->asker(request);
  }
  const auto query = [guest = asker.person.id, name, hash](store::Store& store) {
    return store.new_account({.guest = guest, .name = name, .password_hash = hash, .now = runtime::now_ms()});
  };
  const bool is_made = co_await hall_.storage().change(query);
  if (!is_made) co_return refused(409, "this name is taken");
  const std::string old = asker.new_token.empty() ? token_of(request) : asker.new_token;
  const std::string token = co_await renew_session(asker.person.id, runtime::token_hash(old));
  co_await hall_.heed_change_of(asker.person.id);
  spdlog::info("event=account_made");
  co_return co_await welcome(request, token, 201);
}

Api::Answer Api::welcome(const Request& request, std::string token, int status) {
  const std::optional<store::Person> person = co_await hall_.person(token);
  Response response = told({{"account", messages::account_payload(person.value().account.value())}}, status);
  set_cookie(response, request, token);
  co_return response;
}

// In the place of the session that was there: who has seen an old token cannot use it.
asio::awaitable<std::string> Api::renew_session(store::GuestId guest, std::string old_hash) {
  const std::string token = runtime::new_token();
  const auto query = [guest, old_hash, hash = runtime::token_hash(token)](store::Store& store) {
    store.new_session(hash, guest, runtime::now_ms());
    store.end_session(old_hash);
    return true;
  };
  co_await hall_.storage().change(query);
  co_return token;
}

asio::awaitable<bool> Api::is_own_password(const Request& request, store::GuestId guest, std::string password) {
  const auto query = [guest](store::Reader& store) { return store.password_hash(guest); };
  const std::string hash = co_await hall_.storage().read(query);
  const auto compare = [password, hash] { return is_password(password, hash); };
  co_return co_await run(runtime::Jobs::Kind::password, request, compare);
}

Api::Answer Api::log_in(const Request& request) {
  const std::variant<Credentials, Response> read = credentials_of(request);
  if (const Response* refusal = std::get_if<Response>(&read)) co_return *refusal;
  const Credentials& given = std::get<Credentials>(read);
  if (!given.name) co_return refused(400, "\"name\" is missing");
  const std::string& name = *given.name;
  if (problem_with_name(name)) co_return refused(403, "name or password is wrong");
  const auto query = [name](store::Reader& store) { return store.account_named(name); };
  const std::optional<store::Account> account = co_await hall_.storage().read(query);
  if (!names_.allows(account ? account->name : name)) co_return too_many_passwords();
  const bool is_right = co_await is_own_password(request, account ? account->id : 0, given.password);
  if (!is_right) co_return refused(403, "name or password is wrong");
  const std::optional<store::Person> before = co_await hall_.person(token_of(request));
  const bool is_logged_in = before && before->account;
  const std::string old = is_logged_in ? runtime::token_hash(token_of(request)) : "";
  const std::string token = co_await renew_session(account->id, old);
  if (is_logged_in) co_await hall_.heed_change_of(before->id);
  co_return co_await welcome(request, token, 200);
}

Api::Answer Api::log_out(const Request& request) {
  const Expected<json::object> fields = fields_of(request);
  if (!fields) co_return refused(400, fields.error().reason);
  const std::optional<store::Person> person = co_await account_holder(request);
  if (!person) co_return needs_account();
  const json::value* wish = fields->if_contains("everywhere");
  if (wish != nullptr && !wish->is_bool()) co_return refused(400, "\"everywhere\" is not true or false");
  const bool everywhere = wish != nullptr && wish->get_bool();
  const auto query = [guest = person->id, everywhere,
                      hash = runtime::token_hash(token_of(request))](store::Store& store) {
    if (everywhere) {
      store.end_sessions(guest);
    } else {
      store.end_session(hash);
    }
    return true;
  };
  co_await hall_.storage().change(query);
  co_await hall_.heed_change_of(person->id);
  co_return told({});
}

Api::Answer Api::change_password(const Request& request) {
  const std::variant<Credentials, Response> read = credentials_of(request);
  if (const Response* refusal = std::get_if<Response>(&read)) co_return *refusal;
  const Credentials& given = std::get<Credentials>(read);
  const std::optional<store::Person> person = co_await account_holder(request);
  if (!person) co_return needs_account();
  if (!names_.allows(person->account->name)) co_return too_many_passwords();
  if (!given.new_password) co_return refused(400, "\"new_password\" is missing");
  if (const auto problem = problem_with_password(*given.new_password)) co_return refused(400, *problem);
  const bool is_right = co_await is_own_password(request, person->id, given.password);
  if (!is_right) co_return refused(403, "the old password is wrong");
  const auto hash_it = [password = *given.new_password] { return password_hash(password); };
  const std::string hash = co_await run(runtime::Jobs::Kind::password, request, hash_it);
  const std::string token = runtime::new_token();
  const auto query = [guest = person->id, hash, session = runtime::token_hash(token)](store::Store& store) {
    store.set_password_hash(guest, hash);
    store.end_sessions(guest);
    store.new_session(session, guest, runtime::now_ms());
    return true;
  };
  co_await hall_.storage().change(query);
  co_await hall_.heed_change_of(person->id);
  Response response = told({});
  set_cookie(response, request, token);
  co_return response;
}

Api::Answer Api::delete_account(const Request& request) {
  const std::variant<Credentials, Response> read = credentials_of(request);
  if (const Response* refusal = std::get_if<Response>(&read)) co_return *refusal;
  const std::optional<store::Person> person = co_await account_holder(request);
  if (!person) co_return needs_account();
  if (!names_.allows(person->account->name)) co_return too_many_passwords();
  const bool is_right = co_await is_own_password(request, person->id, std::get<Credentials>(read).password);
  if (!is_right) co_return refused(403, "the password is wrong");
  const auto query = [guest = person->id](store::Store& store) {
    const std::vector<store::Account> bots = store.bots_of(guest);
    return std::pair(store.delete_account(guest), bots);
  };
  const auto [is_gone, bots] = co_await hall_.storage().change(query);
  if (!is_gone) co_return refused(409, "finish or withdraw your rated games first");
  std::vector<store::GuestId> gone = {person->id};
  for (const store::Account& bot : bots) gone.push_back(bot.id);
  for (const store::GuestId guest : gone) co_await hall_.heed_change_of(guest);
  spdlog::info("event=account_deleted");
  co_return told({});
}

Api::Answer Api::make_bot(const Request& request) {
  const std::optional<store::Person> person = co_await account_holder(request);
  if (!person) co_return needs_account();
  const Expected<json::value> body = referee::read_json(request.body, kMostLevels);
  if (!body) co_return refused(400, body.error().text());
  const std::optional<std::string> name = body->is_object() ? text_in(body->get_object(), "name") : std::nullopt;
  if (!name) co_return refused(400, "\"name\" is missing");
  if (const auto problem = problem_with_name(*name)) co_return refused(400, *problem);
  const std::string token = runtime::new_token();
  enum class Made { yes, too_many, name_taken };
  const auto query = [owner = person->id, name = *name, hash = runtime::token_hash(token)](store::Store& store) {
    if (store.bots_of(owner).size() >= kMostBots) return Made::too_many;
    if (store.account_named(name)) return Made::name_taken;
    const store::GuestId guest = store.new_guest(hash, runtime::now_ms());
    const bool made = store.new_account(
        {.guest = guest, .name = name, .kind = store::Account::Kind::bot, .owner = owner, .now = runtime::now_ms()});
    return made ? Made::yes : Made::name_taken;
  };
  const Made made = co_await hall_.storage().change(query);
  if (made == Made::too_many) co_return refused(409, fmt::format("you have {} bots already", kMostBots));
  if (made == Made::name_taken) co_return refused(409, "this name is taken");
  const std::optional<store::Person> bot = co_await hall_.person(token);
  co_return told({{"account", messages::account_payload(bot.value().account.value())}, {"token", token}}, 201);
}

// The one that the request names, if it is this person's.
asio::awaitable<std::optional<store::Account>> Api::own_bot(const Request& request, const store::Person& owner) {
  const auto find = [name = request.argument](store::Reader& store) { return store.account_named(name); };
  const std::optional<store::Account> bot = co_await hall_.storage().read(find);
  const bool is_own = bot && bot->owner == owner.account->name;
  co_return is_own ? bot : std::nullopt;
}

Api::Answer Api::renew_bot_token(const Request& request) {
  const std::optional<store::Person> person = co_await account_holder(request);
  if (!person) co_return needs_account();
  const std::optional<store::Account> bot = co_await own_bot(request, *person);
  if (!bot) co_return not_there();
  const std::string token = runtime::new_token();
  const auto change = [guest = bot->id, hash = runtime::token_hash(token)](store::Store& store) {
    store.end_sessions(guest);
    store.new_session(hash, guest, runtime::now_ms());
    return true;
  };
  co_await hall_.storage().change(change);
  co_await hall_.heed_change_of(bot->id);
  co_return told({{"token", token}});
}

Api::Answer Api::delete_bot(const Request& request) {
  const std::optional<store::Person> person = co_await account_holder(request);
  if (!person) co_return needs_account();
  const std::optional<store::Account> bot = co_await own_bot(request, *person);
  if (!bot) co_return not_there();
  const auto change = [guest = bot->id](store::Store& store) { return store.delete_account(guest); };
  const bool is_gone = co_await hall_.storage().change(change);
  if (!is_gone) co_return refused(409, "it plays a rated game");
  co_await hall_.heed_change_of(bot->id);
  co_return told({});
}

Api::Answer Api::own_bots(const Request& request) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  if (!person || !person->account) co_return needs_account();
  const auto query = [owner = person->id](store::Reader& store) { return store.bots_of(owner); };
  const std::vector<store::Account> bots = co_await hall_.storage().read(query);
  json::array list;
  for (const store::Account& bot : bots) list.push_back(messages::account_payload(bot));
  co_return told({{"bots", std::move(list)}});
}

Api::Answer Api::show_players(const Request&) {
  const auto query = [](store::Reader& store) { return store.best_accounts(kMostInRatingList); };
  const std::vector<store::Account> players = co_await hall_.storage().read(query);
  json::array list;
  for (const store::Account& player : players) list.push_back(messages::account_payload(player));
  co_return told({{"players", std::move(list)}});
}

Api::Answer Api::show_player(const Request& request) {
  const std::optional<std::string> name = percent_decoded(request.argument);
  if (!name) co_return not_there();
  struct Page {
    store::Account account;
    std::vector<store::Results> results;
    std::vector<std::pair<store::Milliseconds, double>> history;
    std::vector<store::GameRecord> games;
  };
  const auto query = [name = *name](store::Reader& store) -> std::optional<Page> {
    const std::optional<store::Account> account = store.account_named(name);
    if (!account) return std::nullopt;
    return Page{*account, store.results_of(account->id), store.rating_history(account->id),
                store.finished_games_of(account->id, kMostGames)};
  };
  std::optional<Page> page = co_await hall_.storage().read(query);
  if (!page) co_return not_there();
  json::array results;
  for (const store::Results& one : page->results)
    results.push_back({{"rules", one.rules}, {"won", one.won}, {"drawn", one.drawn}, {"lost", one.lost}});
  json::array graph;
  if (!page->history.empty()) graph.push_back(json::array{page->account.since, store::Rating{}.rating});
  for (const auto& [at, rating] : page->history) graph.push_back(json::array{at, rating});
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  json::array games = co_await summaries(request, std::move(page->games), person ? person->id : 0);
  co_return told({{"player", messages::account_payload(page->account)},
                  {"results", std::move(results)},
                  {"graph", std::move(graph)},
                  {"games", std::move(games)}});
}

}  // namespace blindmate::server
