#include "blindmate/lab/figures/information.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>

#include "blindmate/belief/update.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/view/announce.hpp"

namespace blindmate::lab {
namespace {

using belief::BeliefState;
using belief::Observation;
using belief::OpponentTurn;
using belief::OwnMove;
using belief::OwnQuestion;
using belief::OwnRefusal;
using chess::Man;
using referee::Heard;

double bits(std::size_t before, std::size_t kept) {
  return std::log2(static_cast<double>(before) / static_cast<double>(kept));
}

std::string_view kind_of(chess::Move tried, const BeliefState& belief) {
  const referee::OwnBoard own(belief.position(0), belief.side());
  if (own.is_pawn_capture(tried)) return "pawn capture";
  if (own.is_castling(tried)) return "castling";
  switch (own.man_at(tried.from())) {
    case Man::pawn: return "pawn advance";
    case Man::knight: return "knight move";
    case Man::king: return "king move";
    default: return "line move";
  }
}

std::string_view check_name(referee::Directions check) {
  switch (check) {
    case 0: return "no check";
    case referee::kCheckFile: return "check: file";
    case referee::kCheckRank: return "check: rank";
    case referee::kCheckLong: return "check: long diagonal";
    case referee::kCheckShort: return "check: short diagonal";
    case referee::kCheckKnight: return "check: knight";
    default: return "double check";
  }
}

constexpr std::size_t kParts = 6;  // of an announcement, in the order of told_by()

std::size_t agreeing_parts(const Heard& said, const Heard& heard) {
  const std::array<bool, kParts> agree = {said.capture == heard.capture && said.en_passant == heard.en_passant,
                                          said.captured_kind == heard.captured_kind,
                                          said.promotion == heard.promotion,
                                          said.check == heard.check,
                                          said.end == heard.end,
                                          said.pawn_tries == heard.pawn_tries};
  return static_cast<std::size_t>(std::find(agree.begin(), agree.end(), false) - agree.begin());
}

// The name of each part; empty where the rule set tells nothing.
std::array<std::string_view, kParts> part_names(const Heard& heard, const referee::RuleSet& rules) {
  using referee::CapturedKind;
  return {heard.capture == chess::kNoSquare ? "no capture" : "capture",
          heard.captured_kind == CapturedKind::pawn    ? "pawn captured"
          : heard.captured_kind == CapturedKind::piece ? "piece captured"
                                                       : "",
          !rules.tells_promotion ? ""
          : heard.promotion      ? "promotion"
                                 : "no promotion",
          check_name(heard.check),
          "the game goes on",
          heard.pawn_tries.form == referee::PawnTries::untold ? ""
          : heard.pawn_tries.value == 0                       ? "no pawn tries"
                                                              : "pawn tries"};
}

bool is_silence(const Heard& heard) {
  return heard.capture == chess::kNoSquare && heard.check == 0 && !heard.promotion && heard.pawn_tries.value == 0;
}

// The positions that a move can have led to, whatever was heard of it.
class Possible {
 public:
  Possible(const Heard& heard, const BeliefState& before) : heard_(heard), before_(before) {}

  void add(const chess::Position& position, chess::Move move) {
    const chess::Position after = position.after(move);
    const Heard said = referee::announce(position, move, after, before_.rules());
    outcomes_.push_back(
        {before_.frame().state(after), said.capture, said.captured_kind, said.promotion, agreeing_parts(said, heard_)});
  }

  void tell(std::string_view by, std::vector<Told>& told) {
    std::sort(outcomes_.begin(), outcomes_.end());
    outcomes_.erase(std::unique(outcomes_.begin(), outcomes_.end()), outcomes_.end());
    std::array<std::size_t, kParts + 1> agreeing{};  // in so many parts at least
    for (const Outcome& outcome : outcomes_) {
      for (std::size_t parts = 0; parts <= outcome.agreeing; ++parts) ++agreeing[parts];
    }
    const std::array<std::string_view, kParts> names = part_names(heard_, before_.rules());
    for (std::size_t part = 0; part < kParts; ++part) {
      if (!names[part].empty()) told.push_back({by, names[part], bits(agreeing[part], agreeing[part + 1])});
    }
    const double all = bits(agreeing.front(), agreeing.back());
    told.push_back({by, "all", all});
    if (is_silence(heard_)) told.push_back({by, "silence", all});
  }

 private:
  // Equal ones are one position. What of the announcement does not follow from the position is part of it.
  struct Outcome {
    belief::State state;
    chess::Square capture;
    referee::CapturedKind captured_kind;
    bool promotion;
    std::size_t agreeing;  // parts of what was heard

    auto operator<=>(const Outcome&) const = default;
  };

  const Heard& heard_;
  const BeliefState& before_;
  std::vector<Outcome> outcomes_;
};

// How many positions an observation keeps that only filters.
std::size_t kept(const BeliefState& before, const Observation& observation) {
  BeliefState belief = before;
  belief.hear(observation);
  return belief.size();
}

std::vector<Told> told_by_own_move(const OwnMove& own, const BeliefState& before) {
  const std::size_t legal = before.size() - kept(before, OwnRefusal{own.played});
  std::vector<Told> told = {{kAccepted, kind_of(own.played, before), bits(before.size(), legal)}};
  Possible possible(own.heard, before);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const chess::Position position = before.position(i);
    if (position.is_legal(own.played)) possible.add(position, own.played);
  }
  possible.tell(kOwnMove, told);
  return told;
}

std::vector<Told> told_by_opponent(const OpponentTurn& turn, const BeliefState& before) {
  std::vector<Told> told;
  BeliefState belief = before;
  const auto hear = [&](const OpponentTurn& beginning, std::string_view what) {
    const std::size_t size = belief.size();
    belief.hear(beginning);
    told.push_back({kOpponentAsked, what, bits(size, belief.size())});
  };
  if (turn.any) hear({.any = turn.any}, *turn.any ? "Any?: yes" : "Any?: no");
  if (turn.refused_before + turn.refused_after > 0) {
    hear({.refused_before = turn.refused_before, .any = turn.any, .refused_after = turn.refused_after}, "refusals");
  }
  if (!turn.moved) return told;
  const Observation observation = turn;
  const belief::Update update(observation, belief.announced(), belief.rules());
  Possible possible(*turn.moved, belief);
  for (std::size_t i = 0; i < belief.size(); ++i) {
    const chess::Position position = belief.position(i);
    for (const chess::Move reply : chess::legal_moves(position)) {
      if (update.does_duty(position, reply)) possible.add(position, reply);
    }
  }
  possible.tell(kOpponentMoved, told);
  return told;
}

}  // namespace

std::vector<Told> told_by(const Observation& observation, const BeliefState& before) {
  if (const auto* turn = std::get_if<OpponentTurn>(&observation)) return told_by_opponent(*turn, before);
  if (const auto* own = std::get_if<OwnMove>(&observation)) return told_by_own_move(*own, before);
  const double told = bits(before.size(), kept(before, observation));
  if (const auto* question = std::get_if<OwnQuestion>(&observation))
    return {{kOwnQuestion, question->yes ? "Any?: yes" : "Any?: no", told}};
  return {{kRefused, kind_of(std::get<OwnRefusal>(observation).tried, before), told}};
}

}  // namespace blindmate::lab
