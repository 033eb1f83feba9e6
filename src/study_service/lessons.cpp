#include "blindmate/study_service/lessons.hpp"

#include <array>
#include <boost/json.hpp>

#include "blindmate/base/text.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/messages/payloads.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::study_service {
namespace {

namespace json = boost::json;

struct Lesson {
  std::string_view title;
  std::string_view text;
  std::string_view done;  // after the move
  const referee::RuleSet* rules;
  std::string_view fen;  // White learns
};

constexpr std::array kLessons = {
    Lesson{"You see only your own men",
           "There is a black pawn somewhere. Push your pawn two squares. If the referee says no, push it one.",
           "A refusal costs nothing: try again until a move is legal. And now you know where the pawn is.",
           &referee::kBerkeley, "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1"},
    Lesson{"Pawns feel their way",
           "Pawns capture diagonally, so the try succeeds only if something stands there. Try both sides.",
           "The referee announces the square of a capture. Under these rules you do not learn what it was.",
           &referee::kBerkeley, "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1"},
    Lesson{"Check is announced",
           "Give check with the rook. The referee announces the direction of the check to both players: rank, file, "
           "long or "
           "short diagonal, or knight.",
           "Both players heard it. Now you know a line on which the king must be.", &referee::kBerkeley,
           "4k3/3p1p2/8/8/8/8/5PPP/R5K1 w - - 0 1"},
    Lesson{"Any?", "Some rule sets have this question: can any of my pawns capture? Ask before you try.",
           "After a yes you must try at least one pawn capture.", &referee::kEnglish,
           "4k3/8/8/1p1p1p2/P3P1P1/8/8/4K3 w - - 0 1"},
    Lesson{"Mate in the dark", "The black king stands behind its own pawns on the last rank. Find it with your rook.",
           "Checkmate ends the game, and the referee announces it.", &referee::kBerkeley,
           "k7/ppp5/8/8/8/8/5PPP/3R2K1 w - - 0 1"},
};
constexpr std::size_t kMostAsked = 100;

}  // namespace

json::object lessons_payload() {
  json::array lessons;
  for (const Lesson& lesson : kLessons) {
    lessons.push_back({{"title", json::string(lesson.title)},
                       {"text", json::string(lesson.text)},
                       {"done", json::string(lesson.done)}});
  }
  return {{"lessons", lessons}};
}

Expected<json::object> lesson_payload(std::string_view number, std::string_view asked) {
  const std::optional<int> index = blindmate::number(number, static_cast<int>(kLessons.size()) - 1);
  if (!index) return Error{"there is no such lesson"};
  const Lesson& lesson = kLessons[static_cast<std::size_t>(*index)];
  referee::Game game(*lesson.rules, *chess::read_position(lesson.fen));
  const std::vector<std::string_view> asks = asked.empty() ? std::vector<std::string_view>{} : split(asked, ',');
  if (asks.size() > kMostAsked) return Error{"too much was asked"};
  for (const std::string_view ask : asks) {
    if (game.position().turn() != chess::Side::white) return Error{"the move was made"};
    const std::optional<chess::Move> move = chess::parse_coordinates(ask);
    if (!move && ask != "any") return Error{"a try is a move in coordinates, or any"};
    game.ask(move ? referee::Ask(*move) : referee::Ask(referee::AnyAsked{}));
  }
  const referee::PlayerView& view = game.view(chess::Side::white);
  const auto status = game.outcome() ? messages::Status::ended : messages::Status::playing;
  return json::object{{"now", messages::now_payload(view, {.status = status})},
                      {"log", messages::log_payload(view, 0)}};
}

}  // namespace blindmate::study_service
