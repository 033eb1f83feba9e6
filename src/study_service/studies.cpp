#include "blindmate/study_service/studies.hpp"

#include <fmt/format.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json.hpp>

#include "blindmate/chess/fen.hpp"
#include "blindmate/games/table.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/runtime/tokens.hpp"
#include "blindmate/study/brushes.hpp"
#include "blindmate/study/pose.hpp"
#include "blindmate/study/proof.hpp"
#include "blindmate/study/puzzle_book.hpp"
#include "blindmate/study/report.hpp"
#include "blindmate/study/walk.hpp"
#include "blindmate/study_service/conversation.hpp"
#include "blindmate/study_service/payloads.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/json_text.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::study_service {

namespace asio = boost::asio;
namespace json = boost::json;

using chess::Side;
using referee::Problem;
using Kind = runtime::Jobs::Kind;

namespace {

constexpr std::size_t kMostMessage = 256 * 1024;  // bytes
constexpr std::size_t kMostLevels = 8;
constexpr std::size_t kMostStates = 5'000;
constexpr std::size_t kMostFens = 500;  // that are shown
constexpr std::size_t kMostSteps = 200;
constexpr std::size_t kMostRefused = 200;
constexpr std::size_t kMostSaved = 1'000;        // positions of a problem that is kept
constexpr std::size_t kMostSearches = 4;         // of one client
constexpr std::size_t kMostWaiting = 20;         // searches
constexpr std::chrono::seconds kReading{5};      // what it may take to find the positions of a game
constexpr std::size_t kLargestPlan = 1'000'000;  // bytes of JSON that are shown
constexpr std::uint64_t kMemory = 256 << 20;     // bytes
constexpr double kMostSeconds = 60;
constexpr std::chrono::milliseconds kProgress{250};
const Error kNoSource{"\"source\" is none of fens, own with men, game, pgn, problem, line"};

struct Posed {
  Problem problem;
  std::uint64_t dropped = 0;
};

// Everything that can be wrong with a problem is what is wrong with its line.
Expected<Posed> checked(const json::object& line, std::uint64_t dropped = 0) {
  if (const json::value* states = line.if_contains("states")) {
    if (states->is_array() && states->get_array().size() > kMostStates)
      return Error{
          fmt::format("{} positions are too many; at most {} can be studied", states->get_array().size(), kMostStates)};
  }
  if (const json::value* refused = line.if_contains("refused")) {
    if (refused->is_array() && refused->get_array().size() > kMostRefused)
      return Error{
          fmt::format("refused: {} tries are too many, at most {}", refused->get_array().size(), kMostRefused)};
  }
  Expected<Problem> problem = referee::read_problem(referee::json_text(line));
  if (!problem) return problem.error();
  if (problem->material_wins) return Error{"material_wins: a study is of mates only"};
  return Posed{std::move(*problem), dropped};
}

Expected<Posed> posed_with_brushes(const json::object& source, const json::string& rules) {
  std::vector<study::Brush> men;
  const json::array* brushes = messages::list_in(source, "men");
  const std::optional<Side> side = messages::side_in(source, "side");
  const std::optional<std::string> own = messages::text_in(source, "own");
  if (brushes == nullptr || !side || !own) return Error{"\"own\", \"side\" and \"men\" are needed"};
  for (std::size_t i = 0; i < brushes->size(); ++i) {
    const json::object* brush = (*brushes)[i].if_object();
    const json::array* squares = brush != nullptr ? messages::list_in(*brush, "squares") : nullptr;
    const std::optional<std::string> kinds = brush != nullptr ? messages::text_in(*brush, "kinds") : std::nullopt;
    if (squares == nullptr || !kinds) return Error{fmt::format("men[{}]: needs \"kinds\" and \"squares\"", i)};
    std::string names;
    for (const json::value& square : *squares) {
      if (!square.is_string()) return Error{fmt::format("men[{}]: a square is not a text", i)};
      names += (names.empty() ? "" : ",") + std::string(square.get_string());
    }
    const Expected<study::Brush> read = study::read_brush(*kinds, names);
    if (!read) return Error{fmt::format("men[{}]: {}", i, read.error().reason)};
    men.push_back(*read);
  }
  const std::optional<std::string> castling = messages::text_in(source, "castling");
  const bool may_castle = castling && !castling->empty();
  const Expected<study::Painted> painted = study::paint(*own, *side, may_castle ? *castling : "-", men);
  if (!painted) return painted.error();
  json::array states;
  for (const chess::Position& state : painted->states) states.emplace_back(chess::fen(state));
  return checked({{"id", "study"}, {"rules", rules}, {"states", std::move(states)}}, painted->dropped);
}

Expected<Posed> posed_from_view(const referee::PlayerView& view) {
  Expected<Problem> problem = study::problem_of(view, kMostStates, std::chrono::steady_clock::now() + kReading);
  if (!problem) return problem.error();
  problem->id = "study";
  return Posed{std::move(*problem)};
}

Expected<Posed> posed_from_pgn(const std::string& pgn, Side side) {
  const Expected<std::vector<referee::PgnGame>> games = referee::read_pgn(pgn);
  if (!games) return Error{games.error().text()};
  if (games->size() != 1) return Error{fmt::format("there are {} games, one is needed", games->size())};
  if (const referee::Game* whole = std::get_if<referee::Game>(&games->front().content))
    return posed_from_view(whole->view(side));
  const referee::PlayerView& view = std::get<referee::PlayerView>(games->front().content);
  if (view.side() != side) return Error{fmt::format("this is the view of {}", chess::title(view.side()))};
  return posed_from_view(view);
}

Expected<Posed> posed_from_game(const store::GameRecord& record, const json::object& source) {
  const std::optional<Side> side = messages::side_in(source, "side");
  const std::optional<int> ply = messages::number_in(source, "ply", 0, 100'000);
  const std::optional<int> asked = messages::number_in(source, "asked", 0, 100'000);
  if (!side || !ply || !asked) return Error{"\"side\", \"ply\" and \"asked\" are needed"};
  try {
    const games::Table table(record);
    const Expected<referee::PlayerView> view = study::view_at(table.game(), *side, *ply, *asked);
    return view ? posed_from_view(*view) : Expected<Posed>(view.error());
  } catch (const games::DamagedGame& error) {
    return Error{std::string("the game is damaged: ") + error.what()};
  }
}

json::object known_payload(const study::Attack& attack) {
  return {{"states", attack.states().size()},
          {"own", referee::text(attack.own_board())},
          {"men", men_payload(attack.men(), other(attack.attacker()))},
          {"fens", fens_payload(attack.states(), kMostFens)}};
}

}  // namespace

class Studies::Study : public Conversation, public std::enable_shared_from_this<Study> {
 public:
  Study(Studies& house, std::string client, std::function<bool()> may_save)
      : Conversation(kMostLevels),
        house_(house),
        client_(std::move(client)),
        may_save_(std::move(may_save)),
        tick_(house.network_) {}

  std::size_t most_message() const override { return kMostMessage; }

 private:
  void left() override { stop(); }

  asio::awaitable<void> heed(json::object said) override {
    const std::optional<std::string> type = messages::text_in(said, "type");
    if (type == "pose") co_return co_await pose(said);
    if (type == "stop") co_return stop();
    if (type == "solve" || type == "walk" || type == "save") {
      if (!problem_) co_return refuse("not-now", "there is no problem yet");
      if (type == "solve") co_return solve(said);
      if (type == "walk") co_return co_await walk(said);
      co_return co_await save(said);
    }
    refuse("bad-message", "\"type\" is none of pose, solve, stop, walk, save");
  }

  // One search, which outlives this when it is slow to notice.
  struct Search {
    Problem problem;
    int ply = 0;
    std::chrono::duration<double> seconds{};  // to solve; checking may take as long
    kriegspiel::SolveOptions options{};
    bool wants_report = false;
    search::Watch watch;
    std::atomic<bool> has_begun{false};
    std::chrono::steady_clock::time_point began{};  // valid when it has
    std::stop_source stop;
    // What is found, when it is.
    json::object answer{};
    std::shared_ptr<const checker::Plan> plan{};

    void run() {
      began = std::chrono::steady_clock::now();
      has_begun = true;
      kriegspiel::Solution solution;
      json::value report = nullptr;
      if (wants_report) {
        study::Report found = study::report_on(problem, ply, options);
        report = study::beyond_solution(found);
        solution = std::move(found.solution);
      } else {
        solution = kriegspiel::solve(problem, ply, options);
      }
      if (solution.plan && !wants_report &&
          !study::passes_checker(problem, *solution.length, *solution.plan,
                                 began + 2 * std::chrono::duration_cast<std::chrono::milliseconds>(seconds))) {
        const search::Limit limit = stop.stop_requested() ? search::Limit::interrupted : search::Limit::time;
        solution = {.limit = limit, .states = solution.states, .time = solution.time};
      }
      answer = {{"verdict", json::string(kriegspiel::name(solution.verdict))},
                {"limit", nullptr},
                {"length", json::value_from(solution.length)},
                {"states", solution.states},
                {"seconds", solution.time.count()},
                {"keys", json::value_from(solution.keys)},
                {"report", std::move(report)},
                {"plan", nullptr}};
      if (solution.limit != search::Limit::none) answer["limit"] = json::string(search::name(solution.limit));
      if (!solution.plan) return;
      json::value written = kriegspiel::to_json(*solution.plan);
      if (referee::json_text(written).size() > kLargestPlan) return;
      plan = std::move(*checker::read_plan(written));
      answer["plan"] = std::move(written);
    }
  };

  void stop() {
    if (search_) house_.jobs_.stop(search_->stop);
  }

  asio::awaitable<void> pose(json::object said) {
    stop();
    search_.reset();
    const json::object* source = messages::object_in(said, "source");
    if (source == nullptr) co_return refuse("bad-problem", kNoSource.reason);
    const std::optional<std::string> rules = messages::text_in(said, "rules");
    std::optional<std::string> line;
    std::optional<store::GameRecord> game;
    if (const std::optional<std::string> id = messages::text_in(*source, "problem")) {
      line = co_await problem_line(house_.storage_, *id);
      if (!line) co_return refuse("bad-problem", "there is no such problem");
    }
    if (const std::optional<std::string> id = messages::text_in(*source, "game")) {
      const auto query = [id](store::Reader& store) { return store.game(*id); };
      game = co_await house_.storage_.read(query);
      const bool is_open = game && co_await may_be_seen(*game);
      if (!is_open) co_return refuse("bad-problem", "there is no such game that has ended");
    }
    const auto work = [source = *source, rules, line, game]() -> Expected<Posed> {
      const json::string rule_set(rules.value_or("berkeley"));
      if (line) return checked(json::parse(*line).as_object());
      if (game) return posed_from_game(*game, source);
      if (const json::object* given = messages::object_in(source, "line")) return checked(*given);
      if (const json::array* fens = messages::list_in(source, "fens"))
        return checked({{"id", "study"}, {"rules", rule_set}, {"states", *fens}});
      const std::optional<std::string> pgn = messages::text_in(source, "pgn");
      const std::optional<Side> side = messages::side_in(source, "side");
      if (pgn && side) return posed_from_pgn(*pgn, *side);
      if (source.contains("own")) return posed_with_brushes(source, rule_set);
      return kNoSource;
    };
    const Expected<Posed> posed = co_await house_.jobs_.run(Kind::lookup, client_, work);
    if (!posed) co_return refuse("bad-problem", posed.error().reason);
    problem_ = posed->problem;
    plan_.reset();
    json::object answer = known_payload(study::Attack(*problem_));
    answer["type"] = "posed";
    answer["rules"] = json::string(problem_->rules->name);
    answer["side"] = json::string(chess::name(problem_->attacker()));
    answer["dropped"] = posed->dropped;
    answer["duty"] = problem_->duty;
    answer["ply"] = problem_->ply ? json::value(*problem_->ply) : nullptr;
    send(answer);
  }

  asio::awaitable<bool> may_be_seen(store::GameRecord game) {
    const auto work = [game] {
      try {
        return games::Table(game).status() == games::Table::Status::ended;
      } catch (const games::DamagedGame&) {
        return false;
      }
    };
    co_return co_await house_.jobs_.run(Kind::lookup, client_, work);
  }

  void solve(const json::object& said) {
    if (search_) return refuse("not-now", "something is being solved");
    if (house_.searches_[client_] >= kMostSearches || house_.jobs_.waiting(Kind::search) >= kMostWaiting)
      return refuse("not-now", "too much is being solved; wait a little");
    const std::optional<int> ply = messages::number_in(said, "ply", 1, 1000);
    if (!ply) return refuse("bad-message", "\"ply\" is not a number");
    if (const auto checked = referee::check_ply(*ply); !checked)
      return refuse("bad-message", "\"ply\": " + checked.error().reason);
    const auto search = std::make_shared<Search>();
    search->problem = *problem_;
    search->ply = *ply;
    kriegspiel::SolveOptions& options = search->options;
    options.algorithm = messages::text_in(said, "algorithm").value_or(options.algorithm);
    if (const auto checked = kriegspiel::check_options(options); !checked)
      return refuse("bad-message", checked.error().reason);
    options.deepen = messages::is_true(said, "deepen");
    options.all_keys = messages::is_true(said, "keys");
    options.plan = true;
    search->wants_report = messages::is_true(said, "report");
    const json::value* seconds = said.if_contains("seconds");
    double wanted = kMostSeconds;
    if (seconds != nullptr) wanted = seconds->is_number() ? seconds->to_number<double>() : 0;
    if (!(wanted > 0 && wanted <= kMostSeconds))
      return refuse("bad-message", fmt::format("\"seconds\" is not above 0 and at most {}", kMostSeconds));
    search->seconds = std::chrono::duration<double>(wanted);
    options.budget.time = search->seconds;
    options.budget.bytes = kMemory;
    options.budget.watch = &search->watch;
    search_ = search;
    ++house_.searches_[client_];
    plan_.reset();
    const auto done = [self = shared_from_this(), search](const std::exception_ptr& failed) {
      if (failed) log_failure(failed);
      self->solved(*search);
    };
    house_.jobs_.add({Kind::search, client_, [search] { search->run(); }, done, search->stop});
    asio::co_spawn(house_.network_, tell_progress(search), asio::detached);
  }

  asio::awaitable<void> tell_progress(std::shared_ptr<Search> search) {
    const std::shared_ptr<Study> alive = shared_from_this();
    while (search_ == search && is_here()) {
      json::object message{{"type", "progress"}, {"states", search->watch.states.load()}, {"seconds", 0}};
      if (search->has_begun) {
        message["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - search->began).count();
      } else {
        message["waiting"] = house_.jobs_.waiting_before(Kind::search, search->stop);
      }
      send(message);
      tick_.expires_after(kProgress);
      boost::system::error_code cancelled;
      co_await tick_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    }
  }

  void solved(Search& search) {
    if (--house_.searches_[client_] == 0) house_.searches_.erase(client_);
    if (search_.get() != &search) return;  // there is another problem by now
    search_.reset();
    tick_.cancel();
    plan_ = search.plan;
    json::object answer = std::move(search.answer);
    if (answer.empty()) {  // it was not begun, or has failed, which is logged
      answer = {{"verdict", "unknown"}, {"limit", "interrupted"}, {"length", nullptr}, {"states", 0},
                {"seconds", 0},         {"keys", nullptr},        {"report", nullptr}, {"plan", nullptr}};
    }
    answer["type"] = "solution";
    answer["ply"] = search.ply;
    send(answer);
  }

  asio::awaitable<void> walk(json::object said) {
    const json::array* path = messages::list_in(said, "path");
    if (path == nullptr || path->size() > kMostSteps)
      co_return refuse("bad-message", "\"path\" is not a list of steps");
    if (!plan_) co_return refuse("not-now", "there is no plan to walk through");
    std::vector<std::string> steps;
    for (const json::value& step : *path) {
      if (!step.is_string()) co_return refuse("bad-message", "a step is not a text");
      steps.emplace_back(step.get_string());
    }
    const auto work = [problem = *problem_, plan = plan_, steps] { return study::walk(problem, *plan, steps); };
    const Expected<study::Attack> attack = co_await house_.jobs_.run(Kind::lookup, client_, work);
    if (!attack) co_return refuse("bad-message", attack.error().reason);
    json::object answer = known_payload(*attack);
    answer["type"] = "walked";
    answer["path"] = *path;
    answer["turn"] = json::string(chess::name(attack->turn()));
    send(answer);
  }

  asio::awaitable<void> save(json::object said) {
    if (problem_->states.size() > kMostSaved)
      co_return refuse("bad-problem", fmt::format("a problem that is kept has at most {} positions", kMostSaved));
    Problem problem = *problem_;
    problem.id = runtime::new_token();
    const json::value* ply = said.if_contains("ply");
    problem.ply = messages::number_in(said, "ply", 1, 1000);
    const bool is_wrong = ply != nullptr && !ply->is_null() && !problem.ply;
    if (is_wrong || (problem.ply && !referee::check_ply(*problem.ply)))
      co_return refuse("bad-message", "\"ply\" is not an odd number of ply");
    if (!may_save_()) co_return refuse("too-often", "wait a little");
    std::vector<store::Write> writes;
    writes.emplace_back(store::NewProblem{problem.id, referee::json_text(referee::to_json(problem))});
    const bool stored = co_await house_.storage_.write(std::move(writes));
    if (!stored) co_return refuse("not-now", "the store does not answer");
    send({{"type", "saved"}, {"problem", problem.id}});
  }

  Studies& house_;
  std::string client_;
  std::function<bool()> may_save_;
  std::optional<Problem> problem_;
  std::shared_ptr<Search> search_;             // under way
  std::shared_ptr<const checker::Plan> plan_;  // of the problem, when it was solved
  asio::steady_timer tick_;
};

asio::awaitable<std::optional<std::string>> problem_line(store::Storage& storage, std::string id) {
  if (const Problem* puzzle = study::find_puzzle(id)) co_return referee::json_text(referee::to_json(*puzzle));
  const auto query = [id](store::Reader& store) { return store.problem(id); };
  co_return co_await storage.read(query);
}

messages::ParticipantPointer Studies::participant(std::string client, std::function<bool()> may_save) {
  return std::make_shared<Study>(*this, std::move(client), std::move(may_save));
}

}  // namespace blindmate::study_service
