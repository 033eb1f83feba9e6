// Compiled for the oldest processor of its kind.
#include "blindmate/policy/multiply_panels_body.hpp"

namespace blindmate::policy {

void multiply_panels_portable(const float* from, std::size_t count, const float* panels, std::size_t depth,
                              std::size_t columns, float* to) {
  multiply_panels<4, 2>(from, count, panels, depth, columns, to);
}

}  // namespace blindmate::policy
