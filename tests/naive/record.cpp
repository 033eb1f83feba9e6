// A naive maker of the record: planes, numbers, actions and "What is impossible" of docs/environment.md.
#include "record.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "listener.hpp"

namespace naive {

namespace {

constexpr int kAny = 4168;

const std::array<std::string, 5> kDirections = {"file", "knight", "long", "rank", "short"};
const std::array<std::string, 6> kRules = {"berkeley", "berkeley-any", "cincinnati", "wild16", "rand", "english"};

bool has(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

// How many pawn tries were told: their number, 1 or 0, the number of squares.
int told_tries(const std::string& pawn_tries) {
  if (pawn_tries.empty() || pawn_tries == "false" || pawn_tries == "[]") return 0;
  if (pawn_tries == "true") return 1;
  if (pawn_tries[0] != '[') return std::stoi(pawn_tries);
  return 1 + static_cast<int>(std::count(pawn_tries.begin(), pawn_tries.end(), ','));
}

// Whether a square is on the line through a and b, from edge to edge.
bool on_line_through(int a, int b, int square) {
  const int bend = (file_of(b) - file_of(a)) * (rank_of(square) - rank_of(a)) -
                   (rank_of(b) - rank_of(a)) * (file_of(square) - file_of(a));
  return on_one_line(a, b) && bend == 0;
}

// The number of the span that an age is in; spans are given by their first ages, and each ends where the next begins.
// -1 before and after all of them.
int span_of(int age, const std::vector<int>& first, int end) {
  if (age >= end) return -1;
  int span = -1;
  for (const int begin : first) span += age >= begin ? 1 : 0;
  return span;
}

// Where a man can stand that checks the own king from this direction.
Squares check_squares(const Listener& player, const std::string& from) {
  Squares squares;
  const int king = king_square(player.own, player.white);
  for (const int square : player.squares_of('.')) {
    const bool seen = direction(player.own, king, square) == from && !player.own_men_between(king, square);
    if (seen) squares.insert(square);
  }
  return squares;
}

bool can_be_en_passant(const Listener& player, int from, int to) {
  if (player.own.size != 8 || !player.is_pawn_capture(from, to)) return false;
  if (rank_of(to) != (player.white ? 5 : 2)) return false;
  return player.opponent_last ? player.opponent_last->capture.empty() : to == player.start.en_passant;
}

// What is impossible, rule 1.
bool is_vain_pawn_capture(const Listener& player, int from, int to) {
  if (!player.is_pawn_capture(from, to)) return false;
  const std::string& told = player.turn.announced.pawn_tries;
  if (!told.empty() && told_tries(told) == 0) return true;
  return player.men == 1 || (player.empty.contains(to) && !can_be_en_passant(player, from, to));
}

// Rule 2.
bool leaves_check(const Listener& player, int from, int to) {
  const std::vector<std::string>& check = player.turn.announced.check;
  if (check.empty()) return false;
  if (is_king(man_at(player.own, from))) return player.is_castling(from, to);
  if (check.size() > 1) return true;
  return !check_squares(player, check.front()).contains(to) && !can_be_en_passant(player, from, to);
}

// Rule 3, not in check.
bool is_vain_after(const Listener& player, const Tried& refused, int from, int to) {
  const bool same_man = refused.from == from;
  const bool passes = path(from, to).contains(refused.to);
  if (is_slider(refused.man) && same_man && passes) return true;
  if (is_pawn(refused.man) && same_man && passes) return true;  // the double step
  if (is_king(refused.man) && player.is_castling(from, to) && passes) return true;
  if (!same_man || is_king(refused.man) || player.is_pawn_capture(refused.from, refused.to)) return false;
  const Squares needed = player.must_be_empty(refused);
  const bool pinned = std::includes(player.empty.begin(), player.empty.end(), needed.begin(), needed.end());
  return pinned && !on_line_through(from, king_square(player.own, player.white), to);
}

// Rule 4.
bool is_beside_king(const Listener& player, int from, int to) {
  if (!is_king(man_at(player.own, from)) || player.is_castling(from, to) || player.king.empty()) return false;
  return std::all_of(player.king.begin(), player.king.end(), [to](int king) { return next_to(king, to); });
}

bool is_impossible(const Listener& player, int from, int to) {
  const auto after_a_refusal = [&](const Tried& refused) {
    return refused.round == player.round() && is_vain_after(player, refused, from, to);
  };
  if (is_vain_pawn_capture(player, from, to) || leaves_check(player, from, to)) return true;
  if (is_beside_king(player, from, to)) return true;
  return !player.in_check() && std::any_of(player.refusals.begin(), player.refusals.end(), after_a_refusal);
}

// As the player sees it from his side.
int turned(const Listener& player, int square) {
  return player.white ? square : (player.own.size - 1 - rank_of(square)) * 8 + file_of(square);
}

std::uint64_t bits(const Listener& player, const Squares& squares) {
  std::uint64_t result = 0;
  for (const int square : squares) result |= std::uint64_t{1} << turned(player, square);
  return result;
}

// The actions that ask for a man to go from one square to another: one, or four for a promotion.
std::vector<int> actions(const Listener& player, int from, int to) {
  std::vector<int> result = {64 * turned(player, from) + turned(player, to)};
  if (!is_pawn(man_at(player.own, from)) || rank_of(turned(player, to)) != player.own.size - 1) return result;
  const int side = 1 + file_of(to) - file_of(from);
  for (const int man : {0, 1, 2}) result.push_back(4096 + 24 * man + 3 * file_of(from) + side);
  return result;
}

void set_bit(std::array<std::uint64_t, 66>& words, int action) {
  words[static_cast<std::size_t>(action / 64)] |= std::uint64_t{1} << (action % 64);
}

bool may_ask_any(const Listener& player) { return has_any(player.rules) && player.turn.any.empty(); }

void write_actions(const Listener& player, Record& record) {
  Squares targets;
  Squares pawn_targets;
  int possible = may_ask_any(player) ? 1 : 0;
  if (possible == 1) set_bit(record.askable, kAny);
  for (const int from : player.own_men()) {
    for (const int to : player.board) {
      if (!is_askable(player.rules, player.own, player.turn, from, to)) continue;
      const bool vain = is_impossible(player, from, to);
      for (const int action : actions(player, from, to)) {
        set_bit(record.askable, action);
        if (vain) set_bit(record.impossible, action);
        if (!vain) ++possible;
      }
      if (vain) continue;
      targets.insert(to);
      if (player.is_pawn_capture(from, to)) pawn_targets.insert(to);
    }
  }
  record.planes[40] = bits(player, targets);
  record.planes[41] = bits(player, pawn_targets);
  record.numbers[35] = static_cast<std::uint8_t>(std::min(possible, 255));
}

// Adds squares to the planes of a record.
class Planes {
 public:
  Planes(const Listener& player, Record& record) : player_(player), record_(record) {}

  void add(int plane, const Squares& squares) const {
    record_.planes[static_cast<std::size_t>(plane)] |= bits(player_, squares);
  }

  void add_own_move(const Tried& move) const {
    const int age = player_.round() - move.round;
    const Squares between = path(move.from, move.to);
    if (age == 1) add(6, {move.from});
    if (age == 1) add(7, {move.to});
    if (age == 1) add(8, between);
    if (age == 2) add(9, {move.from});
    if (age == 2) add(10, {move.to});
    const int capture_span = span_of(age, {1, 2, 4, 8}, 16);
    if (capture_span >= 0 && move.capture >= 0) add(16 + capture_span, {move.capture});
    const int span = span_of(age, {2, 4, 8}, 16);
    if (span < 0) return;
    add(20 + span, {move.from});
    add(20 + span, between);
  }

  void add_refusal(const Tried& refusal) const {
    const int span = span_of(player_.round() - refusal.round, {1, 2, 4}, 8);
    if (span >= 0) add(30 + span, {refusal.to});
    if (refusal.round != player_.round()) return;
    add(23, {refusal.from});
    add(24, {refusal.to});
    add(27, path(refusal.from, refusal.to));
    const bool advance = file_of(refusal.from) == file_of(refusal.to);
    if (is_pawn(refusal.man)) add(advance ? 25 : 26, {refusal.to});
    if (is_king(refusal.man)) add(28, {refusal.to});
    if (std::tolower(refusal.man) == 'n') add(29, {refusal.to});
  }

  void add_loss(const Loss& loss) const {
    const int span = span_of(player_.round() - loss.round, {0, 1, 2, 4, 8}, 16);
    if (span >= 0) add(11 + span, {loss.square});
  }

 private:
  const Listener& player_;
  Record& record_;
};

void write_planes(const Listener& player, Record& record) {
  const Planes planes(player, record);
  const std::string letters = "pnbrqk";
  for (int man = 0; man < 6; ++man) planes.add(man, player.squares_of(letters[static_cast<std::size_t>(man)]));
  for (const Tried& move : player.moves) planes.add_own_move(move);
  for (const Loss& loss : player.losses) planes.add_loss(loss);
  for (const Tried& refusal : player.refusals) planes.add_refusal(refusal);
  for (int way = 0; way < 5; ++way) {
    const std::string& from = kDirections[static_cast<std::size_t>(way)];
    if (has(player.turn.announced.check, from)) planes.add(33 + way, check_squares(player, from));
  }
  planes.add(38, player.king);
  planes.add(39, player.pawns);
  for (const int square : player.squares_of('p')) {
    const bool told = player.turn.announced.pawn_tries.find(square_name(square)) != std::string::npos;
    if (told) planes.add(42, {square});  // rand; elsewhere no squares are told
  }
  planes.add(43, player.attacked(player.own));
  planes.add(44, player.surely_attacked());
  const int king_home = player.white ? 4 : 60;
  for (const char right : player.own.castling) {
    planes.add(45, {std::tolower(right) == 'k' ? king_home + 2 : king_home - 2});
  }
  planes.add(46, player.board);
  for (const int square : player.board) {
    if ((file_of(square) + rank_of(square)) % 2 == 0) planes.add(47, {square});
  }
  planes.add(48, player.empty);
  planes.add(49, player.occupied);
}

// Earlier own turns since the last change with the same own men and rights.
int recurrences(const Listener& player) {
  const auto same = [&player](const BegunTurn& turn) {
    const bool same_men = turn.own.men == player.own.men && turn.own.castling == player.own.castling;
    return same_men && turn.plies >= player.last_change;
  };
  return static_cast<int>(std::count_if(player.own_turns.begin(), player.own_turns.end(), same)) - 1;  // less this turn
}

void write_numbers(const Listener& player, Record& record) {
  const auto set = [&record](int number, int value) {
    record.numbers[static_cast<std::size_t>(number)] = static_cast<std::uint8_t>(std::min(value, 255));
  };
  const auto set_check = [&](int first, const std::vector<std::string>& check) {
    for (int way = 0; way < 5; ++way) set(first + way, has(check, kDirections[static_cast<std::size_t>(way)]) ? 1 : 0);
  };
  const auto set_tries = [&](int first, const std::string& pawn_tries) {
    set(first, pawn_tries.empty() ? 0 : 1);
    set(first + 1, told_tries(pawn_tries));
  };
  const auto answer = [](const std::string& any) { return any.empty() ? 0 : any == "yes" ? 1 : 2; };
  const auto held = [&player](char lower_case) {
    const char right = player.white ? static_cast<char>(std::toupper(lower_case)) : lower_case;
    return player.own.castling.find(right) != std::string::npos ? 1 : 0;
  };

  set(0, player.white ? 0 : 1);
  set(1, static_cast<int>(std::find(kRules.begin(), kRules.end(), player.rules) - kRules.begin()));
  set(2, player.own.size);
  set(3, player.round());
  const bool chess_draws = player.rules != "berkeley" && player.rules != "berkeley-any";
  set(4, chess_draws ? player.plies - player.last_change : 0);
  set(5, chess_draws ? recurrences(player) : 0);
  set(6, static_cast<int>(player.turn.refused.size()));
  set(7, player.opponent_refusals);
  set_check(8, player.turn.announced.check);
  set_tries(18, player.turn.announced.pawn_tries);
  if (player.own_last) {
    set_check(13, player.own_last->check);
    set_tries(20, player.own_last->pawn_tries);
    const std::string& kind = player.own_last->kind;
    if (!player.own_last->capture.empty()) set(26, kind.empty() ? 1 : kind == "pawn" ? 2 : 3);
  }
  set(22, player.men);
  set(23, player.most_pawns);
  set(24, held('k'));
  set(25, held('q'));
  set(27, player.opponent_last && !player.opponent_last->capture.empty() ? 1 : 0);
  set(28, may_ask_any(player) ? 1 : 0);
  set(29, answer(player.turn.any));
  set(30, player.turn.duty ? 1 : 0);
  set(31, answer(player.opponent_any));
  set(32, player.promotions);
  set(33, static_cast<int>(player.king.size()));
  set(34, static_cast<int>(player.pawns.size()));
}

}  // namespace

Record record_of(const std::string& rules, const std::string& start_fen, bool white, const std::vector<LogEvent>& log) {
  Listener player(rules, read_fen(start_fen), white);
  for (const LogEvent& event : log) player.hear(event);
  Record record;
  write_actions(player, record);
  write_planes(player, record);
  write_numbers(player, record);
  return record;
}

}  // namespace naive
