#include "blindmate/players/mate_player.hpp"

#include <algorithm>

#include "blindmate/belief/last_observation.hpp"
#include "blindmate/chess/attacks.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/engines/evaluation.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/players/players.hpp"

namespace blindmate::players {

using belief::BeliefState;
using chess::Move;
using chess::Position;
using kriegspiel::Checkmate;
using kriegspiel::Plan;

namespace {

constexpr std::uint64_t kMostStates = 40000;  // of the belief state that is followed
constexpr double kForBelief = 0.15;           // of the time for a try
constexpr double kForLastMan = 0.4;           // the same, against a king and one man
constexpr double kForSolver = 0.3;
constexpr double kForPlayer = 0.8;        // of what is left then
constexpr std::size_t kMostSolved = 300;  // states that a mate is looked for in
constexpr int kMostPly = 9;
constexpr std::size_t kKnownBoards = 4000;  // that a try is tested on, where all are known ...
constexpr std::size_t kBoards = 1000;       // ... and where they are guessed
constexpr int kFewMen = 8;                  // of the opponent: it can be stalemated then
constexpr int kAttempts = 5000;             // for all of them
constexpr int kQuietMoves = 24;             // of both sides
constexpr double kWinning = 300;            // hundredths of a pawn
constexpr int kHanging = 200;
constexpr std::size_t kFewBoards = 500;  // all that are possible: what hangs on some of them matters then ...
constexpr double kCare = 2;              // ... so many times, since there is a win to lose
// A stalemate on any board takes a part of the win, and on so many of them all of it: most of the boards are unlikely.
constexpr double kSomeStalemate = 0.25;
constexpr double kManyStalemates = 0.05;
constexpr int kOpening = 4;  // own moves in which near equals are chosen from
constexpr double kNear = 20;

std::unique_ptr<Plan> branch(Plan& plan, const referee::Heard& heard) {
  for (Plan::Branch& branch : plan.branches) {
    if (branch.percept == heard) return std::move(branch.next);
  }
  return nullptr;
}

std::unique_ptr<Plan> branch(Plan& plan, referee::Answer answer) {
  for (Plan::Branch& branch : plan.branches) {
    if (branch.percept.answer == answer) return std::move(branch.next);
  }
  return nullptr;
}

bool stalemates(const Position& after) { return after.checkers() == 0 && !chess::has_legal_move(after); }

// What can be taken at a profit, in hundredths of a pawn; nothing where it is little.
int hanging(const Position& after) {
  int most = 0;
  for (const Move reply : chess::legal_moves(after)) {
    if (chess::contains(after.occupied(), reply.to())) most = std::max(most, engines::static_exchange(after, reply));
  }
  return most >= kHanging ? most : 0;
}

bool stalemate_draws(const referee::RuleSet& rules, const Position& after) {
  return !rules.stalemate_loses && stalemates(after);
}

}  // namespace

MatePlayer::MatePlayer(std::unique_ptr<Player> player, std::uint64_t seed) : player_(std::move(player)), random_(seed) {
  endings::tables();  // reads them now, not when a try is timed
}

referee::Ask MatePlayer::choose(const referee::PlayerView& view, Thinking& thinking) {
  hear(view, thinking);
  valued_.clear();
  if (!plan_) {
    if (const auto asked = against_lone_king(view, thinking)) return *asked;
  }
  if (const auto asked = sure_mate(view, thinking)) return *asked;
  if (const auto asked = against_king_and_man(view, thinking)) return *asked;
  Thinking given = thinking.part(kForPlayer);
  const referee::Ask liked = player_->choose(view, given);
  valued_ = player_->valued();
  return safest(varied(liked), view, thinking);
}

void MatePlayer::hear(const referee::PlayerView& view, const Thinking& thinking) {
  if (!lone_king_) {
    lone_king_.emplace(view);
    own_.emplace(view.start(), view.side());
    belief_.emplace(view.start(), view.side(), view.rules());
  }
  const std::vector<belief::Observation>& observations = observations_.follow(view);
  for (; heard_ < observations.size(); ++heard_) {
    lone_king_->hear(observations[heard_]);
    follow(observations[heard_]);
    remember(observations[heard_]);
    if (const referee::Heard* heard = belief::move_heard(observations[heard_]))
      quiet_moves_ = heard->capture == chess::kNoSquare ? quiet_moves_ + 1 : 0;
    const double part = lone_king_->opponents() == 2 ? kForLastMan : kForBelief;
    const belief::EstimateLimits limits{.states = kMostStates, .deadline = thinking.deadline_after(part)};
    if (belief_ && belief_->hear(observations[heard_], limits) != belief::Stop::none) belief_.reset();
  }
  // A superset may lack what a right to castle or to capture en passant has made possible.
  if (belief_ && belief_->size() == 0) belief_.reset();
  if (!belief_ && lone_king_->opponents() == 2) think_of_everything(view, thinking);
}

// The own placements that can come again.
void MatePlayer::remember(const belief::Observation& observation) {
  const referee::Heard* heard = belief::move_heard(observation);
  if (heard == nullptr) return;
  if (heard->capture != chess::kNoSquare) placements_.clear();
  if (const auto* own = std::get_if<belief::OwnMove>(&observation)) {
    if (own_->man_at(own->played.from()) == chess::Man::pawn) placements_.clear();
    own_->play(own->played);
    placements_.push_back(*own_);
    ++own_moves_;
  } else {
    own_->lose_man(*heard);
  }
}

// Down the plan, by what was heard.
void MatePlayer::follow(const belief::Observation& observation) {
  if (!plan_) return;
  if (std::holds_alternative<belief::OwnRefusal>(observation)) {
    plan_ = branch(*plan_, referee::Answer::no);
  } else if (const auto* question = std::get_if<belief::OwnQuestion>(&observation)) {
    plan_ = branch(*plan_, question->yes ? referee::Answer::any_yes : referee::Answer::any_no);
  } else if (const referee::Heard* heard = belief::move_heard(observation)) {
    plan_ = branch(*plan_, *heard);
    --plan_length_;
  }
}

std::optional<referee::Ask> MatePlayer::against_lone_king(const referee::PlayerView& view, const Thinking& thinking) {
  const std::optional<chess::Bitboard> kings = lone_king_->kings();
  if (!kings || view.own_board().size() != chess::kLargestBoard) return std::nullopt;
  const auto choice = endings_.choose(view.own_board(), *kings, {.deadline = thinking.deadline_after(kForSolver)});
  if (!choice || !view.askable(choice->tried)) return std::nullopt;
  if (choice->moves) valued_ = {{choice->tried, static_cast<double>(engines::kMate - 2 * *choice->moves + 1)}};
  return choice->tried;
}

// When the player has captured nothing for long: as against a lone king, where that gives nothing away whatever the
// other man is. The king will be mated, or driven away from what it protects.
std::optional<referee::Ask> MatePlayer::against_king_and_man(const referee::PlayerView& view,
                                                             const Thinking& thinking) {
  const referee::OwnBoard& own = view.own_board();
  const bool can_mate = (own.men(chess::Man::queen) | own.men(chess::Man::rook)) != 0;
  if (!belief_ || lone_king_->opponents() != 2 || quiet_moves_ < kQuietMoves) return std::nullopt;
  if (!can_mate || own.size() != chess::kLargestBoard) return std::nullopt;
  chess::Bitboard kings = 0;
  std::vector<Position> boards;
  for (std::size_t i = 0; i < belief_->size(); ++i) {
    boards.push_back(belief_->position(i));
    kings |= chess::bit(boards.back().king(other(view.side())));
  }
  const auto choice = endings_.choose(own, kings, {.deadline = thinking.deadline_after(kForSolver)});
  if (!choice || !view.askable(choice->tried)) return std::nullopt;
  const bool is_safe = std::none_of(boards.begin(), boards.end(), [&](const Position& board) {
    if (!board.is_legal(choice->tried)) return false;
    const Position after = board.after(choice->tried);
    return stalemate_draws(view.rules(), after) || hanging(after) > 0;
  });
  return is_safe ? std::optional<referee::Ask>(choice->tried) : std::nullopt;
}

// Against a king and one man there are not many positions at all: those that fit what was heard last are a belief state
// that is too large, but holds the truth.
void MatePlayer::think_of_everything(const referee::PlayerView& view, const Thinking& thinking) {
  const auto deadline = thinking.deadline_after(kForLastMan);
  const chess::Side opponent = other(view.side());
  const Position own = belief::own_position(view);
  const chess::Bitboard free = ~(own.occupied() | own.walls());
  const belief::LastObservation last(view, random_.next());
  std::vector<Position> positions;
  for (const chess::Square king : chess::Squares(free & ~chess::king_attacks(own.king(view.side())))) {
    if (deadline && std::chrono::steady_clock::now() > *deadline) return;
    for (unsigned man = 0; man < chess::index(chess::Man::king); ++man) {
      for (const chess::Square s : chess::Squares(free & ~chess::bit(king))) {
        const bool is_pawn = man == chess::index(chess::Man::pawn);
        if (is_pawn && (chess::rank_of(s) == 0 || chess::rank_of(s) == own.size() - 1)) continue;
        if (own.attackers(king, view.side(), own.occupied() | own.walls() | chess::bit(s)) != 0) continue;
        std::array<chess::Bitboard, 6> men{};
        men[chess::index(chess::Man::king)] = chess::bit(king);
        men[man] = chess::bit(s);
        const Position position = own.with_men(opponent, men, 0, chess::kNoSquare);
        if (last.fits(position)) positions.push_back(position);
      }
    }
  }
  if (positions.empty()) return;
  Expected<BeliefState> all = BeliefState::from(positions, view.side(), view.rules());
  if (all) belief_ = std::move(*all);
}

// A plan that is known, or a shorter one.
std::optional<referee::Ask> MatePlayer::sure_mate(const referee::PlayerView& view, Thinking& thinking) {
  if (belief_ && belief_->size() > 0 && belief_->size() <= kMostSolved) {
    referee::Problem problem = kriegspiel::turn_of(view);
    for (std::size_t i = 0; i < belief_->size(); ++i) problem.states.push_back(belief_->position(i));
    kriegspiel::SolveOptions options{.deepen = true, .plan = true};
    if (thinking.deadline()) {
      options.budget.time = std::chrono::duration<double>(kForSolver * thinking.left());
    } else {
      options.budget.states = static_cast<std::uint64_t>(std::max(1.0, kForSolver * thinking.left()));
    }
    const int ply = plan_ ? plan_length_ - 2 : kMostPly;
    if (ply >= 1) {
      kriegspiel::Solution solution = kriegspiel::solve(problem, ply, options);
      thinking.charge(solution.states);
      if (solution.plan) {
        plan_ = std::make_unique<Plan>(std::move(*solution.plan));
        plan_length_ = *solution.length;
      }
    }
  }
  if (!plan_) return std::nullopt;
  const Checkmate::Action& action = plan_->action;
  referee::Ask asked = action.tried;
  if (action.kind == Checkmate::Action::Kind::ask_any) asked = referee::AnyAsked{};
  valued_ = {{asked, static_cast<double>(engines::kMate - plan_length_)}};
  return asked;
}

// In the first moves one of those that are as good as the best, or every game of who always takes the best begins
// alike.
referee::Ask MatePlayer::varied(const referee::Ask& liked) {
  if (own_moves_ >= kOpening || valued_.empty() || liked != valued_.front().ask) return liked;
  const auto end = std::find_if(valued_.begin(), valued_.end(),
                                [&](const Valued& one) { return one.value < valued_.front().value - kNear; });
  return valued_[random_.below(static_cast<std::uint32_t>(end - valued_.begin()))].ask;
}

// Ahead: the try that is worth most after what it can give away.
referee::Ask MatePlayer::safest(const referee::Ask& liked, const referee::PlayerView& view, const Thinking& thinking) {
  if (valued_.empty() || valued_.front().value < kWinning || !std::holds_alternative<Move>(liked)) return liked;
  const std::vector<Position> boards = possible_boards(view, thinking);
  referee::Ask best = liked;
  double most = 0;
  for (const Valued& candidate : valued_) {
    if (candidate.value <= most || thinking.is_over()) break;
    const Move* tried = std::get_if<Move>(&candidate.ask);
    const double worth =
        tried == nullptr ? candidate.value : candidate.value - risk(*tried, candidate.value, boards, view);
    if (worth > most) best = candidate.ask;
    most = std::max(most, worth);
  }
  return best;
}

// What a try can give away of a win that is worth so much: all of it by a stalemate or a repetition, and men.
double MatePlayer::risk(Move tried, double value, const std::vector<Position>& boards,
                        const referee::PlayerView& view) const {
  double legal = 0;
  double stalemates = 0;
  double lost = 0;
  for (const Position& board : boards) {
    if (!board.is_legal(tried)) continue;
    ++legal;
    const Position after = board.after(tried);
    stalemates += stalemate_draws(view.rules(), after) ? 1 : 0;
    if (belief_ && belief_->size() <= kFewBoards) lost += hanging(after);
  }
  double result = 0;
  if (stalemates > 0) result += value * std::min(1.0, kSomeStalemate + stalemates / legal / kManyStalemates);
  if (legal > 0) result += kCare * lost / legal;
  if (view.rules().chess_draws) {
    referee::OwnBoard after = view.own_board();
    after.play(tried);
    result += value / 2 * static_cast<double>(std::count(placements_.begin(), placements_.end(), after));
  }
  return result;
}

// All of them; or those that the player knows, and some that fit what was heard last.
std::vector<Position> MatePlayer::possible_boards(const referee::PlayerView& view, const Thinking& thinking) {
  std::vector<Position> boards;
  if (const BeliefState* known = belief_ ? &*belief_ : player_->consistent()) {
    BeliefState sample = *known;
    sample.thin(kKnownBoards, random_);
    for (std::size_t i = 0; i < sample.size(); ++i) boards.push_back(sample.position(i));
  }
  if (!belief_ && lone_king_->opponents() <= kFewMen) {
    belief::LastObservation last(view, random_.next());
    const std::size_t wanted = boards.size() + kBoards;
    for (int i = 0; i < kAttempts && boards.size() < wanted && !thinking.is_over(); ++i) {
      if (const std::optional<Position> board = last.sample(1)) boards.push_back(*board);
    }
  }
  return boards;
}

std::unique_ptr<Player> make_club_player(const PlayerOptions& options, Equipment equipment) {
  PlayerOptions of_hs = options;
  of_hs.stops_early = true;
  return std::make_unique<MatePlayer>(make_hs_player(of_hs, std::move(equipment)), options.seed);
}

}  // namespace blindmate::players
