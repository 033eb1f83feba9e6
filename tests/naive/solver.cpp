// A naive solver: the definition of a guaranteed checkmate, written down as a recursion over sets of FENs.
#include "solver.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "board.hpp"
#include "referee.hpp"

namespace naive {

namespace {

using States = std::set<std::string>;  // FENs that differ in more than their clocks

// What the attacker knows of his own turn beside the states.
struct Turn {
  std::string any;                // "" "yes" "no"
  bool duty = false;              // a pawn capture is owed
  std::set<std::string> refused;  // from-to pairs, "e4d5"
};

struct OutOfBudget {};

// A position after one move, and all that is heard of the move.
struct Step {
  Board after;
  Heard heard;
};

// Of the ends of a game only checkmate and stalemate exist here.
Step make(const std::string& rules, const Board& board, const std::string& move) {
  Step step{play(board, move), heard_of_move(rules, board, move)};
  step.heard.check = check_directions(step.after);
  if (has_legal_move(step.after)) {
    step.heard.pawn_tries = pawn_tries(rules, step.after);
  } else {
    step.heard.end = step.heard.check.empty() ? "stalemate" : "checkmate";
  }
  return step;
}

// Different for any two announcements that are not the same.
std::string text_of(const Heard& heard) {
  std::string text = heard.capture + '/' + heard.kind + '/';
  for (const std::string& direction : heard.check) text += direction + ' ';
  text += heard.en_passant ? "/en passant" : "/";
  text += heard.promotion ? "/promotion" : "/";
  return text + '/' + heard.pawn_tries + '/' + heard.end;
}

// Pawn captures that are askable in english: an own pawn, a square diagonally ahead without an own man, not refused.
std::set<std::string> askable_pawn_captures(const Board& board, const Turn& turn) {
  std::set<std::string> tries;
  const bool white = board.white_to_move;
  for (int from = 0; from < 64; ++from) {
    if (!is_pawn(man_at(board, from)) || !belongs_to(man_at(board, from), white)) continue;
    for (int to = 0; to < 64; ++to) {
      if (file_of(to) >= board.size || rank_of(to) >= board.size) continue;
      if (!attacks(board, from, to) || belongs_to(man_at(board, to), white)) continue;
      if (turn.refused.contains(square_name(from) + square_name(to))) continue;
      std::vector<std::string> moves;
      append_moves(board, from, to, moves);
      tries.insert(moves.begin(), moves.end());
    }
  }
  return tries;
}

class Solver {
 public:
  Solver(const std::string& rules, long budget) : rules_(rules), budget_(budget) {}

  // Everything the attacker may do now that can change anything: the tries that are legal in some state, a try that is
  // legal in none where it pays a duty, and the question.
  std::set<std::string> choices(const States& states, const Turn& turn) const {
    std::set<std::string> all;
    for (const std::string& fen : states) {
      const Board board = read_fen(fen);
      for (const std::string& move : legal_moves(board)) {
        if (turn.refused.contains(move.substr(0, 4))) continue;
        if (!turn.duty || is_pawn_capture(board, move)) all.insert(move);
      }
      if (turn.duty && rules_ == "english") all.merge(askable_pawn_captures(board, turn));
    }
    if (has_any(rules_) && turn.any.empty()) all.insert("any");
    return all;
  }

  bool mates(const States& states, int ply, const Turn& turn) {
    for (const std::string& choice : choices(states, turn)) {
      if (mates_by(choice, states, ply, turn)) return true;
    }
    return false;
  }

  bool mates_by(const std::string& choice, const States& states, int ply, const Turn& turn) {
    return choice == "any" ? mates_by_question(states, ply, turn) : mates_by_try(choice, states, ply, turn);
  }

 private:
  bool mates_by_question(const States& states, int ply, const Turn& turn) {
    States yes;
    States no;
    for (const std::string& fen : states) (legal_pawn_captures(read_fen(fen)).empty() ? no : yes).insert(fen);
    Turn after_yes = turn;
    after_yes.any = "yes";
    after_yes.duty = true;
    Turn after_no = turn;
    after_no.any = "no";
    return (yes.empty() || mates(yes, ply, after_yes)) && (no.empty() || mates(no, ply, after_no));
  }

  bool mates_by_try(const std::string& move, const States& states, int ply, const Turn& turn) {
    States refused;
    std::map<std::string, std::vector<Board>> played;  // by what was heard
    for (const std::string& fen : states) {
      const Board board = read_fen(fen);
      if (!legal(board, move)) {
        refused.insert(fen);
        continue;
      }
      const Step step = count_and_make(board, move);
      if (step.heard.end == "checkmate") continue;
      if (step.heard.end == "stalemate" || ply <= 1) return false;
      played[text_of(step.heard)].push_back(step.after);
    }
    for (const auto& [heard, boards] : played) {
      if (!mates_after_reply(boards, ply - 1)) return false;
    }
    if (refused.empty()) return true;
    Turn rest = turn;
    rest.refused.insert(move.substr(0, 4));
    if (rules_ == "english") rest.duty = false;  // one try was owed, and made
    return mates(refused, ply, rest);
  }

  // The defender is to move; all boards sounded alike.
  bool mates_after_reply(const std::vector<Board>& boards, int ply) {
    std::map<std::string, States> parts;  // by what was heard
    for (const Board& board : boards) {
      for (const std::string& reply : legal_moves(board)) {
        const Step step = count_and_make(board, reply);
        if (!step.heard.end.empty()) return false;
        parts[text_of(step.heard)].insert(without_clocks(step.after));
      }
    }
    for (const auto& [heard, states] : parts) {
      if (!mates(states, ply - 1, Turn{})) return false;
    }
    return true;
  }

  Step count_and_make(const Board& board, const std::string& move) {
    if (++made_ > budget_) throw OutOfBudget{};
    return make(rules_, board, move);
  }

  std::string rules_;
  long budget_;
  long made_ = 0;
};

States root_states(const Problem& problem) {
  States states;
  for (const std::string& fen : problem.states) states.insert(without_clocks(read_fen(fen)));
  return states;
}

Turn root_turn(const Problem& problem) {
  Turn turn{problem.any, problem.duty, {}};
  for (const std::string& tried : problem.refused) turn.refused.insert(tried.substr(0, 4));
  return turn;
}

}  // namespace

std::optional<bool> guaranteed_mate(const Problem& problem, long budget) {
  try {
    return Solver(problem.rules, budget).mates(root_states(problem), problem.ply, root_turn(problem));
  } catch (const OutOfBudget&) {
    return std::nullopt;
  }
}

std::optional<std::vector<std::string>> keys(const Problem& problem, long budget) {
  Solver solver(problem.rules, budget);
  const States states = root_states(problem);
  const Turn turn = root_turn(problem);
  std::vector<std::string> found;
  try {
    for (const std::string& choice : solver.choices(states, turn)) {
      if (solver.mates_by(choice, states, problem.ply, turn)) found.push_back(choice);
    }
  } catch (const OutOfBudget&) {
    return std::nullopt;
  }
  return found;
}

bool PawnlessSolver::guaranteed_mate(const std::vector<std::string>& fens, int ply) {
  std::set<int> states;
  for (const std::string& fen : fens) states.insert(number_of(without_clocks(read_fen(fen))));
  return mates({states.begin(), states.end()}, ply);
}

int PawnlessSolver::number_of(const std::string& fen) {
  const auto [known, is_new] = numbers_.try_emplace(fen, static_cast<int>(fens_.size()));
  if (is_new) fens_.push_back(fen);
  return known->second;
}

const std::map<std::string, PawnlessSolver::Try>& PawnlessSolver::tries_in(int state) {
  const auto [known, is_new] = tries_.try_emplace(state);
  if (!is_new) return known->second;
  const Board board = read_fen(fens_[static_cast<std::size_t>(state)]);
  for (const std::string& move : legal_moves(board)) {
    const Step step = make(rules_, board, move);
    Try tried{.mates = step.heard.end == "checkmate", .fails = step.heard.end == "stalemate"};
    for (const std::string& reply : legal_moves(step.after)) {
      const Step next = make(rules_, step.after, reply);
      tried.fails = tried.fails || !next.heard.end.empty();
      const std::string heard = text_of(step.heard) + " " + text_of(next.heard);
      const int heard_number = heard_.try_emplace(heard, static_cast<int>(heard_.size())).first->second;
      tried.heard_and_state.emplace_back(heard_number, number_of(without_clocks(next.after)));
    }
    known->second.emplace(move, std::move(tried));
  }
  return known->second;
}

bool PawnlessSolver::mates(const States& states, int ply) {
  if (const auto known = known_.find({states, ply}); known != known_.end()) return known->second;
  std::set<std::string> moves;
  for (const int state : states) {
    for (const auto& [move, unused] : tries_in(state)) moves.insert(move);
  }
  const bool result =
      std::any_of(moves.begin(), moves.end(), [&](const std::string& move) { return mates_by(move, states, ply); });
  return known_[{states, ply}] = result;
}

bool PawnlessSolver::mates_by(const std::string& move, const States& states, int ply) {
  States refused;
  std::map<int, std::set<int>> parts;  // by what was heard
  for (const int state : states) {
    const auto& tries = tries_in(state);
    const auto tried = tries.find(move);
    if (tried == tries.end()) {
      refused.push_back(state);
    } else if (!tried->second.mates) {
      if (ply <= 1 || tried->second.fails) return false;
      for (const auto& [heard, next] : tried->second.heard_and_state) parts[heard].insert(next);
    }
  }
  for (const auto& [heard, part] : parts) {
    if (!mates({part.begin(), part.end()}, ply - 2)) return false;
  }
  return refused.empty() || mates(refused, ply);
}

}  // namespace naive
