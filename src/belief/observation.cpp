#include "blindmate/belief/observation.hpp"

namespace blindmate::belief {
namespace {

using referee::Answer;
using referee::Event;

Observation own(const Event& event) {
  switch (event.heard.answer) {
    case Answer::ok: return OwnMove{std::get<chess::Move>(*event.ask), event.heard};
    case Answer::any_yes: return OwnQuestion{true};
    case Answer::any_no: return OwnQuestion{false};
    case Answer::no:
    case Answer::nonsense: break;
  }
  return OwnRefusal{std::get<chess::Move>(*event.ask)};
}

void overhear(const Event& event, OpponentTurn& turn) {
  switch (event.heard.answer) {
    case Answer::ok: turn.moved = event.heard; break;
    case Answer::no: (turn.any ? turn.refused_after : turn.refused_before) += event.times; break;
    case Answer::any_yes: turn.any = true; break;
    case Answer::any_no: turn.any = false; break;
    case Answer::nonsense: break;
  }
}

}  // namespace

std::vector<Observation> observations(const referee::PlayerView& view) { return Observations().follow(view); }

const std::vector<Observation>& Observations::follow(const referee::PlayerView& view) {
  if (!all_.empty()) all_.pop_back();
  for (std::size_t i = last_begins_; i < view.log().size(); ++i) {
    const Event& event = view.log()[i];
    if (event.nonsense || event.heard.answer == Answer::nonsense) continue;
    const bool is_own = event.by == view.side();
    if (is_own || all_.empty() || !std::holds_alternative<OpponentTurn>(all_.back())) {
      all_.push_back(is_own ? own(event) : OpponentTurn{});
      last_begins_ = i;
    }
    if (!is_own) overhear(event, std::get<OpponentTurn>(all_.back()));
  }
  return all_;
}

const referee::Heard* move_heard(const Observation& observation) {
  if (const OwnMove* own = std::get_if<OwnMove>(&observation)) return &own->heard;
  const OpponentTurn* turn = std::get_if<OpponentTurn>(&observation);
  return turn != nullptr && turn->moved ? &*turn->moved : nullptr;
}

}  // namespace blindmate::belief
