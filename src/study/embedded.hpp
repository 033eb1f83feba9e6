// The packed files of data/problems with mates as part of the program (cmake/embed_data.cmake).
#pragma once

#include <string_view>

namespace blindmate::study {

std::string_view embedded(std::string_view name);

}  // namespace blindmate::study
