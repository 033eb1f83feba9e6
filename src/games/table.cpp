#include "blindmate/games/table.hpp"

#include <algorithm>
#include <charconv>

#include "blindmate/chess/fen.hpp"
#include "blindmate/players/bot.hpp"
#include "blindmate/store/bot_names.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::games {

using chess::Side;
using referee::Answer;
using Kind = store::TableEvent::Kind;

namespace {

const referee::RuleSet& rules_of(const store::GameRecord& record) {
  const referee::RuleSet* rules = referee::find_rule_set(record.rules);
  if (rules == nullptr) throw DamagedGame("it has the rules " + record.rules);
  return *rules;
}

chess::Position start_of(const store::GameRecord& record) {
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

store::Milliseconds read_moment(const std::string& text) {
  store::Milliseconds moment = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), moment);
  if (problem != std::errc() || end != text.data() + text.size()) throw DamagedGame("it was resumed from " + text);
  return moment;
}

void check(const store::GameRecord& record) {
  for (const store::Seat& seat : record.seats) {
    if (seat.bot && (!store::is_player(seat.bot->player) || players::find_level(seat.bot->level) == nullptr))
      throw DamagedGame("it has the bot " + bot_name(*seat.bot));
  }
  for (const std::string& phantoms : record.phantoms) {
    if (!phantoms.empty() && !referee::read_json(phantoms)) throw DamagedGame("it has notes that are not JSON");
  }
}

}  // namespace

Table::Table(store::GameRecord record) : record_(std::move(record)), game_(rules_of(record_), start_of(record_)) {
  check(record_);
  if (record_.time) clock_.emplace(*record_.time);
  for (const store::TableEvent& event : record_.events) replay(event);
}

Table::Status Table::status() const {
  if (outcome()) return Status::ended;
  return started_ ? Status::playing : Status::waiting;
}

std::optional<messages::ClockNow> Table::clock_now(store::Milliseconds now) const {
  if (!clock_) return std::nullopt;
  return messages::ClockNow{{clock_->left(Side::white, now), clock_->left(Side::black, now)}, clock_->running()};
}

bool Table::may_offer_draw(Side side) const {
  return status() == Status::playing && !draw_offer_ && game_.plies() > 0 &&
         (last_offer_[chess::index(side)] < 0 || game_.plies() >= last_offer_[chess::index(side)] + 2);
}

bool Table::has_fallen(store::Milliseconds now) const {
  return status() == Status::playing && clock_ && clock_->left(turn(), now) <= 0;
}

std::optional<Side> Table::side_of(store::GuestId guest) const {
  for (const Side side : {Side::white, Side::black}) {
    const std::vector<store::GuestId>& guests = record_.seats[chess::index(side)].guests;
    if (std::find(guests.begin(), guests.end(), guest) != guests.end()) return side;
  }
  return std::nullopt;
}

void Table::sit(Side side, const store::Person& person) {
  store::Seat& seat = record_.seats[chess::index(side)];
  seat.guests.push_back(person.id);
  if (!seat.account) seat.account = person.account;
}

bool Table::set_account(store::GuestId guest, const std::optional<store::Account>& account) {
  bool sits_here = false;
  for (store::Seat& seat : record_.seats) {
    if (seat.guests.empty() || seat.guests.front() != guest) continue;
    seat.account = account;
    sits_here = true;
  }
  return sits_here;
}

Table::Asked Table::ask(Side by, const referee::Ask& ask, store::Milliseconds now) {
  store::TableEvent event{Kind::asked, std::max(now, last_event()), by, referee::text(ask)};
  const Asked asked = replay(event);
  if (asked.recorded) record_.events.push_back(std::move(event));
  return asked;
}

void Table::happen(store::TableEvent event) {
  event.at = std::max(event.at, last_event());
  replay(event);
  record_.events.push_back(std::move(event));
}

bool Table::is_nonsense(const referee::Ask& ask) const {
  const referee::PlayerView& asking = view(turn());
  const chess::Move* tried = std::get_if<chess::Move>(&ask);
  return tried != nullptr ? !asking.askable(*tried) : !asking.may_ask_any();
}

store::TableEvent Table::flag_fall(store::Milliseconds now) const {
  const Side winner = other(turn());
  const bool lone_king = !chess::several(game_.position().men(winner));
  return {Kind::ended, now, lone_king ? std::nullopt : std::optional(winner), "time"};
}

Table::Asked Table::replay(const store::TableEvent& event) {
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

}  // namespace blindmate::games
