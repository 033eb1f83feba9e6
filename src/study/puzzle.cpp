#include "blindmate/study/puzzle.hpp"

#include <algorithm>
#include <limits>

#include "blindmate/base/check.hpp"
#include "blindmate/kriegspiel/solver.hpp"

namespace blindmate::study {

using kriegspiel::Verdict;
using referee::Heard;

namespace {

constexpr std::uint64_t kSearchStates = 5'000'000;  // for one answer
constexpr int kLost = std::numeric_limits<int>::max();
constexpr int kUnknown = kLost - 1;

// How long the mate is from there, as far as so many states tell.
int length_of_mate(const Attack& attack, int ply, std::uint64_t& states_left) {
  if (ply < 1) return kLost;
  kriegspiel::SolveOptions options;
  options.deepen = true;
  options.budget.states = states_left;
  const kriegspiel::Solution solution = kriegspiel::solve(attack.problem(), ply, options);
  states_left -= solution.states;
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
  std::uint64_t states_left = kSearchStates;
  const auto consider = [&](Candidate candidate) {
    const int spent = ply_ - candidate.ply;
    if (candidate.end == End::none) {
      candidate.hurts = length_of_mate(candidate.after, candidate.ply, states_left);
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
  ply_ = std::max(worst->ply, 0);
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

}  // namespace blindmate::study
