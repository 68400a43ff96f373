#include "estimates.hpp"

#include <cmath>

namespace photinus::paper::evidence {

namespace {

double mean_of(const std::vector<const Measurement*>& all, double Measurement::*number) {
  double sum = 0.0;
  for (const Measurement* m : all) sum += m->*number;
  return sum / static_cast<double>(all.size());
}

double spread_of(const std::vector<const Measurement*>& all, double mean) {
  double squares = 0.0;
  for (const Measurement* m : all) squares += (m->log_z - mean) * (m->log_z - mean);
  return std::sqrt(squares / static_cast<double>(all.size() - 1));
}

}  // namespace

Estimates estimates_of(const Measurements& measured, const Case& c) {
  Estimates result;
  std::vector<const Measurement*> sound;
  for (const Measurement* m : measured.find_seeds(c)) {
    if (m->failure.empty())
      sound.push_back(m);
    else
      ++result.gave_up;
  }
  result.seeds = static_cast<int>(sound.size());
  if (sound.empty()) return result;
  result.log_z = mean_of(sound, &Measurement::log_z);
  if (sound.size() > 1) result.spread = spread_of(sound, result.log_z);
  result.evaluations = mean_of(sound, &Measurement::evaluations);
  result.seconds = mean_of(sound, &Measurement::seconds);
  return result;
}

Method reference_of(const std::string& part) {
  if (part == "figure1") return Method::exact;
  return part == "figureA1" ? Method::rejection : Method::nested;
}

}  // namespace photinus::paper::evidence
