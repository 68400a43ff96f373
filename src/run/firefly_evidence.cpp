#include "photinus/base/errors.hpp"
#include "photinus/run/evidence_report.hpp"

namespace photinus {

EvidenceEstimate firefly_evidence(Team&, const std::vector<FamilyEntry>&, const RunConfig&,
                                  EvidenceReport&) {
  throw Failure(ExitCode::usage,
                "evidence.method = \"firefly\" is not there yet: take \"smc\" or \"sequential\"");
}

}  // namespace photinus
