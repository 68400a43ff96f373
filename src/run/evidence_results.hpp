#pragma once

#include "photinus/output/netcdf_file.hpp"
#include "photinus/output/run_summary.hpp"
#include "photinus/run/evidence_report.hpp"

namespace photinus {

/// As summary.json has it.
RunSummary::Evidence describe(const EvidenceEstimate& estimate, std::int64_t rows);

/// The group evidence, with the trace after every chunk where there is one, and the posterior's
/// draws where the estimator has them.
NetcdfFile evidence_file(const EvidenceEstimate& estimate, const EvidenceReport& report);

RunSummary summarize_evidence(const EvidenceEstimate& estimate, const EvidenceReport& report,
                              const RunConfig& config);

}  // namespace photinus
