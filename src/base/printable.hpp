// Text of unknown origin, such as a name in a file, made safe for a terminal: control characters become \x1b and the
// like, so that nothing moves the cursor or changes colours. Line feeds and tabs stay.
#pragma once

#include <string>
#include <string_view>

namespace blindmate {

std::string printable(std::string_view text);

}  // namespace blindmate
