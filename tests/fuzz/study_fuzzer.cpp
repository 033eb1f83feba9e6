// What is said in a study and to a puzzle, a line a message, by turns. Each message has an answer at once, but for one
// that solves or stops, and every answer is one that the contract knows.
#include <boost/json.hpp>
#include <cstdint>
#include <set>
#include <string_view>

#include "blindmate/base/check.hpp"
#include "blindmate/base/text.hpp"
#include "fuzzed_house.hpp"

namespace blindmate::server {
namespace {

namespace json = boost::json;

class Listener : public messages::Connection {
 public:
  explicit Listener(std::set<std::string_view> types) : types_(std::move(types)) {}

  void send(std::string message) override {
    const json::value said = json::parse(message);
    BLINDMATE_CHECK(types_.contains(said.at("type").as_string()), "{}", message);
    ++answers_;
  }
  void follow(Next next) override {
    while (std::optional<std::string> message = next()) send(std::move(*message));
  }
  void list_has_grown() override {}
  void close() override {}

  int answers() const { return answers_; }

 private:
  std::set<std::string_view> types_;
  int answers_ = 0;
};

bool is_answered_later(std::string_view message) {
  return message.find("solve") != std::string_view::npos || message.find("stop") != std::string_view::npos;
}

void talk(std::string_view text) {
  FuzzedHouse house;
  struct Talk {
    std::shared_ptr<Listener> listener;
    messages::ParticipantPointer participant;
  };
  std::vector<Talk> talks;
  talks.push_back({std::make_shared<Listener>(
                       std::set<std::string_view>{"posed", "progress", "solution", "walked", "saved", "error"}),
                   house.participant("/ws/study", "guest")});
  talks.push_back({std::make_shared<Listener>(std::set<std::string_view>{"puzzle", "answered", "ended", "error"}),
                   house.participant("/ws/puzzles", "guest")});
  for (const Talk& one : talks) one.participant->connected(one.listener);
  std::size_t turn = 0;
  for (const std::string_view line : split(text, '\n')) {
    const Talk& one = talks[turn++ % talks.size()];
    const int before = one.listener->answers();
    house.finish(one.participant->received(std::string(line)));
    BLINDMATE_CHECK(one.listener->answers() > before || is_answered_later(line), "no answer to {}", line);
  }
  for (const Talk& one : talks) one.participant->disconnected();
}

}  // namespace
}  // namespace blindmate::server

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  blindmate::server::talk({reinterpret_cast<const char*>(data), size});
  return 0;
}
