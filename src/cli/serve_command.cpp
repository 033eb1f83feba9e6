// The web application.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <limits>
#include <memory>
#include <thread>

#include "blindmate/runtime/rate_limiter.hpp"
#include "blindmate/server/server.hpp"
#include "blindmate/store/store.hpp"
#include "command.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

struct ServeOptions {
  server::ServerOptions server;
  double games_per_minute = 30;
  bool no_address_limits = false;
  std::string backup;
};

// Where programs keep their data (XDG base directories), or the working folder where there is no home.
std::string default_store() {
  namespace fs = std::filesystem;
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  if (data != nullptr && *data != '\0') return (fs::path(data) / "blindmate" / "games.sqlite").string();
  if (home != nullptr && *home != '\0') return (fs::path(home) / ".local/share/blindmate/games.sqlite").string();
  return "games.sqlite";
}

int run_serve(ServeOptions options) {
  if (options.server.store.empty()) {
    options.server.store = default_store();
    std::error_code ignored;  // opening it will tell
    std::filesystem::create_directories(std::filesystem::path(options.server.store).parent_path(), ignored);
  }
  if (!options.backup.empty()) {
    if (store::is_postgres_address(options.server.store))
      return bad_input("--backup: a PostgreSQL database is copied with pg_dump");
    if (const auto wrong = store::back_up_sqlite_store(options.server.store, options.backup)) return bad_input(*wrong);
    fmt::print("{} is a copy of {}\n", options.backup, options.server.store);
    return kAnswered;
  }
  options.server.rates.creations = {.per_second = options.games_per_minute / 60, .at_once = options.games_per_minute};
  if (options.no_address_limits) {
    constexpr runtime::Rate kUnlimited{.per_second = 1e9, .at_once = 1e9};
    options.server.rates = {kUnlimited, kUnlimited, kUnlimited};
    options.server.connections_per_address = std::numeric_limits<std::size_t>::max();
  }
  const Expected<bool> served = server::serve(options.server, [](const std::string& address) {
    fmt::print("open {}\n", address);
    std::fflush(stdout);
  });
  return served ? kAnswered : bad_input(served.error().reason);
}

}  // namespace

Run declare_serve(CLI::App& app) {
  const auto options = std::make_shared<ServeOptions>();
  options->server.bot_threads = std::max(1U, std::thread::hardware_concurrency());
  app.add_option("--host", options->server.host, "the address to listen on; 0.0.0.0 is all addresses")
      ->capture_default_str();
  app.add_option("--port", options->server.port, "the port; 0 chooses a free one")->capture_default_str();
  app.add_option("--store", options->server.store,
                 "the file with all games (default: ~/.local/share/blindmate/games.sqlite), or a PostgreSQL "
                 "database, postgresql://user@host/name, which several servers may share")
      ->type_name("FILE|ADDRESS");
  app.add_option("--relay-address", options->server.relay_address,
                 "where other servers of the same database reach this one (default: the port on this machine)")
      ->type_name("HOST:PORT");
  app.add_option(
         "--trust-proxy", options->server.trusted_proxies,
         "the address of a proxy whose X-Forwarded-For and X-Forwarded-Proto are believed; may be given several "
         "times")
      ->type_name("ADDRESS");
  app.add_option("--backup", options->backup, "copy the store, which may be in use, and exit")->type_name("FILE");
  app.add_option("--bot-threads", options->server.bot_threads, "how many bots may think at the same time")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--study-threads", options->server.study_threads,
                 "how many reviews, and how many studies, may be computed at the same time")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--games-per-minute", options->games_per_minute, "games that one address may create or join a minute")
      ->check(CLI::Range(1.0, 1e6, "FLOAT in [1 - 1000000]"))
      ->capture_default_str();
  app.add_flag("--no-address-limits", options->no_address_limits,
               "no limits for an address: for measurements on this machine");
  app.footer(
      "Examples:\n  blindmate serve\n  blindmate serve --port 9000 --store club.sqlite\n"
      "  blindmate serve --store club.sqlite --backup club-copy.sqlite");
  return [options] { return run_serve(*options); };
}

}  // namespace blindmate::cli
