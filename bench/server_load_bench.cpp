// The server under load: many games at once over WebSockets, both sides scripted. Prints how many tries a second were
// answered, how long the answers took, and the memory of the server; then once more with connections among them that
// drop, stall and flood, of which the others must not notice; and once more with heavy studies. Last, as many games
// against bots of the house, a move every ten seconds in each, and how long the bots take to reply.
//
//   server_load_bench [games] [tries a second] [seconds] [store, as serve understands it] [bot]
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/json.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "blindmate/base/check.hpp"
#include "blindmate/base/random.hpp"

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace json = boost::json;
using asio::ip::tcp;
using Clock = std::chrono::steady_clock;
using Socket = beast::websocket::stream<beast::tcp_stream>;

struct Server {
  pid_t process = -1;
  tcp::endpoint address;
  std::string folder = (std::filesystem::temp_directory_path() / fmt::format("blindmate-load-{}", getpid())).string();

  explicit Server(std::string store) {
    std::filesystem::create_directories(folder);
    int pipe[2];
    BLINDMATE_CHECK(::pipe(pipe) == 0, "no pipe");
    process = fork();
    if (process == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      dup2(pipe[1], STDOUT_FILENO);
      if (store.empty()) store = folder + "/games.sqlite";
      freopen((folder + "/log").c_str(), "w", stderr);
      execl(BENCH_PROGRAM, BENCH_PROGRAM, "serve", "--port", "0", "--no-address-limits", "--store", store.c_str(),
            nullptr);
      _exit(127);
    }
    close(pipe[1]);
    std::array<char, 100> line{};
    const ssize_t size = read(pipe[0], line.data(), line.size() - 1);
    BLINDMATE_CHECK(size > 0, "the server does not start; see {}/log", folder);
    const std::string text(line.data(), static_cast<std::size_t>(size));
    address = {asio::ip::make_address("127.0.0.1"),
               static_cast<unsigned short>(std::stoi(text.substr(text.rfind(':') + 1)))};
  }
  ~Server() {
    kill(process, SIGTERM);
    waitpid(process, nullptr, 0);
    std::filesystem::remove_all(folder);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  double mebibytes() const {
    std::ifstream status(fmt::format("/proc/{}/status", process));
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
    }
    return 0;
  }
};

struct Load {
  const Server& server;
  std::size_t games;
  double interval_s;  // between the tries of a game; against bots, between the moves
  std::string bot{};  // of the house, against whom all games are played
  blindmate::Random random{1};
  Clock::time_point measured_from = Clock::time_point::max();  // before, games are still being made
  bool over = false;
  std::vector<double> answer_times_s{};
  std::vector<double> reply_times_s{};  // of bots: from the sent move to the own next turn
  std::size_t playing = 0;
  std::size_t broken = 0;  // games that lost a connection
  double studied = 0;      // states that the longest study has constructed
};

struct Guest {
  std::string cookie;
  std::string game;
};

asio::awaitable<Guest> post(beast::tcp_stream& stream, std::string path, std::string body) {
  http::request<http::string_body> request{http::verb::post, path, 11, body};
  request.set(http::field::host, "localhost");
  request.set(http::field::content_type, "application/json");
  request.prepare_payload();
  co_await http::async_write(stream, request, asio::use_awaitable);
  beast::flat_buffer buffer;
  http::response<http::string_body> response;
  co_await http::async_read(stream, buffer, response, asio::use_awaitable);
  BLINDMATE_CHECK(response.result_int() < 300, "{}: {}", path, response.body());
  const std::string cookie(response[http::field::set_cookie]);
  co_return Guest{cookie.substr(0, cookie.find(';')), std::string(json::parse(response.body()).at("game").as_string())};
}

asio::awaitable<std::unique_ptr<Socket>> sit_down(const Server& server, Guest guest) {
  auto socket = std::make_unique<Socket>(co_await asio::this_coro::executor);
  co_await beast::get_lowest_layer(*socket).async_connect(server.address, asio::use_awaitable);
  const auto headers = [cookie = guest.cookie](beast::websocket::request_type& request) {
    request.set(http::field::cookie, cookie);
  };
  socket->set_option(beast::websocket::stream_base::decorator(headers));
  const std::string path = "/ws/games/" + guest.game;
  co_await socket->async_handshake("localhost", path, asio::use_awaitable);
  co_return socket;
}

asio::awaitable<void> wait_until(Clock::time_point moment) {
  asio::steady_timer timer(co_await asio::this_coro::executor, moment);
  co_await timer.async_wait(asio::use_awaitable);
}

asio::awaitable<json::value> read(Socket& socket) {
  beast::flat_buffer buffer;
  co_await socket.async_read(buffer, asio::use_awaitable);
  const auto data = buffer.cdata();
  co_return json::parse({static_cast<const char*>(data.data()), data.size()});
}

// One seat of a game, at random: a try in each interval of its turns; against a bot a move, after as many tries as it
// needs.
asio::awaitable<void> play(Load& load, Guest guest, std::string side) {
  std::unique_ptr<Socket> socket = co_await sit_down(load.server, guest);
  std::size_t entries = 0;
  bool moved = true;  // since the own turn began
  Clock::time_point asked{};
  while (!load.over) {
    const json::value message = co_await read(*socket);
    const double took_s = std::chrono::duration<double>(Clock::now() - asked).count();
    const bool counts = asked >= load.measured_from && !load.over;
    if (message.at("type") == "answer") {
      if (counts) load.answer_times_s.push_back(took_s);
      moved = message.at("heard").at("answer") == "ok";
      continue;
    }
    if (message.at("type") != "view") continue;
    entries =
        static_cast<std::size_t>(message.at("from").to_number<std::int64_t>()) + message.at("log").as_array().size();
    const json::object& now = message.at("now").as_object();
    if (now.at("status") == "ended") break;
    const json::array& askable = now.at("askable").as_array();
    if (now.at("status") != "playing" || now.at("turn") != json::value(side) || askable.empty()) continue;
    const json::value tried = askable[load.random.below(static_cast<std::uint32_t>(askable.size()))];
    const std::string text = json::serialize(json::object{{"type", "try"}, {"move", tried}, {"known", entries}});
    const bool turn_begins = std::exchange(moved, false);
    if (turn_begins && counts && !load.bot.empty()) load.reply_times_s.push_back(took_s);
    if (turn_begins || load.bot.empty()) {
      const std::chrono::duration<double> pause((0.5 + load.random.below(1000) / 1000.0) * load.interval_s);
      co_await wait_until(Clock::now() + std::chrono::duration_cast<Clock::duration>(pause));
    }
    asked = Clock::now();
    co_await socket->async_write(asio::buffer(text), asio::use_awaitable);
  }
}

// Game after game.
asio::awaitable<void> keep_playing(Load& load) {
  bool first = true;
  while (!load.over) {
    beast::tcp_stream stream(co_await asio::this_coro::executor);
    co_await stream.async_connect(load.server.address, asio::use_awaitable);
    const std::string opponent =
        load.bot.empty() ? R"("person")" : fmt::format(R"({{"player":"{}","level":2}})", load.bot);
    const Guest white =
        co_await post(stream, "/api/games",
                      fmt::format(R"({{"rules":"wild16","colour":"white","clock":null,"opponent":{}}})", opponent));
    if (!load.bot.empty()) {
      if (std::exchange(first, false)) ++load.playing;
      co_await play(load, white, "white");
      continue;
    }
    const Guest black = co_await post(stream, "/api/invitations/" + white.game, "{}");
    if (std::exchange(first, false)) ++load.playing;
    const auto executor = co_await asio::this_coro::executor;
    bool left = false;
    asio::steady_timer until_left(executor, Clock::time_point::max());
    const auto leave = [&](const std::exception_ptr& failed) {
      if (failed && !load.over) ++load.broken;
      left = true;
      until_left.cancel();
    };
    asio::co_spawn(executor, play(load, black, "black"), leave);
    co_await play(load, white, "white");
    boost::system::error_code ignored;
    if (!left) co_await until_left.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }
}

// Somebody who comes, does harm in one of three ways, and comes again.
asio::awaitable<void> misbehave(Load& load, int way) {
  while (!load.over) {
    boost::system::error_code ignored;
    beast::tcp_stream stream(co_await asio::this_coro::executor);
    co_await stream.async_connect(load.server.address, asio::use_awaitable);
    const Guest guest = co_await post(stream, "/api/games",
                                      R"({"rules":"berkeley","colour":"white","clock":null,"opponent":"person"})");
    std::unique_ptr<Socket> socket = co_await sit_down(load.server, guest);
    if (way == 0) {  // drops
      beast::get_lowest_layer(*socket).socket().set_option(tcp::socket::linger(true, 0));
    } else if (way == 1) {  // stalls: asks for much and reads nothing
      const std::string text = R"({"type":"nothing"})";
      for (int i = 0; i < 50; ++i) co_await socket->async_write(asio::buffer(text), asio::use_awaitable);
      co_await wait_until(Clock::now() + std::chrono::seconds(2));
    } else {  // floods
      const std::string text(4000, ' ');
      while (!ignored && !load.over)
        co_await socket->async_write(asio::buffer(text), asio::redirect_error(asio::use_awaitable, ignored));
    }
    beast::get_lowest_layer(*socket).close();
    co_await wait_until(Clock::now() + std::chrono::milliseconds(200));
  }
}

// Bishops against a king that can be anywhere: more than a minute can settle. And again.
asio::awaitable<void> study(Load& load) {
  Socket socket(co_await asio::this_coro::executor);
  co_await beast::get_lowest_layer(socket).async_connect(load.server.address, asio::use_awaitable);
  co_await socket.async_handshake("localhost", "/ws/study", asio::use_awaitable);
  const std::string pose =
      R"({"type":"pose","rules":"berkeley","source":{"own":"8/8/8/8/8/2B5/2B5/2K5","side":"white","men":[{"kinds":"k","squares":[
      "a8","b8","c8","d8","e8","f8","g8","h8","a7","b7","c7","d7","e7","f7","g7","a6","b6","c6","d6","e6"]}]}})";
  const std::string solve = R"({"type":"solve","ply":41,"seconds":60})";
  co_await socket.async_write(asio::buffer(pose), asio::use_awaitable);
  while (!load.over) {
    const json::value message = co_await read(socket);
    if (message.at("type") == "error") throw std::runtime_error(json::serialize(message));
    if (message.at("type") == "progress")
      load.studied = std::max(load.studied, message.at("states").to_number<double>());
    if (message.at("type") == "posed" || message.at("type") == "solution")
      co_await socket.async_write(asio::buffer(solve), asio::use_awaitable);
  }
}

double at_part(std::vector<double>& sorted, double part) {
  if (sorted.empty()) return 0;
  return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(part * static_cast<double>(sorted.size())))];
}

void measure(const std::string& store, std::size_t games, double tries_per_second, double seconds, int misbehaving,
             int studies, const std::string& bot = "") {
  const Server server(store);
  asio::io_context context(1);
  constexpr double kBotInterval_s = 10;
  Load load{server, games, bot.empty() ? static_cast<double>(games) / tries_per_second : kBotInterval_s, bot};
  const auto tell = [](const std::exception_ptr& failed) {
    try {
      if (failed) std::rethrow_exception(failed);
    } catch (const std::exception& reason) {
      fmt::print(stderr, "{}\n", reason.what());
    }
  };
  const auto ignore = [](const std::exception_ptr&) {};
  const auto run = [&]() -> asio::awaitable<void> {
    const auto executor = co_await asio::this_coro::executor;
    for (std::size_t i = 0; i < games; ++i) {
      asio::co_spawn(executor, keep_playing(load), tell);
      co_await wait_until(Clock::now() + std::chrono::milliseconds(bot.empty() ? 2 : 10));
    }
    for (int i = 0; i < misbehaving; ++i) asio::co_spawn(executor, misbehave(load, i % 3), ignore);
    for (int i = 0; i < studies; ++i) asio::co_spawn(executor, study(load), tell);
    while (load.playing < games) co_await wait_until(Clock::now() + std::chrono::milliseconds(50));
    load.measured_from = Clock::now();
    co_await wait_until(Clock::now() +
                        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)));
    load.over = true;
  };
  asio::co_spawn(context, run(), [&](const std::exception_ptr& failed) {
    tell(failed);
    context.stop();
  });
  context.run();
  std::string others;
  if (misbehaving > 0) others = fmt::format(" and {} who misbehave", misbehaving);
  if (!bot.empty()) others = " against " + bot;
  if (studies > 0) others = fmt::format(" and {} studies ({:.0f} states)", studies, load.studied);
  std::vector<double>& times = load.answer_times_s;
  std::sort(times.begin(), times.end());
  fmt::print(
      "{} games{}: {:.0f} tries a second; answered in {:.1f} ms (median), {:.1f} ms (99 of 100), {:.1f} ms (longest); "
      "server's memory {:.0f} MiB; {} games lost a connection\n",
      games, others, static_cast<double>(times.size()) / seconds, 1000 * at_part(times, 0.5),
      1000 * at_part(times, 0.99), 1000 * at_part(times, 1), server.mebibytes(), load.broken);
  if (bot.empty()) return;
  std::vector<double>& replies = load.reply_times_s;
  std::sort(replies.begin(), replies.end());
  fmt::print(
      "  {:.0f} moves a second; the bot replied in {:.1f} ms (median), {:.1f} ms (99 of 100), {:.1f} ms (longest)\n",
      static_cast<double>(replies.size()) / seconds, 1000 * at_part(replies, 0.5), 1000 * at_part(replies, 0.99),
      1000 * at_part(replies, 1));
}

}  // namespace

int main(int argc, char** argv) {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  std::signal(SIGPIPE, SIG_IGN);
  const std::size_t games = argc > 1 ? std::stoul(argv[1]) : 1000;
  const double rate = argc > 2 ? std::stod(argv[2]) : 2000;
  const double seconds = argc > 3 ? std::stod(argv[3]) : 20;
  const std::string store = argc > 4 ? argv[4] : "";
  const std::string bot = argc > 5 ? argv[5] : "champion";
  measure(store, games, rate, seconds, 0, 0);
  measure(store, games, rate, seconds, 30, 0);
  measure(store, games, rate, seconds, 0, 4);
  measure(store, games, rate, seconds, 0, 0, bot);
}
