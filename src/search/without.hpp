// The parts of algorithms that can be left unused for comparison, by name; and an algorithm with what it leaves unused
// as one name: "closure", "closure without bound".
#pragma once

#include <array>
#include <string_view>

#include "blindmate/search/caches/counts.hpp"

namespace blindmate::search {

struct Part {
  std::string_view name;
  bool Without::* unused;
};
inline constexpr std::array kParts = {Part{"proofs", &Without::proofs}, Part{"disproofs", &Without::disproofs},
                                      Part{"cycles", &Without::cycles}, Part{"bound", &Without::bound},
                                      Part{"levels", &Without::levels}, Part{"history", &Without::history}};

struct Contender {
  std::string_view algorithm;
  Without without{};
};
inline Contender contender(std::string_view name) {
  constexpr std::string_view kWithout = " without ";
  const std::size_t at = name.find(kWithout);
  Contender result{name.substr(0, at)};
  for (const Part& part : kParts)
    result.without.*part.unused = at != name.npos && name.substr(at + kWithout.size()) == part.name;
  return result;
}

}  // namespace blindmate::search
