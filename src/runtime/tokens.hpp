// Secrets that nobody can guess, and how the store remembers them: hashed, so that who reads it can be nobody.
#pragma once

#include <string>
#include <string_view>

namespace blindmate::runtime {

std::string new_token();    // 128 bits, in letters that an address can hold
std::string new_game_id();  // 96 bits: the address of a game is an invitation until both seats are taken

bool is_token(std::string_view text);  // looks like one
std::string token_hash(std::string_view token);

// A short name of a game for logs, which opens no door.
std::string log_name(std::string_view game_id);

}  // namespace blindmate::runtime
