#include "blindmate/messages/connection.hpp"

#include <boost/json.hpp>

#include "blindmate/view/json_text.hpp"

namespace blindmate::messages {

namespace json = boost::json;

void Connection::refuse(std::string_view code, std::string_view reason) {
  send(referee::json_text(
      json::object{{"type", "error"}, {"code", json::string(code)}, {"message", json::string(reason)}}));
}

}  // namespace blindmate::messages
