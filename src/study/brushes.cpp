#include "blindmate/study/brushes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "blindmate/base/text.hpp"

namespace blindmate::study {

using chess::Man;
using chess::Position;
using chess::Setup;
using chess::Side;
using chess::Square;

namespace {

constexpr std::size_t kMostMen = 16;

struct Choice {
  Man man = Man::none;
  Square square = chess::kNoSquare;
};

std::vector<Choice> choices_of(const Brush& brush) {
  std::vector<Choice> choices;
  for (const Man man : brush.kinds) {
    if (man == Man::none) {
      choices.push_back({});
      continue;
    }
    for (const Square s : chess::Squares(brush.squares)) choices.push_back({man, s});
  }
  return choices;
}

class Painter {
 public:
  Painter(const Setup& own, std::vector<std::vector<Choice>> men) : setup_(own), men_(std::move(men)) {}

  Painted paint() {
    place(0);
    return std::move(painted_);
  }

 private:
  void place(std::size_t next) {
    if (next == men_.size()) return keep();
    for (const Choice& choice : men_[next]) {
      if (choice.man == Man::none) {
        place(next + 1);
        continue;
      }
      Setup::Placed& placed = setup_.men[choice.square];
      if (placed.man != Man::none) {
        painted_.dropped += combinations_from(next + 1);
        continue;
      }
      placed = {choice.man, other(setup_.turn)};
      place(next + 1);
      placed = {};
    }
  }

  std::uint64_t combinations_from(std::size_t next) const {
    std::uint64_t product = 1;
    for (; next < men_.size(); ++next) product *= men_[next].size();
    return product;
  }

  void keep() {
    const Expected<Position> position = Position::from(setup_);
    if (!position) {
      ++painted_.dropped;
    } else if (known_.insert(*position).second) {
      painted_.states.push_back(*position);
    }
  }

  Setup setup_;
  std::vector<std::vector<Choice>> men_;
  Painted painted_;
  std::unordered_set<Position, decltype([](const Position& position) { return position.hash(); })> known_;
};

}  // namespace

Expected<Brush> read_brush(std::string_view kinds, std::string_view squares) {
  Brush brush;
  for (const char letter : kinds) {
    const Man man = letter == '-' ? Man::none : chess::man_of_letter(letter);
    if (man == Man::none && letter != '-') return Error{fmt::format("'{}' is not one of pnbrqk-", letter)};
    if (std::find(brush.kinds.begin(), brush.kinds.end(), man) != brush.kinds.end())
      return Error{fmt::format("'{}' is there twice", letter)};
    brush.kinds.push_back(man);
  }
  if (brush.kinds.empty()) return Error{"a man needs a kind, of pnbrqk-"};
  for (const std::string_view name : split(squares, ',')) {
    const std::optional<Square> square = chess::parse_square(name);
    if (!square) return Error{fmt::format("\"{}\" is not a square", name)};
    brush.squares |= chess::bit(*square);
  }
  return brush;
}

Expected<Painted> paint(std::string_view own, Side attacker, std::string_view castling, const std::vector<Brush>& men) {
  if (own.find(' ') != std::string_view::npos) return Error{"own: only the board field of a FEN"};
  const Expected<Setup> setup =
      chess::read_fen(fmt::format("{} {} {} - 0 1", own, attacker == Side::white ? 'w' : 'b', castling));
  if (!setup) return Error{"own: " + setup.error().reason};
  const auto is_king = [](const Setup::Placed& placed) { return placed.man == Man::king; };
  for (const Setup::Placed& placed : setup->men) {
    if (placed.man != Man::none && placed.side != attacker) return Error{"own: men of the defender are painted"};
  }
  if (std::count_if(setup->men.begin(), setup->men.end(), is_king) != 1) return Error{"own: one king is needed"};
  if (men.size() > kMostMen)
    return Error{fmt::format("men: {} are too many, there are at most {}", men.size(), kMostMen)};
  std::vector<std::vector<Choice>> choices;
  std::uint64_t combinations = 1;
  for (const Brush& brush : men) {
    choices.push_back(choices_of(brush));
    combinations *= choices.back().size();
    if (combinations > kMostPainted) return Error{fmt::format("there are more than {} combinations", kMostPainted)};
  }
  Painted painted = Painter(*setup, std::move(choices)).paint();
  if (painted.states.empty())
    return Error{fmt::format("none of the {} combinations is a possible position", combinations)};
  return painted;
}

}  // namespace blindmate::study
