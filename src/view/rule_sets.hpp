// The rule sets, as docs/rules.md gives them; docs/add-a-rule-set.md says how to add one.
#pragma once

#include <array>
#include <string_view>

#include "blindmate/view/rule_set.hpp"

namespace blindmate::referee {

// Russell & Wolfe 2005, section 1; the default everywhere.
inline constexpr RuleSet kBerkeley{
    .name = "berkeley",
    .summary = "both players hear refusals; no \"Any?\"; drawn only by stalemate or insufficient material",
    .chess_draws = false,
    .lack_of_material = LackOfMaterial::one_minor_each};

inline constexpr RuleSet kBerkeleyAny{
    .name = "berkeley-any",
    .summary = "berkeley with \"Any?\"; after yes, only pawn captures until one is legal",
    .any = AnyQuestion::capture_until_legal,
    .chess_draws = false,
    .lack_of_material = LackOfMaterial::one_minor_each};

inline constexpr RuleSet kCincinnati{
    .name = "cincinnati",
    .summary = "announces whether a pawn can capture, and whether a pawn or a piece was taken",
    .nonsense = Nonsense::to_both,
    .pawn_tries = PawnTries::whether,
    .captured_man = CapturedMan::pawn_or_piece};

inline constexpr RuleSet kWild16{.name = "wild16",
                                 .summary = "refusals are private; announces the number of pawn captures",
                                 .refusal = HeardBy::mover,
                                 .nonsense = Nonsense::as_refusal,
                                 .pawn_tries = PawnTries::number,
                                 .captured_man = CapturedMan::pawn_or_piece};

inline constexpr RuleSet kRand{.name = "rand",
                               .summary = "announces which pawns can capture, and promotions; stalemate loses",
                               .nonsense = Nonsense::to_both,
                               .pawn_tries = PawnTries::squares,
                               .captured_man = CapturedMan::pawn_or_piece,
                               .tells_promotion = true,
                               .check_narrows_tries = true,
                               .stalemate_loses = true};

inline constexpr RuleSet kEnglish{.name = "english",
                                  .summary = "\"Any?\" with one obligatory try; impossible tries sound like refusals",
                                  .nonsense = Nonsense::as_refusal,
                                  .any = AnyQuestion::one_capture_try,
                                  .names_en_passant = true};

inline constexpr std::array kRuleSets = {&kBerkeley, &kBerkeleyAny, &kCincinnati, &kWild16, &kRand, &kEnglish};

// The rule set of that name in lower case, or nothing.
constexpr const RuleSet* find_rule_set(std::string_view name) {
  for (const RuleSet* rules : kRuleSets) {
    if (rules->name == name) return rules;
  }
  return nullptr;
}

}  // namespace blindmate::referee
