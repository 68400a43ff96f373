#include "photinus/evidence/posterior_gradient.hpp"

namespace photinus {

std::vector<std::int64_t> draw_batch(Stream& stream, std::int64_t rows, int size) {
  std::vector<std::int64_t> list(static_cast<std::size_t>(size));
  for (auto& row : list)
    row = static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(rows)));
  return list;
}

void BatchGradient::draw(Stream& stream, const Vector& theta, Vector& gradient) {
  model_.log_prior(theta, &gradient);
  gradient = -gradient;
  Vector part;
  model_.log_likelihood(theta, chunk_, part);
  gradient -= part;
  if (chunk_.first == 0) return;
  model_.log_likelihood(theta, draw_batch(stream, chunk_.first, batch_), part);
  gradient -= static_cast<double>(chunk_.first) / batch_ * part;
}

Vector AnchoredGradient::of_rows(Stream& stream, const Vector& theta) {
  Vector here, there;
  if (!has_noise(rows_, batch_)) {
    model_.log_likelihood(theta, RowRange{0, rows_}, here);
    return here;
  }
  const auto list = draw_batch(stream, rows_, batch_);
  model_.log_likelihood(theta, list, here);
  model_.log_likelihood(anchor_.theta, list, there);
  return anchor_.gradient + static_cast<double>(rows_) / batch_ * (here - there);
}

void AnchoredGradient::draw(Stream& stream, const Vector& theta, Vector& gradient) {
  model_.log_prior(theta, &gradient);
  gradient = -gradient - of_rows(stream, theta);
}

double RowsDensity::value(const Vector& theta) {
  return model_.log_prior(theta, nullptr) + model_.log_likelihood(theta, rows_);
}

double RowsDensity::value(const Vector& theta, Vector& gradient) {
  Vector of_rows;
  const double value = model_.log_likelihood(theta, rows_, of_rows);
  const double of_prior = model_.log_prior(theta, &gradient);
  gradient += of_rows;
  return value + of_prior;
}

}  // namespace photinus
