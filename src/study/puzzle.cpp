#include "blindmate/study/puzzle.hpp"

#include <limits>

#include "blindmate/base/check.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/study/proof.hpp"

namespace blindmate::study {

using kriegspiel::Verdict;
using referee::Heard;

namespace {

constexpr std::uint64_t kSearchStates = 3'000'000;  // for one thing that could be said
constexpr int kLost = std::numeric_limits<int>::max();
constexpr int kUnknown = kLost - 1;

// How long the mate is from there; the solver may not know.
int length_of_mate(const Attack& attack, int ply) {
  if (ply < 1) return kLost;
  kriegspiel::SolveOptions options;
  options.deepen = true;
  options.budget.states = kSearchStates;
  const kriegspiel::Solution solution = kriegspiel::solve(attack.problem(), ply, options);
  if (solution.verdict == Verdict::unknown) return kUnknown;
  return solution.verdict == Verdict::mate ? *solution.length : kLost;
}

}  // namespace

struct Puzzle::Candidate {
  Answer answer;
  Attack after;
  int ply;
  End end = End::none;
  int hurts = 0;

  bool is_worse_than(const Candidate& right) const {
    if (hurts != right.hurts) return hurts > right.hurts;
    return after.states().size() > right.after.states().size();
  }
};

Puzzle::Answer Puzzle::ask(const referee::Ask& asked) {
  std::optional<Candidate> worst;
  const auto consider = [&](Candidate candidate) {
    const int spent = ply_ - candidate.ply;
    if (candidate.end == End::none) {
      candidate.hurts = length_of_mate(candidate.after, candidate.ply);
      if (candidate.hurts < kUnknown) candidate.hurts += spent;
    } else {
      candidate.hurts = candidate.end == End::checkmate ? spent : kLost;
    }
    if (candidate.end == End::none && candidate.hurts == kLost)
      candidate.end = candidate.ply < 1 ? End::too_long : End::no_mate_left;
    if (!worst || candidate.is_worse_than(*worst)) worst.emplace(std::move(candidate));
  };
  if (const chess::Move* tried = std::get_if<chess::Move>(&asked)) {
    if (const std::optional<Attack> refused = attack_.refused(*tried))
      consider({{Heard{.answer = referee::Answer::no}}, *refused, ply_});
    for (const Attack::Step& played : attack_.played(*tried)) {
      if (played.heard.end != referee::End::none) {
        const bool is_mate = played.heard.end == referee::End::checkmate;
        consider({{played.heard}, played.after, ply_ - 1, is_mate ? End::checkmate : End::stalemate});
        continue;
      }
      for (const Attack::Step& replied : played.after.replied()) {
        const bool is_over = replied.heard.end != referee::End::none;
        consider({{played.heard, replied.heard}, replied.after, ply_ - 2, is_over ? End::no_mate_left : End::none});
      }
    }
  } else {
    for (const bool yes : {true, false}) {
      const std::optional<Attack> answered = attack_.answered(yes);
      const referee::Answer answer = yes ? referee::Answer::any_yes : referee::Answer::any_no;
      if (answered) consider({{Heard{.answer = answer}}, *answered, ply_});
    }
  }
  BLINDMATE_CHECK(worst, "no state of a puzzle allows an answer");
  attack_ = worst->after;
  ply_ = worst->ply;
  end_ = worst->end;
  if (end_ != End::none && end_ != End::checkmate) worst->answer.witness = attack_.states().front();
  return worst->answer;
}

std::string_view name(Puzzle::End end) {
  switch (end) {
    case Puzzle::End::none: return "none";
    case Puzzle::End::checkmate: return "checkmate";
    case Puzzle::End::stalemate: return "stalemate";
    case Puzzle::End::no_mate_left: return "no-mate-left";
    case Puzzle::End::too_long: return "too-long";
  }
  return "";
}

std::optional<kriegspiel::Plan> solution_of(const referee::Problem& problem, int ply) {
  kriegspiel::SolveOptions options;
  options.deepen = options.plan = true;
  kriegspiel::Solution solution = kriegspiel::solve(problem, ply, options);
  const bool is_proved = solution.verdict == Verdict::mate && passes_checker(problem, *solution.length, *solution.plan);
  return is_proved ? std::move(solution.plan) : std::nullopt;
}

}  // namespace blindmate::study
