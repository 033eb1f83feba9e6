#include "blindmate/remote/address.hpp"

#include <fmt/format.h>

#include <regex>

#include "blindmate/base/text.hpp"

namespace blindmate::remote {
namespace {

constexpr int kMostPort = 65535;

std::string usual_port(bool tls) { return tls ? "443" : "80"; }

}  // namespace

std::string Address::host_header() const {
  const std::string name = host.find(':') == std::string::npos ? host : fmt::format("[{}]", host);
  return port == usual_port(tls) ? name : fmt::format("{}:{}", name, port);
}

Expected<Address> read_address(std::string_view url) {
  const std::regex form(R"((https?)://(?:\[([0-9A-Fa-f:.]+)\]|([0-9A-Za-z._-]+))(?::([0-9]{1,5}))?/?)");
  std::match_results<std::string_view::const_iterator> parts;
  const bool fits = std::regex_match(url.begin(), url.end(), parts, form);
  const bool tls = fits && parts[1] == "https";
  const std::string port = fits && parts[4].matched ? parts[4].str() : usual_port(tls);
  if (!fits || number(port, kMostPort).value_or(0) == 0)
    return Error{fmt::format("\"{}\" is not the address of a server; http://localhost:8080 is one", url)};
  return Address{.tls = tls, .host = parts[2].matched ? parts[2] : parts[3], .port = port};
}

}  // namespace blindmate::remote
