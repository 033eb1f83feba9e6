// Starting the server: what can be wrong then, and copies of a store in use.
#include <gtest/gtest.h>

#include "server/house.hpp"

namespace blindmate::server {
namespace {

class ServeStart : public Serve {
 protected:
  Ended serve(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "serve");
    return run_program(folder_.string(), arguments);
  }

  // It does not start, and says why.
  void expect_refused(const std::vector<std::string>& arguments, const std::string& reason) const {
    const Ended ended = serve(arguments);
    EXPECT_EQ(ended.code, 2) << ended.err;
    EXPECT_NE(ended.err.find(reason), std::string::npos) << ended.err;
    EXPECT_EQ(ended.out, "");
  }
};

TEST_F(ServeStart, APortThatIsTakenIsNamed) {
  const House house = open();
  const std::string port = std::to_string(house.port());
  expect_refused({"--port", port, "--store", path("another.sqlite")}, port);
}

TEST_F(ServeStart, ABadAddressIsNamed) {
  for (const char* host : {"nowhere.example", "300.1.1.1", "1.2.3"})
    expect_refused({"--port", "0", "--host", host, "--store", path("store")}, host);
  expect_refused({"--port", "0", "--host", "192.0.2.1", "--store", path("store")}, "192.0.2.1");
  expect_refused({"--port", "70000", "--store", path("store")}, "--port");
  expect_refused({"--port", "0", "--store", path("store"), "--games-per-minute", "0"}, "--games-per-minute");
  expect_refused({"--port", "0", "--store", path("store"), "--bot-threads", "0"}, "--bot-threads");
}

TEST_F(ServeStart, AStoreThatCannotBeUsedIsNamed) {
  expect_refused({"--port", "0", "--store", path("nowhere/store")}, path("nowhere/store"));
  expect_refused({"--port", "0", "--store", "/proc/store"}, "/proc/store");
  std::filesystem::create_directory(path("folder"));
  expect_refused({"--port", "0", "--store", path("folder")}, path("folder"));
  write_bytes("letter", "Dear Anna,\n" + std::string(5000, 'x'));
  expect_refused({"--port", "0", "--store", path("letter")}, path("letter"));
}

TEST_F(ServeStart, ADatabaseThatCannotBeUsedIsNamedWithoutItsPassword) {
  for (const char* address :
       {"postgresql://blindmate:geheim@/nothing?host=/nowhere", "postgresql://blindmate:geheim@127.0.0.1:1/nothing"}) {
    expect_refused({"--port", "0", "--store", address}, "nothing");
    const Ended ended = serve({"--port", "0", "--store", address});
    EXPECT_EQ(ended.err.find("geheim"), std::string::npos) << ended.err;
    // Its copies are made by its own tools.
    const Ended copied = serve({"--store", address, "--backup", path("copy")});
    EXPECT_EQ(copied.code, 2);
    EXPECT_NE(copied.err.find("pg_dump"), std::string::npos) << copied.err;
    EXPECT_EQ(copied.err.find("geheim"), std::string::npos) << copied.err;
    EXPECT_FALSE(std::filesystem::exists(path("copy")));
  }
}

TEST_F(ServeStart, AStoreThatAnotherServerUsesIsRefused) {
  const House house = open();
  expect_refused({"--port", "0", "--store", house.store()}, "another server");
  Guest anna(house);
  EXPECT_EQ(anna.get("/healthz").body, "ok\n") << "and the other goes on";
}

TEST_F(ServeStart, TheStoreIsTheOwnersAlone) {
  const House house = open();
  Guest(house).make_game(settings());
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder_)) {
    if (!file.path().filename().string().starts_with("games.sqlite")) continue;
    ++files;
    EXPECT_EQ(file.status().permissions() & std::filesystem::perms::mask,
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write)
        << file.path();
  }
  EXPECT_GE(files, 3);
}

TEST_F(ServeStart, ACopyIsMadeWhileGamesArePlayed) {
  House house = open();
  Pair pair(house);
  pair.play({"e2e4", "e7e5"});
  const std::vector<std::string> arguments = {"--store", house.store(), "--backup", path("copy.sqlite")};
  const Ended copied = serve(arguments);
  EXPECT_EQ(copied.code, 0) << copied.err;
  expect_refused(arguments, path("copy.sqlite"));
  pair.play({"d2d4"});
  house.kill();
  for (const char* rest : {"", "-wal", "-shm"}) std::filesystem::remove(house.store() + rest);
  std::filesystem::rename(path("copy.sqlite"), house.store());
  house.start();
  Player white(pair.white, pair.game);
  EXPECT_EQ(white.log().size(), 2U) << "as it was when the copy was made";
  white.move("g1f3");
}

TEST_F(ServeStart, ACopyOfNothingIsRefused) {
  expect_refused({"--store", path("none"), "--backup", path("copy")}, path("none"));
  EXPECT_FALSE(std::filesystem::exists(path("copy")));
}

TEST_F(ServeStart, HelpHasExamples) {
  const Ended help = serve({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_NE(help.out.find("blindmate serve --port"), std::string::npos) << help.out;
}

}  // namespace
}  // namespace blindmate::server
