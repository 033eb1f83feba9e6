// For a library inside somebody else's program, which must not end it: from now on a broken invariant throws
// std::logic_error.
#pragma once

namespace blindmate {

void throw_from_checks();

}  // namespace blindmate
