// Compiled for x86-64-v3, which has AVX2 and fused multiplications and additions.
#include "blindmate/policy/multiply_panels_body.hpp"

namespace blindmate::policy {

void multiply_panels_avx2(const float* from, std::size_t count, const float* panels, std::size_t depth,
                          std::size_t columns, float* to) {
  multiply_panels<8, 3>(from, count, panels, depth, columns, to);
}

}  // namespace blindmate::policy
