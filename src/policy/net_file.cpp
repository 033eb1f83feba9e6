#include "blindmate/policy/net_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <boost/crc.hpp>
#include <boost/json.hpp>
#include <cmath>

#include "blindmate.h"

namespace blindmate::policy {
namespace {

namespace json = boost::json;

constexpr std::string_view kMagic = "BMNET1\n";
constexpr std::uint64_t kFormat = 1;
constexpr std::size_t kLargestTensor = std::size_t{1} << 26;

std::uint32_t number_at(std::string_view bytes, std::size_t place, std::size_t size) {
  std::uint32_t result = 0;
  for (std::size_t i = 0; i < size; ++i)
    result |= std::uint32_t{static_cast<unsigned char>(bytes[place + i])} << (8 * i);
  return result;
}

// IEEE 754 binary16.
float from_half(std::uint32_t bits) {
  const auto exponent = static_cast<int>(bits >> 10 & 31);
  const std::uint32_t fraction = bits & 1023;
  const float sign = (bits & 0x8000) != 0 ? -1.F : 1.F;
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
  return sign * std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
}

bool is_infinite_half(std::uint32_t bits) { return (bits >> 10 & 31) == 31; }

Expected<Tensor> read_tensor(const json::object& entry, std::string_view data) {
  const json::string& name = entry.at("name").as_string();
  Tensor tensor;
  std::size_t count = 1;
  for (const json::value& size : entry.at("shape").as_array()) {
    tensor.shape.push_back(size.to_number<std::size_t>());
    if (tensor.shape.back() > kLargestTensor) return Error{fmt::format("{} is too large", name.c_str())};
    count *= tensor.shape.back();
    if (count > kLargestTensor) return Error{fmt::format("{} is too large", name.c_str())};
  }
  const auto offset = entry.at("offset").to_number<std::size_t>();
  if (offset > data.size() || data.size() - offset < 2 * count)
    return Error{fmt::format("{} lies outside of the file", name.c_str())};
  tensor.values.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t bits = number_at(data, offset + 2 * i, 2);
    if (is_infinite_half(bits)) return Error{fmt::format("{} has a weight that is no number", name.c_str())};
    tensor.values.push_back(from_half(bits));
  }
  return tensor;
}

Expected<NetFile> read_contents(const json::object& header, std::string_view data) {
  const auto format = header.at("format").to_number<std::uint64_t>();
  const auto version = header.at("record_version").to_number<std::uint64_t>();
  if (format != kFormat || version != BM_RECORD_VERSION) {
    return Error{fmt::format("format {} and records of version {}; this program reads {} and {}", format, version,
                             kFormat, BM_RECORD_VERSION)};
  }
  NetFile file;
  file.kind = header.at("kind").as_string();
  for (const auto& [name, value] : header.at("settings").as_object())
    file.settings.emplace(name, value.to_number<std::size_t>());
  for (const json::value& entry : header.at("features").as_array()) {
    const json::array& parts = entry.as_array();
    const Feature feature{parts.at(0).to_number<std::size_t>(), parts.at(1).to_number<float>(),
                          parts.at(2).to_number<int>()};
    if (feature.number >= BM_NUMBERS) return Error{fmt::format("a feature of number {}", feature.number)};
    file.features.push_back(feature);
  }
  for (const json::value& entry : header.at("tensors").as_array()) {
    Expected<Tensor> tensor = read_tensor(entry.as_object(), data);
    if (!tensor) return tensor.error();
    file.tensors.emplace(entry.at("name").as_string(), std::move(*tensor));
  }
  return file;
}

}  // namespace

float Feature::of(std::uint8_t given) const {
  if (value >= 0) return given == value ? 1 : 0;
  return std::min(static_cast<float>(given) * scale, 4.F);
}

Expected<NetFile> read_net_file(std::string_view bytes) {
  const std::size_t begin = kMagic.size() + 4;
  if (!bytes.starts_with(kMagic)) return Error{"not a net file: it does not begin with BMNET1"};
  if (bytes.size() < begin + 4) return Error{"a damaged net file: it ends too early"};
  boost::crc_32_type sum;
  sum.process_bytes(bytes.data(), bytes.size() - 4);
  if (sum.checksum() != number_at(bytes, bytes.size() - 4, 4))
    return Error{"a damaged net file: its checksum is wrong, or its end is missing"};
  const std::string_view rest = bytes.substr(begin, bytes.size() - begin - 4);
  const std::size_t length = number_at(bytes, kMagic.size(), 4);
  if (length > rest.size()) return Error{"a damaged net file: its header is too long"};
  try {
    Expected<NetFile> file = read_contents(json::parse(rest.substr(0, length)).as_object(), rest.substr(length));
    if (!file) return Error{"a net file that cannot be used: " + file.error().reason};
    return file;
  } catch (const std::exception& problem) {  // JSON that is none, or has other fields
    return Error{fmt::format("a net file that cannot be used: its header: {}", problem.what())};
  }
}

}  // namespace blindmate::policy
