// Built where MPI is not found.
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "blindmate/lab/pieces/ranks.hpp"

namespace blindmate::lab {

Ranks::Ranks(int&, char**&) {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* size = std::getenv(variable);
    if (size != nullptr && std::string_view(size) != "1")
      throw std::runtime_error("started by MPI, but built without it");
  }
}

Ranks::~Ranks() = default;

int Ranks::finish(int code) { return code; }
void Ranks::let_first_speak() {}
bool Ranks::are_several() { return false; }
bool Ranks::is_first() { return true; }
void Ranks::hand_out(const std::function<std::optional<std::size_t>()>&,
                     const std::function<void(std::size_t, const std::string&)>&) {}
void Ranks::take_part(const std::function<std::string(std::size_t)>&) {}

}  // namespace blindmate::lab
