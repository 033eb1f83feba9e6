#include "blindmate/referee/pgn_lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace blindmate::referee::pgn {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool ends_symbol(char c) { return is_space(c) || std::string_view("[]{}()<>;$\"").find(c) != std::string_view::npos; }

}  // namespace

const Token& Lexer::peek() {
  if (!peeked_) peeked_ = next();
  return *peeked_;
}

Token Lexer::take() {
  peek();
  return *std::exchange(peeked_, std::nullopt);
}

std::size_t Lexer::end_of_line() const { return std::min(text_.find('\n', at_), text_.size()); }

void Lexer::skip_annotations() {
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    const bool line_start = at_ == 0 || text_[at_ - 1] == '\n';
    if (c == ';' || (c == '%' && line_start)) {
      at_ = end_of_line();
      if (at_ == text_.size()) return;
    } else if (c == '$') {
      while (at_ + 1 < text_.size() && is_digit(text_[at_ + 1])) ++at_;
    } else if (!is_space(c)) {
      return;
    }
  }
}

Token Lexer::next() {
  skip_annotations();
  Token token{Token::Kind::end, at_, "", ""};
  if (at_ == text_.size()) return token;
  if (text_[at_] == '[') return tag();
  if (text_[at_] == '{') return comment();
  std::size_t end = at_;
  while (end < text_.size() && is_digit(text_[end])) ++end;
  const bool ends_here = end == text_.size() || ends_symbol(text_[end]);
  if (end > at_ && (ends_here || text_[end] == '.')) {
    while (end < text_.size() && text_[end] == '.') ++end;
    token.kind = Token::Kind::number;
  } else {
    while (end < text_.size() && !ends_symbol(text_[end])) ++end;
    if (end == at_) throw SyntaxError{at_, fmt::format("'{}' does not belong here", text_[at_])};
    const std::string_view word = text_.substr(at_, end - at_);
    const bool result = word == "*" || word == "1-0" || word == "0-1" || word == "1/2-1/2";
    token.kind = result ? Token::Kind::result : Token::Kind::symbol;
  }
  token.text = text_.substr(at_, end - at_);
  at_ = end;
  return token;
}

Token Lexer::tag() {
  Token token{Token::Kind::tag, at_, "", ""};
  const auto skip_spaces = [&] {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  };
  ++at_;
  skip_spaces();
  while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) {
    token.name += text_[at_++];
  }
  skip_spaces();
  if (token.name.empty() || at_ == text_.size() || text_[at_] != '"') {
    throw SyntaxError{token.place, "a tag is [Name \"value\"]"};
  }
  for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_) {
    const bool escape = text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n';
    token.text += text_[escape ? ++at_ : at_];
  }
  if (at_ == text_.size() || text_[at_] != '"') throw SyntaxError{token.place, "the tag's value has no end"};
  ++at_;
  skip_spaces();
  if (at_ == text_.size() || text_[at_] != ']') throw SyntaxError{token.place, "the tag has no ]"};
  ++at_;
  return token;
}

Token Lexer::comment() {
  const std::size_t end = text_.find('}', at_);
  if (end == std::string_view::npos) throw SyntaxError{at_, "the comment has no }"};
  Token token{Token::Kind::comment, at_, std::string(text_.substr(at_ + 1, end - at_ - 1)), ""};
  at_ = end + 1;
  return token;
}

}  // namespace blindmate::referee::pgn
