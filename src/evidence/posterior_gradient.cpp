#include "photinus/evidence/posterior_gradient.hpp"

namespace photinus {

void BatchGradient::draw(Stream& stream, const Vector& theta, Vector& gradient) {
  model_.log_prior(theta, &gradient);
  gradient = -gradient;
  Vector part;
  if (chunk_.size() > 0) {
    model_.log_likelihood(theta, chunk_, part);
    gradient -= part;
  }
  if (chunk_.first == 0) return;
  model_.log_likelihood(theta, draw_batch(stream, chunk_.first, batch_), part);
  gradient -= static_cast<double>(chunk_.first) / batch_ * part;
}

Vector AnchoredGradient::of_rows(Stream& stream, const Vector& theta) {
  if (!has_noise(rows_, batch_)) {
    Vector here;
    model_.log_likelihood(theta, RowRange{0, rows_}, here);
    return here;
  }
  const Vector way = theta - anchor_.theta;
  const Vector part = remainder(model_, anchor_, theta, rows_, draw_batch(stream, rows_, batch_));
  return anchor_.gradient - anchor_.precision * way + shortened(part, way);
}

Vector AnchoredGradient::shortened(const Vector& part, const Vector& way) const {
  if (root_.size() == 0) return part;
  const double length = (root_.transpose() * part).norm();
  const double most = root_.triangularView<Eigen::Lower>().solve(way).norm();
  return length > most ? Vector(most / length * part) : part;
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
