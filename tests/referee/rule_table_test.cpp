// The tables in tests/rules: position, rule set and try, and what each side hears, worked out by hand from the rules.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "blindmate/base/text.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "support.hpp"

namespace blindmate::referee {
namespace {

constexpr int kFewestRows = 150;

Ask parse_ask(std::string_view text) {
  if (text == "any") return AnyAsked{};
  const std::optional<chess::Move> move = chess::parse_coordinates(text);
  EXPECT_TRUE(move) << text;
  return move.value_or(chess::Move{});
}

// In the words of the tables.
std::string table_words(const Heard& heard) {
  std::string result(name(heard.answer));
  if (heard.capture != chess::kNoSquare) {
    result += " capture=" + chess::text(heard.capture);
    if (heard.captured_kind != CapturedKind::untold) result += fmt::format("/{}", name(heard.captured_kind));
  }
  if (heard.check != 0) result += fmt::format(" check={}", fmt::join(names(heard.check), "+"));
  if (heard.en_passant) result += " en-passant";
  if (heard.promotion) result += " promotion";
  switch (heard.pawn_tries.form) {
    case PawnTries::untold: break;
    case PawnTries::whether: result += heard.pawn_tries.value != 0 ? " tries=yes" : " tries=no"; break;
    case PawnTries::number: result += fmt::format(" tries={}", heard.pawn_tries.value); break;
    case PawnTries::squares:
      result += heard.pawn_tries.value == 0
                    ? " tries=none"
                    : fmt::format(" tries={}", fmt::join(square_names(heard.pawn_tries.value), "+"));
      break;
  }
  if (heard.end != End::none) result += fmt::format(" end={}", name(heard.end));
  return result;
}

std::vector<std::string_view> sorted_words(std::string_view text) {
  std::vector<std::string_view> result = words(text);
  std::sort(result.begin(), result.end());
  return result;
}

// What a row claims under one rule set.
void check_row(const std::vector<std::string_view>& columns, const RuleSet& rules) {
  Game game(rules, position(columns[1]));
  if (columns[2] != "-") {
    for (const std::string_view before : words(columns[2])) {
      game.ask(parse_ask(before));
      ASSERT_FALSE(game.outcome() && before != words(columns[2]).back()) << "the game ended too early";
    }
  }
  const Announcement announcement = game.ask(parse_ask(columns[3]));
  const std::string heard = table_words(announcement.heard);
  EXPECT_EQ(sorted_words(heard), sorted_words(columns[4])) << "the mover hears";
  const std::string_view opponent = columns[5] == "same" ? columns[4] : columns[5];
  const std::string overheard = announcement.opponent_hears ? heard : "-";
  EXPECT_EQ(sorted_words(overheard), sorted_words(opponent)) << "the opponent hears";
  if (columns.size() > 6) {
    ASSERT_TRUE(game.outcome()) << "the game has not ended";
    const std::string winner = game.outcome()->winner ? std::string(chess::name(*game.outcome()->winner)) : "none";
    EXPECT_EQ("winner=" + winner, columns[6]);
  }
}

int check_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  int rows = 0;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (trimmed(line).empty() || line.front() == '#') continue;
    ++rows;
    std::vector<std::string_view> columns = split(line, '|');
    for (std::string_view& column : columns) column = trimmed(column);
    EXPECT_TRUE(columns.size() == 6 || columns.size() == 7) << path.filename() << ":" << number;
    if (columns.size() < 6) continue;
    for (const std::string_view name : split(columns[0], ',')) {
      bool found = false;
      for (const RuleSet* rules : kRuleSets) {
        if (name != "all" && rules->name != name) continue;
        found = true;
        SCOPED_TRACE(fmt::format("{}:{} {}: {}", path.filename().string(), number, rules->name, line));
        check_row(columns, *rules);
      }
      EXPECT_TRUE(found) << path.filename() << ":" << number << " names no rule set: " << name;
    }
  }
  return rows;
}

TEST(RuleTables, TheRefereeSaysWhatTheRulesSay) {
  int rows = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TESTS_FOLDER "/rules")) {
    if (entry.path().extension() == ".txt") rows += check_file(entry.path());
  }
  EXPECT_GE(rows, kFewestRows);
}

TEST(RuleTables, TheRulePageHasAColumnForEachRuleSet) {
  std::string header = "| |";
  for (const RuleSet* rules : kRuleSets) header += fmt::format(" {} |", rules->name);
  std::ifstream page(TESTS_FOLDER "/../docs/rules.md");
  std::string line;
  while (line != header && std::getline(page, line)) continue;
  EXPECT_EQ(line, header) << "docs/rules.md";
}

}  // namespace
}  // namespace blindmate::referee
