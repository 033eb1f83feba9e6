// Built where MPI is not found.
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "blindmate/lab/ranks.hpp"

namespace blindmate::lab {

Ranks::Ranks(int&, char**&) {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (size != nullptr && std::string_view(size) != "1")
    throw std::runtime_error("started by mpirun, but built without MPI");
}

Ranks::~Ranks() = default;

int Ranks::finish(int code) { return code; }
bool Ranks::are_several() { return false; }
bool Ranks::is_first() { return true; }
void Ranks::hand_out(const std::function<std::optional<std::size_t>()>&,
                     const std::function<void(std::size_t, const std::string&)>&) {}
void Ranks::take_part(const std::function<std::string(std::size_t)>&) {}

}  // namespace blindmate::lab
