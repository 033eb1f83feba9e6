// Passwords as the store remembers them: argon2id, with a salt of its own for each. Both functions take some 70 ms and
// 64 MB: they are called from a worker.
#pragma once

#include <string>

namespace blindmate::server {

std::string password_hash(const std::string& password);
// Takes as long for an empty hash, so that nobody learns which names exist.
bool is_password(const std::string& password, const std::string& hash);

}  // namespace blindmate::server
