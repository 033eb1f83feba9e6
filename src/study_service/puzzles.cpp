#include "blindmate/study_service/puzzles.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "blindmate/base/random.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/runtime/now.hpp"
#include "blindmate/study/puzzle.hpp"
#include "blindmate/study/puzzle_book.hpp"
#include "blindmate/study_service/conversation.hpp"
#include "blindmate/study_service/payloads.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/phrases.hpp"

namespace blindmate::study_service {

namespace asio = boost::asio;
namespace json = boost::json;

using referee::Problem;
using study::Puzzle;

namespace {

constexpr std::size_t kMostLevels = 3;
constexpr std::size_t kMostFens = 100;
constexpr std::size_t kNearest = 20;  // puzzles, by rating, from which one is drawn

// Before anybody has attempted it: longer mates among more positions are harder.
store::Rating first_rating(const Problem& puzzle) {
  return {.rating = 850 + 150.0 * *puzzle.ply + 50 * std::log2(static_cast<double>(puzzle.states.size())),
          .deviation = 200};
}

store::Rating rating_of(const Problem& puzzle, const std::map<std::string, store::Rating>& known) {
  const auto found = known.find(puzzle.id);
  return found == known.end() ? first_rating(puzzle) : found->second;
}

// What somebody wants; nothing is whatever there is.
struct Kind {
  std::optional<int> ply;
  std::optional<study::Size> size;
  bool classic;  // no others

  bool has(const Problem& puzzle) const {
    return (!ply || puzzle.ply == ply) && (!size || study::size_of(puzzle) == *size) &&
           (!classic || study::origin_of(puzzle) != nullptr);
  }
};

json::value origin_payload(const Problem& puzzle) {
  const study::Origin* origin = study::origin_of(puzzle);
  if (origin == nullptr) return nullptr;
  return {{"author", json::value_from(origin->author)}, {"source", origin->source}};
}

json::object now_payload(const Puzzle& puzzle) {
  const study::Attack& attack = puzzle.attack();
  json::array askable;
  json::array check;
  json::array refused;
  const bool may_try = puzzle.end() == Puzzle::End::none;
  if (may_try) {
    for (const chess::Move tried : attack.askable()) askable.emplace_back(chess::text(tried));
  }
  for (const std::string_view direction : referee::names(attack.announced().check))
    check.emplace_back(json::string(direction));
  for (const chess::Move tried : attack.problem().refused) refused.emplace_back(chess::text(tried));
  return {{"ply", puzzle.ply()},
          {"states", attack.states().size()},
          {"own", referee::text(attack.own_board())},
          {"men", men_payload(attack.men(), other(attack.attacker()))},
          {"fens", fens_payload(attack.states(), kMostFens)},
          {"askable", askable},
          {"may_ask_any", may_try && attack.may_ask_any()},
          {"check", check},
          {"refused", refused}};
}

}  // namespace

class Puzzles::Sitting : public Conversation {
 public:
  Sitting(Puzzles& house, const std::optional<store::Person>& person, std::string client)
      : Conversation(kMostLevels), house_(house), person_(person), client_(std::move(client)) {}

 private:
  // Who leaves after the first try has failed.
  void left() override {
    house_.jobs_.stop(stop_);
    if (puzzle_ && counts_ && has_tried_) house_.storage_.write({attempt(false)}, {});
  }

  asio::awaitable<void> heed(json::object said) override {
    const std::optional<std::string> type = messages::text_in(said, "type");
    if (type == "start") co_return co_await start(said);
    if (type != "try" && type != "any" && type != "give-up")
      co_return refuse("bad-message", "\"type\" is none of start, try, any, give-up");
    if (!puzzle_) co_return refuse("not-now", "there is no puzzle");
    if (type == "give-up") co_return co_await end(false, "given-up", std::nullopt);
    const std::optional<std::string> text = messages::text_in(said, "move");
    const std::optional<chess::Move> move = text ? chess::parse_coordinates(*text) : std::nullopt;
    const study::Attack& attack = puzzle_->attack();
    if (type == "any") {
      if (!attack.may_ask_any()) co_return refuse("not-now", "the question cannot be asked");
      co_return co_await ask(referee::AnyAsked{});
    }
    if (!move || !attack.is_askable(*move)) co_return refuse("not-now", "this cannot be tried");
    co_await ask(*move);
  }

  asio::awaitable<void> start(const json::object& said) {
    if (puzzle_ && counts_ && has_tried_) co_return refuse("not-now", "give up first");
    const Problem* chosen = nullptr;
    std::set<std::string> attempted;
    std::map<std::string, store::Rating> ratings;
    double own = store::Rating{}.rating;
    if (person_) {
      const auto query = [guest = person_->id](store::Reader& store) { return store.attempted_puzzles(guest); };
      const std::vector<std::string> before = co_await house_.storage_.read(query);
      attempted.insert(before.begin(), before.end());
      const auto solver = [guest = person_->id](store::Reader& store) { return store.solver(guest); };
      const std::optional<store::Solver> known = co_await house_.storage_.read(solver);
      if (known) own = known->rating.rating;
    }
    const auto read_ratings = [](store::Reader& store) { return store.puzzle_ratings(); };
    for (auto& [id, rating] : co_await house_.storage_.read(read_ratings)) ratings.emplace(id, rating);
    if (const std::optional<std::string> id = messages::text_in(said, "puzzle")) {
      chosen = study::find_puzzle(*id);
      if (chosen == nullptr) co_return refuse("not-now", "there is no such puzzle");
    } else {
      const std::optional<std::string> size_name = messages::text_in(said, "size");
      const std::optional<study::Size> size = size_name ? study::find_size(*size_name) : std::nullopt;
      if (size_name && !size) co_return refuse("bad-message", "\"size\" is none of small, medium, large");
      chosen = draw({messages::number_in(said, "ply", 1, 100), size, messages::is_true(said, "classic")}, attempted,
                    ratings, own);
      if (chosen == nullptr) co_return refuse("not-now", "there is no puzzle of this kind");
    }
    problem_ = chosen;
    puzzle_.emplace(*chosen, *chosen->ply);
    counts_ = person_ && !attempted.contains(chosen->id);
    has_tried_ = false;
    send({{"type", "puzzle"},
          {"puzzle", chosen->id},
          {"rules", json::string(chosen->rules->name)},
          {"side", json::string(chess::name(chosen->attacker()))},
          {"ply", *chosen->ply},
          {"size", json::string(study::name(study::size_of(*chosen)))},
          {"origin", origin_payload(*chosen)},
          {"rating", rating_of(*chosen, ratings).rating},
          {"counts", counts_},
          {"now", now_payload(*puzzle_)}});
  }

  // One of those nearest to the rating of who asks; those that were not attempted go first.
  const Problem* draw(const Kind& wanted, const std::set<std::string>& attempted,
                      const std::map<std::string, store::Rating>& ratings, double own) {
    std::vector<std::pair<double, const Problem*>> candidates;
    for (const bool again : {false, true}) {
      for (const Problem& puzzle : study::puzzle_book()) {
        if (!wanted.has(puzzle) || attempted.contains(puzzle.id) != again || &puzzle == problem_) continue;
        candidates.emplace_back(std::abs(rating_of(puzzle, ratings).rating - own), &puzzle);
      }
      if (!candidates.empty()) break;
    }
    if (candidates.empty()) return nullptr;
    std::sort(candidates.begin(), candidates.end());
    return candidates[random_.below(static_cast<std::uint32_t>(std::min(kNearest, candidates.size())))].second;
  }

  asio::awaitable<void> ask(referee::Ask asked) {
    has_tried_ = true;
    struct Asked {
      Puzzle puzzle;
      Puzzle::Answer answer;
    };
    const auto work = [puzzle = *puzzle_, asked] {
      Asked result{puzzle, {}};
      result.answer = result.puzzle.ask(asked);
      return result;
    };
    std::optional<Asked> result;
    try {
      result = co_await house_.jobs_.run(runtime::Jobs::Kind::puzzle, client_, work, stop_);
    } catch (...) {
      puzzle_.reset();  // a failure of ours is no failed attempt
      throw;
    }
    puzzle_ = result->puzzle;
    const Puzzle::Answer& answer = result->answer;
    const chess::Side attacker = problem_->attacker();
    json::value reply = nullptr;
    if (answer.reply)
      reply = {{"heard", referee::to_json(*answer.reply)}, {"phrase", referee::phrase(other(attacker), *answer.reply)}};
    send({{"type", "answered"},
          {"ask", referee::text(asked)},
          {"heard", referee::to_json(answer.heard)},
          {"phrase", referee::phrase(attacker, answer.heard)},
          {"reply", reply},
          {"now", now_payload(*puzzle_)}});
    if (puzzle_->end() != Puzzle::End::none)
      co_await end(puzzle_->is_solved(), study::name(puzzle_->end()), answer.witness);
  }

  asio::awaitable<void> end(bool solved, std::string_view reason, std::optional<chess::Position> witness) {
    const Problem& problem = *problem_;
    puzzle_.reset();
    if (counts_) house_.storage_.write({attempt(solved)}, {});
    const auto read_ratings = [](store::Reader& store) { return store.puzzle_ratings(); };
    const auto ratings = co_await house_.storage_.read(read_ratings);
    const json::value you = co_await house_.solver_payload(person_);
    send({{"type", "ended"},
          {"solved", solved},
          {"reason", json::string(reason)},
          {"position", witness ? json::value(chess::fen(*witness)) : nullptr},
          {"plan", study::plan_of(problem)},
          {"puzzle_rating", rating_of(problem, {ratings.begin(), ratings.end()}).rating},
          {"you", you}});
  }

  store::NewAttempt attempt(bool solved) const {
    return {person_->id, problem_->id, first_rating(*problem_), solved, runtime::now_ms()};
  }

  Puzzles& house_;
  std::optional<store::Person> person_;
  std::string client_;
  const Problem* problem_ = nullptr;
  std::optional<Puzzle> puzzle_;
  bool counts_ = false;
  bool has_tried_ = false;
  Random random_{std::random_device{}()};
  std::stop_source stop_;
};

messages::ParticipantPointer Puzzles::participant(const std::optional<store::Person>& person, std::string client) {
  return std::make_shared<Sitting>(*this, person, std::move(client));
}

asio::awaitable<json::object> Puzzles::list(std::optional<store::Person> person) {
  std::map<std::tuple<int, study::Size, bool>, int> numbers;
  for (const Problem& puzzle : study::puzzle_book())
    ++numbers[{*puzzle.ply, study::size_of(puzzle), study::origin_of(puzzle) != nullptr}];
  json::array puzzles;
  for (const auto& [kind, number] : numbers) {
    const auto& [ply, size, classic] = kind;
    puzzles.push_back(
        {{"ply", ply}, {"size", json::string(study::name(size))}, {"classic", classic}, {"number", number}});
  }
  const json::value you = co_await solver_payload(std::move(person));
  co_return json::object{{"puzzles", puzzles}, {"you", you}};
}

json::array Puzzles::classics() {
  json::array result;
  for (const Problem& puzzle : study::puzzle_book()) {
    if (study::origin_of(puzzle) == nullptr) continue;
    result.push_back({{"id", puzzle.id},
                      {"origin", origin_payload(puzzle)},
                      {"ply", *puzzle.ply},
                      {"states", puzzle.states.size()}});
  }
  return result;
}

asio::awaitable<json::value> Puzzles::solver_payload(std::optional<store::Person> person) {
  if (!person) co_return nullptr;
  const auto query = [guest = person->id](store::Reader& store) { return store.solver(guest); };
  const std::optional<store::Solver> solver = co_await storage_.read(query);
  if (!solver) co_return nullptr;
  const auto read_history = [guest = person->id](store::Reader& store) { return store.solver_history(guest); };
  const auto history = co_await storage_.read(read_history);
  json::array graph;
  if (!history.empty()) graph.push_back({history.front().first, store::Rating{}.rating});
  for (const auto& [at, rating] : history) graph.push_back({at, rating});
  co_return json::value{{"rating", solver->rating.rating},
                        {"deviation", solver->rating.deviation},
                        {"provisional", solver->rating.deviation > store::kProvisionalDeviation},
                        {"solved", solver->solved},
                        {"failed", solver->failed},
                        {"graph", graph}};
}

}  // namespace blindmate::study_service
