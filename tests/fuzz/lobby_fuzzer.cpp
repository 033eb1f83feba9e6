// What visitors of the lobby say, a line a message, by turns: two with accounts, a guest, and somebody who is nobody.
// "@" in a message stands for the game that was made last. Each message is answered once; nobody is shown a challenge
// to somebody else, and nobody unknown makes anything.
#include <boost/json.hpp>
#include <cstdint>
#include <string_view>

#include "blindmate/base/check.hpp"
#include "blindmate/base/text.hpp"
#include "fuzzed_house.hpp"

namespace blindmate::server {
namespace {

namespace json = boost::json;

class Visitor : public messages::Connection {
 public:
  explicit Visitor(std::string name) : name_(std::move(name)) {}

  void send(std::string message) override {
    const json::object said = json::parse(message).as_object();
    const std::string_view type = said.at("type").as_string();
    if (type == "lobby") {
      for (const json::value& challenge : said.at("challenges").as_array()) {
        const json::value& to = challenge.at("to");
        BLINDMATE_CHECK(to.is_null() || challenge.at("yours").as_bool() || to == json::value(name_), "{}", message);
      }
    } else if (type != "started") {
      ++answers_;
      const bool known = type == "made" || type == "accepted" || type == "cancelled" || type == "error";
      BLINDMATE_CHECK(known, "{}", message);
      BLINDMATE_CHECK(type == "error" || !name_.empty(), "{}", message);
      if (type == "made") made_ = std::string(said.at("game").as_string());
    }
  }
  void follow(Next next) override {
    while (std::optional<std::string> message = next()) send(std::move(*message));
  }
  void list_has_grown() override {}
  void close() override {}

  int answers() const { return answers_; }
  const std::string& made() const { return made_; }

 private:
  std::string name_;  // empty: nobody
  int answers_ = 0;
  std::string made_;
};

void visit(std::string_view text) {
  FuzzedHouse house;
  struct Seat {
    std::shared_ptr<Visitor> visitor;
    messages::ParticipantPointer participant;
  };
  std::vector<Seat> seats;
  for (const std::string name : {"anna", "ben", "guest", ""}) {
    const auto visitor = std::make_shared<Visitor>(name);
    seats.push_back({visitor, house.participant("/ws/lobby", name)});
    seats.back().participant->connected(visitor);
  }
  std::string made = "none";
  std::size_t turn = 0;
  for (const std::string_view line : split(text, '\n')) {
    const Seat& seat = seats[turn++ % seats.size()];
    std::string message(line);
    for (std::size_t at = message.find('@'); at != std::string::npos; at = message.find('@', at + made.size()))
      message.replace(at, 1, made);
    const int before = seat.visitor->answers();
    house.finish(seat.participant->received(message));
    BLINDMATE_CHECK(seat.visitor->answers() == before + 1, "{} answers", seat.visitor->answers() - before);
    if (!seat.visitor->made().empty()) made = seat.visitor->made();
  }
}

}  // namespace
}  // namespace blindmate::server

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  blindmate::server::visit({reinterpret_cast<const char*>(data), size});
  return 0;
}
