#include "blindmate/environment/environment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <system_error>
#include <utility>

#include "blindmate/endings/tables.hpp"
#include "blindmate/policy/actions.hpp"
#include "blindmate/view/announce.hpp"

namespace blindmate::environment {

using chess::Bitboard;
using chess::Man;
using chess::Side;
using chess::Square;
using chess::Squares;
using referee::Game;

namespace {

constexpr double kMostWeight = 1e6;
constexpr std::size_t kShare = 16;  // games that a thread takes at a time

std::uint8_t byte(int number) { return static_cast<std::uint8_t>(std::min(number, 255)); }

std::size_t draw(const std::array<double, referee::kRuleSets.size()>& weights, Random& random) {
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  double left = all * static_cast<double>(random.next() >> 11) * 0x1p-53;
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    if (left < weights[i]) break;
    left -= weights[i];
  }
  return last;
}

// Squares that the opponent of the side to move attacks.
Bitboard attacked(const chess::Position& position, Side by) {
  const Bitboard blockers = position.occupied() | position.walls();
  const Bitboard queens = position.men(by, Man::queen);
  Bitboard result = chess::king_attacks(position.king(by));
  for (const Square s : Squares(position.men(by, Man::pawn))) result |= chess::pawn_attacks(by, s);
  for (const Square s : Squares(position.men(by, Man::knight))) result |= chess::knight_attacks(s);
  for (const Square s : Squares(position.men(by, Man::bishop) | queens)) result |= chess::bishop_attacks(s, blockers);
  for (const Square s : Squares(position.men(by, Man::rook) | queens)) result |= chess::rook_attacks(s, blockers);
  return result & ~position.walls();
}

// Asks at random until a move is made.
void play_at_random(Game& game, Random& random) {
  const int plies = game.plies();
  while (game.plies() == plies) {
    const chess::MoveList tries = game.view(game.position().turn()).askable_tries();
    game.ask(tries[random.below(static_cast<std::uint32_t>(tries.size()))]);
  }
}

void add(const Counts& some, Counts& all) {
  all.decisions += some.decisions;
  all.moves += some.moves;
  all.refusals += some.refusals;
  all.questions += some.questions;
  all.games += some.games;
  all.plies += some.plies;
  all.white_wins += some.white_wins;
  all.black_wins += some.black_wins;
  all.draws += some.draws;
  for (std::size_t end = 0; end < std::size(all.ends); ++end) all.ends[end] += some.ends[end];
}

}  // namespace

struct Environment::Play {
  Play(const referee::RuleSet& rules, const chess::Position& start)
      : game(rules, start), known{policy::Knowledge(start, Side::white, rules), {start, Side::black, rules}} {}

  Side turn() const { return game.position().turn(); }

  Game game;
  std::array<policy::Knowledge, 2> known;  // of a player in whose turn it is brought up to date
  std::array<bool, 2> decided{};           // whether each player has had a decision
};

Expected<void> check_options(const Options& options) {
  const auto outside = [](std::string_view name, auto value, auto least, auto most) {
    return Error{fmt::format("{}: {} is not between {} and {}", name, value, least, most)};
  };
  if (options.games < 1 || options.games > kMostGames) return outside("games", options.games, 1, kMostGames);
  if (options.threads < 1 || options.threads > kMostThreads)
    return outside("threads", options.threads, 1, kMostThreads);
  if (options.most_plies < 1 || options.most_plies > kMostPlies)
    return outside("most plies", options.most_plies, 1, kMostPlies);
  if (options.random_plies < 0 || options.random_plies >= options.most_plies)
    return outside("random plies", options.random_plies, 0, options.most_plies - 1);
  const auto bad = [](double weight) { return !(weight >= 0 && weight <= kMostWeight); };
  const auto& weights = options.rule_weights;
  if (std::any_of(weights.begin(), weights.end(), bad))
    return Error{fmt::format("rule weights: one is not between 0 and {}", kMostWeight)};
  if (std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 0; }))
    return Error{"rule weights: all are zero"};
  for (std::size_t i = 0; i < options.starts.size(); ++i) {
    for (std::size_t rules = 0; rules < weights.size(); ++rules) {
      if (weights[rules] > 0 && Game(*referee::kRuleSets[rules], options.starts[i]).outcome())
        return Error{fmt::format("starts: number {}: the game is over at its start", i)};
    }
  }
  return {};
}

Environment::Environment(const Options& options, bm_record* records, bm_truth* truths, bm_step* steps)
    : options_(options), records_(records), truths_(truths), steps_(steps) {
  for (std::size_t i = 0; i < options.games; ++i)
    places_.push_back({Random(Random(options.seed + i * 0x9E3779B97F4A7C15U).next())});
  try {
    for (int i = 0; i < options.threads; ++i) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {  // as many as can be had
    if (threads_.empty()) throw;
  }
  try {
    reset();
  } catch (...) {
    end_threads();
    throw;
  }
}

Environment::~Environment() {
  try {
    wait();
  } catch (...) {  // nobody is there to hear of it
  }
  end_threads();
}

void Environment::end_threads() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  begun_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Environment::reset() {
  actions_ = nullptr;
  broken_ = false;
  begin();
  wait();
}

void Environment::step(const std::int32_t* actions) {
  actions_ = actions;
  begin();
}

void Environment::begin() {
  BLINDMATE_CHECK(!busy_, "the environment is busy");
  busy_ = true;
  next_ = 0;
  first_bad_ = games();
  {
    const std::lock_guard lock(mutex_);
    ++round_;
    working_ = threads_.size();
  }
  begun_.notify_all();
}

std::optional<Environment::BadAction> Environment::wait() {
  if (!busy_) return std::nullopt;
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return working_ == 0; });
  busy_ = false;
  if (thrown_) {
    broken_ = true;
    std::rethrow_exception(std::exchange(thrown_, nullptr));
  }
  const std::size_t bad = first_bad_;
  return bad == games() ? std::nullopt : std::optional(BadAction{bad, actions_[bad]});
}

void Environment::work() {
  std::uint64_t seen = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      begun_.wait(lock, [&] { return ending_ || round_ != seen; });
      if (ending_) return;
      seen = round_;
    }
    Counts counts{};
    std::exception_ptr thrown;
    try {
      counts = do_share();
    } catch (...) {
      thrown = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    add(counts, counts_);
    if (thrown) thrown_ = thrown;
    if (--working_ == 0) done_.notify_all();
  }
}

// What one thread does of a round: some games after others until none is left.
Counts Environment::do_share() {
  Counts counts{};
  for (std::size_t first = next_.fetch_add(kShare); first < games(); first = next_.fetch_add(kShare)) {
    for (std::size_t i = first; i < std::min(first + kShare, games()); ++i) {
      if (actions_ != nullptr) {
        step(i, actions_[i], counts);
      } else {
        if (places_[i].play) ++places_[i].game;
        start_game(i);
        steps_[i] = {};
        write_decision(i, Man::none);
      }
    }
  }
  return counts;
}

void Environment::start_game(std::size_t i) {
  Place& place = places_[i];
  do {
    const referee::RuleSet& rules = *referee::kRuleSets[draw(options_.rule_weights, place.random)];
    const auto& starts = options_.starts;
    const chess::Position start = starts.empty()
                                      ? chess::Position::start()
                                      : starts[place.random.below(static_cast<std::uint32_t>(starts.size()))];
    place.play = std::make_unique<Play>(rules, start);
    Game& game = place.play->game;
    const std::uint32_t plies = place.random.below(static_cast<std::uint32_t>(options_.random_plies) + 1);
    while (!game.outcome() && game.plies() < static_cast<int>(plies)) play_at_random(game, place.random);
  } while (place.play->game.outcome());  // over by its random plies
}

void Environment::step(std::size_t i, std::int32_t action, Counts& counts) {
  Place& place = places_[i];
  Game& game = place.play->game;
  const Side mover = place.play->turn();
  const referee::PlayerView& view = game.view(mover);
  const std::optional<referee::Ask> ask = policy::ask_of(action, view);
  const chess::Move* tried = ask ? std::get_if<chess::Move>(&*ask) : nullptr;
  if (!ask || (tried != nullptr ? !view.askable(*tried) : !view.may_ask_any())) {
    for (std::size_t first = first_bad_; i < first && !first_bad_.compare_exchange_weak(first, i);) {
    }
    steps_[i].mover = static_cast<std::uint8_t>(mover);
    steps_[i].answer = BM_ANSWER_NONSENSE;
    steps_[i].ended = steps_[i].end = 0;
    steps_[i].reward = 0;
    steps_[i].plies = static_cast<std::uint32_t>(game.plies());
    return;
  }
  const chess::Position before = game.position();
  const referee::Heard heard = game.ask(*ask).heard;
  const bool moved = heard.answer == referee::Answer::ok;
  const Square taken = moved ? before.captured_by(*tried) : chess::kNoSquare;
  ++counts.decisions;
  ++(moved ? counts.moves : tried != nullptr ? counts.refusals : counts.questions);

  bm_step& result = steps_[i];
  result = {};
  result.mover = static_cast<std::uint8_t>(mover);
  result.answer = static_cast<std::uint8_t>(heard.answer);
  result.plies = static_cast<std::uint32_t>(game.plies());
  std::optional<Side> winner;
  if (game.outcome()) {
    result.end = static_cast<std::uint8_t>(heard.end);
    winner = game.outcome()->winner;
  } else if (moved && options_.tables_win && won_by_table(*place.play)) {
    result.end = BM_END_TABLE;
    winner = other(mover);
  } else if (moved && game.plies() >= options_.most_plies) {
    result.end = BM_END_PLY_LIMIT;
  }
  if (result.end != BM_END_NONE) {
    result.ended = 1;
    result.reward = static_cast<std::int8_t>(!winner ? 0 : *winner == mover ? 1 : -1);
    ++counts.games;
    counts.plies += result.plies;
    ++(!winner ? counts.draws : *winner == Side::white ? counts.white_wins : counts.black_wins);
    ++counts.ends[result.end];
    ++place.game;
    start_game(i);
  }
  write_decision(i, taken == chess::kNoSquare ? Man::none : before.man_at(taken));
}

// Whether the side to move, which has a move to make now, has a sure mate against a lone king.
bool Environment::won_by_table(Play& play) {
  const Side side = play.turn();
  const chess::Position& position = play.game.position();
  if (chess::several(position.men(other(side))) || position.size() != chess::kLargestBoard) return false;
  policy::Knowledge& known = play.known[chess::index(side)];
  known.follow(play.game.view(side));
  const std::optional<endings::Win> win = endings::find_win(play.game.view(side).own_board(), known.kings());
  // The mate must come before the referee says that fifty moves are over.
  return win && (!play.game.rules().chess_draws ||
                 position.halfmove_clock() + 2 * static_cast<int>(win->moves) <= referee::kFiftyMoves);
}

void Environment::write_decision(std::size_t i, Man captured) {
  Play& play = *places_[i].play;
  const chess::Position& position = play.game.position();
  const Side side = play.turn();
  const Side opponent = other(side);
  const referee::PlayerView& view = play.game.view(side);
  policy::Knowledge& known = play.known[chess::index(side)];
  known.follow(view);
  policy::write_record(view, known, records_[i]);

  bm_step& step = steps_[i];
  step.to_move = static_cast<std::uint8_t>(side);
  step.first = !play.decided[chess::index(side)];
  step.rules = records_[i].numbers[1];
  step.game = places_[i].game;
  play.decided[chess::index(side)] = true;
  if (truths_ == nullptr) return;

  bm_truth& truth = truths_[i];
  truth = {};
  const policy::OwnSide own_side(side, position.size());
  for (unsigned man = 0; man < 6; ++man) truth.men[man] = own_side.of(position.men(opponent, static_cast<Man>(man)));
  truth.attacked = own_side.of(attacked(position, opponent));
  if (position.en_passant() != chess::kNoSquare) truth.en_passant = own_side.of(chess::bit(position.en_passant()));
  for (const chess::Castling& castling : chess::kCastlings) {
    if (castling.side == opponent && (position.castling() & castling.right) != 0)
      (chess::file_of(castling.king_to) == 6 ? truth.castle_short : truth.castle_long) = 1;
  }
  truth.quiet_plies = byte(position.halfmove_clock());
  truth.occurrences = byte(play.game.occurrences());
  truth.captured = static_cast<std::uint8_t>(captured);
}

}  // namespace blindmate::environment
