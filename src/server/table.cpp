#include "blindmate/server/table.hpp"

#include <algorithm>
#include <charconv>

#include "blindmate/chess/fen.hpp"
#include "blindmate/server/bots.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::server {

using chess::Side;
using referee::Answer;
using Kind = TableEvent::Kind;

namespace {

const referee::RuleSet& rules_of(const GameRecord& record) {
  const referee::RuleSet* rules = referee::find_rule_set(record.rules);
  if (rules == nullptr) throw DamagedGame("it has the rules " + record.rules);
  return *rules;
}

chess::Position start_of(const GameRecord& record) {
  if (record.start.empty()) return chess::Position::start();
  const Expected<chess::Position> start = chess::read_position(record.start);
  if (!start) throw DamagedGame("it begins with " + record.start);
  return *start;
}

referee::Ask read_ask(const std::string& text) {
  if (text == "any") return referee::AnyAsked{};
  const std::optional<chess::Move> move = chess::parse_coordinates(text);
  if (!move) throw DamagedGame("it has the try " + text);
  return *move;
}

Milliseconds read_moment(const std::string& text) {
  Milliseconds moment = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), moment);
  if (problem != std::errc() || end != text.data() + text.size()) throw DamagedGame("it was resumed from " + text);
  return moment;
}

void check(const GameRecord& record) {
  for (const Seat& seat : record.seats) {
    if (seat.bot && (!is_player(seat.bot->player) || find_level(seat.bot->level) == nullptr))
      throw DamagedGame("it has the bot " + bot_name(*seat.bot));
  }
  for (const std::string& phantoms : record.phantoms) {
    if (!phantoms.empty() && !referee::read_json(phantoms)) throw DamagedGame("it has notes that are not JSON");
  }
}

}  // namespace

Table::Table(GameRecord record) : record_(std::move(record)), game_(rules_of(record_), start_of(record_)) {
  check(record_);
  if (record_.time) clock_.emplace(*record_.time);
  for (const TableEvent& event : record_.events) replay(event);
}

Table::Status Table::status() const {
  if (outcome()) return Status::ended;
  return started_ ? Status::playing : Status::waiting;
}

bool Table::may_offer_draw(Side side) const {
  return status() == Status::playing && !draw_offer_ && game_.plies() > 0 &&
         (last_offer_[chess::index(side)] < 0 || game_.plies() >= last_offer_[chess::index(side)] + 2);
}

bool Table::has_fallen(Milliseconds now) const {
  return status() == Status::playing && clock_ && clock_->left(turn(), now) <= 0;
}

std::optional<Side> Table::side_of(GuestId guest) const {
  for (const Side side : {Side::white, Side::black}) {
    const std::vector<GuestId>& guests = record_.seats[chess::index(side)].guests;
    if (std::find(guests.begin(), guests.end(), guest) != guests.end()) return side;
  }
  return std::nullopt;
}

void Table::sit(Side side, const Person& person) {
  Seat& seat = record_.seats[chess::index(side)];
  seat.guests.push_back(person.id);
  if (!seat.account) seat.account = person.account;
}

void Table::set_account(GuestId guest, const std::optional<Account>& account) {
  for (Seat& seat : record_.seats) {
    if (!seat.guests.empty() && seat.guests.front() == guest) seat.account = account;
  }
}

Table::Asked Table::ask(Side by, const referee::Ask& ask, Milliseconds now) {
  TableEvent event{Kind::asked, std::max(now, last_event()), by, referee::text(ask)};
  const Asked asked = replay(event);
  if (asked.recorded) record_.events.push_back(std::move(event));
  return asked;
}

void Table::happen(TableEvent event) {
  event.at = std::max(event.at, last_event());
  replay(event);
  record_.events.push_back(std::move(event));
}

bool Table::is_nonsense(const referee::Ask& ask) const {
  const referee::PlayerView& asking = view(turn());
  const chess::Move* tried = std::get_if<chess::Move>(&ask);
  return tried != nullptr ? !asking.askable(*tried) : !asking.may_ask_any();
}

TableEvent Table::flag_fall(Milliseconds now) const {
  const Side winner = other(turn());
  const bool lone_king = !chess::several(game_.position().men(winner));
  return {Kind::ended, now, lone_king ? std::nullopt : std::optional(winner), "time"};
}

Table::Asked Table::replay(const TableEvent& event) {
  const bool needs_side = event.kind == Kind::asked || event.kind == Kind::offered;
  if (needs_side && (!event.by || (event.kind == Kind::asked && *event.by != turn())))
    throw DamagedGame("it has an event of the wrong side");
  if (outcome() && event.kind != Kind::rematch) throw DamagedGame("it goes on after its end");
  Asked asked;
  switch (event.kind) {
    case Kind::started:
      started_ = true;
      if (clock_) clock_->start(turn(), event.at);
      break;
    case Kind::asked: {
      const std::size_t before = game_.view(*event.by).log().size();
      const referee::Ask ask = read_ask(event.text);
      nonsense_in_turn_ += is_nonsense(ask) ? 1 : 0;
      asked.heard = game_.ask(ask).heard;
      asked.recorded = game_.view(*event.by).log().size() > before;
      if (asked.heard.answer != Answer::ok) break;
      nonsense_in_turn_ = 0;
      if (draw_offer_ && *draw_offer_ != *event.by) draw_offer_.reset();
      if (clock_) clock_->moved(event.at);
      break;
    }
    case Kind::offered:
      draw_offer_ = event.by;
      last_offer_[chess::index(*event.by)] = game_.plies();
      break;
    case Kind::declined: draw_offer_.reset(); break;
    case Kind::resumed:
      if (clock_) clock_->leave_out(read_moment(event.text), event.at);
      break;
    case Kind::ended: game_.conclude({event.text, event.by}); break;
    case Kind::rematch: rematch_ = event.text; break;
  }
  if (outcome()) {
    draw_offer_.reset();
    if (clock_) clock_->stop(event.at);
  }
  return asked;
}

}  // namespace blindmate::server
