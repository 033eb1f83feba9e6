// The text of an announcement in Kriegspiel PGN: "d4,LN/pawn/tries=2" (docs/formats.md).
#pragma once

#include <string>
#include <string_view>

#include "blindmate/base/expected.hpp"
#include "blindmate/view/heard.hpp"

namespace blindmate::referee {

// Of an answer "ok"; the end of the game is not in the text.
std::string announced_text(const Heard& heard);

// Only what the rule set can say is accepted. Pawn tries may be missing: whether they must stand there depends on the
// end.
Expected<Heard> parse_announced(std::string_view text, const RuleSet& rules);

}  // namespace blindmate::referee
