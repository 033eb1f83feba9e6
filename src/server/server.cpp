#include "blindmate/server/server.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <map>

#include "blindmate/server/api.hpp"
#include "blindmate/server/http_session.hpp"

namespace blindmate::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr std::size_t kMostConnections = 10'000;
constexpr std::chrono::seconds kFarewell{3};  // for those who are slow to leave

void log_failure(const std::exception_ptr& failed) {
  try {
    std::rethrow_exception(failed);
  } catch (const std::exception& reason) {
    spdlog::error("event=session_failed reason={:?}", reason.what());
  }
}

// As many as the system lets us have.
void raise_limit_of_files() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

asio::awaitable<void> accept(tcp::acceptor& acceptor, Reception& reception, std::size_t most_of_address) {
  const auto by_address = std::make_shared<std::map<asio::ip::address, std::size_t>>();
  while (acceptor.is_open()) {
    boost::system::error_code error;
    tcp::socket socket = co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, error));
    if (error == asio::error::operation_aborted) co_return;
    if (error || reception.metrics.connections >= kMostConnections) {
      // Out of file descriptors, for one: others must leave before anybody can come.
      asio::steady_timer pause(acceptor.get_executor(), std::chrono::milliseconds(50));
      co_await pause.async_wait(asio::use_awaitable);
      continue;
    }
    const asio::ip::address address = socket.remote_endpoint(error).address();
    const bool is_proxy = reception.trusted_proxies.contains(address);
    if (error || (!is_proxy && (*by_address)[address] >= most_of_address)) continue;  // which closes it
    socket.set_option(tcp::no_delay(true), error);
    ++(*by_address)[address];
    asio::co_spawn(acceptor.get_executor(), serve_connection(std::move(socket), reception),
                   [by_address, address](const std::exception_ptr& failed) {
                     if (--(*by_address)[address] == 0) by_address->erase(address);
                     if (failed) log_failure(failed);
                   });
  }
}

asio::awaitable<void> close_on_signal(asio::io_context& context, tcp::acceptor& acceptor, games::Hall& hall,
                                      Relay& relay, runtime::Metrics& metrics) {
  asio::signal_set signals(context, SIGTERM, SIGINT);
  const int signal = co_await signals.async_wait(asio::use_awaitable);
  spdlog::info("event=closing signal={}", signal);
  acceptor.close();
  hall.close();
  relay.close();
  const auto latest = std::chrono::steady_clock::now() + kFarewell;
  asio::steady_timer pause(context);
  while (metrics.sockets > 0 && std::chrono::steady_clock::now() < latest) {
    pause.expires_after(std::chrono::milliseconds(10));
    co_await pause.async_wait(asio::use_awaitable);
  }
  const auto after_all_writes = [](store::Store& store) {
    store.leave();
    return true;
  };
  co_await hall.storage().change(after_all_writes);
  context.stop();
}

Expected<tcp::endpoint> endpoint_of(const ServerOptions& options) {
  boost::system::error_code error;
  const std::string& host = options.host == "localhost" ? "127.0.0.1" : options.host;
  const asio::ip::address address = asio::ip::make_address(host, error);
  if (error) return Error{fmt::format("\"{}\" is not an address; 127.0.0.1 or 0.0.0.0 are usual", options.host)};
  return tcp::endpoint(address, options.port);
}

// Everywhere includes this machine.
std::string relay_address(const ServerOptions& options, const tcp::endpoint& bound) {
  if (!options.relay_address.empty()) return options.relay_address;
  if (bound.address().is_unspecified()) return fmt::format("127.0.0.1:{}", bound.port());
  const std::string host = bound.address().to_string();
  return bound.address().is_v6() ? fmt::format("[{}]:{}", host, bound.port())
                                 : fmt::format("{}:{}", host, bound.port());
}

// What is short has a thread that nothing long can take, and games do not notice studies.
std::vector<runtime::Jobs::Crew> crews(const ServerOptions& options) {
  using Kind = runtime::Jobs::Kind;
  constexpr int kGivesWay = 19;
  return {{options.bot_threads, 0, {Kind::move}},
          {1, 0, {Kind::page}},
          {1, 0, {Kind::password, Kind::page}},
          {1, kGivesWay, {Kind::puzzle}},
          {1, kGivesWay, {Kind::lookup, Kind::puzzle}},
          {options.study_threads, kGivesWay, {Kind::review}},
          {options.study_threads, kGivesWay, {Kind::search}}};
}

void log_as_lines() {
  auto logger = spdlog::stderr_logger_mt("blindmate");
  logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z level=%l %v");
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace

Expected<bool> serve(const ServerOptions& options, const std::function<void(const std::string& address)>& ready) {
  const Expected<tcp::endpoint> endpoint = endpoint_of(options);
  if (!endpoint) return endpoint.error();
  asio::io_context context(1);
  tcp::acceptor acceptor(context);
  boost::system::error_code error;
  acceptor.open(endpoint->protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(*endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error == asio::error::address_in_use)
    return Error{fmt::format("port {} of {} is taken; --port names another", options.port, options.host)};
  if (error) return Error{fmt::format("{}:{}: {}", options.host, options.port, error.message())};
  std::set<asio::ip::address> trusted;
  for (const std::string& proxy : options.trusted_proxies) {
    trusted.insert(asio::ip::make_address(proxy, error));
    if (error) return Error{fmt::format("\"{}\" is not the address of a proxy", proxy)};
  }
  Expected<std::unique_ptr<store::Store>> store = store::open_store(options.store);
  if (!store) return store.error();

  log_as_lines();
  raise_limit_of_files();
  const std::string store_name = (*store)->name();
  runtime::Metrics metrics;
  store::Storage storage(std::move(*store), context.get_executor(), metrics);
  runtime::Jobs jobs(crews(options), context.get_executor());
  const std::string address = relay_address(options, acceptor.local_endpoint());
  games::Hall hall(context.get_executor(), storage, jobs, metrics, options.limits, address);
  Relay relay(context.get_executor(), address);
  const auto ask_other = [&relay](store::House house, Request request) {
    return relay.ask(std::move(house), std::move(request));
  };
  study_service::Reviews reviews(context.get_executor(), storage, jobs);
  study_service::Studies studies(context.get_executor(), storage, jobs);
  study_service::Puzzles puzzles(storage, jobs);
  Api api(hall, jobs, reviews, studies, puzzles, metrics, options.rates, store_name, ask_other);
  Reception reception{api, relay, metrics, hall, std::move(trusted)};
  std::exception_ptr failed;
  const auto main = [&]() -> asio::awaitable<void> {
    co_await hall.open();
    const tcp::endpoint bound = acceptor.local_endpoint();
    std::string name = bound.address().to_string();
    if (bound.address().is_v6()) name = "[" + name + "]";
    if (bound.address().is_loopback()) name = "localhost";
    ready(fmt::format("http://{}:{}", name, bound.port()));
    asio::co_spawn(context, close_on_signal(context, acceptor, hall, relay, metrics), asio::detached);
    co_await accept(acceptor, reception, options.connections_per_address);
  };
  asio::co_spawn(context, main(), [&](const std::exception_ptr& reason) {
    failed = reason;
    if (failed) context.stop();
  });
  while (!context.stopped()) {
    try {
      context.run();
    } catch (const std::exception&) {
      log_failure(std::current_exception());
    }
  }
  if (failed) std::rethrow_exception(failed);
  spdlog::info("event=closed");
  return true;
}

}  // namespace blindmate::server
