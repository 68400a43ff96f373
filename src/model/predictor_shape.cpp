#include "photinus/model/predictor_shape.hpp"

namespace photinus {

Matrix unpack_curvature(const double* packed, const PredictorShape& shape) {
  const int d = shape.inputs;
  if (shape.predictors == 1) return unpack_symmetric(packed, d);
  Matrix all = Matrix::Zero(shape.coefficients(), shape.coefficients());
  for_each_pair(shape.predictors, [&](int j, int k, int l) {
    const Matrix pair = unpack_symmetric(packed + j * packed_size(d), d);
    all.block(k * d, k * d, d, d) += pair;
    all.block(l * d, l * d, d, d) += pair;
    all.block(k * d, l * d, d, d) = -pair;
    all.block(l * d, k * d, d, d) = -pair;
  });
  return all;
}

}  // namespace photinus
