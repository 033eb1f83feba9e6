// The web application as a whole: opens the store, listens, and closes in good order.
#pragma once

#include <string>

#include "blindmate/base/expected.hpp"
#include "blindmate/server/api.hpp"

namespace blindmate::server {

struct ServerOptions {
  std::string host = "127.0.0.1";
  unsigned short port = 8080;  // 0: any that is free
  std::string store;           // a file, or postgresql://...
  std::string relay_address;   // where other houses of the same store reach this one; empty: the own port
  std::vector<std::string> trusted_proxies{};
  unsigned bot_threads = 2;
  unsigned study_threads = 1;  // for reviews, and as many for studies; they give way to all others
  Rates rates{};               // for each address
  std::size_t connections_per_address = 100;
  games::Limits limits{};
};

// Serves until SIGTERM or SIGINT. The error is why it cannot: the port is taken, the store cannot be used.
// `ready` is told the address when connections are accepted.
Expected<bool> serve(const ServerOptions& options, const std::function<void(const std::string& address)>& ready);

}  // namespace blindmate::server
