#include "blindmate/server/passwords.hpp"

#include <sodium.h>

#include <array>

#include "blindmate/base/check.hpp"

namespace blindmate::server {

std::string password_hash(const std::string& password) {
  BLINDMATE_CHECK(sodium_init() >= 0, "libsodium does not start");
  std::array<char, crypto_pwhash_STRBYTES> hash{};
  const int failed =
      crypto_pwhash_str_alg(hash.data(), password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                            crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13);
  BLINDMATE_CHECK(failed == 0, "there is no memory for a password");
  return hash.data();
}

bool is_password(const std::string& password, const std::string& hash) {
  static const std::string nobodys = password_hash("");
  const std::string& compared = hash.empty() ? nobodys : hash;
  const bool fits = crypto_pwhash_str_verify(compared.c_str(), password.data(), password.size()) == 0;
  return fits && !hash.empty();
}

}  // namespace blindmate::server
