// The format: for each placement the number of wins (2 bytes), then of each win its squares (8), try (2) and moves (1),
// lowest byte first.
#include "blindmate/endings/tables.hpp"

#include <string_view>

#include "blindmate/base/check.hpp"
#include "blindmate/base/files.hpp"
#include "blindmate/endings/embedded.hpp"

namespace blindmate::endings {
namespace {

void put(std::string& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<char>(value >> (8 * i) & 0xFF));
}

// Takes numbers off the front; 0 when there is nothing left, which is told.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t take(std::size_t size) {
    if (bytes_.size() < size) ended_ = true;
    if (ended_) return 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{static_cast<unsigned char>(bytes_[i])} << (8 * i);
    bytes_.remove_prefix(size);
    return value;
  }

  bool ended() const { return ended_; }
  bool empty() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool ended_ = false;
};

}  // namespace

std::string to_bytes(const Table& table) {
  std::string bytes;
  for (std::size_t i = 0; i < table.placements().size(); ++i) {
    const std::vector<Win>& wins = table.wins(i);
    BLINDMATE_CHECK(wins.size() < 1 << 16, "{} wins of one placement", wins.size());
    put(bytes, wins.size(), 2);
    for (const Win& win : wins) {
      put(bytes, win.kings, 8);
      const auto promotion = win.tried.promotion() == chess::Man::none ? 0U : chess::index(win.tried.promotion());
      put(bytes, win.tried.from() | unsigned{win.tried.to()} << 6 | promotion << 12, 2);
      put(bytes, win.moves, 1);
    }
  }
  return bytes;
}

Expected<Table> from_bytes(const Ending& ending, std::string_view bytes) {
  Reader reader(bytes);
  std::vector<std::vector<Win>> wins(Placements(ending).size());
  for (std::vector<Win>& list : wins) {
    list.resize(reader.take(2));
    for (Win& win : list) {
      win.kings = reader.take(8);
      const std::uint64_t tried = reader.take(2);
      const auto promotion = static_cast<chess::Man>(tried >> 12 & 7);
      win.tried = {static_cast<chess::Square>(tried & 63), static_cast<chess::Square>(tried >> 6 & 63),
                   tried >> 12 == 0 ? chess::Man::none : promotion};
      win.moves = static_cast<std::uint8_t>(reader.take(1));
    }
  }
  if (reader.ended()) return Error{"the table ends too early"};
  if (!reader.empty()) return Error{"the table does not end where it should"};
  return Table(ending, std::move(wins));
}

const std::vector<Table>& tables() {
  static const std::vector<Table> all = [] {
    std::vector<Table> result;
    for (const Recipe& recipe : kRecipes) {
      const Expected<std::string> bytes = unpacked(embedded(fmt::format("{}.bin.zst", recipe.ending.name)));
      BLINDMATE_CHECK(bytes, "{}: {}", recipe.ending.name, bytes.error().reason);
      Expected<Table> table = from_bytes(recipe.ending, *bytes);
      BLINDMATE_CHECK(table, "{}: {}", recipe.ending.name, table.error().reason);
      result.push_back(std::move(*table));
    }
    return result;
  }();
  return all;
}

std::optional<Win> find_win(const referee::OwnBoard& own, chess::Bitboard kings) {
  for (const Table& table : tables()) {
    if (const std::optional<Win> win = table.find(own, kings)) return win;
  }
  return std::nullopt;
}

}  // namespace blindmate::endings
