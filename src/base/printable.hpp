// Text of unknown origin, such as a name in a file, made safe to show: nothing moves the cursor, changes colours or
// turns the direction of writing.
#pragma once

#include <string>
#include <string_view>

namespace blindmate {

// For a terminal: control characters become \x1b and the like. Line feeds and tabs stay.
std::string printable(std::string_view text);

// For a name: control characters, line feeds, tabs and what is no UTF-8 are left out.
std::string without_controls(std::string_view text);

}  // namespace blindmate
