#include "blindmate/runtime/tokens.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <vector>

#include "blindmate/base/check.hpp"

namespace blindmate::runtime {
namespace {

constexpr std::size_t kTokenBytes = 16;
constexpr std::size_t kGameIdBytes = 12;
constexpr std::size_t kHashBytes = 32;
constexpr std::size_t kLongestToken = 64;

std::string random_text(std::size_t bytes) {
  BLINDMATE_CHECK(sodium_init() >= 0, "libsodium does not start");
  std::vector<unsigned char> random(bytes);
  randombytes_buf(random.data(), random.size());
  std::string text(sodium_base64_encoded_len(bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING), '\0');
  sodium_bin2base64(text.data(), text.size(), random.data(), random.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  text.pop_back();  // the terminating zero
  return text;
}

}  // namespace

std::string new_token() { return random_text(kTokenBytes); }

std::string new_game_id() { return random_text(kGameIdBytes); }

bool is_token(std::string_view text) {
  return !text.empty() && text.size() <= kLongestToken && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

std::string token_hash(std::string_view token) {
  std::array<unsigned char, kHashBytes> hash{};
  const std::vector<unsigned char> bytes(token.begin(), token.end());
  crypto_generichash(hash.data(), hash.size(), bytes.data(), bytes.size(), nullptr, 0);
  std::string hex(2 * hash.size() + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
  hex.pop_back();
  return hex;
}

std::string log_name(std::string_view game_id) { return token_hash(game_id).substr(0, 8); }

}  // namespace blindmate::runtime
