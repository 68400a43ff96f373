#include "evidence_results.hpp"

#include <utility>

namespace photinus {

namespace {

NetcdfGroup posterior_group(const EvidenceReport& report) {
  NetcdfGroup group = draws_group("posterior", report.chains, report.draws.size() / report.chains);
  for (std::size_t j = 0; j < report.names.size(); ++j) {
    std::vector<double> values;
    for (const Vector& draw : report.draws) values.push_back(draw[static_cast<Eigen::Index>(j)]);
    group.variables.push_back({report.names[j], {"chain", "draw"}, std::move(values), {}});
  }
  return group;
}

void add_trace(const EvidenceTrace& trace, NetcdfGroup& group) {
  group.dimensions.emplace_back("chunk", trace.rows.size());
  const auto add = [&](const char* name, auto values, const char* long_name) {
    group.variables.push_back({name, {"chunk"}, std::move(values), {{"long_name", long_name}}});
  };
  add("trace_rows", trace.rows, "rows so far, after each chunk");
  add("trace_log_z", trace.log_z, "log evidence of these rows");
  add("trace_standard_error", trace.standard_error, "standard error of log evidence");
  add("trace_evaluations", trace.evaluations, "likelihood evaluations so far");
}

void add_path(const std::vector<PathNode>& path, NetcdfGroup& group) {
  group.dimensions.emplace_back("node", path.size());
  const auto add = [&](const char* name, double PathNode::*number, const char* long_name) {
    std::vector<double> values;
    for (const PathNode& node : path) values.push_back(node.*number);
    group.variables.push_back({name, {"node"}, std::move(values), {{"long_name", long_name}}});
  };
  add("path_beta", &PathNode::beta, "where the path was looked at");
  add("path_mean", &PathNode::mean, "mean of the integrand of log evidence");
  add("path_standard_error", &PathNode::standard_error, "standard error of the mean");
}

NetcdfGroup evidence_group(const EvidenceEstimate& estimate, const EvidenceReport& report) {
  NetcdfGroup group{"evidence", {}, {}, {{"method", estimate.method}}};
  if (!estimate.remark.empty()) group.attributes.emplace_back("remark", estimate.remark);
  const auto add = [&](const char* name, auto value) {
    group.variables.push_back({name, {}, std::vector{value}, {}});
  };
  add("log_z", estimate.log_z);
  add("standard_error", estimate.standard_error);
  add("evaluations", estimate.evaluations);
  add("consistent", std::int64_t{estimate.consistent});
  add("ratio", std::int64_t{estimate.ratio});
  if (!report.trace.rows.empty()) add_trace(report.trace, group);
  if (!report.path.empty()) add_path(report.path, group);
  return group;
}

}  // namespace

RunSummary::Evidence describe(const EvidenceEstimate& estimate, std::int64_t rows) {
  const double passes = static_cast<double>(estimate.evaluations) / static_cast<double>(rows);
  return {estimate.method, estimate.log_z,      estimate.standard_error, estimate.evaluations,
          passes,          estimate.consistent, estimate.ratio,          estimate.remark};
}

NetcdfFile evidence_file(const EvidenceEstimate& estimate, const EvidenceReport& report) {
  NetcdfFile file{{{"inference_library", "photinus"}}, {}};
  file.groups.push_back(posterior_group(report));  // left out where there are no draws
  file.groups.push_back(evidence_group(estimate, report));
  return file;
}

RunSummary summarize_evidence(const EvidenceEstimate& estimate, const EvidenceReport& report,
                              const RunConfig& config) {
  RunSummary run;
  run.exact = estimate.consistent;
  run.converged = true;
  run.method = "evidence";
  run.family = config.model.family;
  run.rows = report.rows;
  run.columns = report.columns;
  run.likelihood_evaluations.sampling = estimate.evaluations;
  run.evidence = describe(estimate, report.rows);
  run.seconds.read = report.seconds_read;
  run.seconds.sampling = report.seconds_sampling;
  run.warnings = report.warnings;
  return run;
}

}  // namespace photinus
