#include "measure.hpp"

#include <cmath>

#include "draw_variance.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/evidence/local_model.hpp"
#include "photinus/evidence/sequential.hpp"
#include "report/stopwatch.hpp"
#include "settings.hpp"

namespace photinus::paper::evidence {

namespace {

EvidenceEstimate estimate(EvidenceModel& model, const Case& c) {
  const auto seed = static_cast<std::uint64_t>(c.seed);
  if (c.method == Method::sequential || c.method == Method::published)
    return sequential_evidence(model, sequential_settings(c.method), seed).estimate;
  return nested_sampling(model, nested_settings(c.method), seed);
}

// Walkers that diverge far enough leave a log Z that is no number.
void take(const EvidenceEstimate& estimate, Measurement& m) {
  if (std::isfinite(estimate.log_z)) {
    m.log_z = estimate.log_z;
    m.standard_error = estimate.standard_error;
  } else {
    m.failure = "log Z is not finite";
  }
}

void run(const Case& c, std::uint64_t data_seed, Measurement& m) {
  const auto rows = make_model(problem_named(c.problem), c.rows, data_seed);
  LocalModel model(*rows);
  const report::Stopwatch watch;
  try {
    if (c.of_variance)
      m.variance = draw_variance(model, c.rows, data_seed, sequential_settings(c.method));
    else
      take(estimate(model, c), m);
  } catch (const Failure& failure) {
    m.failure = failure.what();
  }
  m.seconds = watch.elapsed().cpu;
  m.evaluations = static_cast<double>(model.evaluations());
}

}  // namespace

Measurement measure(const Case& c, std::uint64_t data_seed) {
  Measurement m;
  m.settings = settings_of(c, data_seed);
  if (c.method == Method::exact)
    m.log_z = *exact_log_z(problem_named(c.problem), c.rows, data_seed);
  else
    run(c, data_seed, m);
  return m;
}

}  // namespace photinus::paper::evidence
