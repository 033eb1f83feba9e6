// Checkmate: guaranteed checkmate in Kriegspiel as a domain (Russell & Wolfe 2005, section 4). A physical state is a
// position; the agent is the attacker, the environment the defender, who sees the board (theorem 1).
//
// A try that is illegal in a state leaves it as it is: the attacker hears the refusal and the turn goes on. So does the
// question "Any?" where the rule set has it. A legal move of either side is one of the depth. Repetition, fifty moves
// and lack of material do not end anything here.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory_resource>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "blindmate/chess/movegen.hpp"
#include "blindmate/chess/position.hpp"
#include "blindmate/kriegspiel/seen_mate.hpp"
#include "blindmate/search/domain.hpp"
#include "blindmate/view/heard.hpp"
#include "blindmate/view/rule_set.hpp"

namespace blindmate::kriegspiel {

// States that count as won short of mate: the defender has a bare king and is not stalemated (after Russell & Wolfe
// 2005, footnote 4).
struct MaterialWins {
  bool certain = false;  // the attacker's king protects a queen, a rook, or a pawn not on an edge file
  bool likely = false;   // two bishops of different colours, or bishop and knight, that cannot be captured at once

  bool operator==(const MaterialWins&) const = default;
};

bool is_material_win(const chess::Position& after_attacker, const MaterialWins& wins);

class SharedMates;

class Checkmate {
 public:
  using State = chess::Position;
  using Percept = referee::Heard;
  using Event = chess::Move;  // what was played

  struct Action {
    enum class Kind : std::uint8_t { wait, ask_any, try_move };

    Kind kind = Kind::wait;
    bool pawn_capture = false;
    chess::Move tried{};  // a1a1 where nothing is tried

    bool operator==(const Action&) const = default;
  };

  struct Situation {
    bool attacker_to_move = true;
    std::optional<bool> any_answer{};  // of the question, once it was asked in this turn
    bool duty = false;                 // a pawn capture has to be tried
    // Pawn captures refused in this turn, by the pawn's square, towards the a-file and away from it. Kept only where it
    // matters: none of them can be the try that pays off the duty later.
    std::array<chess::Bitboard, 2> refused_captures{};

    void forbid_as_duty_try(chess::Move refused, bool pawn_capture);

    bool operator==(const Situation&) const = default;
  };

  Checkmate(chess::Side attacker, const referee::RuleSet& rules, const MaterialWins& material_wins = {})
      : attacker_(attacker), rules_(&rules), material_wins_(material_wins) {}

  // For one of several threads that solve the same problem.
  void share(SharedMates& mates, std::size_t thread) {
    shared_mates_ = &mates;
    thread_ = thread;
  }

  // For algorithms that know the relaxed problem (search/relaxation.hpp).
  static constexpr int kRound = 2;
  class Relaxation;
  std::uint64_t frame(const State& s) const { return s.without_men(other(attacker_)).hash(); }
  bool asks(const Situation& situation) const {
    return rules_->any != referee::AnyQuestion::none && !situation.any_answer;
  }

  bool has_material_wins() const { return material_wins_.certain || material_wins_.likely; }
  chess::Side attacker() const { return attacker_; }
  const referee::RuleSet& rules() const { return *rules_; }

  bool agent_acts(const Situation& situation) const { return situation.attacker_to_move; }
  void list_actions(const Situation& situation, std::span<const State> states, std::size_t k,
                    std::pmr::vector<Action>& actions) const;
  std::optional<Percept> heard_in_place(const State& s, const Action& action) const;
  template <class Visit>
  void outcomes(const State& s, const Action& action, search::Shuffle& shuffle, const Visit& visit) const;
  Percept percept(const State& before, chess::Move played, const State& after) const;
  bool won(const State& s) const;
  bool lost(const State& s) const { return !chess::has_legal_move(s); }
  Situation next(const Situation& situation, const Action& action, const Percept& percept) const;
  bool carried_out(const Percept& percept) const { return percept.answer == referee::Answer::ok; }

 private:
  void list_duty_tries(const Situation& situation, const State& s, std::pmr::vector<Action>& actions) const;

  chess::Side attacker_;
  const referee::RuleSet* rules_;
  MaterialWins material_wins_;
  SharedMates* shared_mates_ = nullptr;
  std::size_t thread_ = 0;
};

// Levels are the squares that the king may be left (flights).
class Checkmate::Relaxation {
 public:
  // Hardly any takes so much if it is in vain.
  static constexpr std::array<std::uint64_t, 3> kBudgets = {16'000'000, 500'000, 2'000'000};

  Relaxation(const Checkmate& domain, search::Meter& meter, std::size_t level);

  bool solvable(const State& s, int depth) { return mates_.wins(s, moves(depth)); }
  bool solvable_by(const State& s, const Action& action, int depth) {
    return mates_.wins_by(s, action.tried, moves(depth));
  }
  bool is_known_unsolvable(const State& s, int depth) const { return mates_.is_known_lost(s, moves(depth)); }
  bool is_known_unsolvable_by(const State& s, const Action& action, int depth) const {
    return mates_.is_known_lost_by(s, action.tried, moves(depth));
  }
  bool allows(const State& s, const Action& action) { return mates_.allows(s, action.tried); }
  bool likes(const State& s, const Action& action) const {
    return action.kind == Action::Kind::try_move && chess::CheckSquares(s).may_check(s, action.tried);
  }

 private:
  static int moves(int depth) { return (depth + 1) / 2; }

  SeenMate mates_;
};

// What threads that solve the same problem know together, by level of the relaxation.
class SharedMates {
 public:
  // For a problem of so many ply. A table is made as large as it will be, which takes a while.
  SharedMates(std::size_t threads, int ply, std::uint64_t most_bytes)
      : threads_(threads),
        table_bytes_(std::min(kSmallest << std::clamp(ply - 7, 0, kMostDoublings), most_bytes / (kTables * kLevels))) {}

  // Made when a thread gets there.
  MateKnowledge& on(std::size_t level) {
    const std::lock_guard lock(mutex_);
    if (!knowledge_[level]) knowledge_[level].emplace(table_bytes_, threads_);
    return *knowledge_[level];
  }
  std::size_t bytes() const {
    return kTables * table_bytes_ *
           static_cast<std::size_t>(std::ranges::count_if(knowledge_, [](const auto& one) { return one.has_value(); }));
  }

 private:
  static constexpr std::size_t kLevels = Checkmate::Relaxation::kBudgets.size() + 1;
  static constexpr std::size_t kTables = 2;                           // of a level
  static constexpr std::uint64_t kSmallest = std::uint64_t{3} << 20;  // bytes
  static constexpr int kMostDoublings = 4;

  std::size_t threads_;
  std::size_t table_bytes_;
  std::mutex mutex_;
  std::array<std::optional<MateKnowledge>, kLevels> knowledge_;
};

inline Checkmate::Relaxation::Relaxation(const Checkmate& domain, search::Meter& meter, std::size_t level)
    : mates_(domain, meter, level == kBudgets.size() ? SeenMate::kAnyFlights : static_cast<int>(level),
             domain.shared_mates_ == nullptr ? nullptr : &domain.shared_mates_->on(level), domain.thread_) {}

std::string text(const Checkmate::Action& action);  // e2e4, any

template <class Visit>
void Checkmate::outcomes(const State& s, const Action& action, search::Shuffle& shuffle, const Visit& visit) const {
  if (action.kind == Action::Kind::try_move) {
    visit(s.after(action.tried), action.tried);
    return;
  }
  chess::MoveList replies = chess::legal_moves(s);
  shuffle(replies.begin(), replies.end());
  for (const chess::Move reply : replies) {
    if (!visit(s.after(reply), reply)) return;
  }
}

inline bool Checkmate::won(const State& s) const {
  if (s.turn() == attacker_) return false;
  if (s.checkers() != 0) {
    if (!chess::has_legal_move(s)) return true;
  }
  return has_material_wins() && is_material_win(s, material_wins_);
}

static_assert(search::Domain<Checkmate>);

}  // namespace blindmate::kriegspiel
