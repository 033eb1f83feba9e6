#include "blindmate/policy/matrix.hpp"

namespace blindmate::policy {

Instructions best_instructions() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return Instructions::avx2;
#endif
  return Instructions::portable;
}

}  // namespace blindmate::policy
