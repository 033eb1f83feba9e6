// The laboratory's matches in data/matches as part of the program (cmake/embed_data.cmake).
#pragma once

#include <string_view>

namespace blindmate::server {

std::string_view embedded(std::string_view name);

}  // namespace blindmate::server
