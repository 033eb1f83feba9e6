// A bot on another server: one of our players, with an account there and a token for it.
#pragma once

#include <boost/json/object.hpp>
#include <functional>
#include <string>

#include "blindmate/players/players.hpp"
#include "blindmate/remote/address.hpp"
#include "blindmate/remote/engagements.hpp"

namespace blindmate::remote {

struct BotOptions {
  Address server{};
  std::string token{};
  std::string ca_file{};  // certificates to trust beside those of the system
  players::PlayerSpec player{};
  double seconds = 0;  // for a try, at most
  unsigned threads = 1;
  Engagements::Wishes wishes{};
};

// Lines for people: what has happened, and what goes wrong.
struct Listener {
  std::function<void(const std::string&)> tell;
  std::function<void(const std::string&)> warn;
};

// Until all games are played, or SIGTERM or SIGINT. The error is why there are no games: a server that cannot be
// reached at the beginning, or a token that it does not accept.
Expected<void> run_bot(const BotOptions& options, const Listener& listener);

}  // namespace blindmate::remote
