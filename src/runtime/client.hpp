// Who somebody is to whom we are fair: his address, of which an IPv6 household has 2^64.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <string>

namespace blindmate::runtime {

inline std::string client_of(const std::string& address) {
  namespace ip = boost::asio::ip;
  boost::system::error_code error;
  const ip::address read = ip::make_address(address, error);
  if (error || read.is_v4()) return address;
  if (read.to_v6().is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, read.to_v6()).to_string();
  return ip::make_network_v6(read.to_v6(), 64).canonical().to_string();
}

}  // namespace blindmate::runtime
