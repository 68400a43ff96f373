#include "photinus/base/elementary.hpp"

namespace photinus {

namespace {

template <int Size>
double polynomial(const double (&coefficients)[Size], double x) {
  double sum = coefficients[Size - 1];
  for (int i = Size - 2; i >= 0; --i) sum = sum * x + coefficients[i];
  return sum;
}

constexpr double centre_numerator[] = {3.3871328727963666080e0,  1.3314166789178437745e+2,
                                       1.9715909503065514427e+3, 1.3731693765509461125e+4,
                                       4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                       3.3430575583588128105e+4, 2.5090809287301226727e+3};
constexpr double centre_denominator[] = {1.0,
                                         4.2313330701600911252e+1,
                                         6.8718700749205790830e+2,
                                         5.3941960214247511077e+3,
                                         2.1213794301586595867e+4,
                                         3.9307895800092710610e+4,
                                         2.8729085735721942674e+4,
                                         5.2264952788528545610e+3};
constexpr double middle_numerator[] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                                       5.76949722146069140550e0,  3.64784832476320460504e0,
                                       1.27045825245236838258e0,  2.41780725177450611770e-1,
                                       2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr double middle_denominator[] = {1.0,
                                         2.05319162663775882187e0,
                                         1.67638483018380384940e0,
                                         6.89767334985100004550e-1,
                                         1.48103976427480074590e-1,
                                         1.51986665636164571966e-2,
                                         5.47593808499534494600e-4,
                                         1.05075007164441684324e-9};
constexpr double tail_numerator[] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                                     1.78482653991729133580e0,  2.96560571828504891230e-1,
                                     2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                     2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr double tail_denominator[] = {1.0,
                                       5.99832206555887937690e-1,
                                       1.36929880922735805310e-1,
                                       1.48753612908506148525e-2,
                                       7.86869131145613259100e-4,
                                       1.84631831751005468180e-5,
                                       1.42151175831644588870e-7,
                                       2.04426310338993978564e-15};

// (-1)^k (zeta(k) - 1) / k for k = 2, 3, ...
constexpr double gamma_series[] = {
    0.3224670334241132,      -0.067352301053198102,   0.020580808427784546,
    -0.0073855510286739857,  0.0028905103307415234,   -0.001192753911703261,
    0.00050966952474304245,  -0.00022315475845357939, 9.9457512781808531e-05,
    -4.4926236738133142e-05, 2.0507212775670691e-05,  -9.4394882752683967e-06,
    4.3748667899074882e-06,  -2.0392157538013662e-06, 9.5514121304074194e-07,
    -4.4924691987645662e-07, 2.1207184805554665e-07,  -1.0043224823968099e-07,
    4.7698101693639804e-08,  -2.2711094608943164e-08, 1.0838659214896955e-08,
    -5.1834750419700466e-09, 2.4836745438024785e-09,  -1.1921401405860912e-09,
    5.7313672416788623e-10,  -2.7595228851242334e-10, 1.3304764374244489e-10};

// log Gamma(2 + z), |z| <= 1/2.
double log_gamma_near_2(double z) {
  constexpr double one_minus_euler = 0.42278433509846713939;
  return z * (one_minus_euler + z * polynomial(gamma_series, z));
}

// B_2k / (2k (2k - 1)) for k = 1, 2, ...
constexpr double stirling_series[] = {1.0 / 12.0,   -1.0 / 360.0,      1.0 / 1260.0, -1.0 / 1680.0,
                                      1.0 / 1188.0, -691.0 / 360360.0, 1.0 / 156.0};

double stirling(double x) {
  const double inverse = 1.0 / x;
  const double tail = inverse * polynomial(stirling_series, inverse * inverse);
  return x * (log(x) - 1.0) - 0.5 * log(x) + half_log_2_pi + tail;
}

// Probabilities, less 1/2, up to which the quantile is a fraction in their square.
constexpr double centre = 0.425;

inline double central_quantile(double q) {
  const double r = 0.180625 - q * q;
  return q * polynomial(centre_numerator, r) / polynomial(centre_denominator, r);
}

double outer_quantile(double p) {
  const double q = p - 0.5, tail = std::sqrt(-log(q < 0.0 ? p : 1.0 - p));
  const double value =
      tail <= 5.0
          ? polynomial(middle_numerator, tail - 1.6) / polynomial(middle_denominator, tail - 1.6)
          : polynomial(tail_numerator, tail - 5.0) / polynomial(tail_denominator, tail - 5.0);
  return q < 0.0 ? -value : value;
}

}  // namespace

double normal_quantile(double p) {
  const double q = p - 0.5;
  return q >= -centre && q <= centre ? central_quantile(q) : outer_quantile(p);
}

void normal_quantiles(double* p, std::ptrdiff_t count) {
  constexpr std::ptrdiff_t together = 64;
  double central[together];
  for (std::ptrdiff_t first = 0; first < count; first += together, p += together) {
    const std::ptrdiff_t size = count - first < together ? count - first : together;
    for (std::ptrdiff_t i = 0; i < size; ++i) central[i] = central_quantile(p[i] - 0.5);
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      const double q = p[i] - 0.5;
      p[i] = q >= -centre && q <= centre ? central[i] : outer_quantile(p[i]);
    }
  }
}

double log_gamma(double x) {
  if (!(x > 0.0)) return x == 0.0 ? detail::infinity : detail::not_a_number;
  if (x == detail::infinity) return x;
  if (x < 0.5) return log_gamma_near_2(x) - log1p(x) - log(x);
  if (x < 1.5) return log_gamma_near_2(x - 1.0) - log1p(x - 1.0);
  if (x >= 10.0) return stirling(x);
  double product = 1.0, rest = x;
  for (; rest > 2.5; rest -= 1.0) product *= rest - 1.0;
  return log_gamma_near_2(rest - 2.0) + log(product);
}

}  // namespace photinus
