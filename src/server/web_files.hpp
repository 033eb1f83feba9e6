// The pages of web/, which are part of the program.
#pragma once

#include <string_view>

namespace blindmate::server {

struct WebFile {
  std::string_view path;  // "/assets/index-1a2b.js"
  std::string_view type;  // text/javascript
  std::string_view tag;   // changes with the content
  std::string_view content;
};

// Null where there is none.
const WebFile* find_web_file(std::string_view path);

}  // namespace blindmate::server
