#pragma once

#include <boost/serialization/array_wrapper.hpp>

#include "photinus/base/linear_algebra.hpp"

namespace boost::serialization {

template <class Archive>
void serialize(Archive& archive, photinus::Vector& vector, unsigned) {
  Eigen::Index size = vector.size();
  archive& size;
  vector.resize(size);
  archive& make_array(vector.data(), static_cast<std::size_t>(size));
}

template <class Archive>
void serialize(Archive& archive, photinus::Matrix& matrix, unsigned) {
  Eigen::Index rows = matrix.rows(), columns = matrix.cols();
  archive& rows& columns;
  matrix.resize(rows, columns);
  archive& make_array(matrix.data(), static_cast<std::size_t>(rows * columns));
}

}  // namespace boost::serialization
