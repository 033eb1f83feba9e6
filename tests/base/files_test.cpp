#include "blindmate/base/files.hpp"

#include <map>

#include "temporary_folder.hpp"

namespace blindmate {
namespace {

class Files : public TemporaryFolder {
 protected:
  std::string reason(const std::string& name) const {
    const Expected<std::string> read = read_file(path(name));
    return read ? "" : read.error().reason;
  }
};

const std::string kText = "one\ntwo\n\n  three\n";

// `printf 'one\ntwo\n' | zstd -19`, so that what others have packed is read.
const std::string kPackedElsewhere(
    "\x28\xb5\x2f\xfd\x04\x68\x41\x00\x00"
    "one\ntwo\n\xe6\xa6\x0e\x40",
    21);

std::string noise(std::size_t size) {
  std::string result;
  for (std::uint32_t x = 1; result.size() < size; x = x * 1664525 + 1013904223) result += static_cast<char>(x >> 24);
  return result;
}

TEST_F(Files, AreReadAsTheyWereWritten) {
  const std::string texts[] = {"", "x", kText, std::string("\0\r\n\xff", 4), std::string(500'000, 'a'), noise(500'000)};
  for (const char* name : {"plain", "packed.zst"}) {
    for (const std::string& text : texts) {
      ASSERT_TRUE(write_file(path(name), text));
      const Expected<std::string> read = read_file(path(name));
      ASSERT_TRUE(read) << name << " of " << text.size();
      EXPECT_TRUE(*read == text) << name << " of " << text.size();
    }
  }
  EXPECT_EQ(bytes("plain"), texts[5]);
  write_file(path("packed.zst"), texts[4]);
  EXPECT_LT(bytes("packed.zst").size(), 1000U);
  EXPECT_TRUE(bytes("packed.zst").starts_with("\x28\xb5\x2f\xfd")) << "the magic number of zstd";
}

TEST_F(Files, AreReplacedAndNothingElseIsLeft) {
  for (const char* name : {"plain", "packed.zst"}) {
    EXPECT_TRUE(write_file(path(name), "old"));
    EXPECT_TRUE(write_file(path(name), "new"));
    EXPECT_EQ(*read_file(path(name)), "new");
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 2);
}

TEST_F(Files, ThatCannotBeWrittenLeaveNothingBehind) {
  std::filesystem::create_directory(path("folder"));
  EXPECT_FALSE(write_file(path("folder"), "text"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(Files, PackedByOthersAreRead) {
  write_bytes("a.zst", kPackedElsewhere);
  EXPECT_EQ(*read_file(path("a.zst")), "one\ntwo\n");
  write_bytes("two.zst", kPackedElsewhere + kPackedElsewhere);
  EXPECT_EQ(*read_file(path("two.zst")), "one\ntwo\none\ntwo\n") << "cat joins packed files";
}

TEST_F(Files, DamagedPackedFilesAreErrors) {
  for (const std::string& text : {kText, noise(300'000)}) {
    write_file(path("a.zst"), text);
    const std::string whole = bytes("a.zst");
    const std::size_t step = whole.size() < 100 ? 1 : whole.size() / 23;
    for (std::size_t size = 0; size < whole.size(); size += step) {
      write_bytes("cut.zst", whole.substr(0, size));
      EXPECT_TRUE(reason("cut.zst").starts_with("cannot be unpacked")) << size << " of " << whole.size();
    }
    write_bytes("more.zst", whole + "more");
    EXPECT_TRUE(reason("more.zst").starts_with("cannot be unpacked"));
  }
  const std::map<std::string, std::string> files = {
      {"empty.zst", ""}, {"short.zst", "x"}, {"text.zst", kText}, {"noise.zst", noise(1000)}};
  for (const auto& [name, content] : files) {
    write_bytes(name, content);
    EXPECT_TRUE(reason(name).starts_with("cannot be unpacked")) << name << ": " << reason(name);
  }
}

TEST_F(Files, WhatIsNotThereIsAnError) {
  EXPECT_EQ(reason("nowhere"), "cannot be read");
  EXPECT_EQ(reason("nowhere.zst"), "cannot be read");
  std::filesystem::create_directory(path("folder.zst"));
  EXPECT_EQ(reason("folder.zst"), "cannot be read: it is a folder");
  for (const char* name : {"no/where", "no/where.zst"}) {
    const Expected<void> written = write_file(path(name), kText);
    ASSERT_FALSE(written);
    EXPECT_TRUE(written.error().reason.starts_with(path(name))) << written.error().reason;
  }
}

TEST_F(Files, LinesKnowTheirPlace) {
  for (const char* name : {"lines", "lines.zst"}) {
    write_file(path(name), kText);
    const Expected<std::vector<Line>> lines = read_lines(path(name));
    ASSERT_TRUE(lines);
    ASSERT_EQ(lines->size(), 3U);
    EXPECT_EQ(lines->at(1).place, path(name) + ":2");
    EXPECT_EQ(lines->at(2).place, path(name) + ":4");
    EXPECT_EQ(lines->at(2).text, "three");
  }
  const Expected<std::vector<Line>> none = read_lines(path("nowhere"));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().reason, path("nowhere") + ": cannot be read");
}

TEST(FileNames, ExtensionsAreSeenThroughPacking) {
  for (const char* name : {"games.pgn", "games.pgn.zst", "a/b.c/games.pgn.zst", ".pgn"}) {
    EXPECT_TRUE(has_extension(name, ".pgn")) << name;
  }
  for (const char* name : {"games.jsonl", "games.pgn.gz", "games.zst.pgn.zst.jsonl", "games.zst", "pgn", ""}) {
    EXPECT_FALSE(has_extension(name, ".pgn")) << name;
  }
}

}  // namespace
}  // namespace blindmate
