// What connections say at a table, a line a message, from White and Black by turns. No message may do harm, and neither
// side may be sent the other's men.
#include <boost/asio/io_context.hpp>
#include <boost/json.hpp>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "blindmate/base/check.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/games/live_game.hpp"
#include "blindmate/runtime/now.hpp"
#include "memory_store.hpp"

namespace blindmate::server {
namespace {

class Listener : public messages::Connection {
 public:
  explicit Listener(chess::Side side) : side_(side) {}

  void send(std::string message) override {
    const boost::json::value said = boost::json::parse(message);
    if (said.at("type") != "view") return;
    const std::string_view own = side_ == chess::Side::white ? "PNBRQK" : "pnbrqk";
    for (const char c : std::string_view(said.at("now").at("board").as_string()))
      BLINDMATE_CHECK(c == '/' || (c >= '0' && c <= '9') || own.find(c) != std::string_view::npos, "{}", message);
    for (const boost::json::value& entry : said.at("log").as_array())
      BLINDMATE_CHECK(entry.at("ask").is_null() || entry.at("by").as_string() == chess::name(side_), "{}", message);
  }
  void follow(Next next) override {
    while (std::optional<std::string> message = next()) send(std::move(*message));
  }
  void list_has_grown() override {}
  void close() override {}

 private:
  chess::Side side_;
};

void play(std::string_view text) {
  boost::asio::io_context context(1);
  auto work = boost::asio::make_work_guard(context);
  runtime::Metrics metrics;
  store::Storage storage(std::make_unique<MemoryStore>(), context.get_executor(), metrics);
  runtime::Jobs jobs({{1, 0, {runtime::Jobs::Kind::move}}}, context.get_executor());
  games::Services services{context.get_executor(),
                           storage,
                           jobs,
                           metrics,
                           [](store::GuestId) { return true; },
                           [](const store::GameRecord&) {},
                           [](games::LiveGame&) {},
                           [] {}};
  store::GameRecord record{.id = "fuzz", .rules = "wild16"};
  record.seats[0].guests = {1};
  record.seats[1].guests = {2};
  record.events = {{store::TableEvent::Kind::started, runtime::now_ms()}};
  const auto game = std::make_shared<games::LiveGame>(games::Table(record), services);
  const auto connected = [&](chess::Side side) { return game->connect(std::make_shared<Listener>(side), side); };
  const std::array<games::LiveGame::SitterPointer, 2> sitters = {connected(chess::Side::white),
                                                                 connected(chess::Side::black)};
  std::size_t turn = 0;
  for (const std::string_view line : split(text, '\n')) {
    game->receive(sitters[turn++ % 2], line);
    while (!game->is_settled()) context.run_one();
  }
}

}  // namespace
}  // namespace blindmate::server

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  blindmate::server::play({reinterpret_cast<const char*>(data), size});
  return 0;
}
