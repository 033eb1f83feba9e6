// The checker: whether a plan is a guaranteed checkmate. Replays it against every state of a problem and every reply of
// the defender, with nothing but a referee; it shares no code with the solver whose plans it judges.
//
// A template over the referee, so that a second one can judge too.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/checker/plan.hpp"
#include "blindmate/view/problem.hpp"

namespace blindmate::checker {

// What else a plan may claim to be won (docs/formats.md).
struct MaterialWins {
  bool certain = false;
  bool likely = false;
};

// Thrown when a check was not finished.
struct Stopped {};

// What the attacker has heard in this turn.
struct TurnSoFar {
  referee::Heard announced{};  // with the defender's move
  std::optional<bool> any_answer{};
  bool duty = false;
  std::vector<chess::Move> refused{};
};

// The project's own referee, as the checker sees one.
class Referee {
 public:
  using Position = chess::Position;

  explicit Referee(const referee::RuleSet& rules) : rules_(&rules) {}

  const referee::RuleSet& rules() const { return *rules_; }
  Position read(const chess::Position& state) const { return state; }
  std::string fen(const Position& position) const;
  bool is_legal(const Position& position, chess::Move move) const { return position.is_legal(move); }
  std::vector<chess::Move> legal_moves(const Position& position) const;
  Position play(const Position& position, chess::Move move) const { return position.after(move); }
  bool answers_any(const Position& position) const;
  bool is_askable(const Position& position, const TurnSoFar& so_far, chess::Move tried) const;
  referee::Heard announce_turn(const Position& position) const;
  // With an end only where the side to move has no legal move.
  referee::Heard announce(const Position& before, chess::Move move, const Position& after) const;
  bool is_material_win(const Position& after_attacker, const MaterialWins& wins) const;

 private:
  const referee::RuleSet* rules_;
};

template <class R>
class Checker {
 public:
  using Position = typename R::Position;

  // Throws Stopped after the deadline, or when Ctrl-C was pressed.
  Checker(const R& referee, const MaterialWins& material_wins,
          std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt)
      : referee_(referee), material_wins_(material_wins), deadline_(deadline) {}

  // Why the plan does not guarantee a mate within so many ply; nothing when it does.
  std::optional<std::string> fault(const referee::Problem& problem, int ply, const Plan& plan) {
    ply_ = ply;
    length_ = 0;
    counted_ = {.certain = material_wins_.certain || problem.material_wins, .likely = material_wins_.likely};
    std::vector<Position> states;
    for (const chess::Position& state : problem.states) states.push_back(referee_.read(state));
    TurnSoFar so_far{.any_answer = problem.any_answer, .duty = problem.duty, .refused = problem.refused};
    if (referee_.rules().pawn_tries != referee::PawnTries::untold)
      so_far.announced = referee_.announce_turn(states.front());
    return fault(plan, states, so_far, ply, "");
  }

  // Of the plan that was last found good: how many ply its longest line has.
  int length() const { return length_; }

 private:
  using Fault = std::optional<std::string>;
  // States by what was heard or is to be done, each once.
  using Set = std::map<std::string, Position>;

  static std::string at(const std::string& path, const std::string& reason) {
    return path.empty() ? reason : fmt::format("after {}: {}", path, reason);
  }
  static std::string then(const std::string& path, const std::string& step) {
    return path.empty() ? step : path + " " + step;
  }
  static std::vector<Position> list(const Set& set) {
    std::vector<Position> result;
    for (const auto& [fen, position] : set) result.push_back(position);
    return result;
  }

  Fault fault(const Plan& plan, const std::vector<Position>& states, const TurnSoFar& so_far, int ply,
              const std::string& path) {
    look();
    return plan.asks_any ? question_fault(plan, states, so_far, ply, path) : try_fault(plan, states, so_far, ply, path);
  }

  Fault question_fault(const Plan& plan, const std::vector<Position>& states, const TurnSoFar& so_far, int ply,
                       const std::string& path) {
    if (referee_.rules().any == referee::AnyQuestion::none || so_far.any_answer)
      return at(path, "the question cannot be asked");
    for (const bool yes : {true, false}) {
      std::vector<Position> part;
      std::copy_if(states.begin(), states.end(), std::back_inserter(part),
                   [&](const Position& s) { return referee_.answers_any(s) == yes; });
      if (part.empty()) continue;
      const PlanPointer& answer = yes ? plan.yes : plan.no;
      const std::string here = then(path, yes ? "any=yes" : "any=no");
      if (!answer) return at(here, fmt::format("there is no plan, and {} is possible", referee_.fen(part.front())));
      TurnSoFar next = so_far;
      next.any_answer = next.duty = yes;
      if (Fault found = fault(*answer, part, next, ply, here)) return found;
    }
    return std::nullopt;
  }

  Fault try_fault(const Plan& plan, const std::vector<Position>& states, const TurnSoFar& so_far, int ply,
                  const std::string& path) {
    const std::string tried = chess::text(plan.tried);
    if (ply < 1) return at(path, fmt::format("{} comes after the last ply", tried));
    if (!referee_.is_askable(states.front(), so_far, plan.tried)) return at(path, fmt::format("{} is nonsense", tried));
    std::vector<Position> refused;
    std::vector<Set> going_on(plan.played.size());  // by branch
    for (const Position& s : states) {
      if (!referee_.is_legal(s, plan.tried)) {
        refused.push_back(s);
        continue;
      }
      const Position after = referee_.play(s, plan.tried);
      referee::Heard heard = referee_.announce(s, plan.tried, after);
      const referee::End end = std::exchange(heard.end, referee::End::none);
      if (end == referee::End::stalemate) return at(path, fmt::format("{} stalemates in {}", tried, referee_.fen(s)));
      Fault found;
      const Branch* branch =
          branch_for(plan, heard, end, after, at(path, fmt::format("{} in {}", tried, referee_.fen(s))), found);
      if (found) return found;
      length_ = std::max(length_, ply_ - ply + 1);
      if (branch->kind == Branch::Kind::replies)
        going_on[static_cast<std::size_t>(branch - plan.played.data())].emplace(referee_.fen(after), after);
    }
    if (!refused.empty()) {
      const std::string here = then(path, tried + "=no");
      if (!plan.refused)
        return at(here, fmt::format("there is no plan, and {} is possible", referee_.fen(refused.front())));
      TurnSoFar next = so_far;
      next.refused.push_back(plan.tried);
      if (referee_.rules().any == referee::AnyQuestion::one_capture_try) next.duty = false;
      if (Fault found = fault(*plan.refused, refused, next, ply, here)) return found;
    }
    for (std::size_t i = 0; i < going_on.size(); ++i) {
      if (going_on[i].empty()) continue;
      if (Fault found = replies_fault(plan.played[i], list(going_on[i]), ply - 1, then(path, tried))) return found;
    }
    return std::nullopt;
  }

  // The branch that covers a state after the try, or why there is none.
  const Branch* branch_for(const Plan& plan, const referee::Heard& heard, referee::End end, const Position& after,
                           const std::string& where, Fault& found) const {
    const auto branch_of = [&](Branch::Kind kind) -> const Branch* {
      const auto fits = [&](const Branch& branch) { return branch.kind == kind && branch.announced == heard; };
      const auto first = std::find_if(plan.played.begin(), plan.played.end(), fits);
      if (first == plan.played.end()) return nullptr;
      if (std::find_if(first + 1, plan.played.end(), fits) != plan.played.end())
        found = where + ": two branches for one announcement";
      return &*first;
    };
    if (end == referee::End::checkmate) {
      const Branch* mate = branch_of(Branch::Kind::mate);
      if (mate == nullptr) found = where + ": checkmate, and no branch expects it";
      return mate;
    }
    if (referee_.is_material_win(after, counted_)) {
      if (const Branch* material = branch_of(Branch::Kind::material)) return material;
    }
    const Branch* replies = branch_of(Branch::Kind::replies);
    if (replies == nullptr) found = where + ": no branch for what is announced, and it is not mate";
    return replies;
  }

  Fault replies_fault(const Branch& branch, const std::vector<Position>& states, int ply, const std::string& path) {
    std::vector<Set> going_on(branch.replies.size());  // by announcement
    for (const Position& s : states) {
      look();
      if (ply < 1) return at(path, fmt::format("the last ply is used up, and {} is not mate", referee_.fen(s)));
      for (const chess::Move reply : referee_.legal_moves(s)) {
        const Position after = referee_.play(s, reply);
        const referee::Heard heard = referee_.announce(s, reply, after);
        const std::string where = fmt::format("the reply {} in {}", chess::text(reply), referee_.fen(s));
        if (heard.end != referee::End::none) return at(path, where + ": the attacker cannot move any more");
        const auto fits = [&](const Reply& known) { return known.announced == heard; };
        const auto found = std::find_if(branch.replies.begin(), branch.replies.end(), fits);
        if (found == branch.replies.end()) return at(path, where + ": no plan for what is announced");
        if (std::find_if(found + 1, branch.replies.end(), fits) != branch.replies.end())
          return at(path, where + ": two plans for one announcement");
        going_on[static_cast<std::size_t>(found - branch.replies.begin())].emplace(referee_.fen(after), after);
      }
    }
    for (std::size_t i = 0; i < going_on.size(); ++i) {
      if (going_on[i].empty()) continue;
      const TurnSoFar so_far{.announced = branch.replies[i].announced};
      if (Fault found = fault(*branch.replies[i].plan, list(going_on[i]), so_far, ply - 1, then(path, "...")))
        return found;
    }
    return std::nullopt;
  }

  void look() const {
    if (interrupted() || (deadline_ && std::chrono::steady_clock::now() >= *deadline_)) throw Stopped{};
  }

  R referee_;
  MaterialWins material_wins_;
  MaterialWins counted_{};  // with what the problem asks for
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  int ply_ = 0;  // the bound
  int length_ = 0;
};

}  // namespace blindmate::checker
