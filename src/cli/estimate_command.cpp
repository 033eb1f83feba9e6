// What one side of a game can know, move by move: the sizes of its belief state, where the other men can be, a plot.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

#include "belief_map.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/progress.hpp"
#include "blindmate/belief/belief_state.hpp"
#include "blindmate/belief/depth_first.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/lab/figures/plot.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/announced_text.hpp"
#include "blindmate/view/json_text.hpp"
#include "command.hpp"
#include "input.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

namespace json = boost::json;
using belief::BeliefState;
using belief::EstimateLimits;
using belief::Observation;
using belief::Stop;
using chess::Side;
using referee::PlayerView;

struct EstimateOptions {
  std::string file;
  std::size_t game = 1;
  std::string side;
  std::string method = "breadth";
  bool list = false;
  bool map = false;
  std::string plot;
  std::optional<std::uint64_t> limit;
  std::optional<std::uint64_t> memory_mib;
  std::optional<double> time_limit_s;
  int threads = 1;
  bool json = false;
  bool quiet = false;
};

// Draws a progress bar from another thread while one update runs.
class Watch {
 public:
  Watch(const std::string& label, std::uint64_t total, const belief::Work& work, bool quiet)
      : progress_(label, total, quiet), thread_([this, &work] {
          std::unique_lock lock(mutex_);
          while (!ended_.wait_for(lock, std::chrono::milliseconds(100), [this] { return end_; })) {
            progress_.set(work.states_done);
          }
        }) {}
  ~Watch() {
    {
      const std::lock_guard lock(mutex_);
      end_ = true;
    }
    ended_.notify_one();
    thread_.join();
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  Progress progress_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_;
};

// Who did what, in words for the table.
std::string what(const Observation& observation) {
  if (const auto* refusal = std::get_if<belief::OwnRefusal>(&observation)) return chess::text(refusal->tried) + " no";
  if (const auto* question = std::get_if<belief::OwnQuestion>(&observation))
    return question->yes ? "Any? yes" : "Any? no";
  if (const auto* move = std::get_if<belief::OwnMove>(&observation)) return chess::text(move->played);
  const auto& turn = std::get<belief::OpponentTurn>(observation);
  const int refused = turn.refused_before + turn.refused_after;
  std::string result = turn.moved ? "moves" : "thinks";
  if (refused > 0) result += fmt::format(", {} refused", refused);
  if (turn.any) result += *turn.any ? ", Any? yes" : ", Any? no";
  return result;
}

class Estimation {
 public:
  Estimation(const EstimateOptions& options, const PlayerView& view)
      : options_(options),
        view_(view),
        observations_(belief::observations(view)),
        belief_(view.start(), view.side(), view.rules()) {
    if (options.limit) limits_.states = *options.limit;
    limits_.bytes = bytes_allowed(options.memory_mib);
    if (options.time_limit_s) {
      limits_.deadline =
          started_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*options.time_limit_s));
    }
    limits_.threads = options.threads;
  }

  int run() {
    if (!options_.json) {
      fmt::print("What {} can know ({}).\n\n{:>5} {:>4}  {:<6} {:<24} {:<16} {:>12} {:>9}\n", title(view_.side()),
                 view_.rules().name, "event", "ply", "by", "what", "announced", "states", "seconds");
    }
    for (event_ = 1; event_ <= observations_.size(); ++event_) {
      const Observation& observation = observations_[event_ - 1];
      by_ = belief_.turn();
      const Stop stop = update(observation);
      if (stop == Stop::interrupted) {
        plot();
        return kInterrupted;
      }
      if (stop != Stop::none) return report_limit(stop);
      if (belief::move_heard(observation) != nullptr) ++ply_;
      if (impossible_) {
        return bad_input(fmt::format("{}: event {} ({}, {}): no position fits all that was heard up to here",
                                     options_.file, event_, name(by_), what(observation)));
      }
      report(observation);
      points_.emplace_back(ply_, static_cast<double>(belief_.size()));
    }
    if (!options_.json && options_.list) {
      for (std::size_t i = 0; i < belief_.size(); ++i) fmt::print("{}\n", chess::fen(belief_.position(i)));
    }
    if (!options_.json && options_.map) print_map(belief_);
    return plot();
  }

 private:
  using Clock = std::chrono::steady_clock;

  Stop update(const Observation& observation) {
    work_.bytes = belief_.bytes();
    if (options_.method == "depth") return update_depth_first();
    const Watch watch(fmt::format("event {}/{}", event_, observations_.size()), belief_.size(), work_, options_.quiet);
    const Stop stop = belief_.hear(observation, limits_, &work_);
    impossible_ = belief_.size() == 0;
    return stop;
  }

  // Starts anew from the first event, and looks at the limits now and then.
  Stop update_depth_first() {
    constexpr std::uint64_t kSlice = 10000;  // moves of the opponent
    Progress progress("event", observations_.size(), options_.quiet);
    const auto heard = observations_.begin() + static_cast<std::ptrdiff_t>(event_);
    belief::DepthFirst source({view_.start()}, view_.side(), view_.rules(), {observations_.begin(), heard});
    std::optional<belief::Frame> frame;
    std::vector<belief::State> found;
    while (!source.exhausted()) {
      if (const std::optional<chess::Position> position =
              source.next({.moves = kSlice, .deadline = limits_.deadline})) {
        if (!frame) frame.emplace(*position, view_.side());
        found.push_back(frame->state(*position));
      }
      // The vector takes twice its room while it grows.
      work_.bytes = std::max(work_.bytes.load(), source.bytes() + 2 * found.capacity() * sizeof(belief::State));
      progress.set(event_);
      if (found.size() > limits_.states) return Stop::states;
      if (work_.bytes > limits_.bytes) return Stop::memory;
      if (interrupted()) return Stop::interrupted;
      if (limits_.deadline && Clock::now() >= *limits_.deadline) return Stop::time;
    }
    impossible_ = found.empty();
    if (!impossible_) belief_ = BeliefState(*frame, std::move(found), {}, view_.rules());
    return Stop::none;
  }

  double elapsed_s() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

  json::object event_json(const Observation& observation) const {
    const referee::Heard* heard = belief::move_heard(observation);
    json::object line{{"event", event_},
                      {"by", json::string(name(by_))},
                      {"ply", ply_},
                      {"refused", std::holds_alternative<belief::OwnRefusal>(observation)},
                      {"announced", heard != nullptr ? referee::announced_text(*heard) : ""}};
    if (const auto* question = std::get_if<belief::OwnQuestion>(&observation))
      line["any"] = question->yes ? "yes" : "no";
    return line;
  }

  void report(const Observation& observation) const {
    if (options_.json) {
      json::object line = event_json(observation);
      line["states"] = belief_.size();
      line["bytes"] = belief_.bytes();
      line["time_s"] = elapsed_s();
      if (options_.map) line["map"] = map_to_json(belief_);
      std::string text = referee::json_text(line);
      if (options_.list) {  // written one by one: there may be millions
        text.pop_back();
        fmt::print("{},\"list\":[", text);
        for (std::size_t i = 0; i < belief_.size(); ++i) {
          fmt::print("{}\"{}\"", i == 0 ? "" : ",", chess::fen(belief_.position(i)));
        }
        text = "]}";
      }
      fmt::print("{}\n", text);
    } else {
      const referee::Heard* heard = belief::move_heard(observation);
      fmt::print("{:>5} {:>4}  {:<6} {:<24} {:<16} {:>12} {:>9.2f}\n", event_, ply_, name(by_), what(observation),
                 heard != nullptr ? referee::announced_text(*heard) : "", belief_.size(), elapsed_s());
    }
    std::fflush(stdout);
  }

  int report_limit(Stop stop) const {
    const Observation& observation = observations_[event_ - 1];
    if (options_.json) {
      json::object line = event_json(observation);
      line["states"] = nullptr;
      line["bytes"] = work_.bytes.load();
      line["time_s"] = elapsed_s();
      line["limit"] = json::string(belief::name(stop));
      fmt::print("{}\n", referee::json_text(line));
    }
    complain(fmt::format("{}: the limit of {} was reached in event {} ({}, {}); before it {} states, {} bytes in use",
                         options_.file, belief::name(stop), event_, name(by_), what(observation), belief_.size(),
                         work_.bytes.load()));
    const int plotted = plot();
    return plotted == kAnswered ? kLimitReached : plotted;
  }

  int plot() const {
    if (options_.plot.empty()) return kAnswered;
    const std::string title =
        fmt::format("{}: what {} can know ({})", std::filesystem::path(options_.file).filename().string(),
                    chess::title(view_.side()), view_.rules().name);
    const Expected<void> drawn = lab::draw(lab::Plot{.title = title,
                                                     .x_label = "ply",
                                                     .y_label = "possible positions",
                                                     .log_y = true,
                                                     .series = {{"", points_}}},
                                           options_.plot);
    if (drawn) return kAnswered;
    complain(drawn.error().reason);
    return kInternalError;
  }

  const EstimateOptions& options_;
  const PlayerView& view_;
  std::vector<Observation> observations_;
  BeliefState belief_;
  EstimateLimits limits_;
  belief::Work work_;
  Clock::time_point started_ = Clock::now();
  std::size_t event_ = 1;
  Side by_ = Side::white;
  int ply_ = 0;
  bool impossible_ = false;
  std::vector<std::pair<double, double>> points_ = {{0, 1}};
};

// The view that a file and --side ask for.
Expected<PlayerView> choose_view(const EstimateOptions& options) {
  const Expected<std::vector<referee::PgnGame>> games = read_games_file(options.file);
  if (!games) return games.error();
  if (options.game > games->size())
    return Error{fmt::format("there is no game {}; the file has {}", options.game, games->size())};
  return view_of((*games)[options.game - 1], options.side);
}

int run_estimate(const EstimateOptions& options) {
  if (!options.plot.empty()) {
    if (const auto done = lab::check_plot_file(options.plot); !done) return bad_input(done.error().reason);
  }
  const Expected<PlayerView> view = choose_view(options);
  if (!view) return bad_input(view.error().text(options.file));
  return Estimation(options, *view).run();
}

}  // namespace

Run declare_estimate(CLI::App& app) {
  const auto options = std::make_shared<EstimateOptions>();
  app.add_option("GAME", options->file, "a Kriegspiel PGN file")->required();
  app.add_option("--game", options->game, "which game of the file")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--side", options->side, "whose knowledge; not needed for a filtered game")
      ->check(CLI::IsMember({"white", "black"}));
  app.add_option("--method", options->method, "both are exact; depth starts again for each event")
      ->check(CLI::IsMember({"breadth", "depth"}))
      ->capture_default_str();
  app.add_flag("--list", options->list, "the states as FEN");
  app.add_flag("--map", options->map, "the share of states for each man and square");
  app.add_option("--plot", options->plot, "draw the number of states by ply")->type_name("FILE.svg|FILE.png");
  add_number(app, "--limit,--states-limit", options->limit, 1, "stop above so many states, with exit code 3");
  add_memory_limit(app, options->memory_mib);
  add_time_limit(app, options->time_limit_s);
  app.add_option("--threads", options->threads, "threads for each update")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_flag("--json", options->json, "one JSON object a line");
  app.add_flag("--quiet", options->quiet, "no progress bar");
  app.footer(
      "Examples:\n  blindmate estimate game.pgn --side white\n"
      "  blindmate estimate game.pgn --side black --map --plot knowledge.svg --limit 1000000");
  return [options] { return run_estimate(*options); };
}

}  // namespace blindmate::cli
