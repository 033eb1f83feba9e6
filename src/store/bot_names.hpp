// Bots of the house by name: their accounts are kept under it.
#pragma once

#include <string>
#include <string_view>

#include "blindmate/store/records.hpp"

namespace blindmate::store {

bool is_player(std::string_view name);
std::string bot_name(const Bot& bot);  // "club, medium"; "novice (bot)" where time makes no difference

}  // namespace blindmate::store
