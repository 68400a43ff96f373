#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "photinus/base/elementary.hpp"
#include "photinus/base/scratch.hpp"
#include "photinus/model/family.hpp"
#include "photinus/model/logistic.hpp"

namespace photinus {

/// Softmax regression (multinomial logistic) with K classes, labels 0 .. K-1:
///   l = eta_y - log sum_k exp(eta_k).
class Softmax {
 public:
  static constexpr const char* name = "softmax";
  static constexpr int most_classes = ResponseSummary::most_classes;

  explicit Softmax(const ModelNumbers& numbers = {}) : classes_(numbers.classes) {}

  int predictors() const { return classes_; }
  void set_classes(int classes) { classes_ = classes; }

  /// Value; slope_k = [k = y] - p_k.
  double evaluate(double y, const double* eta, double* slope) const {
    const double log_sum = probabilities(eta, slope);
    const int label = static_cast<int>(y);
    for (int k = 0; k < classes_; ++k) slope[k] = (k == label ? 1.0 : 0.0) - slope[k];
    return eta[label] - log_sum;
  }
  double tangent(double y, const double* centre, double* slope) const {
    return evaluate(y, centre, slope);
  }

  /// Weights of the pairs in -l'' = diag(p) - p p': w_kl = p_k p_l.
  void pair_curvatures(double /*y*/, const double* eta, double* weights) const {
    Scratch p(classes_);
    probabilities(eta, p.data());
    for_each_pair(classes_, [&](int j, int k, int l) { weights[j] = p.data()[k] * p.data()[l]; });
  }

  /// How widely log(p_k p_l) varies to first order, sqrt(g'V g) with g = e_k + e_l - 2 p at the
  /// centre, where the predictors have the covariance V (K x K).
  void pair_scales(const double* centre, const double* covariance, double* scales) const {
    Scratch p(classes_), g(classes_);
    probabilities(centre, p.data());
    for_each_pair(classes_, [&](int j, int k, int l) {
      for (int m = 0; m < classes_; ++m)
        g.data()[m] = (m == k || m == l ? 1.0 : 0.0) - 2.0 * p.data()[m];
      double square = 0.0;
      for (int m = 0; m < classes_; ++m) {
        double product = 0.0;
        for (int i = 0; i < classes_; ++i) product += covariance[m * classes_ + i] * g.data()[i];
        square += g.data()[m] * product;
      }
      scales[j] = std::sqrt(square > 0.0 ? square : 0.0);
    });
  }

  /// Weights with which the quadratic about `centre` lies below l wherever g'd <= reach_j for the
  /// pairs' g above. log p_k is concave in eta, so along the segment of length t in [0, 1] to
  /// centre + d, p_k p_l <= min(1/4, p*_k p*_l exp(t g'd)), and Taylor's remainder is
  ///   sum_{k<l} (d_k - d_l)^2 int_0^1 (1-t) p_k p_l dt:  w_kl = 2 int_0^1 (1-t) min(...) dt.
  void pair_curvatures_within(double /*y*/, const double* centre, const double* reach,
                              double* weights) const {
    Scratch p(classes_);
    probabilities(centre, p.data());
    for_each_pair(classes_, [&](int j, int k, int l) {
      weights[j] = growing_weight(p.data()[k] * p.data()[l], reach[j]);
    });
  }

  /// Bounds that hold everywhere, touching at the centre. Boehning (1992): (I - 11'/K)/2. Jebara &
  /// Choromanska (2012), algorithm 1: usually tighter, though not in every direction; that of
  /// Jaakkola and Jordan where K = 2.
  static constexpr std::array<const char*, 2> global_bounds = {"boehning", "jebara_choromanska"};
  void global_pair_curvatures(int bound, double /*y*/, const double* centre,
                              double* weights) const {
    if (bound == 0) {
      const int pairs = PredictorShape::pairs_of(classes_);
      for (int j = 0; j < pairs; ++j) weights[j] = 0.5 / classes_;
    } else {
      jebara_choromanska(centre, weights);
    }
  }
  /// Whether the bound's weights are one number for all pairs, rows and centres.
  static bool is_uniform(int bound) { return bound == 0; }

  bool accepts(double y) const {
    return y >= 0.0 && y < static_cast<double>(most_classes) && y == std::floor(y);
  }
  double code(double y) const { return y; }
  static int classes(const ResponseSummary& seen) { return seen.classes(); }
  std::string complaint(const ResponseSummary& seen) const {
    const int count = seen.classes();
    if (count < 2)
      return "all labels are 0: softmax needs two classes or more, labelled 0, 1, 2, ...";
    for (int k = 0; k < count; ++k)
      if (seen.first_of_class[static_cast<std::size_t>(k)] == Failure::no_row)
        return "class " + std::to_string(k) + " has no row, but class " +
               std::to_string(count - 1) + " has (row " +
               std::to_string(seen.first_of_class[static_cast<std::size_t>(count - 1)]) +
               "): labels must be 0, 1, 2, ... without gaps";
    return "";
  }

 private:
  // exp(eta_k) / sum; returns log sum.
  double probabilities(const double* eta, double* p) const {
    double most = eta[0];
    for (int k = 1; k < classes_; ++k) most = eta[k] > most ? eta[k] : most;
    double sum = 0.0;
    for (int k = 0; k < classes_; ++k) {
      p[k] = exp(eta[k] - most);
      sum += p[k];
    }
    const double scale = 1.0 / sum;
    for (int k = 0; k < classes_; ++k) p[k] *= scale;
    return most + log(sum);
  }

  // 2 int_0^1 (1-t) min(1/4, w e^{ta}) dt.
  static double growing_weight(double product, double a) {
    constexpr double most = 0.25;
    const double w = product > 1e-300 ? product : 1e-300;
    if (!(w < most)) return most;
    if (a < 1e-4) return w * (1.0 + a) < most ? w * (1.0 + a) : most;
    const double until = -log(4.0 * w) / a;  // where w e^{ta} arrives at 1/4
    if (!(until < 1.0)) return 2.0 * w * (expm1(a) - a) / (a * a);
    const double rest = 1.0 - until;
    const double growing = (rest * most - w) / a + (most - w) / (a * a);
    return 2.0 * growing + most * rest * rest;
  }

  void jebara_choromanska(const double* centre, double* weights) const {
    const int K = classes_;
    const int pairs = PredictorShape::pairs_of(K);
    Scratch p(K), mean(K), difference(K);
    probabilities(centre, p.data());
    std::vector<int> order(static_cast<std::size_t>(K));
    for (int k = 0; k < K; ++k) order[static_cast<std::size_t>(k)] = k;
    for (int i = 1; i < K; ++i)  // insertion sort: stable, and K is small
      for (int j = i; j > 0; --j) {
        auto& before = order[static_cast<std::size_t>(j - 1)];
        auto& here = order[static_cast<std::size_t>(j)];
        if (!(p.data()[here] > p.data()[before])) break;
        std::swap(before, here);
      }
    for (int j = 0; j < pairs; ++j) weights[j] = 0.0;
    for (int m = 0; m < K; ++m) mean.data()[m] = 0.0;
    double z = 0.0;
    for (const int k : order) {
      const double alpha = p.data()[k] > 1e-300 ? p.data()[k] : 1e-300;
      for (int m = 0; m < K; ++m) difference.data()[m] = (m == k ? 1.0 : 0.0) - mean.data()[m];
      if (z > 0.0) {
        const double weight = jaakkola_jordan_curvature(log(alpha / z));
        for_each_pair(K, [&](int j, int a, int b) {
          weights[j] -= weight * difference.data()[a] * difference.data()[b];
        });
      }
      const double share = alpha / (z + alpha);
      for (int m = 0; m < K; ++m) mean.data()[m] += share * difference.data()[m];
      z += alpha;
    }
  }

  int classes_;
};

static_assert(MultiPredictorFamily<Softmax>);

}  // namespace photinus
