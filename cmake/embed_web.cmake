# Writes a source file with the content of every file under PAGES, for find_web_file().
set(types_html "text/html; charset=utf-8")
set(types_js "text/javascript; charset=utf-8")
set(types_css "text/css; charset=utf-8")
set(types_svg "image/svg+xml")
set(types_png "image/png")
set(types_ico "image/x-icon")
set(types_txt "text/plain; charset=utf-8")
set(types_webmanifest "application/manifest+json")

file(GLOB_RECURSE files RELATIVE ${PAGES} ${PAGES}/*)
set(symbols)
set(rows)
set(number 0)
foreach(file ${files})
  get_filename_component(extension ${file} LAST_EXT)
  string(SUBSTRING ${extension} 1 -1 extension)
  if(NOT DEFINED types_${extension})
    message(FATAL_ERROR "${file}: what type is it?")
  endif()
  file(SHA256 ${PAGES}/${file} tag)
  string(SUBSTRING ${tag} 0 16 tag)
  string(APPEND symbols "asm(\".section .rodata\\nweb_${number}_begin: .incbin \\\"${PAGES}/${file}\\\"\\nweb_${number}_end: .byte 0\\n.previous\\n\");\n"
    "extern \"C\" const char web_${number}_begin[], web_${number}_end[];\n")
  string(APPEND rows "      WebFile{\"/${file}\", \"${types_${extension}}\", \"${tag}\", {web_${number}_begin, static_cast<std::size_t>(web_${number}_end - web_${number}_begin)}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Made by cmake/embed_web.cmake.
#include \"blindmate/server/web_files.hpp\"

#include <array>

${symbols}
namespace blindmate::server {

const WebFile* find_web_file(std::string_view path) {
  static const std::array files = {
${rows}  };
  for (const WebFile& file : files) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

}  // namespace blindmate::server
")
