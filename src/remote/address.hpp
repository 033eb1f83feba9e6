// Address: where another server is, as people write it: http://localhost:8080, https://blindmate.example.
#pragma once

#include <string>
#include <string_view>

#include "blindmate/base/expected.hpp"

namespace blindmate::remote {

struct Address {
  bool tls = false;
  std::string host{};
  std::string port{};

  std::string host_header() const;  // with the port, where it is not the usual one

  bool operator==(const Address&) const = default;
};

Expected<Address> read_address(std::string_view url);

}  // namespace blindmate::remote
