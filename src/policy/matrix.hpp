// Matrix: a constant matrix, stored for fast products.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "blindmate/policy/multiply_panels.hpp"

namespace blindmate::policy {

enum class Instructions { portable, avx2 };
Instructions best_instructions();  // that this processor has

constexpr std::size_t padded(std::size_t number, std::size_t to) { return (number + to - 1) / to * to; }

class Matrix {
 public:
  // at(row, column) gives the values; columns are filled up with zeros to whole vectors.
  template <class At>
  Matrix(std::size_t rows, std::size_t columns, const At& at);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }

  // to = from * this, where `from` has `count` rows. The count is a multiple of kRowsAtOnce.
  void multiply(const float* from, std::size_t count, float* to, Instructions instructions) const {
    const auto product = instructions == Instructions::avx2 ? multiply_panels_avx2 : multiply_panels_portable;
    product(from, count, panels_.data(), rows_, columns_, to);
  }

 private:
  std::size_t rows_;
  std::size_t columns_;
  std::vector<float> panels_;
};

template <class At>
Matrix::Matrix(std::size_t rows, std::size_t columns, const At& at)
    : rows_(rows), columns_(padded(columns, kVector)), panels_(rows * columns_) {
  for (std::size_t first = 0; first < columns; first += kPanel) {
    const std::size_t width = std::min(kPanel, columns_ - first);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < width && first + i < columns; ++i)
        panels_[first * rows + row * width + i] = at(row, first + i);
    }
  }
}

}  // namespace blindmate::policy
