// The program as its users start it, on a free port and with a store of its own; and how it ends.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "server/guest.hpp"
#include "store/databases.hpp"
#include "temporary_folder.hpp"

namespace blindmate::server {

class House : public Address {
 public:
  // Starts, and waits until it is open. Options are those beside the port and the store, which is a file in the folder
  // unless another is named.
  House(std::string folder, std::vector<std::string> options, std::string store = "");
  ~House() override;
  House(const House&) = delete;
  House& operator=(const House&) = delete;

  int port() const override { return port_; }
  const std::string& store() const { return store_; }
  std::string log() const;  // all that was said on standard error

  void start();        // again, on another port
  void kill();         // as kill -9 does
  int close();         // by SIGTERM; the exit code
  int wait_for_end();  // the exit code
  void signal(int number) const;

 private:
  std::string folder_;
  std::vector<std::string> options_;
  std::string store_;
  int port_ = 0;
  pid_t process_ = -1;
};

// The program with these arguments until it ends, for those who expect it to end at once.
struct Ended {
  int code = -1;
  std::string out;
  std::string err;
};
Ended run_program(const std::string& folder, const std::vector<std::string>& arguments);

// A test with a house. Its guests may make as many games as they like.
class Serve : public TemporaryFolder {
 protected:
  House open(std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"--games-per-minute", "100000"});
    return {folder_.string(), std::move(options)};
  }
};

// The same with a store of each kind, and without limits for this one address from which all come.
class ServeOnStores : public TemporaryFolder, public testing::WithParamInterface<store::KindOfDatabase> {
 protected:
  void SetUp() override {
    TemporaryFolder::SetUp();
    database_ = GetParam().make(path("games.sqlite"));
  }
  void TearDown() override {
    database_.reset();
    TemporaryFolder::TearDown();
  }

  House open(std::vector<std::string> options = {"--no-address-limits"}) const {
    return {folder_.string(), std::move(options), database_->store()};
  }

  std::unique_ptr<store::Database> database_;
};

}  // namespace blindmate::server
