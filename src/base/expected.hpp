// Expected<T>: a value, or the reason why there is none; Expected<void>: done, or the reason why not. For mistakes in
// what a caller hands us (text, options); a broken invariant of our own is BLINDMATE_CHECK's business.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "blindmate/base/check.hpp"

namespace blindmate {

// What is wrong with some text, and where: line and column count from 1, 0 means the text as a whole.
struct Error {
  std::string reason;
  int line = 0;
  int column = 0;

  // "game.pgn:3:14: reason", leaving out what is not known.
  std::string text(const std::string& file = "") const {
    std::string place = file;
    for (const int number : {line, column}) {
      if (number == 0) break;
      if (!place.empty()) place += ':';
      place += std::to_string(number);
    }
    return place.empty() ? reason : place + ": " + reason;
  }
};

template <class T>
class Expected {
 public:
  Expected(T value) : content_(std::move(value)) {}      // NOLINT: implicit on purpose, so that functions return either
  Expected(Error error) : content_(std::move(error)) {}  // NOLINT

  explicit operator bool() const { return content_.index() == 0; }

  const T& operator*() const& { return checked(); }
  T& operator*() & { return checked(); }
  T&& operator*() && { return std::move(checked()); }
  const T* operator->() const { return &checked(); }
  T* operator->() { return &checked(); }

  const Error& error() const {
    BLINDMATE_CHECK(content_.index() == 1, "asked for the error of a value");
    return std::get<1>(content_);
  }

 private:
  const T& checked() const {
    if (content_.index() != 0) check_failed("value", __FILE__, __LINE__, std::get<1>(content_).text());
    return std::get<0>(content_);
  }
  T& checked() { return const_cast<T&>(std::as_const(*this).checked()); }

  std::variant<T, Error> content_;
};

template <>
class Expected<void> {
 public:
  Expected() = default;
  Expected(Error error) : error_(std::move(error)) {}  // NOLINT: implicit on purpose

  explicit operator bool() const { return !error_; }

  const Error& error() const {
    BLINDMATE_CHECK(error_, "asked for the error of something done");
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace blindmate
