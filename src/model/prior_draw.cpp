#include <cmath>

#include "photinus/base/elementary.hpp"
#include "photinus/model/prior.hpp"

namespace photinus {

namespace {

double laplace(Stream& stream) {
  const double magnitude = stream.exponential();
  return stream.uniform() < 0.5 ? -magnitude : magnitude;
}

// Bailey (1994), "Polar generation of random variates with the t-distribution": u, v uniform on the
// unit disc, w = u^2 + v^2, t = u sqrt(nu (w^(-2/nu) - 1) / w).
double student_t(Stream& stream, double nu) {
  for (;;) {
    const double u = 2.0 * stream.uniform() - 1.0, v = 2.0 * stream.uniform() - 1.0;
    const double w = u * u + v * v;
    if (w < 1.0) return u * std::sqrt(nu * expm1(-2.0 / nu * log(w)) / w);
  }
}

}  // namespace

double draw(Stream& stream, const ParameterPrior& prior) {
  switch (prior.family) {
    case PriorFamily::laplace:
      return prior.scale * laplace(stream);
    case PriorFamily::student_t:
      return prior.scale * student_t(stream, prior.nu);
    case PriorFamily::half_normal:
      return log(prior.scale * std::abs(stream.normal()));
    case PriorFamily::half_cauchy:
      return log(prior.scale * std::abs(student_t(stream, 1.0)));
    case PriorFamily::half_t:
      return log(prior.scale * std::abs(student_t(stream, prior.nu)));
    default:
      return prior.scale * stream.normal();
  }
}

}  // namespace photinus
