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

}  // namespace boost::serialization
