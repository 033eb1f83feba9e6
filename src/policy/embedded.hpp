// The net of data/nets as part of the program (cmake/embed_data.cmake).
#pragma once

#include <string_view>

namespace blindmate::policy {

std::string_view embedded(std::string_view name);

}  // namespace blindmate::policy
