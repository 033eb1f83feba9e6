// The words of a PGN file, with their places. Annotations (; comments, % lines, $ glyphs) are passed over.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace blindmate::referee::pgn {

// Thrown inside the reader only; read_pgn turns it into an Error.
struct SyntaxError {
  std::size_t place;  // offset in the text
  std::string reason;
};

struct Token {
  enum class Kind { tag, number, symbol, comment, result, end };
  Kind kind = Kind::end;
  std::size_t place = 0;
  std::string text;  // a tag's value, a comment without its braces
  std::string name;  // of a tag
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text), at_(text.starts_with(kByteOrderMark) ? 3 : 0) {}

  const Token& peek();
  Token take();

 private:
  static constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

  Token next();
  Token tag();
  Token comment();
  void skip_annotations();
  std::size_t end_of_line() const;

  std::string_view text_;
  std::size_t at_;
  std::optional<Token> peeked_;
};

}  // namespace blindmate::referee::pgn
