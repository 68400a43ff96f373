#pragma once

#include <limits>
#include <string>

#include "../measurement_files.hpp"
#include "cases.hpp"

namespace photinus::paper::evidence {

/// What is kept of a case.
struct Measurement {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  std::string settings;          ///< of method and rows
  double log_z = none;           ///< none where the estimator gave up, and of a variance
  double standard_error = none;  ///< as the estimator states it
  double variance = none;        ///< of draws, relative to the posterior's
  double evaluations = 0.0;
  double seconds = 0.0;  ///< of CPU, one thread
  std::string failure;   ///< why there is no estimate
};

template <class SomeMeasurement, class Visit>
void for_each_member(SomeMeasurement& m, Visit visit) {
  visit("settings", m.settings);
  visit("log_z", m.log_z);
  visit("standard_error", m.standard_error);
  visit("variance", m.variance);
  visit("evaluations", m.evaluations);
  visit("seconds", m.seconds);
  visit("failure", m.failure);
}

/// Empty where the measurement is a whole one.
std::string complaint(const Measurement& m);

using MeasurementFiles = paper::MeasurementFiles<Measurement, Case>;

}  // namespace photinus::paper::evidence
