#include "blindmate/base/files.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "blindmate/base/check.hpp"
#include "blindmate/base/text.hpp"

namespace blindmate {
namespace {

constexpr int kPackingLevel = 19;
constexpr std::size_t kLargestUnpacked = std::size_t{4} << 30;  // a small file must not fill all memory

std::string pack(std::string_view text) {
  std::string result(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(result.data(), result.size(), text.data(), text.size(), kPackingLevel);
  BLINDMATE_CHECK(ZSTD_isError(size) == 0, "packing: {}", ZSTD_getErrorName(size));
  result.resize(size);
  return result;
}

}  // namespace

Expected<std::string> unpacked(std::string_view packed) {
  std::string result;
  std::string chunk(ZSTD_DStreamOutSize(), '\0');
  ZSTD_DStream* stream = ZSTD_createDStream();
  BLINDMATE_CHECK(stream != nullptr, "no memory for unpacking");
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  ZSTD_outBuffer out{};
  std::size_t status = 0;
  do {
    out = {chunk.data(), chunk.size(), 0};
    status = ZSTD_decompressStream(stream, &out, &in);
    if (ZSTD_isError(status) != 0 || result.size() > kLargestUnpacked) break;
    result.append(chunk, 0, out.pos);
  } while (in.pos < in.size || (status != 0 && out.pos == out.size));
  ZSTD_freeDStream(stream);
  if (ZSTD_isError(status) != 0) return Error{fmt::format("cannot be unpacked: {}", ZSTD_getErrorName(status))};
  if (result.size() > kLargestUnpacked) return Error{"cannot be unpacked: it holds too much"};
  if (status != 0) return Error{"cannot be unpacked: it ends too early"};
  return result;
}

Expected<std::string> read_file(const std::string& file) {
  if (std::filesystem::is_directory(file)) return Error{"cannot be read: it is a folder"};
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return Error{"cannot be read"};
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (stream.bad()) return Error{"cannot be read to its end"};
  if (file.ends_with(kPacked)) return unpacked(text);
  return text;
}

Expected<std::vector<Line>> read_lines(const std::string& file) {
  const Expected<std::string> text = read_file(file);
  if (!text) return Error{text.error().text(file)};
  std::vector<Line> result;
  int number = 0;
  for (const std::string_view line : split(*text, '\n')) {
    ++number;
    if (!trimmed(line).empty()) result.push_back({fmt::format("{}:{}", file, number), std::string(trimmed(line))});
  }
  return result;
}

std::string at(const std::string& place, const Error& error) {
  return error.column == 0 ? place : fmt::format("{}:{}", place, error.column);
}

bool has_extension(const std::string& file, std::string_view extension) {
  std::string_view name = file;
  if (name.ends_with(kPacked)) name.remove_suffix(kPacked.size());
  return name.ends_with(extension);
}

Expected<void> write_file(const std::string& file, std::string_view text) {
  const std::string unfinished = file + ".part";
  std::ofstream stream(unfinished, std::ios::binary);
  stream << (file.ends_with(kPacked) ? pack(text) : std::string(text));
  stream.close();
  std::error_code problem;
  if (stream) std::filesystem::rename(unfinished, file, problem);
  if (stream && !problem) return {};
  std::error_code none_is_left;
  std::filesystem::remove(unfinished, none_is_left);
  return Error{fmt::format("{}: {}", file, problem ? problem.message() : "cannot be written")};
}

}  // namespace blindmate
