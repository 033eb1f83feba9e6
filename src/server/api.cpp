#include "blindmate/server/api.hpp"

#include <fmt/format.h>

#include <boost/asio/ip/address.hpp>

#include "blindmate/base/text.hpp"
#include "blindmate/server/machines.hpp"
#include "blindmate/server/options.hpp"
#include "blindmate/server/responses.hpp"

namespace blindmate::server {

namespace asio = boost::asio;

namespace {

constexpr int kCookieDays = 400;

// By the name of the host too, which a foreign page can make point here.
bool is_at_home(const Request& request) {
  const std::string host = request.host.substr(0, request.host.rfind(':'));
  const bool named_so = host == "localhost" || host == "127.0.0.1" || host == "[::1]";
  return named_so && !request.was_forwarded && asio::ip::make_address(request.address).is_loopback();
}

}  // namespace

std::string Api::token_of(const Request& request) const {
  constexpr std::string_view kBearer = "bearer ";
  if (begins_with(request.authorization, kBearer)) return request.authorization.substr(kBearer.size());
  for (const std::string_view cookie : split(request.cookies, ';')) {
    const std::string_view text = trimmed(cookie);
    if (text.starts_with(cookie_) && text.size() > cookie_.size() && text[cookie_.size()] == '=')
      return std::string(text.substr(cookie_.size() + 1));
  }
  return {};
}

void Api::set_cookie(Response& response, const Request& request, const std::string& token) const {
  if (token.empty()) return;
  response.headers.emplace_back("Set-Cookie",
                                fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/; Max-Age={}{}", cookie_, token,
                                            kCookieDays * 86400, request.is_secure ? "; Secure" : ""));
}

std::optional<Refusal> Api::refusal_of_too_often(runtime::RateLimiter& limiter, const std::string& address) {
  if (limiter.allows(address)) return std::nullopt;
  ++metrics_.too_often;
  return Refusal{429, "too often; wait a little"};
}

std::optional<Response> Api::too_often(runtime::RateLimiter& limiter, const Request& request) {
  const std::optional<Refusal> refusal = refusal_of_too_often(limiter, request.address);
  if (!refusal) return std::nullopt;
  Response response = refused(*refusal);
  response.headers.emplace_back("Retry-After", "10");
  return response;
}

asio::awaitable<Api::Asker> Api::asker(const Request& request) {
  std::optional<store::Person> person = co_await hall_.person(token_of(request));
  if (person) co_return Asker{std::move(*person)};
  const games::Hall::NewGuest made = co_await hall_.new_guest();
  co_return Asker{{made.id}, made.token};
}

Api::Answer Api::show_options(const Request&) { co_return told(options_payload()); }

Api::Answer Api::show_machines(const Request&) { co_return told(machines_payload()); }

Api::Answer Api::show_health(const Request&) {
  if (metrics_.store_fails) co_return plain("the store cannot be written\n", 503);
  co_return plain("ok\n");
}

// Counters tell of refusals that are private: they are for who runs the server.
Api::Answer Api::show_metrics(const Request& request) {
  co_return is_at_home(request) ? plain(metrics_.text()) : page_not_there();
}

}  // namespace blindmate::server
