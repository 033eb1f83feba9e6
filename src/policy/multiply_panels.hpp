// The product of a matrix with a constant one, where nearly all of a net's time goes. One source
// (multiply_panels_body.hpp) is compiled for AVX2 and for any processor; Matrix decides at run time which of them
// works.
#pragma once

#include <cstddef>

namespace blindmate::policy {

inline constexpr std::size_t kVector = 8;           // numbers
inline constexpr std::size_t kPanel = 3 * kVector;  // columns of the constant matrix that are stored together
inline constexpr std::size_t kRowsAtOnce = 4;

typedef float Vector __attribute__((vector_size(kVector * sizeof(float)), aligned(alignof(float)), may_alias));

// to = from * panels: `count` rows of `depth` numbers become rows of `columns` numbers. The count is a multiple of
// kRowsAtOnce, the columns of kVector; the last panel has the columns that are left.
using MultiplyPanels = void(const float* from, std::size_t count, const float* panels, std::size_t depth,
                            std::size_t columns, float* to);
MultiplyPanels multiply_panels_avx2;
MultiplyPanels multiply_panels_portable;

}  // namespace blindmate::policy
